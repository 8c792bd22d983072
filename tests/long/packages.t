#!/bin/sh
# SPDX-License-Identifier: MIT
# Packages of Debian, with the smallest change that gives them flavors (tests/packages/NAME.patch): they build, the checks find nothing, the
# baseline's files are those of the package without hwflavor, the loader picks the copy that the CPU should get, and another build, in another
# folder and with 8 jobs in place of 1, gives the same packages.
#
# By hand, for all or for those named, on bookworm for amd64 with their build dependencies (a line says which are missing):
#     prove -v tests/long/packages.t [:: NAME...]
# PACKAGES_OPTIONS is more of DEB_BUILD_OPTIONS; nocheck if not set. PACKAGES_KEEP names a folder for the packages and logs. PACKAGES_SUITE=trixie
# takes that suite's sources, builds them in clean roots with hwflavor's own packages, which are built first (or are in the folder
# PACKAGES_OWN), and asks that suite's loader.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need patch apt-get
. "$TOP/tests/debhelper/packages.sh"
suite=${PACKAGES_SUITE-}
machine=
if [ -n "$suite" ]; then
    . "$TOP/tests/debian/packages.sh"
    clean_roots || skip_all 'no namespaces can be made here'
    machine=$work/$suite-amd64.base
    own=${PACKAGES_OWN:-own}
    [ -n "${PACKAGES_OWN-}" ] || {
        source_package hwflavor
        "$TOP/scripts/build-package" --work "$work" --suite "$suite" --profiles nocheck --env DEB_BUILD_OPTIONS=nocheck hwflavor own
    } || skip_all "hwflavor's own packages do not build in $suite"
fi
loader=$machine/lib64/ld-linux-x86-64.so.2
[ -x "$loader" ] || skip_all 'packages are loaded on amd64 only'

# built NAME DIR JOBS [PATCH]: DIR/foo, the source as it is in Debian or patched, and its packages in DIR.
built() {
    tree=$(debian_package "$1" "$suite") || skip_all "the source of $1 cannot be fetched"
    mkdir -p "$2"
    cp -a "$tree" "$2/foo"
    [ -n "$suite" ] || missing=$(cd "$2/foo" && dpkg-checkbuilddeps -B -Pnodoc 2>&1) || skip_all "$missing"
    [ -z "${4-}" ] || patch -s -d "$2/foo" -p1 <"$4"
    export DEB_BUILD_OPTIONS="parallel=$3 nodoc ${PACKAGES_OPTIONS-nocheck}"
    if [ -n "$suite" ]; then
        status=0
        "$TOP/scripts/build-package" --work "$work" --suite "$suite" --path "/build/${2#"$TMP/"}/foo" --env "DEB_BUILD_OPTIONS=$DEB_BUILD_OPTIONS" \
            --with "$own"/hwflavor_*_amd64.deb --with "$own"/dh-hwflavor_*_all.deb "$2/foo" "$2" -- -B || status=$?
        cp "$2/build.log" log
    else
        # The include where it is here.
        sed -i "s|/usr/share/hwflavor/hwflavor-rules.mk|$TOP/scripts/hwflavor-rules.mk|" "$2/foo/debian/rules"
        build "$2" -B
    fi
}

# different DIR OTHER: the packages in DIR, those with debug symbols too, that are not the same in OTHER.
different() {
    for deb in "$1"/*.deb "$1"/*.udeb; do
        case $deb in *'*'*) continue ;; esac
        cmp -s "$deb" "$2/${deb##*/}" || echo "${deb##*/}"
    done
}

# same_elsewhere NAME: the same packages come from another folder with 8 jobs. What differs there without hwflavor too is Debian's.
same_elsewhere() {
    elsewhere=$TMP/elsewhere/of/$1
    built "$1" "$elsewhere" 8 "$TOP/tests/packages/$1.patch"
    [ -z "${PACKAGES_KEEP-}" ] || cp log "$PACKAGES_KEEP/$1/log.elsewhere"
    different "$1" "$elsewhere" >others
    if [ -s others ]; then
        keep "$elsewhere" <others
        mv "$elsewhere" elsewhere.with
        built "$1" "$elsewhere" 8
        diag "$1: without hwflavor these differ: $(different "$1.without" "$elsewhere" | tee others.without | xargs)"
        grep -v -x -F -f others.without others >others.ours || :
        mv others.ours others
    fi
    is "$status $(cat others)" '0 ' "$1: another folder and 8 jobs give the same packages"
    rm -rf "$TMP/elsewhere" elsewhere.with
}

# keep DIR: the packages there that standard input names, to be looked at.
keep() {
    while [ -n "${PACKAGES_KEEP-}" ] && read -r deb; do
        mkdir -p "$PACKAGES_KEEP/elsewhere"
        cp "$1/$deb" "$PACKAGES_KEEP/elsewhere/"
    done
}

