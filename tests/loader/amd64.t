#!/bin/sh
# SPDX-License-Identifier: MIT
# The real loader takes the copy that the CPU can run: through the default directories, ld.so.cache, LD_LIBRARY_PATH and, for a private
# library, RUNPATH. foo-info says which copies it was given.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake libtoolize qemu-x86_64 ldconfig unshare
origin=$(root trixie amd64)
cp -a "$origin" root

libfoo source
usr=usr/lib/x86_64-linux-gnu
printf 'Modules: %s/foo/modules/*.so\n' "$usr" >source/hwflavors
hwflavor install --source source --build-dir build --destdir root -j2 -- --prefix=/usr --libdir=/$usr --without-gmp
is "$status" 0 'installs into the root'

# loads FLAVOR NAME COMMAND...: foo-info of the root, started so, gets that flavor of both libraries.
loads() {
    loads_flavor=$1 loads_name=$2
    shift 2
    run "$@"
    is "$(cat stdout && grep -v "warning: TCG" stderr)" "libfoo: $loads_flavor
libfoo-private: $loads_flavor" "$loads_name"
}

# The best flavor of this CPU, by the kernel's list.
best=baseline
flags=$(sed -n '/^flags/{s/.*://;p;q}' /proc/cpuinfo)
has() {
    for feature; do
        case " $flags " in *" $feature "*) ;; *) return 1 ;; esac
    done
}
! has cx16 lahf_lm popcnt pni ssse3 sse4_1 sse4_2 || best=x86-64-v2
! has avx avx2 bmi1 bmi2 f16c fma abm movbe xsave || [ "$best" = baseline ] || best=x86-64-v3

for way in path cache; do
    if [ "$way" = cache ]; then
        ldconfig -r root
        like "$(ldconfig -r root -p)" 'libfoo.so.10 \(libc6,x86-64, hwcap: "x86-64-v3"\)' 'ldconfig has all copies'
    else
        rm -f root/etc/ld.so.cache
    fi
    for row in qemu64/baseline Nehalem/x86-64-v2 Haswell/x86-64-v3; do
        loads "${row#*/}" "$way: ${row%/*}, emulated" qemu-x86_64 -L root -cpu "${row%/*}" root/usr/bin/foo-info
    done
    if unshare -r chroot root /usr/bin/foo-info >/dev/null 2>&1; then
        loads "$best" "$way: this CPU" unshare -r chroot root /usr/bin/foo-info
        if [ "$best" = x86-64-v3 ]; then
            loads x86-64-v2 "$way: this CPU without AVX2" unshare -r env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 chroot root /usr/bin/foo-info
            loads baseline "$way: this CPU without SSE4.2" unshare -r env GLIBC_TUNABLES=glibc.cpu.hwcaps=-SSE4_2 chroot root /usr/bin/foo-info
        fi
    else
        skip "$way: this CPU" 'no user namespaces here'
    fi
done

# In a folder of its own, LD_LIBRARY_PATH finds it. The private library is found by the program's RUNPATH, in the root.
mkdir apart
mv "root/$usr"/libfoo.so.10* "root/$usr/glibc-hwcaps" apart/
ldconfig -r root
for row in qemu64/baseline Nehalem/x86-64-v2 Haswell/x86-64-v3; do
    loads "${row#*/}" "LD_LIBRARY_PATH: ${row%/*}" qemu-x86_64 -L root -cpu "${row%/*}" -E LD_LIBRARY_PATH="$TMP/apart" root/usr/bin/foo-info
done

# A module is opened by absolute path: the baseline's, whatever the CPU, though Modules: delivered copies.
run qemu-x86_64 -L root -cpu Haswell -E LD_LIBRARY_PATH="$TMP/apart" root/usr/bin/foo-info --module
is "$(tail -n 1 stdout)" 'foo-module: baseline' 'a module opened by absolute path is exactly that file'
run qemu-x86_64 -L root -cpu Haswell -E LD_LIBRARY_PATH="$TMP/apart" root/usr/bin/foo-info --module \
    "/$usr/foo/modules/glibc-hwcaps/x86-64-v3/foo-module.so"
is "$(tail -n 1 stdout)" 'foo-module: x86-64-v3' 'and the copy is there for who asks'

# The marker that -z x86-64-v3 left: even when it is handed the copy, a loader refuses it on an older CPU.
run qemu-x86_64 -L root -cpu Nehalem -E LD_LIBRARY_PATH="$TMP/apart/glibc-hwcaps/x86-64-v3" root/usr/bin/foo-info
like "$status $(cat stderr)" '^127 .*CPU ISA level is lower than required' 'a copy says what it needs'
