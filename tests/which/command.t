#!/bin/sh
# SPDX-License-Identifier: MIT
# What of hwflavor which is not a rule of the loader: packages, paths, JSON, signals, and the count of opens.
set -eu
. "${0%/*}/../tap.sh"
maker=$HWFLAVOR_TEST_BUILD/tests/which/make-files
[ -x "$maker" ] || skip_all "tests/which/make-files is not built"
need jq dpkg-deb

# make ROOT <LINES: files for amd64 and glibc 2.41.
make() {
    mkdir -p "$1"
    "$maker" "$1" amd64 2.41
}

# deb NAME <LINES: a package with these files.
deb() {
    make "$TMP/$1"
    mkdir "$TMP/$1/DEBIAN"
    printf 'Package: %s\nVersion: 1\nArchitecture: amd64\nMaintainer: none <none@example.org>\nDescription: none\n' "$1" >"$TMP/$1/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$TMP/$1" "$TMP/$1.deb" >"$TMP/deb.log"
}

# which_ ARG...: about amd64, glibc 2.41 and a Haswell.
which_() {
    run "$HWFLAVOR" which --arch amd64 --glibc 2.41 --cpu Haswell "$@"
}

make "$TMP/root" <<'END'
/opt/b/libe.so.1 library
/program program needs=libe.so.1 runpath=/opt/b
END

deb libs <<'END'
/usr/lib/libe.so.1 library
/usr/lib/glibc-hwcaps/x86-64-v3/libe.so.1 library
/usr/lib/e/libprivate.so.1 library
/usr/lib/e/plugin.so library soname=none
/usr/bin/e program needs=libprivate.so.1 runpath=/usr/lib/e
END
which_ --root "$TMP/root" libs.deb
is "$status $(cat "$TMP/stdout")" '0 libe.so.1 => /usr/lib/glibc-hwcaps/x86-64-v3/libe.so.1' 'of a package the libraries that are found by name are asked'
like "$(cat "$TMP/stderr")" '^hwflavor: /usr/lib/e/libprivate.so.1 and others: no search by name finds them' 'and the others are said, which is no error'
which_ --root "$TMP/root" --json libs.deb
is "$(jq -c .unreached "$TMP/stdout")" '["/usr/lib/e/libprivate.so.1","/usr/lib/e/plugin.so"]' 'and stand in the JSON'
deb programs <<'END'
/usr/lib/e/libprivate.so.1 library
/usr/bin/e program needs=libprivate.so.1 runpath=/usr/lib/e
END
which_ --root "$TMP/root" programs.deb
is "$status $(cat "$TMP/stdout")" '0 /usr/bin/e
  libprivate.so.1 => /usr/lib/e/libprivate.so.1' 'of a package without such libraries the programs are'

# A tar that takes its time, so that the signal meets the unpacking.
mkdir "$TMP/slow" "$TMP/t"
printf '#!/bin/sh\necho >"%s/begun"\nexec sleep 20\n' "$TMP" >"$TMP/slow/tar"
chmod +x "$TMP/slow/tar"
for number in 2 15; do
    rm -f "$TMP/begun"
    # A shell's background jobs ignore SIGINT, until Perl says otherwise.
    PATH=$TMP/slow:$PATH TMPDIR=$TMP/t perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' \
        "$HWFLAVOR" which --root "$TMP/root" libs.deb >/dev/null 2>&1 &
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        [ ! -e "$TMP/begun" ] || break
        sleep 1
    done
    kill -"$number" $!
    ended=0
    wait $! || ended=$?
    is "$ended $(ls "$TMP/t")" "$((128 + number)) " "signal $number leaves no unpacked package behind"
done

