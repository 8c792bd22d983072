#!/bin/sh
# SPDX-License-Identifier: MIT
# A disk that is full at whatever moment, or cannot be written at all, is said; nothing half-written is taken for a result, and once
# there is room the same command finishes the job.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bad-input/slow.sh"
unshare -rm mount -t tmpfs none "$TMP" 2>/dev/null || skip_all 'no file system can be mounted here'
slow_source
echo none >waits
# A configure script that writes something worth a disk: 100 KiB.
sed -i 's|^printf |head -c 102400 /dev/zero >log\n&|' src/configure
mkdir disk

# on_disk SIZE COMMAND...: runs it with a file system of that size on disk/, in a mount namespace of its own.
on_disk() {
    on_disk_size=$1
    shift
    unshare -rm sh -eu -c 'mount -t tmpfs -o "$1" none disk; shift; exec "$@"' sh "$on_disk_size" "$@"
}

# build: the command of all this. Leaves the exit status in the file status.
cat >build <<'END'
status=0
"$HWFLAVOR" install --source src --build-dir disk/build --destdir disk/dest --flavors x86-64-v2 --arch amd64 -j2 \
    >stdout 2>stderr </dev/null || status=$?
echo $status >status
END
# full_and_again PAGES: with so many pages of 4 KiB left, then with room.
cat >full_and_again <<'END'
head -c $((2 * 1024 * 1024 - $1 * 4096)) /dev/zero >disk/filler 2>/dev/null || :
sh build
cp status first-status
cp stderr first-stderr
ls disk/dest/usr/lib >first-dest 2>/dev/null || :
rm disk/filler
sh build
ls disk/build/*/install.done disk/dest/usr/lib/libslow.so.1 disk/dest/usr/lib/glibc-hwcaps/x86-64-v2/libslow.so.1 >result 2>/dev/null || :
objcopy -R .note.hwflavor disk/build/x86-64-v2/tree/libslow.so.1 built
objcopy -R .note.hwflavor disk/dest/usr/lib/glibc-hwcaps/x86-64-v2/libslow.so.1 installed
cmp built installed >>result || :
END

for pages in 0 1 2 3 4 5 6 8 10 14 20 30 45 60 72 80 85 90; do
    on_disk size=2m sh -u full_and_again $pages
    case $(cat first-status) in
    0) pass "$pages pages left: enough" ;;
    1) like "$(tap_plain <first-stderr)" '^hwflavor: \$TMP/disk/build: the disk is full; make room, then run the same command again$' "$pages pages left: said" ;;
    2) is "$(wc -l <first-stderr) $(grep -c '^hwflavor: .*: No space left on device' first-stderr)" "$(wc -l <first-stderr) 1" "$pages pages left: said" ;;
    *) fail "$pages pages left: exit status $(cat first-status)" && diag "$(cat first-stderr)" ;;
    esac
    is "$(cat status result)" '0
disk/build/baseline/install.done
disk/build/x86-64-v2/install.done
disk/dest/usr/lib/glibc-hwcaps/x86-64-v2/libslow.so.1
disk/dest/usr/lib/libslow.so.1' 'with room the same command finishes the job'
    [ "$(cat status)" = 0 ] || diag "$(cat stderr)"
done

on_disk ro sh build
is "$(cat status stderr)" "2
hwflavor: $TMP/disk/build: the folder cannot be made: Read-only file system" 'a build folder that cannot be made'
on_disk size=1m sh -c 'mkdir disk/build; mount -o remount,ro disk; sh build'
is "$(cat status stderr)" "2
hwflavor: $TMP/disk/build/.lock: cannot be written: Read-only file system" 'one that cannot be written'
