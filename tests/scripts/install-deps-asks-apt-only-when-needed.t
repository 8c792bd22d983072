#!/bin/sh
# With every package there, install-deps runs neither apt nor sudo; otherwise it names what is missing.
set -eu
. "${0%/*}/../tap.sh"
need dpkg-query

mkdir bin
printf '#!/bin/sh\necho "$0 $*" >>"%s/called"\nexit 1\n' "$TMP" >bin/apt-get
cp bin/apt-get bin/sudo
# A dpkg that knows every package, but those of the file `absent`.
cat >bin/dpkg-query <<EOF
#!/bin/sh
shift 3
for package; do
    grep -qsx "\$package" "$TMP/absent" || echo "installed \$package"
done
EOF
chmod +x bin/*
PATH=$TMP/bin:$PATH

run "$TOP/scripts/install-deps" --tests --arch ppc64el
is "$status $(cat stdout stderr)" '0 ' 'nothing to say'
not_ok 'nothing to run' test -e called

printf 'meson\ncrossbuild-essential-ppc64el\n' >absent
run "$TOP/scripts/install-deps" --tests --arch ppc64el
is "$(cat stdout)" 'Installing: crossbuild-essential-ppc64el meson' 'what is missing is named, and only that'
is "$status $(cat stderr)" "2 install-deps: cannot fetch the package lists; check the network and /etc/apt" 'apt fails: one line'
