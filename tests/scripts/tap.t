#!/bin/sh
# A test script cannot pass by accident.
set -eu
. "${0%/*}/../tap.sh"
need prove

mkdir -p tests/x
cp "$TOP/tests/tap.sh" tests/

# verdict NAME EXPECTED REQUIRE <SCRIPT: passes if prove's last line is as expected.
verdict() {
    { printf '#!/bin/sh\nset -eu\n. "${0%%/*}/../tap.sh"\n' && cat; } >tests/x/a.t
    chmod +x tests/x/a.t
    is "$(HWFLAVOR_TEST_REQUIRE=$3 prove tests/x/a.t 2>/dev/null | tail -n 1)" "Result: $2" "$1"
}

verdict 'all is well' PASS 1 <<'EOF'
pass one
is a a two
EOF
verdict 'a failed check' FAIL 1 <<'EOF'
is a b one
pass two
EOF
verdict 'a command fails between the checks' FAIL 1 <<'EOF'
pass one
false
pass two
EOF
verdict 'no check at all' FAIL 1 <<'EOF'
EOF
verdict 'fewer checks than planned' FAIL 1 <<'EOF'
plan 2
pass one
EOF
verdict 'a missing tool, where it may be missing' NOTESTS 0 <<'EOF'
need no-such-tool
fail one
EOF
verdict 'a tool missing for the rest, where it may be missing' PASS 0 <<'EOF'
pass one
need no-such-tool
fail two
EOF
verdict 'a tool missing for the rest, where everything is required' FAIL 1 <<'EOF'
pass one
need no-such-tool
EOF
verdict 'a missing tool, where everything is required' FAIL 1 <<'EOF'
need no-such-tool
EOF
verdict 'output that differs' FAIL 1 <<'EOF'
HWFLAVOR=/bin/echo
hwflavor_is echo 0 a <<E
b
E
EOF
verdict 'a status that differs' FAIL 1 <<'EOF'
HWFLAVOR=/bin/false
hwflavor_is echo 0 </dev/null
EOF
verdict 'output that is the same but for the folder' PASS 1 <<'EOF'
HWFLAVOR=/bin/echo
hwflavor_is echo 0 "$TMP/a" <<'E'
$TMP/a
E
EOF
