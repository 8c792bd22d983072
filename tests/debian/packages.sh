# shellcheck shell=sh
# What the tests of hwflavor's own packages share. Sourced after tap.sh.

need mmdebstrap unshare dpkg-parsechangelog dpkg-deb make
[ -e "$HWFLAVOR_TEST_BUILD/Makefile" ] || skip_all "hwflavor is not built in $HWFLAVOR_TEST_BUILD"
work=$HWFLAVOR_TEST_BUILD/clean-roots

# clean_roots: whether there can be any here. Containers may forbid namespaces and mounts, and then clean-root says that it can do nothing.
clean_roots() {
    "$TOP/scripts/clean-root" --work "$work" true >"$TMP/.clean-root" 2>&1 && return
    case $(cat "$TMP/.clean-root") in
    'clean-root: no namespaces can be made here; run as root, or as a user with subordinate ids (/etc/subuid, the package uidmap)')
        return 1
        ;;
    *'cannot fetch '* | *mmdebstrap*) skip_all "the archive cannot be reached: $(tail -n 1 "$TMP/.clean-root")" ;;
    esac
    fail 'a clean root can be made'
    diag "$(tail -n 20 "$TMP/.clean-root")"
    exit 1
}

# source_package DIR: hwflavor's source as a package: what make dist packs, without what autoreconf makes.
source_package() {
    make -s -C "$HWFLAVOR_TEST_BUILD" distdir distdir="$TMP/dist" >"$TMP/.dist-log" 2>&1 || {
        diag "$(tail -n 20 "$TMP/.dist-log")"
        return 1
    }
    rm -rf dist/build-aux dist/configure dist/aclocal.m4 dist/config.h.in dist/Makefile.in
    chmod -R u+w dist
    mv dist "$1"
}

# in_root SUITE [OPTION...] -- COMMAND...: in a clean root, with the packages that were built in SUITE/ installed, and lintian.
in_root() {
    packages_suite=$1
    shift
    for packages_deb in "$packages_suite"/*.deb; do
        case $packages_deb in
        *-dbgsym_*) ;;
        *) set -- --install "$packages_deb" "$@" ;;
        esac
    done
    "$TOP/scripts/clean-root" --work "$work" --suite "$packages_suite" "$@"
}

# good_packages SUITE [OPTION...]: hwflavor's packages build in SUITE with these options of build-package, are clean under its lintian, and
# work where they are installed.
good_packages() {
    packages_suite=$1
    shift
    ok "$packages_suite: the packages build" "$TOP/scripts/build-package" --work "$work" --suite "$packages_suite" "$@" source "$packages_suite" -- -F
    set -- "$packages_suite"
    ls "$1"/*.changes >/dev/null 2>&1 || return 0
    is "$(cd "$1" && find . -name '*.deb' ! -name '*-dbgsym_*' | sed 's|^\./||; s|_.*||' | sort | xargs)" 'dh-hwflavor hwflavor' \
        "$1: they are hwflavor and dh-hwflavor"
    cat >installed <<'END'
echo lintian:
lintian --no-cfg --tag-display-limit 0 /build/packages/*.changes 2>&1 | grep -v '^N: [0-9]* hints\? overridden'
echo hwflavor:
PATH=$PATH:/sbin hwflavor --version
bash -c '. /usr/share/bash-completion/completions/hwflavor && complete -p hwflavor'
mkdir tmp && cd /build/source && AUTOPKGTEST_TMP=/build/tmp debian/tests/commands >/build/commands.log 2>&1 || cat /build/commands.log
ls /usr/share/man/man1/hwflavor.1.gz /usr/share/man/man5/hwflavors.5.gz
END
    run in_root "$1" --install lintian --in "$1=/build/packages" --in source=/build/source --in installed=/build/installed -- sh installed
    cat >expected <<END
lintian:
hwflavor:
hwflavor $(sed -n 's/^AC_INIT(\[hwflavor\], \[\(.*\)\])/\1/p' "$TOP/configure.ac")
complete -F _hwflavor hwflavor
/usr/share/man/man1/hwflavor.1.gz
/usr/share/man/man5/hwflavors.5.gz
END
    is_file stdout expected "$1: lintian is silent, and the packages work where they are installed"
    [ ! -s stderr ] || diag "$(cut -c -200 stderr)"
}
