#!/bin/sh
# Every script for people says what it does, and refuses what it does not know in one line.
set -eu
. "${0%/*}/../tap.sh"

for script in bench-start build-in build-package clean-root install-deps loader-table make-root run-tests try; do
    run "$TOP/scripts/$script" --help
    is "$status $(head -n 1 stdout | cut -d ' ' -f -2)$(cat stderr)" "0 Usage: $script" "$script --help"
    run "$TOP/scripts/$script" --nonsense
    is "$status $(wc -l <stderr) $(cut -d : -f 1 stderr)$(cat stdout)" "2 1 $script" "$script with an unknown option"
    like "$(cat stderr)" 'unknown (option|argument) --nonsense; .*see --help$' 'and says so'
done
