// SPDX-License-Identifier: MIT
#include <string.h>
#include <unistd.h>

#include "many.h"

static char log_text[16];
static const char *volatile argument;

void helper_log(char letter)
{
    log_text[strlen(log_text)] = letter;
}

const char *many_log(void)
{
    return log_text;
}

static __attribute__((constructor)) void start_last(void)
{
    helper_log('c');
}

static __attribute__((constructor(200))) void start_second(void)
{
    helper_log('b');
}

/* Constructors are given the program's arguments. */
static __attribute__((constructor(150))) void start_first(int argc, char **argv)
{
    argument = argc > 0 ? argv[0] : "";
    helper_log(argument[0] ? 'a' : '-');
}

static __attribute__((destructor)) void end(void)
{
    const char *flavor = helper_flavor();

    if (write(2, "end ", 4) + write(2, flavor, strlen(flavor)) + write(2, "\n", 1) < 0)
        log_text[0] = '\0';
}
