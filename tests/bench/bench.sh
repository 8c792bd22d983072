# shellcheck shell=sh
# What the tests of bench share. Sourced after tap.sh and sources.sh.

# spin DIR: a library with a makefile whose one function counts to TIMES million (default 3), and work, a program that calls it and prints
# a rate.
spin() {
    mkdir -p "$1"
    cat >"$1/spin.c" <<'END'
#ifndef TIMES
#define TIMES 3
#endif
int spin(void);
int spin(void)
{
	for (volatile int i = 0; i < TIMES * 1000000; i++)
		;
	return TIMES;
}
END
    cat >"$1/work.c" <<'END'
#include <stdio.h>
int spin(void);
int main(void)
{
	printf("speed: %d ops/s, in 7 steps\n", 1000 / spin());
	return 0;
}
END
    cat >"$1/Makefile" <<'END'
CFLAGS = -O1 -fPIC
PREFIX = /usr
all: libspin.so.1 work
libspin.so.1: spin.c
	$(CC) $(CFLAGS) -shared -Wl,-soname,$@ -o $@ spin.c
	ln -sf $@ libspin.so
work: work.c libspin.so.1
	$(CC) $(CFLAGS) -o $@ work.c -L. -lspin
install:
	install -D libspin.so.1 $(DESTDIR)$(PREFIX)/lib/libspin.so.1
END
}

# value NAME FILTER: of the last --json in the file stdout.
value() {
    jq -r "$1" stdout
}