mkdir "$TMP/sub"
cp "$TMP/root/program" "$TMP/sub/program"
(cd "$TMP/sub" && "$HWFLAVOR" which --arch amd64 --glibc 2.41 --cpu Haswell ./program ../sub/program >"$TMP/relative" 2>&1) || :
is "$(grep -c "^$TMP/sub/program$" "$TMP/relative")" 2 'without --root a relative path begins in the current folder'
which_ --root "$TMP/root" ls
is "$status $(cat "$TMP/stderr")" "1 hwflavor: ls: is no library's name; a program is named by its path" 'a bare name of a program gets advice'
printf '#!/bin/sh\n' >"$TMP/root/script"
which_ --root "$TMP/root" /script
like "$(cat "$TMP/stderr")" 'for a script its interpreter' 'and so does a script'

cp "$TMP/root/program" "$TMP/root/$(printf 'p\377')"
which_ --root "$TMP/root" --json --explain -v "/$(printf 'p\377')"
is "$(jq -r '.answers[0].question' "$TMP/stdout")" "$(printf '/p\357\277\275')" 'a name that is no UTF-8 is no end of the JSON'

which_ --root "$TMP/root" --glibc-hwcaps-prepend "$(seq -s : 33)" libe.so.1
is "$status $(cat "$TMP/stderr")" '2 hwflavor: --glibc-hwcaps-prepend: ld.so itself fails with more than 32 names; give fewer' 'what makes ld.so fail is refused'
HWFLAVOR_DATADIR=$TMP/none run "$HWFLAVOR" which libe.so.1
is "$status $(cat "$TMP/stderr")" "2 hwflavor: $TMP/none/flavors/cpus: the list of CPUs is not there; install hwflavor anew, or set HWFLAVOR_DATADIR to its source" 'a missing list of CPUs is said with what to do'

# Three entries of the old format, libx.so.1 before two times "\\231": where char is signed that is their order, elsewhere it is none and
# bisection misses the first. A difference that the differential test found.
make "$TMP/order" <<'END'
/opt/b/libx.so.1 text x
END
entry='\003\000\000\000\002\000\000\000\014\000\000\000' other='\003\000\000\000\000\000\000\000\014\000\000\000'
mkdir -p "$TMP/order/etc"
# shellcheck disable=SC2059 # the entries are for printf
printf "ld.so-1.7.0\\000\\003\\000\\000\\000$entry$other$other\\231\\000libx.so.1\\000/opt/b/libx.so.1\\000" >"$TMP/order/etc/ld.so.cache"
for arch in i386 armhf; do
    rm "$TMP/order/opt/b/libx.so.1"
    echo /opt/b/libx.so.1 library | "$maker" "$TMP/order" "$arch" 2.36
    run "$HWFLAVOR" which --root "$TMP/order" --arch "$arch" --glibc 2.36 --cpu "$([ "$arch" = i386 ] && echo pentium3 || echo Pi2)" libx.so.1
    is "$(cat "$TMP/stdout")" "libx.so.1 => $([ "$arch" = i386 ] && echo /opt/b/libx.so.1 || echo 'not found')" "names in the cache are ordered by the char of $arch"
done

# Behind the old format ldconfig counts the names of glibc-hwcaps from elsewhere than the loader, which takes other bytes for them. Here
# they are a name again. A difference that the differential test found.
mkdir -p "$TMP/compat/etc"
echo /opt/b/libe.so.1 library | "$maker" "$TMP/compat" amd64 2.36
# An old header with one entry, a new one with one in the first directory, the strings, and the extension with the place of its name.
perl -e 'print pack("a12V VVV x4 a20VVCx3Vx12 VVVVVV a40 VV VVVV V", "ld.so-1.7.0", 1, 0x303, 86, 96, "glibc-ld.so.cache1.1", 1, 37, 2, 144,
    0x303, 82, 92, 0, 0, 1 << 30, "x86-64-v2\0libe.so.1\0/opt/b/libe.so.1", 0xeaa42174, 1, 1, 0, 168, 4, 104)' >"$TMP/compat/etc/ld.so.cache"
