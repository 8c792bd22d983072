# shellcheck shell=sh
# Debian's packages without touching the machine: a private apt, for any suite and architecture. Sourced.
#
#     debian_open WORK SUITE ARCH|source   readies apt below WORK and fetches the package lists when they are a day old;
#                                          ARCH may be several, with commas, the one that programs are run for first
#     debian_source NAME DIR               unpacks the newest source package of the suite opened; sets $debian_tree
#     debian_unpack ROOT PACKAGE...        unpacks binary packages; no dependencies, no maintainer scripts
#     debian_depends PACKAGE...            puts them and what they depend on into $debian_packages
#     die MESSAGE                          one line, exit status 2
#
# Lists, caches and state live below WORK; nothing in /etc or /var is changed and the packages installed here do not matter. The mirror
# and the key that signs it are those of the system's own apt sources; everything in apt.conf and apt.conf.d (proxy,
# Check-Valid-Until, ...) stays in force, as the private settings are read after them. Works as root and as an ordinary user.

die() {
    echo "${0##*/}: $*" >&2
    exit 2
}

# require TOOL PACKAGE: ends with a line that names the package if the tool is missing.
require() {
    command -v "$1" >/dev/null || die "$1 is not installed; install the package $2 (scripts/install-deps does)"
}

debian_open() {
    require apt-get apt
    debian_suite=$2
    debian_arch=$3
    mkdir -p "$1" 2>/dev/null || die "$1: cannot be made; name a folder that can be written to"
    debian_work=$(cd "$1" && pwd -P)/$debian_suite-$debian_arch
    case $debian_work in *\"* | *'
'*) die "$debian_work: apt takes no path with a double quote or newline; use another folder" ;; esac
    mkdir -p "$debian_work/lists/partial" "$debian_work/cache/archives/partial" "$debian_work/sources.list.d" "$debian_work/debs"
    # Another program may be reading the ones that are there.
    debian_write_conf >"$debian_work/apt.conf.$$"
    mv "$debian_work/apt.conf.$$" "$debian_work/apt.conf"
    debian_write_sources >"$debian_work/debian.sources.$$"
    mv "$debian_work/debian.sources.$$" "$debian_work/sources.list.d/debian.sources"
    : >"$debian_work/status"
    debian_update
}

# debian_source NAME DIR: unpacks into DIR/NAME-UPSTREAM_VERSION, unless exactly this version is there already.
debian_source() {
    require dpkg-source dpkg-dev
    debian_dsc=$(debian_apt source --print-uris "$1" 2>"$debian_work/log" | sed -n "s/^'[^']*' \([^ ]*\.dsc\) .*/\1/p")
    [ -n "$debian_dsc" ] || debian_fail "there is no source package $1 in $debian_suite"
    mkdir -p "$2"
    debian_tree=$(debian_unpacked "$2" "$debian_dsc")
    [ -z "$debian_tree" ] || return 0
    (cd "$2" && debian_apt source --download-only "$1") >"$debian_work/log" 2>&1 ||
        debian_fail "cannot fetch the source package $1 of $debian_suite"
    rm -rf "$2/.unpacking"
    mkdir "$2/.unpacking"
    (cd "$2/.unpacking" && dpkg-source -x "../$debian_dsc") >"$debian_work/log" 2>&1 || debian_fail "cannot unpack $2/$debian_dsc"
    debian_tree=$(find "$2/.unpacking" -mindepth 1 -maxdepth 1 -type d)
    debian_unpacking=$debian_tree
    debian_tree=$2/${debian_unpacking##*/}
    rm -rf "$debian_tree" "$debian_tree.from"
    mv "$debian_unpacking" "$debian_tree"
    rm -rf "$2/.unpacking"
    echo "$debian_dsc" >"$debian_tree.from"
}

# debian_unpack ROOT PACKAGE...: packages are NAME, NAME:ARCH or NAME=VERSION. Unpacks as dpkg does: through a link to a folder. dpkg -x
# puts a folder in the link's place, and /lib of a merged /usr is such a link.
debian_unpack() {
    require dpkg-deb dpkg
    debian_root=$1
    shift
    rm -rf "$debian_work/debs/now"
    mkdir "$debian_work/debs/now"
    (cd "$debian_work/debs/now" && debian_apt download "$@") >"$debian_work/log" 2>&1 ||
        debian_fail "cannot fetch the packages $* of $debian_suite ($debian_arch)"
    for debian_package in "$debian_work"/debs/now/*.deb; do
        dpkg-deb --fsys-tarfile "$debian_package" 2>"$debian_work/log" |
            tar -x -f - --no-same-owner --keep-directory-symlink -C "$debian_root" 2>>"$debian_work/log" ||
            debian_fail "cannot unpack ${debian_package##*/} into $debian_root"
    done
    rm -rf "$debian_work/debs/now"
}

# debian_depends PACKAGE...: sets $debian_packages to them and what they depend on, without what is only recommended.
debian_depends() {
    debian_apt install --simulate --no-install-recommends "$@" >"$debian_work/simulated" 2>"$debian_work/log" ||
        debian_fail "cannot find all of what is asked for in $debian_suite ($debian_arch)"
    # shellcheck disable=SC2034 # for who calls
    debian_packages=$(sed -n 's/^Inst \([^ ]*\) .*/\1/p' "$debian_work/simulated" | LC_ALL=C sort -u | tr '\n' ' ')
}

# The rest is for the functions above.

debian_apt() {
    apt-get -q -c "$debian_work/apt.conf" "$@"
}

