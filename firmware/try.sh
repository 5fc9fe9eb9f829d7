#!/bin/sh
# Plays at a simulated table: sets everything up in .venv, then starts 'ringrichter try' with the page.
# Arguments are those of 'ringrichter try'; see 'sh firmware/try.sh --help'.
set -eu
cd "$(dirname "$0")/.."
. firmware/environment.sh
environment .venv --editable .
exec .venv/bin/ringrichter try "$@"
