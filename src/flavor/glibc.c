// SPDX-License-Identifier: MIT
#include "flavor/glibc.h"

#include <gnu/libc-version.h>
#include <stdio.h>
#include <string.h>

bool glibc_parse(const char *text, struct glibc *version)
{
	int used = 0;

	/* sscanf alone would take signs and blanks before the numbers. */
	if (text[strspn(text, "0123456789.")] != '\0' ||
	    sscanf(text, "%3u.%4u%n", &version->major, &version->minor, &used) != 2)
		return false;
	/* 2.3.6 is a version; its third part never changed where a loader searches. */
	if (text[used] == '.' && text[used + 1] != '.' && text[used + 1] != '\0')
		used += 1 + (int)strspn(text + used + 1, "0123456789");
	return text[used] == '\0';
}

int glibc_compare(struct glibc a, struct glibc b)
{
	if (a.major != b.major)
		return a.major < b.major ? -1 : 1;
	return a.minor < b.minor ? -1 : a.minor > b.minor;
}

struct glibc glibc_running(void)
{
	struct glibc version = {0};

	glibc_parse(gnu_get_libc_version(), &version);
	return version;
}
