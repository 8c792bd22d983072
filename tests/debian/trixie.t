#!/bin/sh
# SPDX-License-Identifier: MIT
# hwflavor's packages build in a clean root of Debian 13, and are good there.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/debian/packages.sh"

good_packages trixie
