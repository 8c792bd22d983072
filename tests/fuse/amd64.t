#!/bin/sh
# SPDX-License-Identifier: MIT
# A fused library is for every kind of program what the baseline's is, and runs the best flavor that the CPU has.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/fuse/fuse.sh"
need gcc qemu-x86_64
grep -q avx2 /proc/cpuinfo || skip_all 'this CPU has no AVX2'

fused amd64 x86-64-v2,x86-64-v3
is "$status $(sed 's/ [0-9]* KiB / /; s/  */ /g' stdout)" "0 LIBRARY SIZE FLAVORS INSIDE
/usr/local/lib/libmany.so.1 baseline x86-64-v2 x86-64-v3" 'one library with three flavors inside'

number=0
while read -r flags; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # a list of words
    program gcc "use$number" $flags
    says baseline "$flags: the baseline's library" env LD_LIBRARY_PATH="$plain" "./use$number"
    says x86-64-v3 "$flags: this CPU" env LD_LIBRARY_PATH="$many" "./use$number"
    says x86-64-v3 "$flags: all bound at once" env LD_BIND_NOW=1 LD_LIBRARY_PATH="$many" "./use$number"
done <<'END'
-fPIE -pie -Wl,-z,lazy
-fPIE -pie -Wl,-z,now
-fPIE -pie -fno-plt
END
# The plain library itself fails one question of a program at a fixed address: what a hidden name's address is.
for flags in '-Wl,-z,lazy' '-Wl,-z,now' '-fno-plt'; do
    program gcc fixed -fno-pie -no-pie "$flags"
    says x86-64-v3 "$flags, at a fixed address, with copied data" env LD_LIBRARY_PATH="$many" ./fixed
done

# The choice.
export LD_LIBRARY_PATH="$many"
says x86-64-v2 'an emulated Nehalem' qemu-x86_64 -cpu Nehalem ./use1
says baseline 'an emulated CPU without anything' qemu-x86_64 -cpu qemu64 ./use1
says x86-64-v2 'HWFLAVOR_DISABLE takes one out' env HWFLAVOR_DISABLE=x86-64-v3 ./use1
says baseline 'and several' env HWFLAVOR_DISABLE=x86-64-v2,x86-64-v3 ./use1
says x86-64-v3 'others are not known' env HWFLAVOR_DISABLE=x86-64-v,x86-64-v33 ./use1
says x86-64-v3 'another variable is another' env XHWFLAVOR_DISABLE=x86-64-v3 HWFLAVOR_DISABLED=x86-64-v3 ./use1
long=$(head -c 5000 /dev/zero | tr '\0' x)
says x86-64-v2 'behind a long environment' env -i LD_LIBRARY_PATH="$many" LONG="$long" HWFLAVOR_DISABLE=x86-64-v3 ./use1

# A program with the rights of another user.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    program gcc setuid -Wl,-rpath,"$many"
    chmod u+s setuid
    chmod 755 .
    other='setpriv --reuid=65534 --regid=65534 --clear-groups'
    run env -u LD_LIBRARY_PATH HWFLAVOR_DISABLE=x86-64-v3 sh -c "$other ./setuid; chmod u-s setuid; $other ./setuid"
    is "$(cat stdout)" 'x86-64-v3
x86-64-v2' 'a setuid program does not heed HWFLAVOR_DISABLE, another does'
else
    skip 'a setuid program does not heed HWFLAVOR_DISABLE' 'this needs root and setpriv'
fi

# dlopen and dlclose, from an ordinary program and from a static one.
cat >open.c <<'END'
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 0; i < 2; i++) {
        void *library = dlopen(argv[1], argc > 2 ? RTLD_NOW : RTLD_LAZY);
        const char *(*flavor)(void) = library ? (const char *(*)(void))dlsym(library, "many_flavor") : 0;
        const char *(*log)(void) = library ? (const char *(*)(void))dlsym(library, "many_log") : 0;
        int (*add)(int, int) = library ? (int (*)(int, int))dlsym(library, "many_add") : 0;
        int (*(*inside)(void))(int, int) = library ? (int (*(*)(void))(int, int))dlsym(library, "many_add_inside") : 0;

        if (!library || !flavor || !log || !add || !inside) {
            printf("%s\n", dlerror());
            return 1;
        }
        printf("%s %s %d %d\n", flavor(), log(), add(1, 2), add == inside());
        dlclose(library);
        fflush(stdout);
    }
    return 0;
}
END
gcc -o open open.c -ldl
gcc -static-pie -o open-static open.c -ldl 2>/dev/null
for program in open open-static; do
    for now in '' now; do
        run "./$program" "$many/libmany.so.1" $now
        is "$status $(cat stdout stderr)" '0 x86-64-v3 abc 3 1
x86-64-v3 abc 3 1
end x86-64-v3
end x86-64-v3' "$program $now: opened, closed and opened again"
    done
done

# Whatever a program exports, or LD_PRELOAD, comes first; calls inside the library stay inside.
cat >other.c <<'END'
int many_add(int a, int b)
{
    return a * 100 + b;
}
END
gcc -shared -fPIC -o other.so other.c
cat >ask.c <<'END'
#include <stdio.h>
#include "many.h"

int main(void)
{
    printf("%d %d %d\n", many_add(1, 2), many_add_inside()(1, 2), many_add_called_inside(1, 2));
    return 0;
}
END
gcc -o ask ask.c -I"$TOP/tests/fuse/libmany" -L"$plain" -l:libmany.so.1
is "$(LD_PRELOAD=$TMP/other.so ./ask 2>/dev/null)" '102 102 3' 'LD_PRELOAD takes the place of an exported function'

# What readelf sees.
for library in "$plain" "$many"; do
    readelf --dyn-syms -W "$library/libmany.so.1" | awk '$8 ~ /^many_/ && $7 != "UND" { print $8, $3, $4, $5, $6 }' |
        sed 's/ IFUNC / FUNC /' | sort >"${library%/root/*}.symbols"
    readelf -dW "$library/libmany.so.1" | sed -n 's/^ 0x[0-9a-f]* *\((\(NEEDED\|SONAME\|FLAGS\|RUNPATH\|RPATH\)[^)]*).*\)/\1/p' \
        >"${library%/root/*}.dynamic"
done
is_file build-amd64/fused.symbols build-amd64/baseline.symbols 'names, versions, kinds, bindings, visibilities and sizes are the baseline'"'"'s'
is_file build-amd64/fused.dynamic build-amd64/baseline.dynamic 'and SONAME, needed libraries and flags'
