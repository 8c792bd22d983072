#!/bin/sh
# SPDX-License-Identifier: MIT
# A clean root has what a build daemon has: no network, no root, no HOME, nothing of the caller's environment; and it is gone afterwards.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/debian/packages.sh"

clean_root() {
    run "$TOP/scripts/clean-root" --work "$work" "$@"
}

clean_roots || {
    pass 'says that no namespaces can be made here'
    exit
}
mounts=$(cat /proc/self/mounts)
mkdir in
echo text >in/file
ONE=1 clean_root --in in=/build/in --out /build/in=out --env 'TWO=2  "$x" '"'" sh -c 'id -un; pwd; echo "$HOME ${ONE-none} $TWO"
    ls -d "$HOME" 2>&1; sed 1,2d /proc/net/dev | cut -d : -f 1 | xargs; touch /usr/mine 2>&1; cat in/file; echo changed >in/file; cat /etc/debian_version | cut -d . -f 1'
is "$(cat stdout)" "builder
/build
/nonexistent none 2  \"\$x\" '
ls: cannot access '/nonexistent': No such file or directory
lo
touch: cannot touch '/usr/mine': Permission denied
text
12" 'what a command sees'
is "$status $(cat out/file) $(cat in/file)" '0 changed text' 'what it made is copied out, what it was given stays'
clean_root --in in=/build/further/down/in sh -c 'cd further/down/in && echo beside >../beside && cat file ../beside'
is "$status $(cat stdout)" "0 text
beside" 'what lies further down may be written beside, as dpkg-buildpackage does'
clean_root sh -c 'exit 7'
is "$status" 7 "the command's exit status"
clean_root --install no-such-package true
is "$status $(sed -n '$p' stderr)" '2 clean-root: bookworm: env failed: Unable to locate package no-such-package' 'a package that does not exist'

# leftovers: roots, processes and mounts that were not there before.
leftovers() {
    find "$work" -maxdepth 1 -name 'root.*' -newer in/file | while read -r left; do
        # Not those of tests beside this one.
        [ ! -e "$left/root/build/mine" ] || echo "$left"
    done
    pgrep -f 'sleep 98765' || :
    [ "$mounts" = "$(cat /proc/self/mounts)" ] || diff - /proc/self/mounts <<END || :
$mounts
END
}
for signal in 2 15; do
    : >mine
    # A shell of its own, as an interactive one starts it: one in the background ignores SIGINT.
    perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$TOP/scripts/clean-root" --work "$work" --in mine=/build/mine sh -c 'sleep 98765' >/dev/null 2>stderr &
    pid=$!
    for _ in $(seq 600); do
        ! pgrep -f '^sleep 98765' >/dev/null || break
        sleep 0.1
    done
    is "$(pgrep -c -f '^sleep 98765')" 1 "a command runs"
    kill -$signal $pid
    status=0
    wait $pid || status=$?
    is "$status $(leftovers)" "$((128 + signal)) " "after signal $signal nothing is left"
done
