#!/bin/sh
# SPDX-License-Identifier: MIT
# One jobserver over all flavors: with -j4 never more than four compilers run at once, whatever the build system, and never more
# than the outer make has where hwflavor runs in a recipe. And more than one flavor is built at a time.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake cmake meson ninja flock make

# A compiler that counts how many of it run, and of how many flavors, when it compiles one of the sources part*.c.
cat >counting-cc <<END
#!/bin/sh
case " \$*" in
*" -c "*part[1-9].c*)
    [ -e "$TMP/measured" ] || exec gcc "\$@"
    case "\$*" in *x86-64-v2*) flavor=v2 ;; *x86-64-v3*) flavor=v3 ;; *) flavor=baseline ;; esac
    touch "$TMP/running/\$flavor.\$\$"
    (cd "$TMP/running" && ls) | awk -F . '{ n++; if (!seen[\$1]++) flavors++ } END { print n, flavors }' >>"$TMP/counts"
    sleep 0.3
    gcc "\$@"
    status=\$?
    rm "$TMP/running/\$flavor.\$\$"
    exit \$status
    ;;
esac
exec gcc "\$@"
END
chmod +x counting-cc
mkdir running

# most FIELD: the largest number of a column of the counts.
most() {
    awk -v field="$1" '$field > most { most = $field } END { print most + 0 }' counts
}

# many SYSTEM: the twin, with five more sources.
many() {
    twin "$1" "$1"
    for n in 1 2 3 4 5; do
        echo "int part$n(void); int part$n(void) { return $n; }" >"$1/part$n.c"
    done
    case $1 in
    cmake) sed -i 's/SHARED foo.c/SHARED foo.c part1.c part2.c part3.c part4.c part5.c/' cmake/CMakeLists.txt ;;
    meson) sed -i "s/'foo', 'foo.c'/'foo', 'foo.c', 'part1.c', 'part2.c', 'part3.c', 'part4.c', 'part5.c'/" meson/meson.build ;;
    *)
        for makefile in "$1"/Makefile*; do
            sed -i -e 's/^all:/all: part1.o part2.o part3.o part4.o part5.o/' "$makefile"
        done
        ;;
    esac
    [ "$1" != autoconf ] || printf 'part%%.o: @srcdir@/part%%.c\n\t$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<\n' >>autoconf/Makefile.in
}

export CC="$TMP/counting-cc"
for system in autoconf cmake meson make; do
    many "$system"
    rm -f measured
    hwflavor build --source "$system" --build-dir "build-$system" -j4
    touch "$system"/part*.c measured
    : >counts
    hwflavor build --source "$system" --build-dir "build-$system" -j4
    is "$status $(wc -l <counts)" '0 15' "$system: three flavors are built"
    is "$(most 1)" 4 "$system: -j4 is four compilers at once, and no more"
    # Ninja knows no jobserver: one runs at a time, with all jobs.
    [ "$system" = meson ] || ok "$system: of several flavors at once" test "$(most 2)" -gt 1
done

# Below a recipe of an outer make that has three jobs and other work of its own.
for system in autoconf cmake meson make; do
    printf 'all: work1 work2 flavors\nwork1 work2:\n\t"%s/counting-cc" -c -o $@.o "%s/make/part1.c"\nflavors:\n\t+"%s" build --source %s --build-dir build-%s\n' \
        "$TMP" "$TMP" "$HWFLAVOR" "$system" "$system" >outer.mk
    touch "$system"/part*.c
    : >counts
    run make -f outer.mk -j3
    is "$status $(wc -l <counts)" '0 17' "$system: below an outer make"
    is "$(most 1)" 3 "$system: its -j3 is obeyed, and used"
    unlike "$(cat stderr "build-$system/make.log" "build-$system"/*/build.log)" 'jobserver' "$system: no make complains about the jobserver"
done
