#!/bin/sh
# SPDX-License-Identifier: MIT
# The package's hwflavors file: its first paragraph's fields decide how this source is built.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"
need jq

source_with 'Build-System: cmake'
: >src/CMakeLists.txt
planned 'Build-System decides where a source has several' '."build-system"' <<'END'
cmake
END
rm src/hwflavors
planned 'without it configure comes first' '."build-system"' <<'END'
autoconf
END

source_with '# what to build' 'Flavors: x86-64-v3' '# and' ' x86-64-v4'
planned 'Flavors, over two lines and a comment' '[.flavors[].flavor]' --arch amd64 <<'END'
["baseline","x86-64-v3","x86-64-v4"]
END
planned '--flavors wins over it' '[.flavors[].flavor]' --arch amd64 --flavors x86-64-v2 <<'END'
["baseline","x86-64-v2"]
END
source_with 'Flavors:'
planned 'an empty list is the baseline alone' '[.flavors[].flavor]' --arch amd64 <<'END'
["baseline"]
END

source_with 'Configure: --disable-fat "a b"' " 'c d' e\\ f" '' 'Flavor: x86-64-v2' 'Configure: --with-fast'
planned 'Configure: for all, then the command line, then the flavor' '.flavors[] | .configure | @json' --arch amd64 \
    --flavors x86-64-v2 -- --cli <<'END'
["--build=x86_64-linux-gnu","--disable-fat","a b","c d","e f","--cli"]
["--build=x86_64-linux-gnu","--disable-fat","a b","c d","e f","--cli","--disable-static","--with-fast"]
END

source_with 'Source-Copy: yes' 'Shell: /bin/sh' 'Modules: *.so'
planned 'Source-Copy and Shell' '[."copy-source", ."configure-shell"]' <<'END'
[true,"/bin/sh"]
END
source_with 'source-copy: no'
planned 'names of fields count without case' '[."copy-source", ."configure-shell"]' <<'END'
[false,null]
END
plain_source
mv src/configure src/Makefile
planned 'plain makefiles are always built in a copy' '."copy-source"' <<'END'
true
END

source_with 'Source-Copy: no'
mkdir src/debian
echo 'Source-Copy: yes' >src/debian/hwflavors
planned 'debian/hwflavors comes before hwflavors' '."copy-source"' <<'END'
true
END
echo 'Shell: /bin/sh' >other
planned 'and --file before both' '[."copy-source", ."configure-shell"]' --file other <<'END'
[false,"/bin/sh"]
END
planned '--file /dev/null: no file at all' '[."copy-source", ."configure-shell"]' --file /dev/null <<'END'
[false,null]
END
