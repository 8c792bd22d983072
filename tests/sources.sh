# shellcheck shell=sh
# What the tests of build, test, install and the loader build: libfoo and its small twins. Sourced after tap.sh.

# Nothing of the caller's environment may reach the builds: each test sets what it is about.
unset CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CC CXX MAKEFLAGS MFLAGS MAKELEVEL MAKE DESTDIR
for sources_name in $(env | sed -n 's/^\(DEB_[A-Z_]*\)=.*/\1/p'); do
    unset "$sources_name"
done

# twin SYSTEM DIR [CFLAGS]: the smallest library that builds with autoconf, cmake, meson or make, in a new folder; CFLAGS is for
# autoconf: what its configure chooses.
twin() {
    mkdir -p "$2"
    if [ "$1" != autoconf ]; then
        cp "$TOP/tests/libfoo-$1"/* "$2/"
        return
    fi
    cp "$TOP/tests/libfoo-make"/foo* "$2/"
    # The twin of plain make, with the flags that configure chooses.
    sed -e 's/^CC = .*/CC = @CC@/' -e 's/^CFLAGS = .*/CFLAGS = @CFLAGS@ -fPIC/' -e 's/^LDFLAGS =.*/LDFLAGS = @LDFLAGS@/' \
        -e '/^PREFIX/iCPPFLAGS = @CPPFLAGS@\nVPATH = @srcdir@' -e 's|^PREFIX = .*|PREFIX = @prefix@|' \
        -e 's|\$(CFLAGS)|$(CPPFLAGS) -I@srcdir@ $(CFLAGS)|' -e 's|foo\.c$|@srcdir@/foo.c|' -e 's|foo-info\.c -L|@srcdir@/foo-info.c -L|' \
        -e 's|foo\.h "|"@srcdir@/foo.h" "|' "$TOP/tests/libfoo-make/Makefile" >"$2/Makefile.in"
    sources_own=
    [ -z "${3-}" ] || sources_own=": \${CFLAGS='$3'}"
    cat >"$2/configure.ac" <<END
AC_INIT([foo], [10])
$sources_own
AC_PROG_CC
AC_CANONICAL_HOST
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
    # AC_CANONICAL_HOST needs both; they come with Automake, or with the distribution.
    for sources_name in config.guess config.sub install-sh; do
        cp "$(automake --print-libdir)/$sources_name" "$2/"
    done
    (cd "$2" && autoconf)
}

# libfoo DIR: libfoo with its configure script, in a new folder. Generated once for all tests.
libfoo() {
    sources_made=$HWFLAVOR_TEST_BUILD/sources/libfoo-$(cd "$TOP/tests/libfoo" && find . -type f -exec cksum {} + | LC_ALL=C sort | cksum | tr ' ' -)
    mkdir -p "${sources_made%/*}"
    (
        flock 9
        [ ! -d "$sources_made" ] || exit 0
        rm -rf "$sources_made.new"
        cp -a "$TOP/tests/libfoo" "$sources_made.new"
        chmod -R u+w "$sources_made.new"
        autoreconf -fi "$sources_made.new" >"$sources_made.log" 2>&1 || { cat "$sources_made.log" >&2 && exit 1; }
        mv "$sources_made.new" "$sources_made"
    ) 9>"$sources_made.lock"
    mkdir -p "$1"
    cp -a "$sources_made/." "$1/"
}

# hwflavor COMMAND ARG...: runs it as `run` does; on an unexpected status (not 0, or the number in $expected) shows why.
hwflavor() {
    run "$HWFLAVOR" "$@"
    # shellcheck disable=SC2154 # status: set by run
    [ "$status" = "${expected:-0}" ] || diag "hwflavor $*: exit status $status
$(cat "$TMP/stderr" "$TMP/stdout")"
}

# plain_table FILE: hwflavor's closing table without what differs from run to run: times, sizes, widths.
plain_table() {
    sed -E -e 's/ [0-9:]+:[0-9]{2} / T /' -e 's/, [0-9]+ KiB/, S KiB/' -e 's/ +/ /g' -e 's/ $//' "$1" | tap_plain
}

# producers FILE: the options that the compiler wrote down, one line for each different set of a file's units.
producers() {
    readelf --debug-dump=info "$1" 2>/dev/null | sed -n 's/.*DW_AT_producer *: *//; s/^([^)]*)*: //; s/^.*GNU \([ACG]\)/GNU \1/p' | sort -u
}

# compile_lines FLAVOR: with what flags the twin of $system was compiled in the build folder $BUILD. Of plain make, the environment too,
# from which append-flags takes what it appends.
compile_lines() {
    # shellcheck disable=SC2154 # system: set by the test
    case $system in
    cmake) cat "$BUILD/$1"/tree/CMakeFiles/foo.dir/flags.make ;;
    meson) grep -o '"command": .*foo\.c[^a-z].*' "$BUILD/$1/tree/compile_commands.json" ;;
    *) grep -E '^\+ env | -c .*foo\.c' "$BUILD/$1/build.log" ;;
    esac
}

# debian_package NAME [SUITE]: prints the folder with the source of a package of Debian 12 or that suite, unpacked once for all tests: what
# changes it copies it.
debian_package() {
    sources_suite=${2:-bookworm}
    set -- "$1" "$1"
    [ "$sources_suite" = bookworm ] || set -- "$1" "$1-$sources_suite"
    mkdir -p "$HWFLAVOR_TEST_BUILD/sources/$2"
    (
        flock 9
        # shellcheck disable=SC2034
        scripts=$TOP/scripts
        # shellcheck source=../scripts/debian.sh
        . "$TOP/scripts/debian.sh"
        debian_open "$HWFLAVOR_TEST_BUILD/sources/$2/apt" "$sources_suite" source
        debian_source "$1" "$HWFLAVOR_TEST_BUILD/sources/$2"
        # shellcheck disable=SC2154
        echo "$debian_tree"
    ) 9>"$HWFLAVOR_TEST_BUILD/sources/$2.lock"
}
