// SPDX-License-Identifier: MIT
#include "loader/closure.h"

#include <stdlib.h>

/* Indexes are kept in maps as pointers, counted from one. */
void closure_remember(struct closure *closure, const char *name, size_t index)
{
	if (!map_get(&closure->names, name))
		map_set(&closure->names, name, (void *)(index + 1));
}

struct loaded *closure_add(struct closure *closure, const char *name, size_t needed_by)
{
	closure->items = xreallocarray(closure->items, closure->count + 1, sizeof(*closure->items));
	struct loaded *loaded = &closure->items[closure->count++];
	*loaded = (struct loaded){.name = xstrdup(name), .needed_by = needed_by};
	return loaded;
}

size_t closure_find_file(const struct closure *closure, const struct object *object)
{
	size_t i = 0;

	for (; i < closure->count; i++)
		if (closure->items[i].object && closure->items[i].object->inode == object->inode &&
		    closure->items[i].object->device == object->device)
			break;
	return i;
}

void closure_add_need(struct loaded *loaded, size_t index)
{
	loaded->needs =
	    xreallocarray(loaded->needs, loaded->needs_count + 1, sizeof(*loaded->needs));
	loaded->needs[loaded->needs_count++] = index;
}

/* One file on the way down, and the next of what it needs. */
struct visit {
	size_t index;
	size_t next;
};

/* Goes down from one file; the first marked one whose needs are all done, or count. */
static size_t descend(const struct closure *closure, size_t start, bool *visited,
                      struct visit *stack)
{
	size_t depth = 1;

	stack[0] = (struct visit){.index = start};
	visited[start] = true;
	while (depth > 0) {
		struct visit *top = &stack[depth - 1];
		const struct loaded *loaded = &closure->items[top->index];

		if (top->next < loaded->needs_count) {
			size_t need = loaded->needs[top->next++];

			if (!visited[need])
				stack[depth++] = (struct visit){.index = need};
			visited[need] = true;
			continue;
		}
		if (loaded->problem)
			return top->index;
		depth--;
	}
	return closure->count;
}

/*
 * Of the files marked above the CPU the one that the loader looks at first: it goes depth first,
 * from the last file that was loaded to the program itself, and what a file needs stands before it
 * (glibc, _dl_sort_maps_dfs). Without recursion: a chain may be as long as it likes.
 */
static size_t find_refused(const struct closure *closure)
{
	bool *visited = xcalloc(closure->count + 1, sizeof(*visited));
	struct visit *stack = xcalloc(closure->count + 1, sizeof(*stack));
	size_t refused = closure->count;

	/* The program is the last in any case. */
	visited[0] = true;
	for (size_t i = closure->count; i-- > 1 && refused == closure->count;)
		if (!visited[i])
			refused = descend(closure, i, visited, stack);
	if (refused == closure->count && closure->count > 0 && closure->items[0].problem)
		refused = 0;
	free(visited);
	free(stack);
	return refused;
}

char *closure_error(const struct closure *closure)
{
	for (size_t i = 1; i < closure->count; i++)
		if (!closure->items[i].path)
			return str_format("%s: %s", closure->items[i].name,
			                  closure->items[i].problem);
	if (closure->fatal)
		return xstrdup(closure->fatal);
	size_t refused = find_refused(closure);
	if (refused == closure->count)
		return NULL;
	return str_format("%s: %s", closure->items[refused].path, closure->items[refused].problem);
}

void closure_free(struct closure *closure)
{
	for (size_t i = 0; i < closure->count; i++) {
		struct loaded *loaded = &closure->items[i];

		free(loaded->name);
		free(loaded->path);
		free(loaded->stage);
		free(loaded->needs);
		free(loaded->problem);
		free(loaded->origin);
		strlist_free(&loaded->rpath);
		strlist_free(&loaded->runpath);
	}
	free(closure->items);
	free(closure->fatal);
	map_free(&closure->names, NULL);
	map_free(&closure->folders, NULL);
	strlist_free(&closure->library_path);
	strlist_free(&closure->unpreloaded);
	*closure = (struct closure){0};
}
