#!/bin/sh
# hwflavor(1) has the options that every command's --help has, and no others.
set -eu
. "${0%/*}/../tap.sh"

page=$TOP/doc/hwflavor.1

# Of a help text on standard input: the options, one a line.
help_options() {
    grep -E '^  -' | sed -E 's/([^ ])  .*/\1/' | grep -E -o -e '(^| )(--[a-z-]+|-[a-z])' | tr -d ' ' | sort -u
}

# Of mdoc source on standard input: -x of "Fl x", --word of "Fl -word".
manual_options() {
    grep -E -o -e '\bFl (-[a-z][a-z-]*|[a-z]\b)' | sed 's/^Fl /-/' | sort -u
}

"$HWFLAVOR" --help >help
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' help >commands
sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/p' "$page" >synopsis
is "$(sed -n 's/^\.Cm //p' synopsis)" "$(cat commands)" 'the synopsis has every command'

: >all
while read -r command; do
    "$HWFLAVOR" "$command" --help >text
    help_options <text >expected
    cat expected >>all
    # --help and --version are the same for all, and stand in the synopsis once.
    sed -n "/^\.Cm $command\$/,/^\.Nm\$/p" synopsis | manual_options >got
    is "$(cat got)" "$(grep -v -x -e --help -e --version expected)" "the synopsis of $command"
    ok "$command is described" grep -qx "\.It Cm $command" "$page"
done <commands

echo -h >>all
sed -n '/^\.Sh OPTIONS/,/^\.Sh/s/^\.It //p' "$page" | manual_options >described
is "$(cat described)" "$(sort -u all)" 'OPTIONS describes each option'
