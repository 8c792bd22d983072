#!/bin/sh
# SPDX-License-Identifier: MIT
# Whatever stands in an argument or a flag reaches configure as it is: through plan.mk and make, through FLAVOR/values and the shell.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need make

mkdir src
cat >src/configure <<'END'
#!/bin/sh
for argument; do
    printf '<%s>\n' "$argument"
done >arguments
printf '<%s>\n' "$CFLAGS" >flags
printf 'all check install:\n' >Makefile
END
chmod +x src/configure
cat >src/hwflavors <<'END'
Flavors: baseline
Configure: --money=$HOME --hash=#1 '--single=a b' --double="it's \"x\" \\ \$y" --back\ slash \
 --joined=a\
 b '' "--end=\\" --make=$(CC)$$ '--semi=;&|<>(){}[]*?~!`id`' --percent=%.o --tab="a	b"
END
# shellcheck disable=SC1003 # a backslash is meant
set -- '--new=a
b' ' leading' 'trailing ' '#' '$' '\' "'" '"' 'é' '=:=' 'a,b' 'x\
y'
cat >expected <<'END'
<--money=$HOME>
<--hash=#1>
<--single=a b>
<--double=it's "x" \ $y>
<--back slash>
<--joined=ab>
<>
<--end=\>
<--make=$(CC)$$>
<--semi=;&|<>(){}[]*?~!`id`>
<--percent=%.o>
END
printf '<--tab=a\tb>\n' >>expected
printf '<%s>\n' "$@" >>expected

# shellcheck disable=SC1003
export CFLAGS='  -DX="a b#$c\\t" -DY=\'
run "$HWFLAVOR" build --source src --build-dir build -- "$@"
is "$status" 0 'a build'
# The first is --build; --cache-file is for Autoconf's scripts.
tail -n +2 build/baseline/tree/arguments >got
is_file got expected 'configure gets the arguments'
is "$(cat build/baseline/tree/flags)" "<$CFLAGS>" 'and the flags'

# shellcheck source=/dev/null disable=SC2154
(. ./build/baseline/values && eval "set -- $configure" && shift && printf '<%s>\n' "$@") >got
is_file got expected 'the shell reads them from values'

cat >read.mk <<'END'
include build/plan.mk
export in_make := $(baseline.configure)
export flags_in_make := $(BASE_CFLAGS)
all: ; @eval "set -- $$in_make" && shift && printf '<%s>\n' "$$@" >got && printf '<%s>' "$$flags_in_make" >flags
END
make -s -f read.mk
is_file got expected 'make reads them from plan.mk'
is "$(cat flags)" "<$CFLAGS>" 'and the flags'
"$HWFLAVOR" plan --source src --build-dir build -- "$@" >plan.mk
is_file plan.mk build/plan.mk 'hwflavor plan prints what is written there'
