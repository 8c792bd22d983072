#!/bin/sh
# hwflavors(5) has every field and every feature that hwflavor reads.
set -eu
. "${0%/*}/../tap.sh"

page=$TOP/doc/hwflavors.5

# fields FILE: the names in its field_names[].
fields() {
    sed -n '/field_names\[\] = {/,/};/p' "$1" | grep -o '"[^"]*"' | tr -d '"' | sort
}

# described SECTION: the names that the list there has.
described() {
    sed -n "/^\.Ss $1\$/,/^\.El/s/^\.It Sy //p" "$page" | sed 's/ , /\n/g' | sort
}

is "$(described 'The package')" "$(fields "$TOP/src/flavor/recipe.c")" 'the fields about the package'
is "$(described 'A flavor')" "$(fields "$TOP/src/flavor/flavor.c")" 'the fields about a flavor'
is "$(described 'Single files')" "$(fields "$TOP/src/flavor/files.c")" 'the fields about single files'

sed -n '/^\.Ss Names of features/,/^\.Sh/p' "$page" | grep -v '^\.' | sed 's/\\-/-/g' | tr ' ' '\n' | sort -u >named
sed -n '/^static const struct feature features\[\]/,/^};/s/^ *{[A-Z0-9_ |]*, "\([^"]*\)".*/\1/p' "$TOP/src/flavor/feature.c" | sort -u >known
ok 'the features are found in the source' test "$(wc -l <known)" -gt 100
is "$(comm -23 known named)" '' 'every feature is named'
