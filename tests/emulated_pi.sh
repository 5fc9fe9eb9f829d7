#!/bin/sh
# An optional stage: runs the drivers of lights and button on an emulated Raspberry Pi 3B with a real kernel.
#
#   sh tests/emulated_pi.sh
#
# Needs Debian 12 or 13, root, a network, and the packages qemu-system-arm, device-tree-compiler and cpio. What
# it fetches (about 130 MB from Debian and PyPI) lies in a folder of its own and goes with it.
set -eu
cd "$(dirname "$0")/.."

for program in qemu-system-aarch64 dtc cpio; do
    command -v $program >/dev/null 2>&1 || {
        echo "emulated_pi.sh needs $program (apt-get install qemu-system-arm device-tree-compiler cpio)" >&2
        exit 1
    }
done
mirror=$(sed -n 's/^\(URIs:\|deb\) *\(http[^ ]*debian\/\?\)\( .*\)\?$/\2/p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
[ -n "$mirror" ] || {
    echo "emulated_pi.sh finds no Debian mirror in /etc/apt" >&2
    exit 1
}
work=$(mktemp -d)
emulator=
cleanup() {
    [ -z "$emulator" ] || kill "$emulator" 2>/dev/null || true
    rm -rf "${work:?}"
}
trap cleanup EXIT

# with_apt SUITE PROGRAM ARGUMENTS: run apt-get or apt-cache for the Pi's processor, apart from this machine's.
with_apt() {
    apt=$work/apt-$1
    program=$2
    shift 2
    "$program" -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User=root \
        -o Dir::State::status="$apt/status" -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt" \
        -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts="$apt/empty" "$@"
}

# prepare SUITE: make an apt of its own for a suite.
prepare() {
    apt=$work/apt-$1
    mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/empty"
    : >"$apt/status"
    echo "deb [arch=arm64] $mirror $1 main" >"$apt/sources.list"
    with_apt "$1" apt-get update
}

# unpack SUITE PACKAGE...: download packages and unpack them for the Pi.
unpack() {
    suite=$1
    shift
    for package in "$@"; do
        (cd "$work/apt-$suite/archives" && with_apt "$suite" apt-get download "$package")
    done
    for file in "$work/apt-$suite"/archives/*.deb; do
        dpkg -x "$file" "$root"
    done
}

root=$work/root
mkdir "$root"
prepare trixie
prepare bookworm
kernel=$(with_apt trixie apt-cache depends linux-image-arm64 | sed -n 's/^ *Depends: *\(linux-image[^ ]*\)$/\1/p' | head -n 1)
unpack trixie "$kernel"
# The Python for which lgpio has a wheel, and what it needs.
unpack bookworm busybox-static python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libc6 libgcc-s1 \
    libstdc++6 zlib1g libexpat1 libssl3 libffi8 liblzma5 libbz2-1.0 libuuid1 libcrypt1

cp "$root"/boot/vmlinuz-* "$work/kernel"
cp "$(find "$root/usr/lib" -name bcm2837-rpi-3-b.dtb)" "$work/tree"
modules=$root/usr/lib/python3/dist-packages
mkdir -p "$modules" "$work/wheels"
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --python-version 3.11 \
    --platform manylinux_2_34_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 \
    --platform any --dest "$work/wheels" 'lgpio>=0.2.2' 'gpiozero>=2.0.1' 'colorzero>=2.0'
for wheel in "$work"/wheels/*.whl; do
    python3 -m zipfile -e "$wheel" "$modules"
done
cp -r firmware referee web hardware "$modules"
cp tests/firmware/emulated_pi.py "$root/emulated_pi.py"

# What the kernel itself needs to start lies outside of modules; the rest is left out.
rm -rf "${root:?}/boot" "$root/usr/lib/modules" "$root/lib/modules" "$root"/usr/lib/linux-image*
mkdir -p "$root/proc" "$root/sys" "$root/dev" "$root/tmp"
mknod "$root/dev/console" c 5 1
cat >"$root/init" <<'INIT'
#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sysfs /sys
/bin/busybox mount -t debugfs debugfs /sys/kernel/debug
/bin/busybox mount -t devtmpfs devtmpfs /dev
cd /tmp
# The first line of the program's answer is not to be mixed with the kernel's.
/bin/busybox sleep 2
HOME=/tmp PYTHONHOME=/usr GPIOZERO_PIN_FACTORY=lgpio PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3.11 /emulated_pi.py 2>&1
echo "emulated_pi: exit status $?"
/bin/busybox sleep 1000
INIT
chmod 755 "$root/init"
[ -e "$root/bin/busybox" ] || { mkdir -p "$root/bin" && cp "$root/usr/bin/busybox" "$root/bin/busybox"; }

# The Bluetooth device would own the console's wire; gpiozero and lgpio read which Pi it is.
dtc -q -I dtb -O dts -o "$work/pi.dts" "$work/tree"
python3 - "$work/pi.dts" <<'PYTHON'
import re
import sys
from pathlib import Path
path = Path(sys.argv[1])
text = re.sub(r"\n\s*bluetooth \{.*?\n\s*\};", "", path.read_text(), flags=re.DOTALL)
path.write_text(text.rstrip().removesuffix("};") + "\tsystem {\n\t\tlinux,revision = <0xa02082>;\n\t};\n};\n")
PYTHON
dtc -q -I dts -O dtb -o "$work/pi.dtb" "$work/pi.dts"
(cd "$root" && find . | cpio --quiet -o -H newc | gzip -1) >"$work/initrd"

qemu-system-aarch64 -M raspi3b -m 1G -smp 4 -nographic -monitor none -serial file:"$work/console" \
    -kernel "$work/kernel" -initrd "$work/initrd" -dtb "$work/pi.dtb" \
    -append "console=ttyAMA0 rdinit=/init loglevel=3" </dev/null >/dev/null 2>&1 &
emulator=$!
seconds=0
until grep -q 'emulated_pi: exit status' "$work/console" 2>/dev/null || [ $seconds -ge 600 ]; do
    kill -0 "$emulator" 2>/dev/null || break
    seconds=$((seconds + 1))
    sleep 1
done
cat "$work/console"
grep -q 'emulated_pi: exit status 0' "$work/console"
echo "emulated Raspberry Pi: passed"