for cpu in Haswell Conroe; do
    run "$HWFLAVOR" which --root "$TMP/compat" --arch amd64 --glibc 2.36 --cpu $cpu libe.so.1
    is "$(cat "$TMP/stdout")" "libe.so.1 => $([ $cpu = Haswell ] && echo /opt/b/libe.so.1 || echo 'not found')" "other bytes of a compat cache may be a name of glibc-hwcaps, on $cpu"
done

# Of packages made before /usr was merged the files land where the root's links lead.
mkdir -p "$TMP/merged/usr/lib"
ln -s usr/lib "$TMP/merged/lib"
deb unmerged <<'END'
/lib/libf.so.2 library
END
which_ --root "$TMP/merged" --explain unmerged.deb
is "$status $(grep -v ' default directories' "$TMP/stdout")" '0 libf.so.2 => /lib/libf.so.2
  cache: /lib/libf.so.2: taken' 'a package with /lib is laid over a root whose /lib is a link'

# Of several files above the CPU the loader names the one that it would initialise first: what others need before them.
make "$TMP/marked" <<'END'
/opt/b/liba.so.1 library needs=libb.so.1 marked=x86-64-v4 runpath=/opt/b
/opt/b/libb.so.1 library marked=x86-64-v4
/opt/b/libc1.so.1 library
/program program needs=liba.so.1,libc1.so.1 runpath=/opt/b
END
which_ --root "$TMP/marked" --json /program
is "$status $(jq -r '.answers[0].error' "$TMP/stdout")" '1 /opt/b/libb.so.1: CPU ISA level is lower than required' 'of several libraries above the CPU the one that is initialised first is named'
which_ --root "$TMP/root" --matrix --json --cpu Nehalem /opt/b/libe.so.1
is "$(jq -c .cpus "$TMP/stdout")" '[{"cpu":"Haswell","copies":{"/opt/b/libe.so.1":"baseline"}},{"cpu":"Nehalem","copies":{"/opt/b/libe.so.1":"baseline"}}]' 'the matrix as JSON'
"$HWFLAVOR" cpu --json Haswell | sed 's/"avx2"/7/' >"$TMP/damaged.json"
"$HWFLAVOR" cpu --json --arch arm64 cortex-a57 >"$TMP/arm64.json"
for file in damaged arm64; do
    run "$HWFLAVOR" which --root "$TMP/root" --arch amd64 --glibc 2.41 --cpu "$TMP/$file.json" libe.so.1
    is "$status $(cut -c 1-80 "$TMP/stderr" | grep -c "$file.json")" '2 1' "a saved CPU that is $file is refused"
done

# Of all that dpkg-deb and tar say of a damaged package one line is told.
printf 'no package, only some text\n' >"$TMP/text.deb"
cp "$TMP/libs.deb" "$TMP/cut.deb"
truncate -s 300 "$TMP/cut.deb"
: >"$TMP/none.deb"
for package in text cut none; do
    TMPDIR=$TMP/t which_ --root "$TMP/root" "$TMP/$package.deb"
    is "$status $(wc -l <"$TMP/stderr") $(grep -c "^hwflavor: $TMP/$package.deb: cannot be unpacked: " "$TMP/stderr")$(ls "$TMP/t")" '2 1 1' "a package that is damaged ($package) is refused in one line"
done
run "$HWFLAVOR" which "$TMP/absent.deb"
is "$status $(cat "$TMP/stderr")" "2 hwflavor: $TMP/absent.deb: cannot be read: No such file or directory" 'a package that is not there is said to be so'

