#!/bin/sh
# SPDX-License-Identifier: MIT
# The model of the loader against the real one: random layouts, natively and below qemu-user, with the loaders of three Debian releases.
# Two of them are asked at a time.
#
#   HWFLAVOR_LAYOUTS  how many in all; default: 5000. No two have the same seed
#   HWFLAVOR_NATIVE   how many times more a native loader gets than an emulated one, which takes ten times as long; default: 7
#   HWFLAVOR_SEED     the first seed; the default is always the same, so that a failure comes from a change and from nothing else.
#                     tests/long/differential.t takes the day's, and a hundred thousand layouts
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/which/loader.sh"
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
amd64 qemu-x86_64 kvm64 kvm64
amd64 qemu-x86_64 core2duo core2duo
amd64 qemu-x86_64 Conroe Conroe
amd64 qemu-x86_64 Penryn Penryn
amd64 qemu-x86_64 Opteron_G3 Opteron_G3
amd64 qemu-x86_64 Nehalem Nehalem
amd64 qemu-x86_64 Westmere Westmere
amd64 qemu-x86_64 SandyBridge SandyBridge
amd64 qemu-x86_64 IvyBridge IvyBridge
amd64 qemu-x86_64 Denverton Denverton
amd64 qemu-x86_64 Haswell Haswell
amd64 qemu-x86_64 Haswell,bmi2=off Haswell,-bmi2
amd64 qemu-x86_64 Broadwell Broadwell
amd64 qemu-x86_64 Skylake-Client Skylake-Client
amd64 qemu-x86_64 Skylake-Server Skylake-Client
amd64 qemu-x86_64 EPYC EPYC
amd64 qemu-x86_64 max EPYC
i386 qemu-i386 pentium3 pentium3
i386 qemu-i386 n270 n270
armel qemu-arm arm1176 arm1176
armhf qemu-arm cortex-a7 cortex-a7
armhf qemu-arm cortex-a9,neon=off Tegra-2
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

# find_root SUITE ARCH: a root with that release's loader. Where an archive has lost an architecture's libc6, the one that it has for
# cross compilers is the same; it comes without an ldconfig, and that of sid is taken.
find_root() {
    root "$1" "$2" && return
    find_triplet=$(dpkg-architecture -a "$2" -q DEB_HOST_GNU_TYPE 2>/dev/null)
    find_cross=$(root "$1" amd64 "libc6-$2-cross") && find_sid=$(root sid "$2") || return 77
    find_dir=$HWFLAVOR_TEST_BUILD/roots/cross-$1-$2
    mkdir -p "$find_dir/usr/lib/$find_triplet" "$find_dir/usr/sbin"
    cp -L "$find_cross/usr/$find_triplet"/lib/ld*.so.? "$find_dir/usr/lib/$find_triplet/"
    cp "$find_sid/usr/sbin/ldconfig" "$find_dir/usr/sbin/"
    echo "$find_dir"
}

# world DIR ROOT ARCH EMULATOR: makes DIR with the loader and the ldconfig of ROOT, and an emulator that runs in there.
world() {
    mkdir -p "$1/sbin" "$1/lib" "$1/lib64"
    loader=$(loader_name "$3")
    cp "$(loader_file "$2" "$3")" "$1/$loader"
    cp "$2/usr/sbin/ldconfig" "$1/sbin/ldconfig"
    [ "$4" != - ] || return 0
    program=$(command -v "$4")
    mkdir "$1/.host"
    cp "$program" "$1/.host/"
    ldd "$program" | awk '$2 == "=>" && $3 ~ "^/" { print $3 }' | xargs -I '{}' cp -L '{}' "$1/.host/"
    cp -L "$(ldd "$program" | awk '$1 ~ "^/" { print $1 }')" "$1/.host/ld.so"
}

# ask NUMBER REST: every second row from NUMBER on; what the driver says, and its exit status last, goes into a file for each.
ask() {
    while read -r number suite arch emulator emulated cpu seed each dir; do
        [ $((number % 2)) = "$1" ] || continue
        world "$worlds/$number" "$dir" "$arch" "$emulator"
        set -- "$1" "$worlds/$number" "$arch" "$seed" "$each" "$cpu" "$emulator" "$emulated"
        (
            shift
            [ "$6" != - ] || set -- "$1" "$2" "$3" "$4" "$5"
            # shellcheck disable=SC2086 # as above
            exec $as_root "$driver" "$@"
        ) >"$TMP/said-$number" 2>&1 && echo 0 >"$TMP/status-$number" || echo $? >"$TMP/status-$number"
        rm -rf "${worlds:?}/$number"
    done <"$TMP/rows"
}

# Thousands of small files come and go, and ldconfig waits for the disk: in memory all is ten times as fast.
worlds=$TMP/worlds
mkdir "$worlds"
if [ -w /dev/shm ] && ! findmnt -no OPTIONS /dev/shm | grep -q noexec; then
    worlds=$(mktemp -d /dev/shm/hwflavor-test.XXXXXX)
    trap 'rm -rf "$worlds"; exit 130' INT
    trap 'rm -rf "$worlds"; exit 143' TERM HUP
    trap 'status=$?; rm -rf "$worlds"; (exit "$status"); tap_exit' EXIT
fi
rows >"$TMP/wanted"
natives=$(grep -c ' - - ' "$TMP/wanted" || :)
emulated=$(($(wc -l <"$TMP/wanted") - natives))
times=${HWFLAVOR_NATIVE:-7}
each=$(((${HWFLAVOR_LAYOUTS:-5000} + natives * times + emulated - 1) / (natives * times + emulated)))
first=${HWFLAVOR_SEED:-334000}
seed=$first
diag "seed $seed: $each layouts for each of $emulated emulated CPUs, $((each * times)) for each of $natives native loaders"
: >"$TMP/rows"
number=0
while read -r suite arch emulator emulated cpu <&3; do
    name="$suite $arch $cpu"
    [ "$emulator" = - ] || name="$name, $emulator -cpu $emulated"
    count=$each
    [ "$emulator" != - ] || count=$((each * times))
    if [ "$emulator" != - ] && ! command -v "$emulator" >/dev/null; then
        skip "$name" "$emulator is not installed"
        continue
    fi
    # An archive that has no such package today is no fault of the model.
    if ! dir=$(find_root "$suite" "$arch" 2>"$TMP/stderr"); then
        diag "not asked: $name: $(tail -n 1 "$TMP/stderr")"
        continue
    fi
    number=$((number + 1))
    echo "$number $suite $arch $emulator $emulated $cpu $seed $count $dir" >>"$TMP/rows"
    echo "$name" >"$TMP/name-$number"
    seed=$((seed + count))
done 3<"$TMP/wanted"
ask 0 &
(ask 1)
wait
for number in $(seq "$number"); do
    # Both files are gone if the driver could not even be begun.
    ok "$(cat "$TMP/name-$number"): $(tail -n 1 "$TMP/said-$number" | sed 's/.* \(glibc [0-9.]*\).*: \(.*\)/\1, \2/')" \
        sh -c 'cat "$1"; exit "$(cat "$2")"' sh "$TMP/said-$number" "$TMP/status-$number"
done
diag "$((seed - first)) layouts in all"
