# shellcheck shell=sh
# GMP, which the tests here build. Sourced after tap.sh.

# Nothing of the caller's environment may reach the builds.
unset CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CC CXX MAKEFLAGS MFLAGS MAKELEVEL MAKE

# gmp_source: prints the folder of GMP's source, fetched once for all tests. Use as `gmp=$(gmp_source)`.
gmp_source() {
    mkdir -p "$HWFLAVOR_TEST_BUILD/sources"
    flock "$HWFLAVOR_TEST_BUILD/sources/gmp.lock" "$TOP/scripts/fetch-gmp" "$HWFLAVOR_TEST_BUILD/sources/gmp" || return 77
}
