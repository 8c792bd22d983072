// SPDX-License-Identifier: MIT
/* Writes a build-id into a file as gather does, and reads it back: t-partner FILE BUILD-ID. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "elf/partner.h"

int main(int argc, char **argv)
{
	struct error error = {0};
	char *found;

	if (argc != 3)
		die("t-partner FILE BUILD-ID");
	if (partner_write(argv[1], argv[2], &error) != 0 ||
	    partner_read(argv[1], &found, &error) != 0)
		die("%s", error.text);
	if (!found || strcmp(found, argv[2]) != 0)
		die("%s: has %s", argv[1], found ? found : "no note");
	free(found);
	return 0;
}
