# shellcheck shell=sh
# libfoo10 in three versions, and what a machine is like after each step of its life. Sourced after sources.sh.
#
# 10 has no flavors; 11 has them; 12 has lost one, and its library has another file name. Each step is dpkg's, the package's trigger runs
# ldconfig, and a program that is linked with the library says which copy the machine's own loader has given it.

. "$TOP/tests/debhelper/packages.sh"

# version N FLAVORS [OPTION...]: libfoo10 of version N in the folder N, with these flavors or none, by dpkg-buildpackage with the options.
version() {
    n=$1
    flavors=$2
    shift 2
    package make "$n"
    sed -i "1s/(10)/($n)/" "$n/foo/debian/changelog"
    sed -i "s/libfoo\.so\.10\.0\.0/libfoo.so.10.0.$n/" "$n/foo/Makefile"
    export DEB_BUILD_OPTIONS='parallel=2 nocheck terse'
    [ -n "$flavors" ] || DEB_BUILD_OPTIONS="$DEB_BUILD_OPTIONS nohwflavor"
    printf 'Flavors: %s\n' "$flavors" >"$n/foo/debian/hwflavors"
    # The shared libraries of another architecture need not be installed here.
    [ $# = 0 ] || printf '\noverride_dh_shlibdeps:\n' | rules "$n"
    build "$n" -b "$@"
    ok "version $n builds" [ "$status" = 0 ]
    mkdir -p debs
    cp "$n"/libfoo10_*.deb "debs/$n.deb"
    cp "$n/foo/foo-info" debs/
}

# Written to debs/cpus by the test: lines of `NAME FLAVORS VARIABLE=VALUE`: the flavors that such a CPU runs, and what makes this machine one.

# life: the steps, to be run by root on a machine with the folder debs as /build/debs.
life() {
    cat <<'END'
cd /build/debs
step() {
    echo "$1:"
    shift
    "$@" >log 2>&1 || { echo "failed: $*"; cat log; }
    dpkg --audit
    if dpkg-query -W -f '${db:Status-Abbrev} ${Version}\n' libfoo10 2>/dev/null; then dpkg --verify libfoo10; fi
    find / -xdev \( -path /build -o -path /proc -o -path /sys -o -path /dev \) -prune -o \
        \( -name 'libfoo.so*' -o -name glibc-hwcaps -o -path '*/glibc-hwcaps/*' -o -path '/usr/lib/*/neon*' \) -print | sort
    ldconfig -p | sed -n 's|.*libfoo.* => |cache: |p' | sort
    taken
}
taken() {
    while read -r cpu flavors setting; do
        echo "$cpu: $(env "$setting" ./foo-info 2>&1 | sed 's/.*cannot open shared object file.*/cannot be loaded/')"
    done <cpus
}
step plain dpkg -i 10.deb
step flavored dpkg -i 11.deb
step again dpkg -i 11.deb
echo 'before ldconfig:'
dpkg --unpack --no-triggers 12.deb >log 2>&1 || cat log
taken
step newer dpkg --configure -a
step older dpkg -i 11.deb
step downgraded dpkg -i 10.deb
step 'flavored once more' dpkg -i 11.deb
step removed dpkg -r libfoo10
step reinstalled dpkg -i 12.deb
step purged dpkg -P libfoo10
END
}

# state STEP VERSION [DIRECTORY=FLAVOR...]: what a step should say; the best copy first. Without a version the package is not there.
state() {
    echo "$1:"
    if [ -z "${2-}" ]; then
        sed 's/ .*/: cannot be loaded/' debs/cpus
        return
    fi
    echo "ii  $2"
    state_version=$2
    shift 2
    for state_copy in "$@" =; do
        state_place=$libdir/${state_copy%%=*}
        state_place=/${state_place%/}
        printf '%s\n' "$state_place/libfoo.so.10" "$state_place/libfoo.so.10.0.$state_version"
        while [ "$state_place" != "/$libdir" ]; do
            echo "$state_place"
            state_place=${state_place%/*}
        done
    done | sort -u
    for state_copy in "$@" =; do
        # Of glibc-hwcaps ldconfig notes the file itself, and not the link.
        case $state_copy in
        glibc-hwcaps/*) echo "cache: /${libdir#usr/}/${state_copy%%=*}/libfoo.so.10.0.$state_version" ;;
        =) echo "cache: /${libdir#usr/}/libfoo.so.10" ;;
        *) echo "cache: /${libdir#usr/}/${state_copy%%=*}/libfoo.so.10" ;;
        esac
    done | sort
    taken "$@"
}

# taken [DIRECTORY=FLAVOR...]: what each CPU should get.
taken() {
    while read -r taken_cpu taken_runs _; do
        taken=baseline
        for taken_copy; do
            case ,$taken_runs, in *",${taken_copy#*=},"*) taken=${taken_copy#*=} && break ;; esac
        done
        echo "$taken_cpu: libfoo: $taken"
    done <debs/cpus
}

# states COPIES COPIES-OF-12: all that life should print, copies as DIRECTORY=FLAVOR, the best first.
states() {
    # shellcheck disable=SC2086 # words
    {
        state plain 10
        state flavored 11 $1
        state again 11 $1
        echo 'before ldconfig:'
        taken $2
        state newer 12 $2
        state older 11 $1
        state downgraded 10
        state 'flavored once more' 11 $1
        state removed
        state reinstalled 12 $2
        state purged
    }
}

versions_for_amd64() {
    version 10 ''
    version 11 'x86-64-v2 x86-64-v3'
    version 12 x86-64-v3
}

# life_on_amd64 SUITE: all of it, on a machine of that release.
life_on_amd64() {
    /lib64/ld-linux-x86-64.so.2 --help 2>/dev/null | grep -q '^  x86-64-v3 (supported' || skip_all 'needs a CPU with x86-64-v3'
    versions_for_amd64
    cat >debs/cpus <<'END'
old none GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-SSE4_2
older x86-64-v2 GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2
this x86-64-v2,x86-64-v3 NONE=
END
    life >debs/life
    states 'glibc-hwcaps/x86-64-v3=x86-64-v3 glibc-hwcaps/x86-64-v2=x86-64-v2' glibc-hwcaps/x86-64-v3=x86-64-v3 >expected
    # shellcheck disable=SC2154 # work: of packages.sh
    run "$TOP/scripts/clean-root" --work "$work" --suite "$1" --in debs=/build/debs --as-root sh debs/life
    is_file stdout expected "$1: each step of a life leaves what it should"
    # shellcheck disable=SC2154 # status: set by run
    is "$status $(cat stderr)" '0 ' "$1: without a complaint"
}
