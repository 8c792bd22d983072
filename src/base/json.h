// SPDX-License-Identifier: MIT
/* JSON from texts of the file system, which may hold any bytes, while JSON is UTF-8 only. */
#pragma once

#include <jansson.h>

#include "base/str.h"

/*
 * A new JSON string, or JSON's null for NULL. Each byte that is no part of UTF-8 becomes U+FFFD,
 * so that it never fails.
 */
json_t *json_of_text(const char *text);

/* A new array of all of list. */
json_t *json_of_list(const struct strlist *list);

/* Prints it to standard output and frees it. */
void json_print(json_t *json);
