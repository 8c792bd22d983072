#!/bin/sh
# SPDX-License-Identifier: MIT
# bash completes every command, every option of each, and what options take.
set -eu
. "${0%/*}/../tap.sh"
need bash

# completes WORD...: what bash would offer for the last word, sorted, on one line. bash itself splits words at =.
completes() {
    bash -uc '
        . "$TOP/completion/hwflavor.bash"
        COMP_WORDS=("$HWFLAVOR" "$@")
        COMP_CWORD=$#
        _hwflavor
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | LC_ALL=C sort -u | xargs
}
export TOP

"$HWFLAVOR" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' >commands
is "$(completes '')" "$(printf -- '--help\n--version\n' | cat - commands | LC_ALL=C sort | xargs)" 'the commands'
is "$(completes wh)" which 'a command that has begun'

while read -r command; do
    # The same as in tests/doc/options-in-manual.t, which compares the manual.
    "$HWFLAVOR" "$command" --help | sed -n '/^  -/{s/^  //;s/  .*//;p;}' | grep -E -o -e '(^| )(--[a-z-]+|-[a-z])' | tr -d ' ' |
        LC_ALL=C sort -u | xargs >expected
    is "$(completes "$command" -)" "$(cat expected)" "the options of $command"
    # The program itself knows each of them.
    for option in $(completes "$command" --); do
        case $("$HWFLAVOR" "$command" "$option" --help 2>&1 </dev/null || :) in
        *"no option"*) fail "$command knows $option" ;;
        *) pass "$command knows $option" ;;
        esac
    done
done <commands

is "$(completes list --ar)" --arch 'an option that has begun'
is "$(completes build --flavors '')" "$("$HWFLAVOR" list | sed -n 's/^\([a-z0-9][^ :]*\) .*/\1/p' | LC_ALL=C sort | xargs)" 'flavors'
is "$(completes build --arch armhf --flavors ar)" armv7-neon 'flavors of the architecture that is named'
is "$(completes build --flavors x86-64-v2,x86-64-v3,x86-64-v)" \
    'x86-64-v2,x86-64-v3,x86-64-v2 x86-64-v2,x86-64-v3,x86-64-v3 x86-64-v2,x86-64-v3,x86-64-v4' 'another flavor of a list'
is "$(completes which --cpu Raspberry-Pi-4)" Raspberry-Pi-4 'a CPU by its other name'
is "$(completes which --cpu = Jag)" Jaguar 'a value after ='
is "$(completes which --env LD_L)" LD_LIBRARY_PATH= 'variables of the loader'
is "$(completes cpu Jag)" Jaguar 'a CPU as argument'
is "$(completes list --arch '')" "$(sed -n 's/^Architecture: //p' "$TOP"/flavors/*.flavor | LC_ALL=C sort -u | xargs)" 'architectures: those that have flavors'
is "$(completes check --explain '')" "$("$HWFLAVOR" check --explain all | sed -n 's/^\([a-z-]*\) ([a-z]*)$/\1/p' | sed '1iall' | LC_ALL=C sort | xargs)" 'findings'

mkdir in && cd in && mkdir dir
: >libfoo10_10.deb
is "$(completes check '')" 'dir libfoo10_10.deb' 'paths for check'
is "$(completes which libfoo10)" libfoo10_10.deb 'packages for which'
is "$(completes check dir/x lib 2>&1)" libfoo10_10.deb 'a path after a path'
is "$(completes install --destdir d)" dir 'folders'
is "$(completes build -- --pre)" '' "configure's arguments are not ours"
is "$(completes list '')" '' 'no argument where none is taken'
is "$(completes nonsense -)" '' 'an unknown command'
