#!/bin/sh
# SPDX-License-Identifier: MIT
# A slip on the command line is one line, exit status 2, and nothing is done.
set -eu
. "${0%/*}/../tap.sh"
mkdir src
: >src/configure
cd src

# refused ARGS... <EXPECTED: the message after "hwflavor: ".
refused() {
    read -r refused_message
    hwflavor_refuses "hwflavor $*" "$@" <<END
hwflavor: $refused_message
END
}

refused <<'END'
no command is given; see hwflavor --help
END
refused lsit <<'END'
no command lsit; did you mean list?
END
refused instal --destdir d <<'END'
no command instal; did you mean install?
END
refused frobnicate <<'END'
no command frobnicate; see hwflavor --help
END
refused --list <<'END'
no command --list; did you mean list?
END
refused '' <<'END'
no command ; see hwflavor --help
END
refused build --flavor x86-64-v3 --nonsense <<'END'
build has no option --nonsense (configure's arguments stand after --); see hwflavor build --help
END
refused build --falvors=x86-64-v3 <<'END'
build has no option --falvors; did you mean --flavors?
END
refused build --source <<'END'
--source needs a value; see hwflavor build --help
END
refused build --json=yes <<'END'
--json takes no value; see hwflavor build --help
END
refused build -x <<'END'
build has no option -x (configure's arguments stand after --); see hwflavor build --help
END
refused build -nx <<'END'
build has no option -nx (configure's arguments stand after --); see hwflavor build --help
END
refused build -j <<'END'
-j needs a value; see hwflavor build --help
END
for jobs in 0 -1 x 4x '' ' 4' 1.5 65537 99999999999999999999; do
    refused build -j "$jobs" <<END
-j $jobs: write a number of jobs, such as -j4
END
done
refused list --source . <<'END'
list has no option --source; see hwflavor list --help
END
refused plan -j4 <<'END'
plan has no option -j4 (configure's arguments stand after --); see hwflavor plan --help
END
refused build libfoo <<'END'
build: 'libfoo' is one argument too many (configure's arguments stand after --); see hwflavor build --help
END
refused build libfoo -- --x <<'END'
build: 'libfoo' is one argument too many (configure's arguments stand after --); see hwflavor build --help
END
refused list -- x <<'END'
list: 'x' is one argument too many; see hwflavor list --help
END
refused install <<'END'
install needs --destdir DIR; give / to install on this system
END
refused install --destdir '' <<'END'
install needs --destdir DIR; give / to install on this system
END
refused build --destdir d <<'END'
build has no option --destdir (configure's arguments stand after --); see hwflavor build --help
END
for command in build test 'install --destdir d'; do
    # shellcheck disable=SC2086 # words
    refused $command -n --json <<END
${command%% *}: -n shows commands, which are no JSON; take out one of them (hwflavor plan --json shows what would be built)
END
done
for flavors in '' ',' ' , '; do
    refused plan --flavors "$flavors" <<END
--flavors '$flavors' names no flavor; write baseline for it alone
END
done
for glibc in 2.36. 2.36..1 2. 2 ''; do
    for command in list plan; do
        refused $command --glibc "$glibc" <<END
--glibc $glibc: write a version such as 2.36
END
    done
done
run env DEB_HOST_ARCH= "$HWFLAVOR" plan --json
is "$status $(grep -c '"cross": false' "$TMP/stdout")" '0 1' 'an empty DEB_HOST_ARCH is none'
is "$(ls)" configure 'nothing was made'