# debian_fail WHAT: ends with WHAT and the first thing apt or dpkg complained of.
debian_fail() {
    debian_reason=$(sed -n 's/^E: //p; s/^\(dpkg[a-z-]*\|tar\): \(error: \)\?//p' "$debian_work/log" | head -n 1)
    case $(cat "$debian_work/log") in
    *NO_PUBKEY*) die "$1: its key is not known here; install a newer debian-archive-keyring" ;;
    esac
    die "$1${debian_reason:+: $debian_reason}; see $debian_work/log, check the network and the system's apt sources"
}

# The system's hooks are cleared: they are about the system's lists, which stay as they are.
debian_write_conf() {
    debian_native=${debian_arch%%,*}
    [ "$debian_arch" != source ] || debian_native=$(dpkg --print-architecture)
    debian_all=
    for debian_each in "$debian_native" $(echo "$debian_arch" | tr , '\n' | sed -e 1d); do
        debian_all="$debian_all \"$debian_each\";"
    done
    cat <<EOF
#clear APT::Architectures;
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Pre-Invoke;
#clear DPkg::Post-Invoke;
#clear DPkg::Pre-Install-Pkgs;
APT::Architecture "$debian_native";
APT::Architectures {$debian_all };
APT::Sandbox::User "root";
APT::Update::Error-Mode "any";
Acquire::Retries "2";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$debian_work/sources.list.d";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State "$debian_work";
Dir::State::lists "$debian_work/lists";
Dir::State::status "$debian_work/status";
Dir::Cache "$debian_work/cache";
Dir::Cache::archives "$debian_work/cache/archives";
EOF
}

debian_write_sources() {
    debian_mirror=$(debian_system_sources | debian_find_mirror)
    [ -n "$debian_mirror" ] ||
        die "no Debian archive (component main) among the system's apt sources; add one to /etc/apt/sources.list.d"
    if [ "$debian_arch" = source ]; then
        printf 'Types: deb-src\nTargets: Sources\n'
    else
        printf 'Types: deb\nTargets: Packages\n'
    fi
    printf 'Suites: %s\nComponents: main\n%s\n' "$debian_suite" "$debian_mirror"
}

# Prints the system's apt sources as deb822 paragraphs, the one-line ones converted.
debian_system_sources() {
    debian_list=
    debian_parts=
    eval "$(apt-config shell debian_list Dir::Etc::sourcelist/f debian_parts Dir::Etc::sourceparts/d)"
    for debian_file in "$debian_list" "$debian_parts"/*.list "$debian_parts"/*.sources; do
        [ -f "$debian_file" ] || continue
        case $debian_file in
        *.sources) cat "$debian_file" ;;
        *) debian_convert_list <"$debian_file" ;;
        esac
        echo
    done
}

# `deb [option=value ...] URI SUITE COMPONENT...` to a deb822 paragraph, with the same option names.
debian_convert_list() {
    awk '
    $1 == "deb" || $1 == "deb-src" {
        sub(/#.*/, "")
        print "Types: " $1
        if (match($0, /\[[^]]*\]/)) {
            n = split(substr($0, RSTART + 1, RLENGTH - 2), option, " ")
            for (i = 1; i <= n; i++) {
                equals = index(option[i], "=")
                value = substr(option[i], equals + 1)
                gsub(/,/, " ", value)
                print substr(option[i], 1, equals - 1) ": " value
            }
            $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH)
        }
        print "URIs: " $2
        print "Suites: " $3
        $1 = $2 = $3 = ""
        print "Components:" $0 "\n"
    }'
}

# Of deb822 paragraphs on standard input, prints where and how the first Debian archive is reached: all fields but those that
# say what is wanted from it. A Debian archive has the component main, and lies in a folder debian or is signed by Debian.
debian_find_mirror() {
    awk '
    function paragraph() {
        if (found == "" && uris != "" && uris !~ /security|cdrom:/ && components ~ / main / && !disabled &&
            (uris ~ /\/debian\/?( |$)/ || uris ~ /\/debian\/[0-9]+T[0-9]+Z\/?( |$)/ || signed ~ /debian-archive/))
            found = how
        uris = components = signed = how = ""
        disabled = keep = 0
    }
    /^#/ { next }
    /^[ \t]*$/ { paragraph(); next }
    /^[ \t]/ { if (keep) how = how $0 "\n"; next }
    {
        field = tolower(substr($0, 1, index($0, ":") - 1))
        value = substr($0, index($0, ":") + 1)
        sub(/[ \t]+$/, "", value)
        if (field == "uris") uris = value
        if (field == "components") components = value " "
        if (field == "signed-by") signed = value
        if (field == "enabled" && tolower(value) ~ /no|false|off|0/) disabled = 1
        keep = field !~ /^(types|suites|components|enabled|arch|architectures.*|lang.*|targets?.*|pdiffs|by-hash|x-.*)$/
        if (keep) how = how $0 "\n"
    }
    END { paragraph(); printf "%s", found }'
}

# Fetches the package lists, unless they are from today. Lists that cannot be renewed are still good, and it says so.
debian_update() {
    [ -z "$(find "$debian_work/fetched" -mtime -1 2>/dev/null)" ] || return 0
    if debian_apt update >"$debian_work/log" 2>&1; then
        touch "$debian_work/fetched"
    elif [ -e "$debian_work/fetched" ]; then
        echo "${0##*/}: cannot renew the package lists of $debian_suite; using those of $(date -r "$debian_work/fetched" +%F)" >&2
    else
        debian_fail "cannot fetch the package lists of $debian_suite ($debian_arch)"
    fi
}

# debian_unpacked DIR DSC: prints the folder below DIR that was unpacked from DSC, if there is one.
debian_unpacked() {
    for debian_from in "$1"/*.from; do
        if [ -e "$debian_from" ] && [ "$(cat "$debian_from")" = "$2" ]; then
            echo "${debian_from%.from}"
        fi
    done
}
