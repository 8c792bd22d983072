#!/bin/sh
# SPDX-License-Identifier: MIT
# exports-missing: what the baseline exports and the copy does not, or otherwise (fault 2 of Debian's tools, which pass it).
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

lacks() {
    echo "E: exports-missing: /$V3/libfoo.so.1.0: $1; build the same interface for every flavor"
}
baseline '-DMORE=int foo_more(void) { return 1; }'
copy
finds 'a function less' "$(lacks "lacks the baseline's foo_more")"
copy '-DMORE=int foo_more;'
finds 'an object in the place of a function' "$(lacks 'exports otherwise than the baseline foo_more (object, not function)')"
copy '-DMORE=__attribute__((weak)) int foo_more(void) { return 1; }'
finds 'another binding' "$(lacks 'exports otherwise than the baseline foo_more (weak function, not function)')"
copy '-DMORE=int foo_more(void) { return 2; }'
finds 'the same function with another body is fine'

baseline '-DMORE=int foo_more = 1;'
copy '-DMORE=__attribute__((visibility("protected"))) int foo_more = 1;'
finds 'an object that is protected' "$(lacks 'exports otherwise than the baseline foo_more (protected object, not object)')"
copy '-DMORE=int foo_more = 1;' -Wl,-Bsymbolic
finds 'objects bound by -Bsymbolic' \
    "$(lacks 'exports otherwise than the baseline foo_more (object bound by -Bsymbolic, not object), foo_table (object bound by -Bsymbolic, not object)')"
copy '-DMORE=int foo_more = 1;' -Wl,-Bsymbolic-functions
finds 'functions bound to themselves are fine'
baseline '-DMORE=__attribute__((visibility("protected"))) int foo_more = 1;'
copy '-DMORE=__attribute__((visibility("protected"))) int foo_more = 1;'
finds 'protected in both is fine'
baseline '-DMORE=__attribute__((visibility("protected"))) int foo_more(void) { return 1; }'
copy '-DMORE=int foo_more(void) { return 1; }'
finds 'so are functions, and a copy that keeps less to itself'

echo 'V1 { global: foo_sum; foo_print; local: *; }; V2 { foo_table; } V1;' >one.map
echo 'V1 { global: foo_print; local: *; }; V2 { foo_sum; foo_table; } V1;' >two.map
baseline -Wl,--version-script=one.map
copy -Wl,--version-script=two.map
finds 'another version is another symbol' "$(lacks "lacks the baseline's foo_sum@@V1")" \
    "E: exports-extra: /$V3/libfoo.so.1.0: exports what the baseline does not: foo_sum@@V2; hide it, or add it to the baseline"
echo 'V1 { global: foo_*; };' >three.map
old() {
    echo "-DMORE=__asm__(\".symver foo_impl,foo_old$1\"); int foo_impl(void) { return 1; }"
}
baseline "$(old @V1)" -Wl,--version-script=three.map
copy "$(old @@V1)" -Wl,--version-script=three.map
finds 'so is default or not' "$(lacks 'exports otherwise than the baseline foo_old@V1 (function, not function of an old version)')"
copy "$(old @V1)" -Wl,--version-script=three.map
finds 'the same versions are fine'
baseline '-DMORE=int f1, f2, f3, f4, f5, f6, f7;'
copy
finds 'of many five are named' "$(lacks "lacks the baseline's f1, f2, f3, f4, f5 and 2 more")"
