// SPDX-License-Identifier: MIT
#include "loader/ask.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

/* Where an emulator finds the files of this machine while the target's root is the root. */
static const char host[] = "/mnt/hwflavor-host";

/* The answers are short; what is longer is none. */
enum { ANSWER_LIMIT = 16 * 1024 * 1024 };

static void write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd >= 0 && write(fd, text, strlen(text)) < 0)
		_exit(126);
	if (fd >= 0)
		close(fd);
}

/* Namespaces in which this user is root; who is root already needs only the one of mounts. */
static bool enter_namespaces(void)
{
	uid_t user = geteuid();
	gid_t group = getegid();
	char text[64];

	if (user == 0)
		return unshare(CLONE_NEWNS) == 0;
	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
		return false;
	write_file("/proc/self/setgroups", "deny");
	snprintf(text, sizeof(text), "0 %u 1", user);
	write_file("/proc/self/uid_map", text);
	snprintf(text, sizeof(text), "0 %u 1", group);
	write_file("/proc/self/gid_map", text);
	return true;
}

/* Mounts this machine's files below /mnt of the root, which stays as it is for everybody else. */
static bool bring_host(const char *root)
{
	char *mount_point = str_format("%s/mnt", root);
	char *folder = str_format("%s%s", root, host);

	return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
	       mount("none", mount_point, "tmpfs", 0, NULL) == 0 &&
	       dir_make(folder, &(struct error){0}) == 0 &&
	       mount("/", folder, NULL, MS_BIND | MS_REC, NULL) == 0;
}

/* In the child: becomes the loader, or the emulator with the loader. */
static _Noreturn void become(const char *root, char **argv, char **envp, bool emulated)
{
	if (*root && (!enter_namespaces() || (emulated && !bring_host(root)) || chroot(root) != 0 ||
	              chdir("/") != 0))
		_exit(126);
	execve(argv[0], argv, envp);
	_exit(127);
}

static void add_command(const struct search *search, const char *program, const char *emulator,
                        const char *cpu, struct strlist *argv, struct strlist *envp)
{
	const struct environment *environment = search->environment;
	const char *root = search->root->layers.items[0];
	const char *prefix = *root ? host : "";

	strlist_add(envp, "LD_TRACE_LOADED_OBJECTS=1");
	if (environment->library_path)
		strlist_add_taken(envp,
		                  str_format("LD_LIBRARY_PATH=%s", environment->library_path));
	if (environment->tunables)
		strlist_add_taken(envp, str_format("GLIBC_TUNABLES=%s", environment->tunables));
	if (environment->hwcap_mask)
		strlist_add_taken(envp, str_format("LD_HWCAP_MASK=%s", environment->hwcap_mask));
	if (environment->preload)
		strlist_add_taken(envp, str_format("LD_PRELOAD=%s", environment->preload));
	if (emulator) {
		const struct abi *own = abi_find("amd64");
		/* Links are resolved here: absolute ones would lead into the root. */
		char *program_path = path_find_program(emulator);
		char *found = program_path ? realpath(program_path, NULL) : NULL;

#if defined(__aarch64__)
		own = abi_find("arm64");
#endif
		/* qemu's own loader is named, because the root's would be taken for it. */
		if (*root) {
			char *loader = realpath(own->loader, NULL);

			strlist_add_taken(
			    argv, str_format("%s%s", prefix, loader ? loader : own->loader));
			free(loader);
			strlist_add(argv, "--library-path");
			strlist_add_taken(
			    argv, str_format("%s/lib/%s:%s/usr/lib/%s:%s/lib64:%s/lib", prefix,
			                     own->triplet, prefix, own->triplet, prefix, prefix));
		}
		strlist_add_taken(argv, str_format("%s%s", prefix, found ? found : emulator));
		strlist_add(argv, "-cpu");
		strlist_add(argv, cpu);
		for (size_t i = 0; i < envp->count; i++) {
			strlist_add(argv, "-E");
			strlist_add(argv, envp->items[i]);
		}
		free(found);
		free(program_path);
		strlist_free(envp);
	}
	strlist_add(argv, search->target->abi->loader);
	if (environment->mask) {
		strlist_add(argv, "--glibc-hwcaps-mask");
		strlist_add(argv, environment->mask);
	}
	if (environment->prepend) {
		strlist_add(argv, "--glibc-hwcaps-prepend");
		strlist_add(argv, environment->prepend);
	}
	strlist_add(argv, program);
}

