#!/bin/sh
# The model of the loader against the real one: random layouts, natively and below qemu-user, with the loaders of three Debian releases.
#
#   HWFLAVOR_LAYOUTS  how many in all; default: 500. They are shared out over releases, architectures and CPUs
#   HWFLAVOR_SEED     the first seed; the default is always the same, so that a failure comes from a change and from nothing else.
#                     tests/long/differential.t takes the day's, and ten times as many layouts
set -eu
. "${0%/*}/../tap.sh"
driver=$HWFLAVOR_TEST_BUILD/tests/which/differential
[ -x "$driver" ] || skip_all 'tests/which/differential is not built'
as_root=
[ "$(id -u)" = 0 ] || as_root='unshare -r'
# shellcheck disable=SC2086 # a command and its option, or nothing
$as_root true 2>/dev/null || skip_all 'this user may make no user namespace'
native=$(dpkg --print-architecture 2>/dev/null) || skip_all 'dpkg is not installed'

# Release, architecture, emulator, -cpu of the emulator, and what --cpu calls that; "-" is this CPU. qemu-user emulates no AVX-512.
rows() {
    for suite in bookworm trixie sid; do
        [ "$native" != amd64 ] || echo "$suite amd64 - - this
$suite i386 - - this"
        sed "s/^/$suite /" <<'ROWS'
amd64 qemu-x86_64 qemu64 qemu64
amd64 qemu-x86_64 Penryn Penryn
amd64 qemu-x86_64 Nehalem Nehalem
amd64 qemu-x86_64 IvyBridge IvyBridge
amd64 qemu-x86_64 Haswell Haswell
amd64 qemu-x86_64 Haswell,bmi2=off Haswell,-bmi2
amd64 qemu-x86_64 Skylake-Server Skylake-Client
amd64 qemu-x86_64 EPYC EPYC
i386 qemu-i386 pentium3 pentium3
i386 qemu-i386 n270 n270
armhf qemu-arm cortex-a7 cortex-a7
armhf qemu-arm max max
arm64 qemu-aarch64 cortex-a57 cortex-a57
arm64 qemu-aarch64 max max
ppc64el qemu-ppc64le power8 POWER8
ppc64el qemu-ppc64le power9 POWER9
ppc64el qemu-ppc64le power10 POWER10
s390x qemu-s390x qemu qemu
s390x qemu-s390x qemu,vx=off qemu,-vx,-vxe
ROWS
    done
}

# world ROOT ARCH EMULATOR: makes $TMP/world, with the loader and the ldconfig of ROOT, and an emulator that runs in there.
world() {
    rm -rf "$TMP/world"
    mkdir -p "$TMP/world/sbin" "$TMP/world/lib" "$TMP/world/lib64"
    case $2 in
    amd64) loader=lib64/ld-linux-x86-64.so.2 ;;
    i386) loader=lib/ld-linux.so.2 ;;
    armhf) loader=lib/ld-linux-armhf.so.3 ;;
    arm64) loader=lib/ld-linux-aarch64.so.1 ;;
    ppc64el) loader=lib64/ld64.so.2 ;;
    s390x) loader=lib/ld64.so.1 ;;
    esac
    # The loader's own link is absolute on some architectures: the file in the multiarch folder is the same.
    cp "$(find "$1/usr/lib" -mindepth 2 -maxdepth 2 -name "${loader##*/}" -type f)" "$TMP/world/$loader"
    cp "$1/usr/sbin/ldconfig" "$TMP/world/sbin/ldconfig"
    [ "$3" != - ] || return 0
    program=$(command -v "$3")
    mkdir "$TMP/world/.host"
    cp "$program" "$TMP/world/.host/"
    ldd "$program" | awk '$2 == "=>" && $3 ~ "^/" { print $3 }' | xargs -I '{}' cp -L '{}' "$TMP/world/.host/"
    cp -L "$(ldd "$program" | awk '$1 ~ "^/" { print $1 }')" "$TMP/world/.host/ld.so"
}

rows >"$TMP/rows"
count=$(wc -l <"$TMP/rows")
each=$(((${HWFLAVOR_LAYOUTS:-500} + count - 1) / count))
seed=${HWFLAVOR_SEED:-334000}
diag "seed $seed, $each layouts for each of $count loaders and CPUs"
while read -r suite arch emulator emulated cpu <&3; do
    name="$suite $arch $cpu${emulator#-}"
    if [ "$emulator" != - ] && ! command -v "$emulator" >/dev/null; then
        skip "$name" "$emulator is not installed"
        continue
    fi
    # An archive that has no such package today is no fault of the model.
    if ! dir=$(root "$suite" "$arch" 2>"$TMP/stderr"); then
        diag "not asked: $name: $(tail -n 1 "$TMP/stderr")"
        continue
    fi
    world "$dir" "$arch" "$emulator"
    set -- "$TMP/world" "$arch" "$seed" "$each" "$cpu"
    [ "$emulator" = - ] || set -- "$@" "$emulator" "$emulated"
    # shellcheck disable=SC2086 # as above
    ok "$name" $as_root "$driver" "$@"
done 3<"$TMP/rows"
