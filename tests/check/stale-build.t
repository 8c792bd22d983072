#!/bin/sh
# SPDX-License-Identifier: MIT
# stale-flavor: a copy says which build of the baseline it was delivered with, and is found beside another one of the same version.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"
need readelf strip objcopy

unset MAKEFLAGS MFLAGS MAKELEVEL
cp -R "$TOP/tests/libfoo-make" source
name=libfoo.so.10.0.0
# installs BUILD DESTINATION
installs() {
    run "$HWFLAVOR" install --source source --build-dir "$1" --flavors x86-64-v3 --destdir "$2" -- PREFIX=/usr "LIBDIR=/$LIBDIR" 'LDFLAGS=-Wl,--build-id'
    [ "$status" = 0 ] || diag "$(cat stderr)"
}
build_id() {
    readelf -n "$1" | sed -n 's/.*Build ID: //p'
}
# partner FILE: the build-id in its note.
partner() {
    readelf -x .note.hwflavor "$1" 2>/dev/null | sed -n 's/^  0x[0-9a-f]* \(.\{35\}\).*/\1/p' | tr -d ' \n' | cut -c 49-88
}
# stale: what check says of it, by file.
stale() {
    run "$HWFLAVOR" check "$1"
    sed -n 's/^E: stale-flavor: \([^:]*\): \(.*\)/\1: \2/p' stdout
}

installs one root
copy=root/$V3/$name
is "$(partner "$copy")" "$(build_id "root/$LIBDIR/$name")" 'the copy names the build-id of the baseline'
is "$(build_id "$copy")" "$(build_id "one/x86-64-v3/root/$LIBDIR/$name")" 'and has its own, from the linker'
is "$(readelf -lW "$copy" | grep -c LOAD)" "$(readelf -lW "one/x86-64-v3/root/$LIBDIR/$name" | grep -c LOAD)" 'nothing more of it is loaded'
is "$(readelf -SW "$copy" 2>&1 | grep -ci 'warning\|error')" 0 'readelf has nothing to say against it'
is "$(stale root)" '' 'of one build'
cat >main.c <<'EOF'
int foo_answer(void);
int main(void) { return 0; }
EOF
ok 'the loader takes it' env "LD_PRELOAD=$TMP/$copy" /bin/true
cp -R root again
installs one again
ok 'installing again gives the same bytes' cmp "$copy" "again/$V3/$name"
installs two afresh
ok 'so does a build elsewhere' cmp "$copy" "afresh/$V3/$name"

# What a package build does to it: dwz, detached debug information, strip as dh_strip calls it.
kept=$(partner "$copy")
if command -v dwz >/dev/null; then
    dwz "$copy" 2>dwz.log || diag "$(cat dwz.log)"
fi
objcopy --only-keep-debug --compress-debug-sections "$copy" foo.debug
strip --remove-section=.comment --remove-section=.note --strip-unneeded "$copy"
objcopy --add-gnu-debuglink foo.debug "$copy"
is "$(partner "$copy")" "$kept" 'dwz, strip and objcopy keep the note'
not_ok 'and leave no symbols' sh -c "readelf -SW '$copy' | grep -q '\.symtab'"
strip --remove-section=.comment --remove-section=.note --strip-unneeded "root/$LIBDIR/$name"
is "$(stale root)" '' 'stripped, of one build'
ok 'the loader takes it still' env "LD_PRELOAD=$TMP/$copy" /bin/true

# The same version, built anew from a source that changed a little: same exports, another build-id.
sed -i 's/^int foo_/\/* rebuilt *\/ &/; $a static int changed = 7; int *foo_changed(void); __attribute__((visibility("hidden"))) int *foo_changed(void) { return \&changed; }' source/foo.c
installs three rebuilt
is "$(stale rebuilt)" '' 'the new build is of one piece'
new=$(build_id "rebuilt/$LIBDIR/$name")
not_ok 'and its baseline is another one' [ "$new" = "$kept" ]
cp "rebuilt/$LIBDIR/$name" "root/$LIBDIR/$name"
is "$(stale root)" "/$V3/$name: was built with the baseline of build-id $(echo "$kept" | cut -c -12), /$LIBDIR/$name has $(echo "$new" | cut -c -12); install both from one build, or remove the copy" \
    'the old copy beside the new baseline is found'
cp "afresh/$LIBDIR/$name" "rebuilt/$LIBDIR/$name"
like "$(stale rebuilt)" "was built with the baseline of build-id $(echo "$new" | cut -c -12)" 'and the new copy beside the old baseline'
objcopy --remove-section=.note.gnu.build-id "rebuilt/$LIBDIR/$name"
is "$(stale rebuilt)" '' 'a baseline without build-id says nothing'

# Other exports in the baseline alone are found without any record.
objcopy --remove-section=.note.hwflavor "rebuilt/$V3/$name"
printf 'int foo_newer(void);\nint foo_newer(void) { return 1; }\n' >>source/foo.c
installs four newest
cp "newest/$LIBDIR/$name" "rebuilt/$LIBDIR/$name"
run "$HWFLAVOR" check rebuilt
like "$(cat stdout)" "^E: exports-missing: /$V3/$name: lacks the baseline's foo_newer" 'an old copy without record beside a newer baseline'

# For other machines, 32 bits and big-endian.
for target in arm-linux-gnueabihf s390x-linux-gnu powerpc64le-linux-gnu; do
    if ! command -v "$target-ld" >/dev/null; then
        skip "$target" "$target-ld is not installed"
        continue
    fi
    echo '.globl foo; .type foo,%function; foo: .long 0; .size foo,.-foo' | tr ';' '\n' >t.s
    "$target-as" -o t.o t.s
    "$target-ld" -shared --build-id -o t.so t.o
    if [ -x "$HWFLAVOR_TEST_BUILD/tests/unit/t-partner" ]; then
        "$HWFLAVOR_TEST_BUILD/tests/unit/t-partner" t.so 0123456789abcdef0123456789abcdef01234567
        is "$(partner t.so) $(readelf -SW t.so 2>&1 | grep -ci 'warning\|error')" '0123456789abcdef0123456789abcdef01234567 0' "$target"
    fi
done
