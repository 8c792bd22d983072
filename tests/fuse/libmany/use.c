// SPDX-License-Identifier: MIT
/* Asks libmany for everything, and prints one line with the flavor, or what is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "many.h"

static int wrong;

static void expect(int right, const char *what)
{
    if (!right)
        printf("wrong: %s\n", what);
    wrong |= !right;
}

__asm__(".symver old_version, many_old@MANY_1");
extern int old_version(void);

/* A pointer that the loader fills in. */
static int (*volatile weak_outside)(void) = many_weak;

int main(void)
{
    const char *flavor = many_flavor();
    many_function *volatile add_outside = many_add;

    expect(many_add(2, 3) == 5, "a call");
    expect(add_outside == many_add_inside(), "the address of a function, inside and outside");
    expect(add_outside == many_table.public_function, "the address of a function in exported data");
    expect(many_sub_by_hidden_name() == many_sub, "the address of a function by a hidden name");
    expect(many_add_called_inside(1, 1) == 2, "a call inside");
    expect(many_protected(4) == 8, "a protected function");
#ifndef __arm__
    expect(many_protected_inside()(4) == 8, "the address of a protected function");
#endif
    expect(many_weak() == 5 && weak_outside() == 5, "a weak function");
    expect(many_old() == 2, "the default version");
    expect(old_version() == 1, "the old version");
    many_bump();
    many_counter++;
    expect(many_count() == 42 && many_counter == 42, "exported data");
    expect(many_table.counter == &many_counter, "a pointer to exported data");
    expect(many_of_thread_inside() == 71, "a thread's data");
    many_of_thread = 8;
    expect(many_of_thread_inside() == 82, "a thread's data, changed outside");
    expect(strcmp(many_table.private_function(), flavor) == 0, "a private function in exported data");
    expect((strcmp(many_table.flavor, "baseline") == 0) == (strcmp(flavor, "baseline") == 0 ||
           strcmp(flavor, "x86-64-v2") == 0), "a text in exported data");
    expect(strcmp(many_table.text, "text") == 0, "a text that is the same in all flavors");
    expect(many_private(), "private data in exported data");
    expect(strcmp(many_log(), "abc") == 0, many_log());
    expect(many_set_sum() == 7, "a set of the linker's");
    printf("%s\n", flavor);
    return wrong;
}
