#!/bin/sh
# The table shows what real loaders choose, and fails when that is not what the CPU should get.
set -eu
. "${0%/*}/../tap.sh"
need gcc arm-linux-gnueabihf-gcc qemu-arm qemu-x86_64

table() {
    run "$TOP/scripts/loader-table" "$@"
}

# copy DIR COMPILER FLAGS...: a library in the folder.
copy() {
    mkdir -p "$1"
    echo 'int f(void) { return 1; }' | "$2" -shared -fPIC -Wl,-soname,libx.so.1 -o "$1/libx.so.1" -x c - "$3"
}

usr=usr/lib/arm-linux-gnueabihf
copy "arm out/$usr" arm-linux-gnueabihf-gcc -O1
copy "arm out/$usr/neon/vfp" arm-linux-gnueabihf-gcc -mfpu=neon
bookworm=$(root bookworm armhf)
trixie=$(root trixie armhf)

table --dir 'arm out' --arch armhf --root "$bookworm" --root "$trixie" libx.so.1
is "$(cat stdout)" 'CPU                     LOADER      COPY
cortex-a7               glibc 2.36  usr/lib/arm-linux-gnueabihf/neon/vfp/libx.so.1  as expected
cortex-a9 without NEON  glibc 2.36  usr/lib/arm-linux-gnueabihf/libx.so.1           as expected
cortex-a7               glibc 2.41  usr/lib/arm-linux-gnueabihf/libx.so.1           as expected
cortex-a9 without NEON  glibc 2.41  usr/lib/arm-linux-gnueabihf/libx.so.1           as expected' 'armhf: neon/vfp up to glibc 2.36'
is "$status" 0 'all is well'

usr=usr/lib/x86_64-linux-gnu
copy "x86/$usr" gcc -O1
copy "x86/$usr/glibc-hwcaps/x86-64-v2" gcc -O2
copy "x86/$usr/glibc-hwcaps/x86-64-v3" gcc -O3
x86=$(root trixie amd64)
table --dir x86 --arch amd64 --root "$x86" libx.so.1
is "$(grep -v '^this CPU' stdout | tr -s ' ')" "CPU LOADER COPY
qemu64 glibc 2.41 $usr/libx.so.1 as expected
Nehalem glibc 2.41 $usr/glibc-hwcaps/x86-64-v2/libx.so.1 as expected
Haswell glibc 2.41 $usr/glibc-hwcaps/x86-64-v3/libx.so.1 as expected" 'amd64: by level'
is "$status $(grep '^this CPU' stdout | grep -vc 'as expected$')" '0 0' 'and on this CPU, with and without all its features'

# The linker's marker says that the file needs x86-64-v3: the loader takes the file by its folder, and then refuses it.
copy "x86/$usr/glibc-hwcaps/x86-64-v2" gcc -Wl,-z,x86-64-v3
table --dir x86 --arch amd64 --root "$x86" libx.so.1
like "$(grep ^Nehalem stdout)" 'DOES NOT LOAD: .*CPU ISA level is lower than required' 'a copy above its level does not load'
is "$status" 1 'and the table fails'

rm "x86/$usr/libx.so.1"
table --dir x86 --arch amd64 libx.so.1
is "$status $(cat stderr)" "2 loader-table: $TMP/x86: has flavors of libx.so.1 but no baseline; install the baseline too" 'no baseline'
table --dir x86 --arch amd64 liby.so.1
is "$status $(cat stderr)" "2 loader-table: $TMP/x86: has no liby.so.1; install there first (hwflavor install --destdir)" 'no such library'
table --dir none --arch amd64 liby.so.1
is "$status $(cat stderr)" "2 loader-table: --dir 'none': no such folder; name the one given to hwflavor install --destdir" 'no such folder'
table --dir x86 --arch sparc liby.so.1
is "$status $(cat stderr)" "2 loader-table: --arch 'sparc': this table knows amd64 and armhf" 'no such architecture'
