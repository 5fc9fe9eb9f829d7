#!/bin/sh
# Installs what the tests need; tests/run.sh does it itself. Run alone while other tests run it saves time.
#
#   sh tests/prepare.sh
#
#   RINGRICHTER_OPENCV=4   what the eye's tests need, with OpenCV 4 instead of the newest, in an environment of
#                          its own
set -eu
cd "$(dirname "$0")/.."
. firmware/environment.sh

case ${RINGRICHTER_OPENCV:-} in
'')
    folder=.venv-tests
    environment $folder --editable '.[dev]'
    ;;
4)
    folder=.venv-tests-opencv4
    environment $folder --editable '.[test]' 'opencv-python<5'
    ;;
*)
    stop "RINGRICHTER_OPENCV is $RINGRICHTER_OPENCV; expected 4 or nothing"
    ;;
esac
PATH="$PWD/$folder/bin:$PATH"
export PATH

# optional PROGRAM PACKAGE WHAT: install it where that is possible, or say what is left out.
optional() {
    if command -v "$1" >/dev/null 2>&1; then
        return
    fi
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
        debian_packages "$1 is missing" "$2"
    else
        say "$1 is not installed: $3"
    fi
}

# The eye's tests need no more than Python.
if [ -z "${RINGRICHTER_OPENCV:-}" ]; then
    if ! command -v chromium >/dev/null 2>&1; then
        debian_packages "Chromium is missing, in which the page is tested" chromium
    fi
    optional shellcheck shellcheck "the shell scripts are not checked"
    optional systemd-analyze systemd "the service's unit is not checked"
    optional dot graphviz "the wiring diagrams are not drawn"

    # The printed parts are built with a large CAD library, which has no wheels for some machines.
    if ! python -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("build123d"))'; then
        say "Adding the CAD library (a minute the first time)"
        install_python python --editable '.[cad]' ||
            say "build123d cannot be installed here: the printed parts are not checked"
    fi

    # Only the source of the Raspberry Pi camera's package is read; what it needs exists on a Pi alone.
    if ! python -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("picamera2"))'; then
        install_python python --no-deps picamera2 ||
            say "picamera2 cannot be fetched: the camera's driver is not compared with it"
    fi
fi
