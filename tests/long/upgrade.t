#!/bin/sh
# SPDX-License-Identifier: MIT
# The life of tests/debian/upgrade.t on machines with Debian 13, and with Debian 12 for armhf: that one is emulated, with a dpkg and ldconfig of
# its own. A quarter of an hour the first time, since the armhf machine is made then: `prove tests/long/upgrade.t`.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/debian/packages.sh"
. "$TOP/tests/debian/upgrade.sh"
need arm-linux-gnueabihf-gcc mmdebstrap unshare
# shellcheck disable=SC2034 # debian.sh has it
scripts=$TOP/scripts
# shellcheck source=../../scripts/debian.sh
. "$TOP/scripts/debian.sh"

clean_roots || skip_all 'no namespaces can be made here'
life_on_amd64 trixie
rm -rf 10 11 12 debs

# in_user_namespace COMMAND...: as its root, who may register an emulator there for nobody else.
in_user_namespace() {
    if [ "$(id -u)" != 0 ]; then
        unshare --map-root-user --map-auto --mount --pid --fork --kill-child "$@" </dev/null
        return
    fi
    # Root has no subordinate ids: its own ones, which only it can give, from outside.
    rm -f mapped
    mkfifo mapped
    unshare --user sh -c 'read -r _ <mapped && exec unshare --mount --pid --fork --kill-child "$@"' sh "$@" </dev/null &
    namespace=$!
    while [ "$(readlink /proc/$namespace/ns/user)" = "$(readlink /proc/self/ns/user)" ]; do sleep 0.1; done
    echo 0 0 65536 >/proc/$namespace/uid_map
    echo 0 0 65536 >/proc/$namespace/gid_map
    echo >mapped
    wait $namespace
}

# The emulator must need nothing of the machine that it emulates.
debian_open "$work" bookworm "$(dpkg --print-architecture)"
mkdir -p qemu/usr
debian_unpack qemu qemu-user-static
debian_open "$work" bookworm armhf
base=$work/bookworm-armhf.base
# register: as qemu-user-static's own file for binfmt_misc says.
cat >emulated <<END
set -eu
mount -t proc proc /proc
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
printf '%s' ':arm:M::\x7f\x45\x4c\x46\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x28\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:$TMP/qemu/usr/bin/qemu-arm-static:F' >/proc/sys/fs/binfmt_misc/register
"\$@"
END
[ -e "$base" ] || {
    rm -rf "$base.new"
    apt-config dump --format '%F "%v";%n' Acquire >acquire.conf
    in_user_namespace sh emulated mmdebstrap --mode=root --variant=essential --architectures=armhf --dpkgopt=force-unsafe-io --format=directory \
        --skip=output/dev,check/qemu --aptopt="$TMP/acquire.conf" bookworm "$base.new" "$debian_work/sources.list.d/debian.sources" >mmdebstrap.log 2>&1 ||
        skip_all "there is no armhf machine: $(tail -n 5 mmdebstrap.log | tr '\n' ' ')"
    mv "$base.new" "$base"
}

triplet=arm-linux-gnueabihf
libdir=usr/lib/$triplet
version 10 '' -aarmhf -Pcross,nocheck
version 11 armv7-neon -aarmhf -Pcross,nocheck
version 12 armv7-neon -aarmhf -Pcross,nocheck
cat >debs/cpus <<'END'
without-neon none QEMU_CPU=cortex-a9,neon=off
cortex-a7 armv7-neon QEMU_CPU=cortex-a7
END
life >debs/life
states neon/vfp=armv7-neon neon/vfp=armv7-neon >expected
cp -a "$base" machine
mkdir -p machine/build machine/proc machine/dev
cp -a debs machine/build/debs
: >machine/dev/null
run in_user_namespace sh emulated sh -c 'mount -t proc proc machine/proc && mount --bind /dev/null machine/dev/null && exec chroot machine env PATH=/usr/sbin:/usr/bin:/sbin:/bin sh /build/debs/life'
is_file stdout expected 'each step of a life leaves what it should, in Debian 12 for armhf'
is "$status $(cat stderr)" '0 ' 'without a complaint'
