#!/bin/sh
# SPDX-License-Identifier: MIT
# The model of the loader against the real one, over a hundred thousand layouts, and other ones every day. Half an hour on two cores.
set -eu
day=$(date +%j)
day=${day#0}
: "${HWFLAVOR_LAYOUTS:=100000}" "${HWFLAVOR_NATIVE:=40}" "${HWFLAVOR_SEED:=${day#0}000000}"
export HWFLAVOR_LAYOUTS HWFLAVOR_NATIVE HWFLAVOR_SEED
exec "${0%/*}/../which/differential.t"
