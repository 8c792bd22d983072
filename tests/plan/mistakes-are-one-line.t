#!/bin/sh
# SPDX-License-Identifier: MIT
# A mistake in the package's hwflavors file is one line with the file, the line, and what to do.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"

# mistake NAME MESSAGE LINE...: the message about a file of these lines, without the file's name.
mistake() {
    mistake_name=$1
    mistake_message=$2
    shift 2
    source_with "$@"
    hwflavor_refuses "$mistake_name" plan --source src --arch amd64 <<END
hwflavor: \$TMP/src/hwflavors:$mistake_message
END
}

mistake 'an unknown field' '2: unknown field Flavours; did you mean Flavors?' '# the package' 'Flavours: x86-64-v3'
mistake 'one like nothing known' \
    '1: unknown field Rules; known here: Build-System, Flavors, Configure, Delivery, Modules, Source-Copy, Shell, Allow, Benchmark, Benchmark-Name, Benchmark-Build, Metric, Threshold' 'Rules: none'
mistake 'an unknown field of a flavor' '4: unknown field CFlag; did you mean Cflags?' 'Flavors: x86-64-v3' '' 'Flavor: x86-64-v3' 'CFlag: -O3'
mistake 'a field of the package in a flavor' '2: unknown field Modules; known here: Flavor, Architecture, Directory, Loader, Cflags, Ldflags, Features, Emulator-Cpu, Default, Triplet, Description, Configure, Keep, Benchmark, Benchmark-Name, Benchmark-Build, Metric, Package' \
    'Flavor: x86-64-v3' 'Modules: *.so'
mistake 'a field twice' '3: the field flavors stands in line 1 already; keep one of them' 'Flavors: x86-64-v3' 'Shell: /bin/sh' 'flavors: x86-64-v2'
mistake 'a line that is no field' \
    "2: is not a field; write 'Field: value', or start the line with a space to go on with the value above" 'Flavors: x86-64-v3' 'x86-64-v2'
mistake 'a value that goes on with nothing' \
    '1: goes on with a value, but no field stands above it; remove the space at its start' ' x86-64-v2'
mistake 'a second paragraph that is no flavor' '4: the paragraph has no Flavor field; give the flavor a name' 'Flavors: x86-64-v3' '' '' 'Configure: --x'
mistake 'Files without flags' '3: the paragraph gives umac.c no flags; add a Cflags or Cflags-If-Supported field' 'Shell: /bin/sh' '' 'Files: umac.c'
mistake 'Files from elsewhere' '1: Files has ../umac.c; write the path as seen from the top of the source, such as lib/umac.c' 'Files: ../umac.c' 'Cflags: -O3'
mistake 'Files of no architecture' '2: Debian has no architecture amd46; did you mean amd64?' 'Files: umac.c' 'Architectures: amd46' 'Cflags: -O3'
mistake 'Files of an architecture as a flavor' '1: ia64 is no flavor but an architecture; write Architectures: ia64' 'Files: umac.c' 'Flavors: ia64' 'Cflags: -O3'
mistake 'Files of an unknown flavor' '1: no architecture has a flavor x86-64-v33; did you mean x86-64-v3?' 'Files: umac.c' 'Flavors: x86-64-v33' 'Cflags: -O3'
mistake 'a wrong Metric' "3: Metric is 'speed ops/s'; write cpu, or rate or time with the unit that the command prints, such as rate ops/s" 'Shell: /bin/sh' 'Benchmark: ./work' 'Metric: speed ops/s'
mistake 'a Metric of nothing' '2: Metric stands in a paragraph without Benchmark; add the command, or take it out' 'Shell: /bin/sh' 'Metric: cpu'
mistake 'a wrong Threshold' "1: Threshold is '300'; write one such as 3 %" 'Threshold: 300'
mistake 'two benchmarks of one name' '3: a benchmark ./work stands above; give this one another Benchmark-Name' 'Benchmark: ./work' '' 'Benchmark: ./work'
mistake 'a benchmark of an unknown flavor' '3: no architecture has a flavor x86-64-v33; did you mean x86-64-v3?' 'Shell: /bin/sh' '' 'Benchmark: ./work' 'Flavors: x86-64-v33'
mistake 'another field in a benchmark' '4: unknown field Cflags; known here: Benchmark, Benchmark-Name, Benchmark-Build, Metric, Flavors' 'Shell: /bin/sh' '' 'Benchmark: ./work' 'Cflags: -O3'
mistake 'a wrong Keep' "2: Keep is 'maybe'; write yes or no" 'Flavor: x86-64-v3' 'Keep: maybe'
mistake 'Files for this CPU' "2: -march=native would build for the build machine's CPU only; name the CPU instead" 'Files: umac.c' 'Cflags: -march=native'

mistake 'an unknown flavor in Flavors' '1: no architecture has a flavor x86-64-v33; did you mean x86-64-v3?' 'Flavors: x86-64-v2 x86-64-v33'
mistake 'commas in Flavors' "1: x86-64-v2,x86-64-v3: no flavor's name has a comma; write one name, or names with blanks between where several can stand" \
    'Flavors: x86-64-v2,x86-64-v3'
