#!/bin/sh
# SPDX-License-Identifier: MIT
# The model of the loader against the real one, over more layouts than the quick run has, and other ones every day.
set -eu
day=$(date +%j)
day=${day#0}
HWFLAVOR_LAYOUTS=5000 HWFLAVOR_SEED=${HWFLAVOR_SEED:-${day#0}000}
export HWFLAVOR_LAYOUTS HWFLAVOR_SEED
exec "${0%/*}/../which/differential.t"