# A package of another architecture than the root's.
mkdir "$TMP/armhf"
echo /lib/ld-linux-armhf.so.3 library | "$maker" "$TMP/armhf" armhf 2.36
printf 'release version 2.36' >>"$TMP/armhf/lib/ld-linux-armhf.so.3"
foreign="is for amd64, and the loader of $TMP/armhf for armhf; take the package for armhf, or another --root"
run "$HWFLAVOR" which --root "$TMP/armhf" --cpu Haswell libs.deb
is "$status $(cat "$TMP/stderr")" "2 hwflavor: libs.deb: $foreign" 'a package for another architecture than the root is said'
run "$HWFLAVOR" which --root "$TMP/armhf" --cpu Haswell libs.deb programs.deb
is "$status $(cat "$TMP/stderr")" "2 hwflavor: libs.deb or another of the packages: $foreign" 'and of several packages that it is one of them'
# armel's files are told from armhf's by the float ABI in their headers.
mkdir "$TMP/armel"
echo /lib/ld-linux.so.3 library | "$maker" "$TMP/armel" armel 2.36
printf 'release version 2.36' >>"$TMP/armel/lib/ld-linux.so.3"
mkdir -p "$TMP/soft/DEBIAN"
echo /usr/lib/libe.so.1 library | "$maker" "$TMP/soft" armel 2.36
sed 's/amd64/armel/' "$TMP/libs/DEBIAN/control" >"$TMP/soft/DEBIAN/control"
dpkg-deb --root-owner-group --build "$TMP/soft" "$TMP/soft.deb" >"$TMP/deb.log"
run "$HWFLAVOR" which --root "$TMP/armel" --cpu arm1176 soft.deb
is "$status $(cat "$TMP/stdout" "$TMP/stderr")" '0 libe.so.1 => /usr/lib/libe.so.1' "armel's is taken for armel's"
mkdir "$TMP/bare"
run "$HWFLAVOR" which --root "$TMP/bare" libs.deb
is "$status $(cat "$TMP/stderr")" "2 hwflavor: $TMP/bare: has neither /lib64/ld-linux-x86-64.so.2 nor a libc.so.6 that tells its version; give --glibc" 'where the root has no loader, the root is named and no private folder'

which_ --root "$TMP/root" --json --env LD_PRELOAD=libnone.so:/opt/b/libe.so.1 /program
is "$status $(jq -c '.answers[0] | [.unpreloaded, .libraries[1].preloaded]' "$TMP/stdout")" '0 [["libnone.so"],true]' 'what cannot be preloaded is in the JSON'

# A cache that no ldconfig writes is not read.
mkdir -p "$TMP/huge/etc"
truncate -s 17M "$TMP/huge/etc/ld.so.cache"
which_ --root "$TMP/huge" libe.so.1
is "$status $(cat "$TMP/stderr")" "2 hwflavor: $TMP/huge/etc/ld.so.cache: has more than 16 MiB, which no ldconfig writes; take it away, and it is worked out" 'a huge cache is refused'

# Hostile roots end soon: files that include one another, and a cache of one name only. Under a second each; the limit is for slow machines.
mkdir -p "$TMP/loop/etc/c"
awk -v dir="$TMP/loop/etc/c" 'BEGIN {
    for (i = 1; i <= 500; i++) {
        file = dir "/" i ".conf"
        print "include /etc/c/*.conf\ninclude /etc/c/" i ".conf\n/opt/" i >file
        close(file)
    }
}'
echo 'include /etc/c/*.conf' >"$TMP/loop/etc/ld.so.conf"
run timeout 20 "$HWFLAVOR" which --root "$TMP/loop" --arch amd64 --glibc 2.41 --cpu Haswell libe.so.1
is "$status $(cat "$TMP/stdout")" '1 libe.so.1 => not found' 'configuration files that include one another end'
# 100,000 entries of one name, each of a file that is there, and twenty directories with a file that no entry names.
mkdir -p "$TMP/many/etc"
for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    echo "/opt/$number/libe.so.1 library"
done | "$maker" "$TMP/many" amd64 2.41
seq -f '/opt/%g' 20 >"$TMP/many/etc/ld.so.conf"
perl -e '$count = 100000; print pack("a20VVCx3x4x12", "glibc-ld.so.cache1.1", $count, 26, 2),
    pack("VVVVQ", 0x303, 48 + 24 * $count, 58 + 24 * $count, 0, 0) x $count, "libe.so.1\0/opt/1/libe.so.1\0"' >"$TMP/many/etc/ld.so.cache"
