#!/bin/sh
# A root has a merged /usr and a loader that runs emulated.
set -eu
. "${0%/*}/../tap.sh"
need qemu-arm

root=$(root bookworm armhf)
is "$(readlink "$root/lib") $(readlink "$root/bin") $(readlink "$root/sbin")" 'usr/lib usr/bin usr/sbin' 'usr is merged, though libc6 of bookworm ships lib'
like "$(qemu-arm -L "$root" "$root/lib/ld-linux-armhf.so.3" --version)" 'version 2\.36' 'its loader runs'
like "$(qemu-arm -L "$root" "$root/lib/ld-linux-armhf.so.3" --library-path "$root/lib/arm-linux-gnueabihf" --list "$root/lib/arm-linux-gnueabihf/libm.so.6")" \
    "libc.so.6 => $root/lib/arm-linux-gnueabihf/libc.so.6" 'and finds its libraries'

# A new one, because the shared one may be older.
ok 'a new root is made' "$TOP/scripts/make-root" --arch armhf --work "$HWFLAVOR_TEST_BUILD/roots/apt" new libc-bin
is "$(find new/mnt)" new/mnt 'it has an empty /mnt'

run "$TOP/scripts/make-root" "$root"
is "$status $(cat stderr)" "2 make-root: $root: exists already; remove it or name another folder" 'an existing folder is left alone'
run "$TOP/scripts/make-root" --suite
is "$status $(cat stderr)" '2 make-root: --suite needs a value; see --help' 'an option without its value'
run "$TOP/scripts/make-root" --suit x y
is "$status $(cat stderr)" '2 make-root: unknown option --suit; see --help' 'an unknown option'
run "$TOP/scripts/make-root"
is "$status $(cat stderr)" '2 make-root: no ROOT named; see --help' 'no folder'
