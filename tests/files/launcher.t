#!/bin/sh
# SPDX-License-Identifier: MIT
# hwflavor-cc gives a matching file its flags however it is compiled, and passes every other command on word by word.
set -eu
. "${0%/*}/../tap.sh"
need gcc g++ python3

launcher=${HWFLAVOR%/*}/hwflavor-cc
[ -x "$launcher" ] || skip_all 'hwflavor-cc is not built'
mkdir -p 'src/sub dir' tree/matched build/matched
for name in a b c; do
    echo "int $name(void); int $name(void) { return 0; }" >src/$name.c
done
cp src/a.c 'src/sub dir/a b.c'
cp src/a.c src/d.cc
cp src/a.c src/e.inc
echo 'int main(void) { return TUNED; }' >src/main.c
echo '.globl s; s: nop' >src/s.S

# A compiler that says what it was called with.
cat >cc <<'END'
#!/bin/sh
for arg; do printf '[%s]' "$arg"; done
echo
END
chmod +x cc

# rules LINE...: the rules, with the source's top and the tree's.
rules() {
    printf '%s\n' "source $PWD/src" "tree $PWD/tree" "$@" >build/files
    rm -f build/matched/*
}

# says EXPECTED NAME ARG...: the compiler's arguments.
says() {
    says_expected=$1
    says_name=$2
    shift 2
    is "$(HWFLAVOR_FILES=$TMP/build/files "$launcher" "$TMP/cc" "$@" 2>&1)" "$says_expected" "$says_name"
}

rules 'rule 1' 'c -DC' 'c++ -DCXX' 'pattern a.c' 'pattern d.cc' 'pattern sub?dir/*' 'pattern nothing.c' 'rule 2' 'c -DTWO' 'pattern src/a.c' 'pattern e.*'
says '[-c][src/b.c][-o][b.o]' 'another file: the very same arguments' -c src/b.c -o b.o
is "$(ls build/matched)" '' 'and no pattern has matched'
says '[-c][src/a.c][-o][a.o][-DC]' 'a relative path' -c src/a.c -o a.o
says "[-c][$TMP/src/a.c][-DC]" 'an absolute one' -c "$TMP/src/a.c"
says '[-c][src/../src//./a.c][-DC]' 'one with dots' -c src/../src//./a.c
says '[-MD][-MF][a.d][-MT][a.lo][-c][src/a.c][-o][a.o][-DC]' 'dependencies are left as they are' -MD -MF a.d -MT a.lo -c src/a.c -o a.o
says '[-c][src/sub dir/a b.c][-DC]' 'a path with spaces' -c 'src/sub dir/a b.c'
says '[-c][src/d.cc][-DCXX]' 'C++ has its own flags' -c src/d.cc
says '[-E][src/a.c][-DC]' '-E' -E src/a.c
says '[-M][src/a.c][-DC]' '-M' -M src/a.c
says '[-S][src/a.c][-DC]' '-S' -S src/a.c
says '[-x][c][-c][src/e.inc][-DTWO]' '-x makes a source of any file' -x c -c src/e.inc
says '[-c][src/e.inc]' 'which it is not otherwise' -c src/e.inc
says '[-include][src/a.c][-c][src/b.c]' 'the argument of an option is no source' -include src/a.c -c src/b.c
says '[-o][a.c][b.o]' 'and neither is the output' -o a.c b.o
says '[--version]' 'a question' --version
says '[-c][-]' 'standard input' -c -
says '[-c][src/a.c][-DC][--]' 'before --' -c src/a.c --
ln -s src link
says '[-c][link/a.c][-DC]' 'through a link' -c link/a.c
cp src/a.c tree/a.c
says '[-c][tree/a.c][-DC]' 'a copy in the tree' -c tree/a.c
cp src/a.c a.c
says '[-c][a.c]' 'a file elsewhere is none of the source' -c a.c
printf -- '-c "src/a.c" -o\na\\ b.o' >args
says '[@args][-DC]' 'a response file stays as it is' @args
is "$(cd build/matched && echo *)" '1.1 1.2 1.3 2.2' 'the patterns that matched are noted'

# Several sources in one command get different flags.
says '[-c][src/b.c]
[-c][src/a.c][-DC]
[-c][src/c.c]' 'several files of -c are compiled apart' -c src/b.c src/a.c src/c.c
says '[-c][src/a.c][tree/a.c][-DC]' 'not where all have the same flags' -c src/a.c tree/a.c
rules 'rule 1' 'c -DTUNED=7' 'pattern main.c'
(cd src && HWFLAVOR_FILES=$TMP/build/files "$launcher" gcc -o "$TMP/prog" b.c main.c c.c -Wl,--as-needed)
run ./prog
is "$status" 7 'compiled and linked at once: the file has its flags'
sed -i 's/TUNED/0/; s/return 0; }/\n#ifdef TUNED\n#error leaked\n#endif\nreturn 0; }/' src/b.c
ok 'and the others do not' sh -c "cd src && HWFLAVOR_FILES=$TMP/build/files $launcher gcc -o $TMP/prog2 b.c main.c"

# Link-time optimisation would merge it.
run env "HWFLAVOR_FILES=$TMP/build/files" "$launcher" "$TMP/cc" -flto=auto -c src/main.c
is "$status $(cat stderr)" "1 hwflavor-cc: src/main.c: -flto would merge it with files that do not get its flags (those of its Files paragraph); add -fno-lto to the paragraph's Cflags, or build without -flto" '-flto is refused'
says '[-flto][-c][src/b.c]' 'not for the other files' -flto -c src/b.c
says '[-flto][-fno-lto][-c][src/main.c][-DTUNED=7]' 'nor where it is off again' -flto -fno-lto -c src/main.c
rules 'rule 1' 'c -DX' 'pattern s.S'
says '[-flto][-c][src/s.S][-DX]' 'nor of assembler text, which is never merged' -flto -c src/s.S
rules 'rule 1' 'c -DX' 'c -fno-lto' 'pattern main.c'
says '[-flto][-c][src/main.c][-DX][-fno-lto]' "nor with -fno-lto in the paragraph" -flto -c src/main.c

# What is wrong is said.
run env -u HWFLAVOR_FILES "$launcher" gcc -c src/a.c
is "$status $(cat stderr)" '1 hwflavor-cc: HWFLAVOR_FILES is not set, so that the flags of single files would be lost; build with hwflavor build' 'without rules nothing is compiled'
run env HWFLAVOR_FILES= "$launcher" "$TMP/cc" -c src/a.c
is "$status $(cat stdout)" '0 [-c][src/a.c]' 'empty: none are meant'
run env "HWFLAVOR_FILES=$TMP/build/files" "$launcher" "$TMP/none" -c src/main.c
is "$status $(cat stderr)" "127 hwflavor-cc: $TMP/none: No such file or directory" 'no compiler'
echo 'rule' >build/files
run env "HWFLAVOR_FILES=$TMP/build/files" "$launcher" gcc -c src/a.c
is "$status $(cat stderr)" "1 hwflavor-cc: $TMP/build/files:1: is not what hwflavor wrote; remove $TMP/build/files and build again" 'damaged rules'
rules 'rule 1' 'c -DX' 'pattern a.c'
run env "HWFLAVOR_FILES=$TMP/build/files" "$launcher" false -c src/b.c src/a.c
is "$status" 1 "the compiler's failure is the launcher's"

# A compile costs at most 1.5 ms more than through env: the median of paired runs, CPU time of both with their children.
cat >cost.py <<'END'
import os, resource, statistics, subprocess, sys
def cost(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
words = ['true', '-c', 'src/a.c', '-o', 'a.o'] + ['-I/usr/include/%d' % i for i in range(40)]
differences = [cost([sys.argv[1]] + words) - cost(['env'] + words) for _ in range(201)]
print('%.3f' % (1000 * statistics.median(differences)))
END
cost=$(HWFLAVOR_FILES=$TMP/build/files python3 cost.py "$launcher")
diag "costs $cost ms more than env"
ok 'at most 1.5 ms a compile' sh -c "[ \$(echo '$cost' | tr -d .- | sed 's/^0*//;s/^\$/0/') -le 1500 ]"
