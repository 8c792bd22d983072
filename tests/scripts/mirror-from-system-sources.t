#!/bin/sh
# The private apt takes the mirror and its key from the system's sources, in either format, and from nowhere else.
set -eu
. "${0%/*}/../tap.sh"
need apt-config
# shellcheck source=scripts/debian.sh
. "$TOP/scripts/debian.sh"

mkdir parts empty
cat >apt.conf <<EOF
Dir::Etc::sourcelist "$TMP/sources.list";
Dir::Etc::sourceparts "$TMP/parts";
EOF
export APT_CONFIG="$TMP/apt.conf"

mirror() {
    debian_system_sources | debian_find_mirror
}

is "$(mirror)" '' 'no sources: no mirror'

cat >sources.list <<'EOF'
# deb http://commented.example/debian trixie main
deb cdrom:[Debian 12]/debian bookworm main
deb http://security.example/debian-security bookworm-security main
deb [arch=amd64,armhf signed-by=/keys/a.gpg check-valid-until=no] http://one.example/debian/ bookworm main contrib # ours
deb http://two.example/debian bookworm main
EOF
is "$(mirror)" 'signed-by: /keys/a.gpg
check-valid-until: no
URIs: http://one.example/debian/' 'a one-line source, with its options but not its architectures'

rm sources.list
cat >parts/a.sources <<'EOF'
Types: deb
URIs: https://other.example/tools
Suites: bookworm
Components: main

Enabled: no
Types: deb
URIs: http://disabled.example/debian
Suites: bookworm
Components: main

# The one that counts.
Types: deb deb-src
URIs: http://snapshot.example/archive/debian/20250520T000000Z/
Suites: bookworm bookworm-updates
Components: main
Architectures: amd64
Check-Valid-Until: no
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
EOF
is "$(mirror)" 'URIs: http://snapshot.example/archive/debian/20250520T000000Z/
Check-Valid-Until: no
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc' 'a deb822 source, with its embedded key'

printf 'Types: deb\nURIs: http://deb.example/mirror\nSuites: sid\nComponents: contrib main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg' \
    >parts/a.sources
is "$(mirror)" 'URIs: http://deb.example/mirror
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' "a mirror in another folder is known by Debian's key; no final newline"

rm parts/a.sources
run "$TOP/scripts/make-root" --suite trixie "$TMP/root"
is "$status $(cat stderr)" "2 make-root: no Debian archive (component main) among the system's apt sources; add one to /etc/apt/sources.list.d" \
    'no archive to take packages from'
not_ok 'and no root is left' test -e "$TMP/root"
