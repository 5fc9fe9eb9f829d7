#!/bin/sh
# Installs what the tests need and runs all of them, with pytest's summary as the last line.
#
#   sh tests/run.sh [PYTEST ARGUMENTS]
#
#   RINGRICHTER_OPENCV=4   runs the eye's (tests/vision) with OpenCV 4 instead of the newest, in an environment
#                          of its own; what does not depend on OpenCV (style, types, the wheel) is left out
#   RINGRICHTER_SHARED     folder with the shared vectors and photographs (default: ../shared)
set -eu
# shellcheck source=tests/prepare.sh
. "$(dirname "$0")/prepare.sh"

if [ -z "${RINGRICHTER_OPENCV:-}" ]; then
    say "Style and types"
    ruff check .
    ruff format --check .
    if command -v shellcheck >/dev/null 2>&1; then
        shellcheck firmware/*.sh tests/*.sh .ci/run
    fi

    say "Checking types, and meanwhile building the wheel"
    mypy &
    types=$!
    outside=$(mktemp -d)
    trap 'rm -rf "$outside"' EXIT
    pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$outside" .
    RINGRICHTER_WHEEL=$(echo "$outside"/*.whl)
    export RINGRICHTER_WHEEL
    wait "$types"
fi

say "Tests"
# One thread each for the number crunching: the tests themselves run side by side.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
pytest -n 2 --dist loadfile "$@"
