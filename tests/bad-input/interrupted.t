#!/bin/sh
# SPDX-License-Identifier: MIT
# Ctrl-C, or a signal to hwflavor alone, in the middle of any step: everything ends, nothing half-written stands for a result, the exit
# status tells the signal, and the same command then finishes the job.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bad-input/slow.sh"
slow_source

for step in probe configure build test install; do
    for how in INT TERM; do
        rm -rf build dest
        case $step in
        install) set -- "$HWFLAVOR" install --destdir dest ;;
        test) set -- "$HWFLAVOR" test ;;
        *) set -- "$HWFLAVOR" build ;;
        esac
        set -- "$@" --source src --build-dir build --flavors x86-64-v2 --arch amd64 -j2
        slowly "$step" "$@"
        if [ $how = INT ]; then
            kill -s INT -- "-$pid"
            expected=130
        else
            kill -s TERM "$pid"
            expected=143
        fi
        ended
        is "$status $(tail -n 1 stderr)" "$expected hwflavor: interrupted; the same command goes on where it was" "$how in $step"
        ok 'no process is left' nothing_runs
        is "$(ls build/*/"$step.done" dest 2>/dev/null)" '' "and nothing says that $step was done"
        is "$(find build -maxdepth 2 -name '*.new' -o -name '*.??????')" '' 'nor lies half-written'
        echo none >waits
        run "$@"
        is "$status $(ls build/*/"$step.done")" "0 build/baseline/$step.done
build/x86-64-v2/$step.done" 'the same command finishes the job'
        [ "$status" = 0 ] || diag "$(cat stderr)"
        [ $step != install ] ||
            ok 'and installs whole files' same_copy build/x86-64-v2/tree/libslow.so.1 dest/usr/lib/glibc-hwcaps/x86-64-v2/libslow.so.1
    done
done

rm -rf build
: >deaf
slowly build "$HWFLAVOR" build --source src --build-dir build --flavors baseline
kill -s INT -- "-$pid"
ended
is "$status" 130 'what takes no notice of Ctrl-C gets SIGTERM'
ok 'no process is left' nothing_runs
