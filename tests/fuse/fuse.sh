# shellcheck shell=sh disable=SC2034,SC2154 # status: set by run; many, plain: for the tests
# What the tests of fuse share. Sourced after tap.sh and sources.sh.

# fused ARCH FLAVORS [CC]: libmany with these flavors in one; $many is the folder of the fused library, $plain that of the baseline's.
fused() {
    cp -R "$TOP/tests/fuse/libmany" "$1"
    printf 'Flavor: armv8-lse\nArchitecture: arm64\nDirectory: atomics\nCflags: -march=armv8-a+lse\nFeatures: baseline atomics\n' \
        >"$1/hwflavors"
    hwflavor fuse --source "$1" --build-dir "build-$1" --arch "$1" --flavors "$2" -j2
    many=$TMP/build-$1/fused/root/usr/local/lib
    plain=$TMP/build-$1/baseline/root/usr/local/lib
}

# program CC OUTPUT FLAG...: the program that asks for everything.
program() {
    compiler=$1 output=$2
    shift 2
    "$compiler" -O1 "$@" -I"$TOP/tests/fuse/libmany" "$TOP/tests/fuse/libmany/use.c" -L"$plain" -l:libmany.so.1 -o "$output"
}

# says FLAVOR NAME COMMAND...: the program runs that flavor's code, its constructors and destructor only, and finds nothing wrong.
says() {
    says_flavor=$1 says_name=$2
    shift 2
    run "$@"
    is "$status $(cat stdout) $(cat stderr)" "0 $says_flavor end $says_flavor" "$says_name"
}