# trees DIR: unpacks the packages in DIR, those with debug symbols aside, into DIR.trees.
trees() {
    mkdir -p "$1.trees"
    for deb in "$1"/*.deb "$1"/*.udeb; do
        case $deb in
        *'*'* | *-dbgsym_*) ;;
        *) dpkg-deb -R "$deb" "$1.trees/$(basename "$deb" | sed 's/_.*\././')" ;;
    esac done
}

# described DIR: what is unpacked there, without the copies: names, modes, contents, and the control files but for sizes and sums.
described() {
    (
        cd "$1" || exit
        find . ! -path '*/glibc-hwcaps*' \( -type l -printf '%p -> %l\n' -o -printf '%p %m\n' \)
        find . -type f ! -path '*/glibc-hwcaps/*' ! -path '*/DEBIAN/control' ! -path '*/DEBIAN/md5sums' -exec cksum {} +
        for control in */DEBIAN/control; do
            sed "s|^|$control: |" "$control" | grep -v -e ': Installed-Size:'
        done
    ) | sort
}

# copied DIR: the copies there, FLAVOR SONAME.
copied() {
    find "$1" -path '*/glibc-hwcaps/*' -type f | while IFS= read -r copy; do
        flavor=${copy%/*}
        echo "${flavor##*/} $(objdump -p "$copy" | sed -n 's/^ *SONAME *//p')"
    done | sort
}

# loaded FOLDERS SONAME MASK: the flavor that the loader takes for the mask, or baseline. FOLDERS have colons between.
loaded() {
    "$loader" --library-path "$1${machine:+:$machine/usr/lib/x86_64-linux-gnu}" --glibc-hwcaps-mask "$3" --preload "$2" --list "$machine/bin/true" |
        sed -n -e "s|.*=> $TMP/.*/glibc-hwcaps/\([^/]*\)/$2 .*|\1|p" -e "s|.*=> $TMP/.*/$2 .*|baseline|p" | head -n 1
}

# picks NAME SONAME FLAVORS...: what each mask should give, and gives.
picks() {
    name=$1
    soname=$2
    shift 2
    folders=$(find "$TMP/$name.trees" -name "$soname" ! -path '*/glibc-hwcaps/*' ! -path '*udeb/*' -printf '%h\n' | head -n 1)
    others=$(find "$TMP/$name.trees" -name '*.so.*' ! -path '*/glibc-hwcaps/*' ! -path '*udeb/*' -printf '%h\n' | sort -u | tr '\n' ':')
    wanted=baseline
    for flavor in x86-64-v2 x86-64-v3 x86-64-v4; do
        case " $* " in *" $flavor "*) ;; *) continue ;; esac
        "$loader" --help | grep -q "^  $flavor (supported" || continue
        wanted=$flavor
        is "$(loaded "$folders:$others" "$soname" "$flavor")" "$flavor" "$name: the loader takes $flavor's $soname where the CPU's best is $flavor"
    done
    is "$(loaded "$folders:$others" "$soname" x86-64-v4:x86-64-v3:x86-64-v2)" "$wanted" "$name: and $wanted's on this CPU"
    is "$(loaded "$folders:$others" "$soname" none)" baseline "$name: and the baseline's on a CPU of the first kind"
}

# one NAME: all of the above for a package.
one() {
    # In one folder, whose name may reach what is built.
    built "$1" "$1" 1
    [ "$status" = 0 ] || skip_all "$1 does not build as it is in Debian"
    mv "$1" "$1.without"
    mv log log.without
    built "$1" "$1" 1 "$TOP/tests/packages/$1.patch"
    ok "$1: builds" [ "$status" = 0 ]
    [ -z "${PACKAGES_KEEP-}" ] || { mkdir -p "$PACKAGES_KEEP/$1" && cp log log.without "$1"/*deb "$PACKAGES_KEEP/$1/"; }
    [ "$status" = 0 ] || return 0
    trees "$1"
    trees "$1.without"
    described "$1.trees" >with.sums
    described "$1.without.trees" >without.sums
    is_file with.sums without.sums "$1: but for the copies all files and fields are those of Debian's package, built here"
    copied "$1.trees" >copies
    ok "$1: has copies: $(tr '\n' ';' <copies)" [ -s copies ]
    ok "$1: udebs have none" [ -z "$(for udeb in "$1.trees"/*.udeb; do [ ! -d "$udeb" ] || copied "$udeb"; done)" ]
    allow=
    [ ! -e "$1/foo/debian/hwflavors" ] || allow="--file $1/foo/debian/hwflavors"
    # shellcheck disable=SC2086 # two words
    run "$PROGRAM" check $allow "$1.trees"/*.deb
    # What dh_strip takes away dh_hwflavor has looked at before. A -dev package has no library.
    is "$status $(cat stdout stderr | grep -v -e "^N: not-checked: .*; check before stripping$" -e "so nothing was checked$")" "0 " "$1: the checks find nothing"
    cut -d ' ' -f 2 copies | sort -u >sonames
    while read -r soname; do
        # shellcheck disable=SC2046 # words
        picks "$1" "$soname" $(sed -n "s/ $soname\$//p" copies)
    done <sonames
    same_elsewhere "$1"
    rm -rf "$1" "$1.without" "$1.trees" "$1.without.trees"
}

# shellcheck disable=SC2046 # words
[ $# -gt 0 ] || set -- $(basename -s .patch "$TOP"/tests/packages/*.patch)
for package; do
    [ -e "$TOP/tests/packages/$package.patch" ] || {
        diag "there is no tests/packages/$package.patch"
        exit 1
    }
    one "$package"
done
