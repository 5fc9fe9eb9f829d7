#!/bin/sh
# An optional stage: tries the project on a Debian that was made this minute, in a folder of its own.
#
#   sh tests/fresh_debian.sh [trixie|bookworm] [try|install|tests] [PYTEST ARGUMENTS]
#
# try (default) makes the environment as try.sh does and starts the simulated table; install runs the
# installer: new, as upgrades that work (one from a card) and that fail, a backup to a stick and back, and
# removes it again; tests runs all tests, with PYTEST ARGUMENTS. Needs root, debootstrap and a network.
set -eu
cd "$(dirname "$0")/.."
suite=${1:-trixie}
stage=${2:-try}
[ $# -lt 2 ] || shift 2

if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null 2>&1; then
    echo "fresh_debian.sh needs root and debootstrap (apt-get install debootstrap)" >&2
    exit 1
fi
root=$(mktemp -d)
chmod 755 "$root"
cleanup() {
    umount "$root/proc" "$root/dev/pts" "$root/dev" 2>/dev/null || true
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
mount --bind /dev/pts "$root/dev/pts"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
mkdir "$root/src"
git archive HEAD | tar x -C "$root/src"

# A machine behind a mirror of its own has its certificate and addresses in these.
certificate=
if [ -n "${PIP_CERT:-}" ]; then
    certificate=/usr/local/share/mirror.pem
    cp "$PIP_CERT" "$root$certificate"
fi
inside() {
    chroot "$root" /usr/bin/env -i HOME=/home PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${certificate:+PIP_CERT="$certificate"} ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} "$@"
}

# expect SENTENCE COMMAND...: end with this sentence if the command fails.
expect() {
    sentence=$1
    shift
    "$@" || {
        echo "fresh_debian.sh: expected that $sentence" >&2
        exit 1
    }
}

# refuses WORDS COMMAND...: end with a sentence unless the command fails and says these words.
refuses() {
    words=$1
    shift
    if output=$("$@" 2>&1) || ! printf '%s' "$output" | grep -q "$words"; then
        printf '%s\n' "$output" >&2
        echo "fresh_debian.sh: expected a refusal with the words: $words" >&2
        exit 1
    fi
}

current() {
    readlink "$root/opt/ringrichter/current"
}

as_service() {
    inside runuser -u ringrichter -- \
        env HOME=/var/lib/ringrichter STATE_DIRECTORY=/var/lib/ringrichter ringrichter "$@"
}

install_anew() {
    expect "the installer installs" inside sh /src/firmware/install.sh
    expect "the settings are right" as_service settings >/dev/null
    expect "the folder of the matches can be written" as_service doctor disk time
    expect "the owner has a PIN" grep -q '^owner_pin = "[0-9]\{6\}"$' "$root/etc/ringrichter/ringrichter.toml"
    expect "the label is drawn" grep -q '<svg' "$root/var/lib/ringrichter/label.svg"
}

upgrade() {
    first=$(current)
    expect "an upgrade works" inside sh /src/firmware/install.sh
    expect "the new version is another one" test "$(current)" != "$first"
    expect "the old version is kept" test -d "$root$first"
}

# As a card that is ready at first boot does it: wheel, script and its files in one folder, no checkout.
upgrade_from_a_card() {
    first=$(current)
    card=/boot/firmware/ringrichter
    mkdir -p "$root$card"
    expect "a wheel is built" inside "$first/bin/python" -m pip wheel --quiet --no-deps --wheel-dir "$card" /src
    cp "$root"/src/firmware/install.sh "$root"/src/firmware/os/* "$root$card"
    expect "the card installs" inside sh "$card/install.sh"
    expect "the card's version is another one" test "$(current)" != "$first"
    expect "the owner finds the PIN on the card" grep -q '^PIN of the owner: [0-9]\{6\}$' "$root$card/table.txt"
    expect "the label is on the card" grep -q '<svg' "$root$card/label.svg"
}

# A version that does not even start is noticed before anything is changed.
upgrade_to_a_broken_one() {
    before=$(current)
    cp -r "$root/src" "$root/broken"
    echo 'raise SystemExit("broken")' >>"$root/broken/firmware/cli.py"
    refuses "does not start; nothing was changed" inside sh /broken/firmware/install.sh
    expect "nothing was changed" test "$(current)" = "$before"
    rm -rf "$root/broken"
}

# A version that starts, but whose service does not get ready, is taken back. systemd does not run here: a
# systemctl of ours fails on the first restart.
upgrade_that_does_not_get_ready() {
    before=$(current)
    mkdir -p "$root/run/systemd/system"
    cat >"$root/usr/local/bin/systemctl" <<'SYSTEMCTL'
#!/bin/sh
echo "$@" >>/systemctl.log
[ "$1" = restart ] && [ "$(grep -c '^restart' /systemctl.log)" -eq 1 ] && exit 1
exit 0
SYSTEMCTL
    chmod 755 "$root/usr/local/bin/systemctl"
    refuses "the old one is back" inside sh /src/firmware/install.sh
    expect "the old version is back" test "$(current)" = "$before"
    expect "it was started again" test "$(grep -c '^restart' "$root/systemctl.log")" -eq 2
    rm -rf "$root/run/systemd" "$root/usr/local/bin/systemctl"
}

backup_and_back() {
    mkdir -p "$root/media/stick"
    chmod 777 "$root/media/stick"
    # A journal with one match, made by the program itself as the service's user would.
    inside runuser -u ringrichter -- env STATE_DIRECTORY=/var/lib/ringrichter \
        /opt/ringrichter/current/bin/python - <<'PYTHON'
from firmware.journal import Journal
from firmware.settings import read_settings
with Journal(read_settings(None).folder / "journal.sqlite") as journal:
    journal.append(journal.open_match({"game": "inner-circle"}, 0.0), 1, {"event": "start"}, 0.0)
PYTHON
    expect "a backup is written to the stick" as_service backup /media/stick
    rm "$root"/var/lib/ringrichter/journal.sqlite*
    copy=$(basename "$(ls "$root"/media/stick/*.sqlite)")
    expect "it comes back" as_service backup --restore "/media/stick/$copy"
    expect "the match is there" as_service backup /media/stick
}

uninstall() {
    expect "it can be removed" inside sh /src/firmware/install.sh --uninstall
    expect "the program is gone" test ! -e "$root/opt/ringrichter"
    expect "its command is gone" test ! -e "$root/usr/local/bin/ringrichter"
    expect "its unit is gone" test ! -e "$root/etc/systemd/system/ringrichter.service"
    expect "the matches stay" test -s "$root/var/lib/ringrichter/journal.sqlite"
    expect "the settings stay" test -s "$root/etc/ringrichter/ringrichter.toml"
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
    install_anew
    upgrade
    upgrade_from_a_card
    upgrade_to_a_broken_one
    upgrade_that_does_not_get_ready
    backup_and_back
    uninstall
    ;;
tests)
    inside sh /src/tests/run.sh "$@"
    ;;
*)
    echo "unknown stage $stage; expected try, install or tests" >&2
    exit 1
    ;;
esac
echo "$suite, $stage: passed"
