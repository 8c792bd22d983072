#!/bin/sh
# SPDX-License-Identifier: MIT
# hwflavor cpu: the list of CPUs, and one of them with changes.
set -eu
. "${0%/*}/../tap.sh"
need jq

run "$HWFLAVOR" cpu Haswell,-bmi1
is "$status $(head -n 1 stdout)" '0 Haswell,-bmi1, amd64' 'a CPU that is changed is called so'
unlike "$(sed -n 2p stdout)" '\bbmi1\b' 'and has not what was taken away'
run "$HWFLAVOR" cpu --list --json --arch ppc64el
is "$status $(jq -r '.cpus | length > 1 and all(.architecture == "ppc64el")' stdout)" '0 true' 'the list of CPUs as JSON'
hwflavor_refuses 'an architecture without CPUs' cpu --list --arch foo <<'END2'
hwflavor: --arch foo: is no architecture whose CPUs are known; see hwflavor cpu --list
END2
run "$HWFLAVOR" cpu --arch armhf Raspberry-Pi-4
is "$(sed -n '3,$s/ .*//p' stdout | head -n 1)" baseline 'the flavors a CPU runs are told worst first, like those of list'
is "$("$HWFLAVOR" cpu --json --arch armhf Raspberry-Pi-4 | jq -r '.flavors[].flavor' | tr '\n' ' ')" \
    "$("$HWFLAVOR" list --json --arch armhf --cpu Raspberry-Pi-4 | jq -r '.flavors[].flavor' | tr '\n' ' ')" 'and so in the JSON'
for name in Haswell-v2 Haswell-noTSX-IBRS haswell-IBRS; do
    run "$HWFLAVOR" cpu "$name"
    is "$status $(sed 1d stdout)" "0 $("$HWFLAVOR" cpu Haswell | sed 1d)" "$name is qemu's variant of a Haswell"
done
run "$HWFLAVOR" cpu Haswell-v
is "$status" 2 'and Haswell-v is none'

# The loader's own test of x86-64-v3 is weaker before 2.36.
hwflavor_is 'what the loader takes is used, as which says' 0 list --arch amd64 --glibc 2.35 --cpu Haswell,-bmi1 <<'END2'
FLAVOR     DIRECTORY               GLIBC 2.35  CPU         USED
baseline   .                       searched    runs it
x86-64-v2  glibc-hwcaps/x86-64-v2  searched    runs it
x86-64-v3  glibc-hwcaps/x86-64-v3  searched    lacks bmi1  yes
x86-64-v4  glibc-hwcaps/x86-64-v4  searched    lacks bmi1
x86-64-v3: glibc 2.35 takes it although the CPU lacks bmi1: it may fault
END2
