#!/bin/sh
# The tarball holds the whole source, and builds, installs and uninstalls by itself.
set -eu
. "${0%/*}/../tap.sh"
need autoreconf automake make gcc

"$TOP/scripts/build-in" "$TMP/build"
# The tests themselves run elsewhere: here none of them.
ok 'make distcheck' make -C "$TMP/build" distcheck PROVE_TESTS=

if git -C "$TOP" rev-parse --verify -q HEAD >/dev/null 2>&1; then
    git -C "$TOP" ls-files -- ':!.gitignore' ':!.ci' | while IFS= read -r file; do
        [ ! -f "$TOP/$file" ] || echo "$file"
    done | sort >tracked
    tar -tf build/hwflavor-*.tar.* | sed 's|^[^/]*/||' | sort >packed
    is "$(comm -23 tracked packed)" '' 'the tarball has every file that git has'
else
    skip 'the tarball has every file that git has' 'this is no git checkout'
fi