run timeout 20 "$HWFLAVOR" which --root "$TMP/many" --arch amd64 --glibc 2.41 --cpu Haswell --explain libe.so.1
is "$status $(head -n 1 "$TMP/stdout") $(grep -c 'not in the cache' "$TMP/stdout")" '0 libe.so.1 => /opt/1/libe.so.1 19' 'a cache of one name is looked through once'

# The real loader is asked about packages too, where mounts are allowed.
unknown='qemu-x86_64 does not know the CPU Jaguar; take another --cpu that it knows (qemu-x86_64 -cpu help), or a newer qemu-user'
if [ "$(dpkg --print-architecture)" = amd64 ] && unshare -rm true 2>/dev/null; then
    deb ask <<'END'
/usr/lib/x86_64-linux-gnu/libhwflavor-e.so.1 library needs=libhwflavor-f.so.1
/usr/lib/x86_64-linux-gnu/glibc-hwcaps/x86-64-v2/libhwflavor-e.so.1 library
/lib/libhwflavor-f.so.1 library needs=libc.so.6
/usr/bin/hwflavor-e program needs=libhwflavor-e.so.1
END
    mkdir "$TMP/asked"
    TMPDIR=$TMP/asked run "$HWFLAVOR" which --ask-loader ask.deb /usr/bin/hwflavor-e libhwflavor-e.so.1 libhwflavor-f.so.1
    is "$status $(cat "$TMP/stderr")$(ls "$TMP/asked")" '0 ' 'the real loader agrees about packages laid over this system'
    if command -v qemu-x86_64 >/dev/null; then
        TMPDIR=$TMP/asked run "$HWFLAVOR" which --ask-loader --cpu qemu64 ask.deb /usr/bin/hwflavor-e libhwflavor-e.so.1
        is "$status $(cat "$TMP/stderr")$(ls "$TMP/asked")" '0 ' 'and below qemu-user'
        run "$HWFLAVOR" which --ask-loader --cpu Jaguar ask.deb libhwflavor-f.so.1
        is "$status $(cat "$TMP/stderr")" "1 hwflavor: libhwflavor-f.so.1: the real loader cannot be run: $unknown" 'where the emulator refuses the CPU, ldconfig is not blamed'
    fi
fi

# Why the real loader is not asked.
asked() {
    run "$HWFLAVOR" which --root "$1" --ask-loader "$2" "$3" /program
    is "$status $(sed 's/^hwflavor: //' "$TMP/stderr" | grep -v 'no cache yet')" "1 $expected" "$4"
}
if unshare "-m$([ "$(id -u)" = 0 ] || echo r)" true 2>/dev/null && command -v qemu-x86_64 >/dev/null && loader=$(root bookworm amd64 2>"$TMP/stderr"); then
    make "$TMP/nomnt" <<'END'
/program program
END
    mkdir "$TMP/nomnt/lib64"
    cp "$loader/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" "$TMP/nomnt/lib64/"
    expected="/program: the real loader cannot be run: the root has no folder /mnt, where qemu-user would see this machine's files; make one"
    asked "$TMP/nomnt" --cpu Haswell 'a root without /mnt is said'
    mkdir "$TMP/nomnt/mnt"
    expected='/program: the real loader cannot be run: '$unknown
    asked "$TMP/nomnt" --cpu Jaguar 'so is a CPU that qemu does not know'
    chmod 4755 "$TMP/nomnt/program"
    expected='/program: is setuid or setgid, and the loader is asked as a command, which has no such rights and heeds the environment; ask about a copy without'
    asked "$TMP/nomnt" --cpu Haswell 'and a program that has more rights'
fi

