# shellcheck shell=sh
# A source whose steps wait where a test wants to meet them; sourced after tap.sh and sources.sh. Its configure script is written by
# hand, and its library is one function.

# slow_source: makes it in src/, and bin/cc, which is also a place to wait.
slow_source() {
    mkdir src bin
    # at STEP: waits if $TMP/waits names the step; says so by the file reached, goes on when there is a file go. With a
    # file deaf it takes no notice of Ctrl-C.
    cat >bin/at <<'END'
#!/bin/sh
[ "$(cat "$SLOW/waits")" = "$1" ] || exit 0
[ ! -e "$SLOW/deaf" ] || trap '' INT
: >"$SLOW/reached"
while [ ! -e "$SLOW/go" ]; do sleep 0.05; done
END
    cat >bin/cc <<'END'
#!/bin/sh
case $* in
*probe.c*) "$SLOW/bin/at" probe ;;
esac
exec gcc "$@"
END
    cat >src/configure <<'END'
#!/bin/sh
set -e
echo half >written
"$SLOW/bin/at" configure
printf '%s = %s\n' CC "$CC" CFLAGS "$CFLAGS" LDFLAGS "$LDFLAGS" | cat - "${0%/*}/Makefile.in" >Makefile
echo whole >written
END
    cat >src/Makefile.in <<'END'
all: libslow.so.1
libslow.so.1:
	echo half >written
	$(SLOW)/bin/at build
	echo 'int slow(int a) { return __builtin_popcount(a); }' | $(CC) $(CFLAGS) $(LDFLAGS) -shared -fPIC -Wl,-soname,$@ -x c - -o $@.new
	mv $@.new $@
check: all
	$(SLOW)/bin/at test
install: all
	mkdir -p $(DESTDIR)/usr/lib
	echo half >$(DESTDIR)/usr/lib/libslow.so.1
	$(SLOW)/bin/at install
	cp libslow.so.1 $(DESTDIR)/usr/lib/
END
    chmod +x bin/* src/configure
    export SLOW="$TMP" CC="$TMP/bin/cc" CFLAGS=-O2 CXXFLAGS=-O2
}

# slowly STEP COMMAND...: starts it in a process group of its own, which signals reach ($pid), and returns when STEP waits.
slowly() {
    echo "$1" >waits
    rm -f reached go
    shift
    # Files of its own: what a test runs meanwhile writes stdout and stderr.
    setsid env --default-signal=INT "$@" >slow-stdout 2>slow-stderr </dev/null &
    pid=$!
    slow_turns=0
    while [ ! -e reached ]; do
        sleep 0.05
        slow_turns=$((slow_turns + 1))
        if [ $slow_turns -gt 600 ]; then
            diag "$(cat slow-stdout slow-stderr)"
            return 1
        fi
    done
}

# ended: waits for it, and leaves what run leaves: $status, stdout, stderr.
# shellcheck disable=SC2034 # used by the tests
ended() {
    status=0
    wait "$pid" || status=$?
    cp slow-stdout stdout
    cp slow-stderr stderr
}

# nothing_runs: no process that it started is left, or within two seconds. They have SLOW in their environment.
nothing_runs() {
    for _ in $(seq 40); do
        env -u SLOW grep -lzsxF "SLOW=$TMP" /proc/[0-9]*/environ || return 0
        sleep 0.05
    done
    return 1
}
