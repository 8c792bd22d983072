#!/bin/sh
# SPDX-License-Identifier: MIT
# One hwflavor works in a build folder at a time: a second one says so and stops. The steps of one that was killed keep the next one out
# until they have ended.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bad-input/slow.sh"
need flock
slow_source
set -- build --source src --build-dir build --flavors x86-64-v2 --arch amd64 -j2

slowly configure "$HWFLAVOR" "$@"
for command in build test 'install --destdir dest'; do
    # shellcheck disable=SC2086 # words
    hwflavor_refuses "a second hwflavor $command" $command --source src --build-dir build <<END
hwflavor: \$TMP/build: another hwflavor (process $pid) is at work there; wait for it, or give another --build-dir
END
done
run "$HWFLAVOR" plan --source src --build-dir build
is "$status" 0 'plan writes nothing and may look on'
# The two of run go to the same files as the first one's.
: >go
ended
is "$status" 0 'the first one goes on as if alone'
hwflavor_refuses 'no lock is left, but for a bad source' build --source none --build-dir build <<'END'
hwflavor: $TMP/none: there is no such folder; give the source with --source
END

rm -rf build
slowly configure "$HWFLAVOR" "$@"
kill -s KILL "$pid"
ended
is "$status" 137 'killed for good'
hwflavor_refuses 'its steps go on and keep the next one out' "$@" <<END
hwflavor: \$TMP/build: the steps of a killed hwflavor (process $pid) are still running there; wait for them, or give another --build-dir
END
: >go
flock -w 20 build/.lock true
ok 'no process is left when they have ended' nothing_runs
run "$HWFLAVOR" "$@"
is "$status $(ls build/*/build.done)" '0 build/baseline/build.done
build/x86-64-v2/build.done' 'the same command finishes the job'

rm -rf build
run "$HWFLAVOR" "$@"
slowly build "$HWFLAVOR" build --source src --build-dir other --flavors x86-64-v2 --arch amd64
run "$HWFLAVOR" build --source src --build-dir build --flavors x86-64-v2 --arch amd64
is "$status" 0 'in another folder, at the same time'
: >go
ended
is "$status" 0 'both'
