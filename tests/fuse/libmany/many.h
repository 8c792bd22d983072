/* SPDX-License-Identifier: MIT */
#pragma once

typedef int many_function(int, int);

/* Which flavor's code runs. */
const char *many_flavor(void);
int many_add(int a, int b);
int many_sub(int a, int b);
int many_protected(int a);
int many_weak(void);
int many_old(void); /* version 2; version 1 is there too */

/* The addresses of many_add, many_protected and many_sub as the library sees them. */
many_function *many_add_inside(void);
int (*many_protected_inside(void))(int);
many_function *many_sub_by_hidden_name(void);

/* Calls many_add() from inside. */
int many_add_called_inside(int a, int b);

/* Data, for all to write to. */
extern int many_counter;
int many_count(void);
void many_bump(void);
extern __thread int many_of_thread;
int many_of_thread_inside(void);

/* Constant data with pointers: to a public function, to a private one, to texts. */
struct many_table {
    many_function *public_function;
    const char *(*private_function)(void);
    int *counter;
    const char *text;
    const char *flavor;
    int *private_data;
};
extern const struct many_table many_table;
/* Whether the table's private data is what the library itself works with. */
int many_private(void);

/* The order in which constructors ran, as letters. */
const char *many_log(void);

/* The sum of what the section "many_set" of the library holds: 1 + 2 + 4. */
int many_set_sum(void);

/* Private to the library. */
#define PRIVATE __attribute__((visibility("hidden")))
PRIVATE const char *helper_flavor(void);
PRIVATE void helper_log(char letter);
PRIVATE extern int helper_secret;
