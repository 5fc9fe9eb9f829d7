#!/bin/sh
# An optional stage: tries the project on a Debian that was made this minute, in a folder of its own.
#
#   sh tests/fresh_debian.sh [trixie|bookworm] [try|install|tests]
#
# try (default) makes the environment as try.sh does and starts the simulated table; install runs the
# installer twice and removes it again; tests runs all tests. Needs root, debootstrap and a network.
set -eu
cd "$(dirname "$0")/.."
suite=${1:-trixie}
stage=${2:-try}

if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null 2>&1; then
    echo "fresh_debian.sh needs root and debootstrap (apt-get install debootstrap)" >&2
    exit 1
fi
root=$(mktemp -d)
cleanup() {
    umount "$root/proc" "$root/dev" 2>/dev/null || true
    rm -rf --one-file-system "$root"
}
trap cleanup EXIT

mirror=$(sed -n 's/^\(URIs:\|deb\) *\(http[^ ]*debian\/\?\)\( .*\)\?$/\2/p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
# shellcheck disable=SC2086
debootstrap --variant=minbase "$suite" "$root" $mirror >"$root.log" 2>&1 || {
    cat "$root.log" >&2
    exit 1
}
rm -f "$root.log"
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
mkdir "$root/src"
git archive HEAD | tar x -C "$root/src"

# A machine behind a mirror of its own has its certificate and addresses in these.
inside() {
    if [ -n "${PIP_CERT:-}" ]; then
        mkdir -p "$root$(dirname "$PIP_CERT")"
        cp "$PIP_CERT" "$root$PIP_CERT"
    fi
    chroot "$root" /usr/bin/env -i HOME=/home PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${PIP_CERT:+PIP_CERT="$PIP_CERT"} ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} "$@"
}

case $stage in
try)
    inside timeout 300 sh /src/firmware/try.sh --host 127.0.0.1 --port 0 --folder /home/try \
        >"$root/output" 2>&1 &
    table=$!
    tries=0
    until grep -q 'http://127.0.0.1:' "$root/output" || [ $tries -ge 280 ]; do
        kill -0 $table 2>/dev/null || break
        tries=$((tries + 1))
        sleep 1
    done
    cat "$root/output"
    address=$(grep -o 'http://127.0.0.1:[0-9]*' "$root/output" | head -n 1)
    inside python3 -c "import urllib.request as u; print(u.urlopen('$address/').status)"
    kill $table
    wait $table || true
    ;;
install)
    inside sh /src/firmware/install.sh
    inside sh /src/firmware/install.sh
    inside ringrichter settings --settings /etc/ringrichter/ringrichter.toml >/dev/null
    inside sh /src/firmware/install.sh --uninstall
    ;;
tests)
    inside sh /src/tests/run.sh
    ;;
*)
    echo "unknown stage $stage; expected try, install or tests" >&2
    exit 1
    ;;
esac
echo "$suite, $stage: passed"