# What would be ignored is refused, and what is missing is said by the status.
refused() {
    run "$HWFLAVOR" which --root "$TMP/root" --arch amd64 --glibc 2.41 "$@"
    is "$status $(sed 's/^hwflavor: //; s/:.*//' "$TMP/stderr")" "2 $expected" "refused: $*"
}
expected=--matrix
refused --matrix --explain libe.so.1
refused --matrix --ask-loader libe.so.1
refused --matrix -v libe.so.1
expected=--cpu refused --cpu Nehalem --cpu Zen4 libe.so.1
expected='an argument is empty; name a library, a program or a package' refused ''
expected=--root refused --root '' libe.so.1
run "$HWFLAVOR" which --root "$TMP/root" --arch amd64 --glibc 2.41 --matrix --cpu Nehalem libnosuch.so.1
is "$status" 1 'a library that the matrix misses is missing there too'
: >"$TMP/empty-file"
for file in ./nosuch "$TMP" "$TMP/empty-file"; do
    run "$HWFLAVOR" which "$file"
    is "$status $(wc -l <"$TMP/stderr")" '2 1' "$file is refused in one line"
done
make "$TMP/broken" <<'END'
/opt/b/libe.so.1 library
/etc/ld.so.conf text /opt/b\n
/etc/ld.so.cache text nonsense
END
which_ --root "$TMP/broken" libe.so.1
like "$status $(cat "$TMP/stderr")" '^0 hwflavor: .*/etc/ld.so.cache: is no cache that a loader takes' 'a damaged cache is said'

if [ "$(dpkg --print-architecture)" = amd64 ]; then
    run "$HWFLAVOR" which ld-linux-x86-64.so.2
    is "$(cat "$TMP/stdout")" 'ld-linux-x86-64.so.2 => /lib64/ld-linux-x86-64.so.2' 'the loader itself is there before any search'
fi

# The real loader's own word for each file it tries; beside them it opens the cache; the kernel has opened the program.
if [ "$(dpkg --print-architecture)" = amd64 ]; then
    mkdir "$TMP/empty"
    for path in '' "$TMP/empty:$TMP"; do
        tried=$(LD_LIBRARY_PATH=$path LD_DEBUG=libs "$(command -v ls)" 2>&1 >/dev/null | grep -c 'trying file=')
        opens=$(LD_LIBRARY_PATH=$path "$HWFLAVOR" which -v "$(command -v ls)" | sed -n 's/ *\([0-9]*\) opens/\1/p')
        is "$opens" "$((tried + 1))" "-v counts what the real loader tries${path:+, through LD_LIBRARY_PATH}"
    done
fi

# What open() refuses is passed over, as by glibc 2.36; root too is refused where it has no capabilities.
powerless='env'
[ "$(id -u)" != 0 ] || powerless='setpriv --bounding-set -all --inh-caps -all'
make "$TMP/denied" <<'EOF'
/opt/a/libe.so.1 library
/opt/b/libe.so.1 library
/opt/c/libe.so.1 library
EOF
chmod 0 "$TMP/denied/opt/a/libe.so.1"
# shellcheck disable=SC2086 # words
run $powerless "$HWFLAVOR" which --root "$TMP/denied" --arch amd64 --glibc 2.36 --cpu Haswell --explain --env LD_LIBRARY_PATH=/opt/a:/opt/b libe.so.1
is "$status $(cat "$TMP/stdout")" '0 libe.so.1 => /opt/b/libe.so.1
  LD_LIBRARY_PATH: /opt/a/libe.so.1: passed over: it cannot be opened: Permission denied
  LD_LIBRARY_PATH: /opt/b/libe.so.1: taken' 'a file that this user may not read is passed over'
chmod 0 "$TMP/denied/opt/c"
# shellcheck disable=SC2086 # words
run $powerless "$HWFLAVOR" which --root "$TMP/denied" --arch amd64 --glibc 2.36 --cpu Haswell --env LD_LIBRARY_PATH=/opt/c libe.so.1
like "$status $(cat "$TMP/stderr")" "^1 hwflavor: $TMP/denied/opt/c/.*: this user may not read it" 'a folder that this user may not read is said'
chmod 0 "$TMP/denied"
# shellcheck disable=SC2086 # words
run $powerless "$HWFLAVOR" which --root "$TMP/denied" libe.so.1
like "$status $(cat "$TMP/stderr")" "^2 hwflavor: $TMP/denied/.*: this user may not read it" 'and so is a root'
chmod 755 "$TMP/denied" "$TMP/denied/opt/c"

