#!/bin/sh
# SPDX-License-Identifier: MIT
# A package's hwflavors that is no proper text file is refused in one line, at once; one without a final newline works and is said.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
mkdir src src/debian
: >src/configure
file=src/debian/hwflavors

# refused NAME MESSAGE: what is said about $file, without its name.
refused() {
    hwflavor_refuses "$1" plan --source src <<END
hwflavor: \$TMP/$file$2
END
}

printf 'Flavors: x86-64-v3\nConfigure: a\0b\n' >$file
refused 'a NUL' ':2: holds a NUL byte; this is no text file'
printf 'Flavors: x86-64-v3\r\n' >$file
refused 'CR LF' ':1: ends in CR LF; give the file Unix line ends (dos2unix)'
yes '# a comment' | head -c 10000000 >$file
refused '10 MB' ': larger than 1048576 bytes; is it the right file?'
head -c 100000 "$HWFLAVOR" >$file
run "$HWFLAVOR" plan --source src
is "$status $(wc -l <stderr)" '2 1' 'a program'
seq -f 'Field%.0f: x' 200000 | head -c 1000000 >$file
refused '200,000 fields' ':257: this paragraph has more than 256 fields; is it the right file?'
seq -f 'Flavor: x%.0f

' 200000 | head -c 1000000 >$file
refused '200,000 paragraphs' ':769: this file has more than 256 paragraphs; is it the right file?'

yes x | head -n 400000 | tr -d '\n' >line
{ printf 'Build-System: ' && cat line && echo; } >$file
run "$HWFLAVOR" plan --source src
like "$status $(cat stderr)" '^2 hwflavor: .*debian/hwflavors:1: no build system xxx.* \[\.\.\.\] xxx.*xxx is known; write autoconf, cmake, meson or make$' \
    'a line of 400,000 bytes: the message keeps its beginning and its end'
ok 'and is of a length to be read' test "$(wc -c <stderr)" -lt 2200
{ printf 'Configure: --with=' && cat line && echo; } >$file
run "$HWFLAVOR" plan --source src
is "$status $(grep -c "^baseline.configure := .* --with=$(head -c 1000 line)" stdout)" '0 1' 'where any text may stand, it is taken'

printf 'Configure: --x' >$file
run "$HWFLAVOR" plan --source src
is "$(tap_plain <stderr)" "hwflavor: \$TMP/$file: has no newline at its end; read as complete, but look whether it was cut short" 'no newline at the end is said'
is "$status $(grep -c -- --x$ stdout)" '0 1' 'and it works'
: >$file
run "$HWFLAVOR" plan --source src
is "$status $(cat stderr)" '0 ' 'an empty file is fine'

rm $file
mkdir $file
refused 'a folder' ': is a folder, not a file'
rmdir $file
mkfifo $file
run timeout 10 "$HWFLAVOR" plan --source src
is "$status $(tap_plain <stderr)" "2 hwflavor: \$TMP/$file: is a pipe or a device, not a file" 'a pipe that nobody writes to'
rm $file
ln -s hwflavors $file
refused 'a link to itself' ': Too many levels of symbolic links'
rm $file
ln -s nowhere $file
refused 'a link to nothing' ': No such file or directory'
rm $file
hwflavor_refuses '--file of a file that is not there' plan --source src --file none <<'END'
hwflavor: none: No such file or directory
END
hwflavor_refuses '--file of a device without end' plan --source src --file /dev/zero <<'END'
hwflavor: /dev/zero: larger than 1048576 bytes; is it the right file?
END

echo 'Configure: --x' >$file
chmod 0 $file
as_user=
if [ "$(id -u)" = 0 ]; then
    as_user='setpriv --reuid 65534 --regid 65534 --clear-groups'
    chmod 755 "$TMP"
fi
# shellcheck disable=SC2086 # words
if $as_user "$HWFLAVOR" list >/dev/null 2>&1; then
    run $as_user "$HWFLAVOR" plan --source src
    is "$status $(tap_plain <stderr)" "2 hwflavor: \$TMP/$file: Permission denied" 'one that may not be read'
    chmod 0 src/debian
    run $as_user "$HWFLAVOR" plan --source src
    is "$status $(tap_plain <stderr)" "2 hwflavor: \$TMP/$file: Permission denied" 'one in a folder that may not be entered'
else
    HWFLAVOR_TEST_REQUIRE=0
    skip 'one that may not be read' 'another user than root cannot run the program here'
fi
