#!/bin/sh
# An optional stage: the driver of the networks against the real NetworkManager, on radios that the kernel
# simulates (mac80211_hwsim) in a virtual machine. One radio is somebody's access point, the other the table's.
#
#   sh tests/simulated_radio.sh
#
# Needs root, debootstrap, qemu-system-x86, cpio and a network; takes some five minutes and 1.5 GB in /tmp.
set -eu
cd "$(dirname "$0")/.."

for program in debootstrap qemu-system-x86_64 cpio; do
    command -v $program >/dev/null 2>&1 || {
        echo "simulated_radio.sh needs $program (apt-get install debootstrap qemu-system-x86 cpio)" >&2
        exit 1
    }
done
work=$(mktemp -d)
root=$work/root
machine=
cleanup() {
    [ -z "$machine" ] || kill "$machine" 2>/dev/null || true
    umount "$root/proc" 2>/dev/null || true
    rm -rf --one-file-system "${work:?}"
}
trap cleanup EXIT

debootstrap --variant=minbase trixie "$root" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
cp /etc/resolv.conf "$root/etc/"
mount -t proc proc "$root/proc"
# Nothing of it is to run here.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
inside() {
    chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@" </dev/null >>"$work/log" 2>&1
}
inside apt-get -qq update
inside apt-get -qq -y --no-install-recommends install network-manager wpasupplicant dnsmasq-base hostapd dbus \
    iproute2 kmod iptables nftables python3 linux-image-amd64
umount "$root/proc"

mkdir -p "$root/opt/table/firmware" "$root/etc/NetworkManager/conf.d"
cp -r firmware/networks firmware/errors.py firmware/__init__.py "$root/opt/table/firmware/"
cp tests/firmware/networks/simulated_radio.py "$root/opt/table/"
printf '[keyfile]\nunmanaged-devices=interface-name:wlan1\n' >"$root/etc/NetworkManager/conf.d/neighbour.conf"
cat >"$root/etc/neighbour.conf" <<'HOSTAPD'
interface=wlan1
driver=nl80211
ssid=Home: x
hw_mode=g
channel=1
wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_passphrase=right-password
HOSTAPD
cat >"$root/init" <<'INIT'
#!/bin/sh
mkdir -p /proc
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmpfs /run
mkdir -p /run/dbus /run/NetworkManager
modprobe mac80211_hwsim radios=2
modprobe ccm
ip link set lo up
ip addr add 10.55.0.1/24 dev wlan1
dbus-uuidgen --ensure
dbus-daemon --system --fork
hostapd -B /etc/neighbour.conf
dnsmasq --port=0 --interface=wlan1 --bind-interfaces --dhcp-range=10.55.0.10,10.55.0.50
wpa_supplicant -u -B -s
# NetworkManager takes devices as they are where /sys cannot be written, and waits for udev where it can.
mount -o remount,ro /sys
NetworkManager --log-level=WARN
sleep 8
PYTHONPATH=/opt/table python3 /opt/table/simulated_radio.py 2>&1
echo "simulated_radio: exit status $?"
sleep 1000
INIT
chmod 755 "$root/init"
cp "$root"/boot/vmlinuz-* "$work/kernel"
(cd "$root" && find . \( -path ./boot -o -path ./proc -o -path ./var/cache -o -path ./usr/share/doc \
    -o -path './usr/lib/modules/*/kernel/drivers/gpu' -o -path './usr/lib/modules/*/kernel/drivers/media' \
    -o -path './usr/lib/modules/*/kernel/sound' -o -path './usr/lib/modules/*/kernel/fs' \) -prune -o -print |
    cpio --quiet -o -H newc) >"$work/initrd"

qemu-system-x86_64 -m 2500 -smp 2 -nographic -monitor none -serial file:"$work/console" -kernel "$work/kernel" \
    -initrd "$work/initrd" -append "console=ttyS0 rdinit=/init loglevel=3" </dev/null >/dev/null 2>&1 &
machine=$!
seconds=0
until grep -q 'simulated_radio: exit status' "$work/console" 2>/dev/null || [ $seconds -ge 900 ]; do
    kill -0 "$machine" 2>/dev/null || break
    seconds=$((seconds + 1))
    sleep 1
done
cat "$work/console"
grep -q 'simulated_radio: exit status 0' "$work/console"
echo "simulated radio: passed"
