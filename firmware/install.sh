#!/bin/sh
# Installs, upgrades or removes the table's service on Raspberry Pi OS or Debian, from a checkout or a wheel.
#
#   sudo sh install.sh                 install or upgrade from the checkout that this script lies in
#   sudo sh install.sh FILE.whl        install or upgrade from a wheel
#   sudo sh install.sh --uninstall     remove the program and its service; matches and settings stay
#
# An upgrade is made beside the old version; if the new one does not start, the old one is put back.
set -eu

home=/opt/ringrichter
unit=/etc/systemd/system/ringrichter.service
settings=/etc/ringrichter/ringrichter.toml
rules=/etc/polkit-1/rules.d/50-ringrichter.rules
avahi=/etc/avahi/services/ringrichter.service

say() {
    printf '%s\n' "$*"
}

stop() {
    printf 'ringrichter: %s\n' "$*" >&2
    exit 1
}

# Where this script's files lie: in a checkout's firmware folder or beside a wheel.
here=$(cd "$(dirname "$0")" && pwd)
files=$here/os
[ -d "$files" ] || files=$here

running_systemd() {
    [ -d /run/systemd/system ]
}

uninstall() {
    if running_systemd; then
        systemctl disable --now ringrichter.service 2>/dev/null || true
    fi
    if command -v nmcli >/dev/null 2>&1; then
        nmcli connection delete ringrichter-own >/dev/null 2>&1 || true
    fi
    rm -rf "$home" "$unit" "$rules" "$avahi" /usr/local/bin/ringrichter
    if running_systemd; then
        systemctl daemon-reload
    fi
    say "The program is removed. Matches are still in /var/lib/ringrichter, settings in /etc/ringrichter."
}

# Install the packages of the list that this system offers, and say which it does not.
packages() {
    apt-get -qq update || stop "the package lists cannot be fetched; is there a network?"
    wanted=
    while read -r package; do
        if apt-get -qq --simulate install "$package" </dev/null >/dev/null 2>&1; then
            wanted="$wanted $package"
        else
            say "This system does not offer $package: what needs it will not work."
        fi
    done <<LIST
$(grep -v '^#' "$files/packages")
LIST
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install $wanted </dev/null ||
        stop "the packages could not be installed (see above)"
}

account() {
    for group in gpio spi video audio; do
        getent group $group >/dev/null || groupadd --system $group
    done
    getent passwd ringrichter >/dev/null ||
        useradd --system --home-dir /var/lib/ringrichter --shell /usr/sbin/nologin ringrichter
    usermod --append --groups gpio,spi,video,audio ringrichter
}

# Make a virtual environment with the program beside the ones that are there; prints its folder.
# It sees the system's packages, because the camera's Python parts come from there.
release() {
    new=$home/$(date +%Y%m%d-%H%M%S)
    mkdir -p "$home"
    python3 -m venv --system-site-packages "$new" >&2 || stop "$new cannot be made"
    if ! "$new/bin/python" -m pip install --quiet --disable-pip-version-check "$1" >&2; then
        rm -rf "$new"
        stop "the program could not be installed (see above); nothing was changed"
    fi
    if ! "$new/bin/ringrichter" settings >/dev/null; then
        rm -rf "$new"
        stop "the new version does not start; nothing was changed"
    fi
    printf '%s' "$new"
}

# Point "current" to a folder in one step.
switch_to() {
    ln -sfn "$1" "$home/next"
    mv -T "$home/next" "$home/current"
}

# Lay down the first settings, with a PIN of its own for who owns the table.
first_settings() {
    install -D -m 0644 "$files/ringrichter.toml" "$settings"
    pin=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
    pin=$(printf '%06d' $((pin % 1000000)))
    sed -i "s/^\[page\]$/&\n# Lets the owner in, who may choose the network and delete matches.\nowner_pin = \"$pin\"/" "$settings"
}

# Tell who owns the table what nobody else should read; on a card that is ready at first boot also in a
# file on its boot partition, which any PC can read.
tell_owner() {
    network=$(as_service network --label /var/lib/ringrichter/label.svg) || true
    [ -n "$network" ] || return 0
    pin=$(sed -n 's/^owner_pin = "\(.*\)"$/\1/p' "$settings")
    told=$(printf '%s\nPIN of the owner: %s\n' "$network" "${pin:-none; see $settings}")
    say "$told"
    if [ -d /boot/firmware/ringrichter ]; then
        printf '%s\n' "$told" >/boot/firmware/ringrichter/table.txt
        cp /var/lib/ringrichter/label.svg /boot/firmware/ringrichter/label.svg
    fi
}

# Run the program as its service does.
as_service() {
    install -d -m 0750 -o ringrichter -g ringrichter /var/lib/ringrichter
    runuser -u ringrichter -- env STATE_DIRECTORY=/var/lib/ringrichter "$home/current/bin/ringrichter" "$@"
}

configure() {
    install -D -m 0644 "$files/ringrichter.service" "$unit"
    install -D -m 0644 "$files/50-ringrichter.rules" "$rules"
    if [ -d /etc/avahi/services ]; then
        install -D -m 0644 "$files/ringrichter.avahi.xml" "$avahi"
    fi
    if [ ! -e "$settings" ]; then
        first_settings
    fi
    ln -sfn "$home/current/bin/ringrichter" /usr/local/bin/ringrichter
}

# Start the new version; put the old one back if it does not get ready.
start() {
    if ! running_systemd; then
        say "systemd is not running here: the service will start with the machine."
        mkdir -p /etc/systemd/system/multi-user.target.wants
        ln -sfn "$unit" /etc/systemd/system/multi-user.target.wants/ringrichter.service
        return
    fi
    systemctl daemon-reload
    systemctl enable --quiet ringrichter.service
    if systemctl restart ringrichter.service; then
        return
    fi
    if [ -n "$old" ] && [ "$old" != "$new" ]; then
        switch_to "$old"
        systemctl restart ringrichter.service || true
        rm -rf "$new"
        stop "the new version did not get ready; the old one is back. See: journalctl -u ringrichter"
    fi
    stop "the service did not get ready. See: journalctl -u ringrichter"
}

# Keep the version before this one, remove older ones.
tidy() {
    for folder in "$home"/2*; do
        [ -d "$folder" ] || continue
        if [ "$folder" != "$new" ] && [ "$folder" != "$old" ]; then
            rm -rf "$folder"
        fi
    done
}

[ "$(id -u)" -eq 0 ] || stop "only root may install: type sudo sh $0 $*"
case ${1:-} in
--uninstall)
    uninstall
    exit 0
    ;;
-*)
    stop "unknown option $1; see the top of $0"
    ;;
'')
    source=$(cd "$here/.." && pwd)
    [ -e "$source/pyproject.toml" ] || source=$(find "$here" -maxdepth 1 -name 'ringrichter-*.whl' | head -n 1)
    [ -n "$source" ] || stop "there is neither a checkout nor a wheel here"
    ;;
*)
    source=$1
    [ -e "$source" ] || stop "there is no file $source"
    ;;
esac
packages
account
old=$(readlink "$home/current" 2>/dev/null || true)
new=$(release "$source")
switch_to "$new"
configure
tell_owner
start
tidy
say "Installed. The page is at http://$(hostname).local (or this machine's address), settings in $settings."