/* Runs the command and reads both of its streams. */
static char *run(const char *root, const struct strlist *argv, const struct strlist *envp,
                 bool emulated, int *status)
{
	char **words = xcalloc(argv->count + 1, sizeof(*words));
	char **variables = xcalloc(envp->count + 1, sizeof(*variables));
	struct str text = {0};
	char buffer[4096];
	int ends[2];

	for (size_t i = 0; i < argv->count; i++)
		words[i] = argv->items[i];
	for (size_t i = 0; i < envp->count; i++)
		variables[i] = envp->items[i];
	if (pipe2(ends, O_CLOEXEC) != 0)
		die("no pipe can be made:");
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		become(root, words, variables, emulated);
	}
	close(ends[1]);
	for (ssize_t got; (got = read(ends[0], buffer, sizeof(buffer))) > 0;)
		if (text.length < ANSWER_LIMIT)
			str_add_bytes(&text, buffer, (size_t)got);
	close(ends[0]);
	*status = 127 << 8;
	if (child > 0)
		waitpid(child, status, 0);
	free(words);
	free(variables);
	return str_take(&text);
}

/* The loader itself and the kernel's part are in no answer of the model. */
static bool is_own(const struct search *search, const char *line)
{
	return strstr(line, "linux-vdso") || strstr(line, "linux-gate") ||
	       strstr(line, path_name(search->target->abi->loader)) ||
	       strcmp(line, "\tstatically linked") == 0;
}

static char *normalize(const struct search *search, const char *text)
{
	static const char error[] = "error while loading shared libraries: ";
	const char *found = strstr(text, error);
	char *copy = xstrdup(text), *rest = copy;
	struct str plain = {0};

	for (char *line; !found && (line = strsep(&rest, "\n")) != NULL;) {
		char *address = strstr(line, " (0x");

		if (line[0] != '\t' || is_own(search, line))
			continue;
		if (address)
			*address = '\0';
		str_add(&plain, "%s\n", line + 1);
	}
	if (found)
		str_add(&plain, "error: %.*s\n", (int)strcspn(found + strlen(error), "\n"),
		        found + strlen(error));
	free(copy);
	return str_take(&plain);
}

char *ask_loader(const struct search *search, const char *program, const char *emulator,
                 const char *cpu, struct error *error)
{
	struct strlist argv = {0}, envp = {0};
	const char *root = search->root->layers.items[0];
	int status;

	if (search->root->layers.count > 1) {
		error_set(error, "the real loader cannot be asked about packages; unpack them into "
		                 "a copy of the root");
		return NULL;
	}
	if (!search->target->loader) {
		error_set(error, "%s: has no %s that could be asked", *root ? root : "/",
		          search->target->abi->loader);
		return NULL;
	}
	add_command(search, program, emulator, cpu, &argv, &envp);
	char *text = run(root, &argv, &envp, emulator != NULL, &status);
	strlist_free(&argv);
	strlist_free(&envp);
	char *plain = NULL;
	if (!WIFEXITED(status) || WEXITSTATUS(status) == 126 ||
	    (WEXITSTATUS(status) == 127 && !strstr(text, "error while loading")))
		error_set(error, "the real loader cannot be run: %s",
		          WIFEXITED(status) && WEXITSTATUS(status) == 126
		              ? "namespaces, or a mount below the root's /mnt, are not allowed here"
		          : *text ? text
		                  : "is it for this machine, or qemu-user installed?");
	else
		plain = normalize(search, text);
	free(text);
	return plain;
}

char *ask_model(const struct closure *closure)
{
	struct str plain = {0};

	if (closure->fatal) {
		str_add(&plain, "error: %s\n", closure->fatal);
		return str_take(&plain);
	}
	for (size_t i = 1; i < closure->count; i++) {
		const struct loaded *loaded = &closure->items[i];

		if (loaded->path && strcmp(loaded->name, loaded->path) == 0)
			str_add(&plain, "%s\n", loaded->name);
		else
			str_add(&plain, "%s => %s\n", loaded->name,
			        loaded->path ? loaded->path : "not found");
	}
	return str_take(&plain);
}
