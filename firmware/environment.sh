# shellcheck shell=sh
# Shell functions that make a virtual environment with this project in it. Sourced by try.sh and by
# tests/prepare.sh after they have changed to the project's folder.

# Python compiles what it imports, and must be allowed to keep that: nothing is compiled ahead.
unset PYTHONDONTWRITEBYTECODE

say() {
    printf '%s\n' "$*" >&2
}

# stop SENTENCE [COMMAND TO TYPE]
stop() {
    say "ringrichter: $1"
    if [ $# -gt 1 ]; then
        say "Please type:"
        say "    $2"
        say "and then this command again."
    fi
    exit 1
}

# debian_packages REASON PACKAGE...: install Debian packages, or say what to type.
debian_packages() {
    reason=$1
    shift
    if ! command -v apt-get >/dev/null 2>&1; then
        stop "$reason. This is no Debian system: install what corresponds to the Debian packages $*."
    fi
    if [ "$(id -u)" -ne 0 ]; then
        as_root="su -c 'apt-get install $*'"
        if command -v sudo >/dev/null 2>&1; then
            as_root="sudo apt-get install $*"
        fi
        stop "$reason, and only root may install it." "$as_root"
    fi
    say "$reason: installing $*"
    if ! output=$(install_packages "$@" 2>&1); then
        say "$output"
        stop "$reason, and it could not be installed (is there a network?)." "apt-get install $*"
    fi
}

install_packages() {
    apt-get -qq update &&
        DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@" </dev/null
}

python_is_new_enough() {
    command -v python3 >/dev/null 2>&1 &&
        python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

need_python() {
    if ! command -v python3 >/dev/null 2>&1; then
        debian_packages "Python is missing" python3 python3-venv
    fi
    if ! python_is_new_enough; then
        stop "Python 3.11 or newer is needed; python3 here is $(python3 --version 2>&1)."
    fi
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
        debian_packages "Python's part for virtual environments is missing" python3-venv
    fi
}

# environment FOLDER WHAT...: make or renew the virtual environment FOLDER with pip's arguments WHAT.
# A mark in the folder tells what was installed, so that the second start needs no network.
environment() {
    folder=$1
    shift
    need_python
    mark="$(cksum <pyproject.toml) $*"
    if [ "$(cat "$folder/installed" 2>/dev/null)" != "$mark" ] || ! "$folder/bin/python" -c ''; then
        say "Setting up $folder (a few minutes the first time)"
        if ! python3 -m venv --clear "$folder" >&2; then
            stop "$PWD/$folder cannot be made; is this folder writable and the disk not full?"
        fi
        if ! install_python "$folder/bin/python" "$@" >&2; then
            rm -rf "$folder"
            stop "The Python packages could not be installed (see above). Is there a network?"
        fi
        printf '%s' "$mark" >"$folder/installed"
    fi
    need_opencv_libraries "$folder"
}

# install_python PYTHON WHAT...: run pip. Compiling all modules takes as long as unpacking them, and few of
# them are ever imported.
install_python() {
    python=$1
    shift
    "$python" -m pip install --quiet --disable-pip-version-check --no-compile "$@"
}

need_opencv_libraries() {
    if reason=$("$1/bin/python" -c 'import cv2' 2>&1); then
        return
    fi
    case $reason in
    *cannot\ open\ shared\ object*) ;;
    *) stop "OpenCV cannot be loaded: $reason" ;;
    esac
    debian_packages "A system library of OpenCV is missing" libgl1 libglib2.0-0
    if ! reason=$("$1/bin/python" -c 'import cv2' 2>&1); then
        stop "OpenCV still cannot be loaded: $reason"
    fi
}
