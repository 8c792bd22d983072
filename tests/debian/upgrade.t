#!/bin/sh
# SPDX-License-Identifier: MIT
# A machine with Debian 12 where libfoo10 gets flavors, loses one, goes back, is removed and comes again: after each step only the files of that
# version are there, ldconfig's cache has what is there, and the loader gives each CPU its best copy. Other machines: tests/long/upgrade.t.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/debian/packages.sh"
. "$TOP/tests/debian/upgrade.sh"

clean_roots || {
    # In containers that allow no such machine: that the packages build.
    versions_for_amd64
    exit
}
life_on_amd64 bookworm