# Of a library that is not found --explain tells every directory, and what was there.
mkdir -p "$TMP/root/opt/empty"
which_ --root "$TMP/root" --explain --env LD_LIBRARY_PATH=/opt/empty:/opt/none libnone.so.1
like "$(cat "$TMP/stdout")" '^  LD_LIBRARY_PATH: /opt/empty/libnone.so.1: no such file$' '--explain of what is not found has the directories'
like "$(cat "$TMP/stdout")" '^  LD_LIBRARY_PATH: /opt/none/: no such directory$' 'also those that are not there'
like "$(cat "$TMP/stdout")" '^  cache: /etc/ld.so.cache: what ldconfig would write is taken for it, and has no entry of this name' 'and the cache that is not there'
make "$TMP/broken" <<'END'
/usr/local/lib/libe.so.2 library
/usr/local/lib/libother.so.1 library
/program program needs=libe.so.2
END
for question in libe.so.2 /program; do
    which_ --root "$TMP/broken" "$question"
    is "$status $(grep -v 'ld.so.cache' "$TMP/stderr")" '1 hwflavor: /usr/local/lib/libe.so.2: is there, but no loader searches /usr/local/lib unless /etc/ld.so.conf names it; name it there and run ldconfig' "a library where nothing searches is said, for $question"
done
rm "$TMP/broken/etc/ld.so.cache"
echo /usr/local/lib >>"$TMP/broken/etc/ld.so.conf"
which_ --root "$TMP/broken" libe.so.2
is "$status $(cat "$TMP/stdout" "$TMP/stderr")" '0 libe.so.2 => /usr/local/lib/libe.so.2' 'and taken where the configuration names it'
# A cache of another library.
perl -e 'print pack("a20VVCx3x4x12", "glibc-ld.so.cache1.1", 1, 27, 2), pack("VVVVQ", 0x303, 72, 82, 0, 0), "libx.so.1\0/opt/1/libx.so.1\0"' >"$TMP/broken/etc/ld.so.cache"
which_ --root "$TMP/broken" --explain libe.so.2
is "$status $(grep -c '^  cache: /etc/ld.so.cache: has no entry of this name' "$TMP/stdout") $(cat "$TMP/stderr")" '1 1 ' 'a cache that is there has no entry, and its directories are searched by somebody'

# A fused library has its mark by its path as by its name.
if [ "$(dpkg --print-architecture)" = amd64 ] && command -v gcc >/dev/null; then
    cat >"$TMP/fused.s" <<'END'
.section .note.hwflavor.fused,"a",%note
.balign 4
.long 9, 3f - 2f, 2
.asciz "hwflavor"
.balign 4
2: .ascii "x86-64-v2 sse4.2\nbaseline\n"
3: .balign 4
END
    mkdir -p "$TMP/root/opt/fused"
    gcc -shared -nostdlib -Wl,-soname,libfused.so.1 -o "$TMP/root/opt/fused/libfused.so.1" "$TMP/fused.s"
    which_ --root "$TMP/root" --env LD_LIBRARY_PATH=/opt/fused libfused.so.1 /opt/fused/libfused.so.1
    is "$status $(cat "$TMP/stdout")" '0 libfused.so.1 => /opt/fused/libfused.so.1 (x86-64-v2 inside)
/opt/fused/libfused.so.1 (x86-64-v2 inside)' 'a fused library has its mark by its path, too'
fi

for cpu in Jaguar Puma; do
    run "$HWFLAVOR" which --root "$TMP/root" --arch amd64 --glibc 2.41 --cpu $cpu --json /opt/b/libe.so.1
    is "$status $(jq -r .cpu "$TMP/stdout")" '0 Jaguar' "of a CPU with several names ($cpu) the JSON has the first"
done