mistake 'an unknown finding' '1: no finding is called isa-beyond-flaver; did you mean isa-beyond-flavor?' 'Allow: isa-beyond-flaver *.so -- it asks'
mistake 'a paragraph of an unknown flavor' '3: amd64 has no flavor x86_64-v3; did you mean x86-64-v3?' 'Shell: /bin/sh' '' 'Flavor: x86_64-v3' 'Cflags: -O3'
mistake 'a new flavor without a Directory' \
    '1: amd64 has no flavor skylake; there are baseline, x86-64-v2, x86-64-v3, x86-64-v4 (a new one needs a Directory field)' 'Flavor: skylake' 'Cflags: -O3'
mistake 'a name that is no name' "1: '../x' is no flavor name; use letters, digits and - _ + ." 'Flavor: ../x' 'Directory: x'
for name in plan.mk make.log plan.mk.x; do
    mistake "a flavor called $name" "1: '$name' is a file in the build folder; give the flavor another name" "Flavor: $name" 'Directory: x'
done
mistake 'a baseline elsewhere' \
    "2: Directory is 'sub', but the baseline lies in '.'; take the field out, or give the flavor another name" 'Flavor: baseline' 'Directory: sub'
mistake 'an unknown architecture' "2: no architecture amd46 is known; write Debian's name for one, such as amd64" 'Flavor: x' 'Architecture: amd46' 'Directory: x'

mistake 'an unknown feature' '5: flavor x86-64-v3: amd64 has no feature avx21; did you mean avx2?' 'Flavors: x86-64-v3' '' 'Flavor: x86-64-v3' 'Cflags: -O3' 'Features: sse avx21'
mistake 'one like nothing known' '3: flavor new: amd64 has no feature quantum; see hwflavors(5) for their names' 'Flavor: new' 'Directory: d' 'Features: quantum'
mistake 'flavors that need one another' '7: Features go in a circle: a -> b -> a; take one of them out' 'Flavor: a' 'Directory: a' 'Features: b' '' 'Flavor: b' 'Directory: b' 'Features: a'
mistake 'a shipped one that needs a new one' '3: Features go in a circle: x86-64-v3 -> new -> x86-64-v3; take one of them out' 'Flavor: new' 'Directory: d' 'Features: x86-64-v3' '' 'Flavor: x86-64-v3' 'Features: new'
mistake 'one that needs itself' '3: Features go in a circle: a -> a; take one of them out' 'Flavor: a' 'Directory: a' 'Features: a'

mistake 'Build-System' '1: no build system scons is known; write autoconf, cmake, meson or make' 'Build-System: scons'
mistake 'Build-System without its file' '2: Build-System is meson, but $TMP/src has no file of it; correct the field' '#' 'Build-System: meson'
mistake 'yes or no' "1: Source-Copy is 'true'; write yes or no" 'Source-Copy: true'
mistake 'a shell by its name' "1: Shell is 'dash'; write the absolute path of a shell, such as /bin/dash" 'Shell: dash'
mistake 'a shell that is not there' '1: Shell: /no/dash is not installed; install it, or take the field out' 'Shell: /no/dash'
mistake 'a quote that is not closed' '1: Configure has a quote that is not closed' "Configure: --x 'y"
mistake 'Loader' "2: Loader is 'glibc 2.36'; write glibc (>= 2.33) or glibc (<< 2.37)" 'Flavor: x86-64-v3' 'Loader: glibc 2.36'
mistake 'Triplet' "2: Triplet is 'a b'; write one such as haswell-pc-linux-gnu" 'Flavor: x86-64-v3' 'Triplet: a b'
mistake 'Package' "2: Package is 'Lib/foo'; write the name of one binary package, such as libfoo1-x86-64-v3" 'Flavor: x86-64-v3' 'Package: Lib/foo'
mistake 'the package of the baseline' "2: the baseline's package is the one that debian/rules puts it in; take the field out" 'Flavor: baseline' 'Package: libfoo1'
mistake 'Emulator-Cpu' "2: Emulator-Cpu has ' b c' where one CPU name should stand" 'Flavor: x86-64-v3' 'Emulator-Cpu: a | b c'
for directory in /abs '' ../up a/../b a//b a/ 'a b' ./a; do
    mistake "Directory '$directory'" "2: Directory is '$directory'; write a folder below the library's, such as glibc-hwcaps/x86-64-v3" \
        'Flavor: x86-64-v3' "Directory: $directory"
done
mistake 'a value over two lines is still one line' '1: no build system a b is known; write autoconf, cmake, meson or make' 'Build-System: a' ' b'
mistake 'an escape sequence is shown, not obeyed' '1: no build system ?[31m is known; write autoconf, cmake, meson or make' "$(printf 'Build-System: \033[31m')"
