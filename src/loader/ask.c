// SPDX-License-Identifier: MIT
#include "loader/ask.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

/* Where an emulator finds the files of this machine while the target's root is the root. */
static const char host[] = "/mnt/hwflavor-host";

static const char libc_name[] = "libc.so.6";

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

/* Runs a command to its end, with its output where ours goes. */
static bool run_to_end(char *const *argv)
{
	int status = 1;
	pid_t child = fork();

	if (child == 0) {
		execvp(argv[0], argv);
		_exit(127);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/*
 * Lays the packages over the root: what they bring lands in memory, at MOUNT_POINT. tar does it as
 * dpkg does: a link to a folder stays where a package has a folder of that name.
 */
static bool lay_over(const char *root, const char *packages, const char *mount_point)
{
	static char copy[] = "tar -C \"$1\" -c -f - . | tar -C \"$2\" -x --no-same-owner "
	                     "--keep-directory-symlink -f -";
	const char *options = geteuid() == 0 ? "" : ",userxattr";
	char *upper = str_format("%s/upper", mount_point),
	     *work = str_format("%s/work", mount_point);
	char *top = str_format("%s/root", mount_point);

	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("none", mount_point, "tmpfs", 0, NULL) != 0 || mkdir(upper, 0755) != 0 ||
	    mkdir(work, 0755) != 0 || mkdir(top, 0755) != 0 || chdir(*root ? root : "/") != 0)
		return false;
	/* The root is named by ".", so that no letter of its path means something to mount. */
	char *data = str_format("lowerdir=.,upperdir=%s,workdir=%s%s", upper, work, options);
	char *argv[] = {"sh", "-c", copy, "sh", (char *)packages, top, NULL};
	return mount("overlay", top, "overlay", 0, data) == 0 && run_to_end(argv);
}

/* What a child is to become. */
struct command {
	const char *root;
	const char *packages;  /* laid over the root, or NULL */
	char *mount_point;     /* for that */
	struct strlist prefix; /* the emulator, or nothing */
	struct strlist argv;   /* the loader and what it is told */
	struct strlist envp;   /* without an emulator, which is told by its options */
};

/* Exit statuses of a child that could not come so far. */
enum {
	NO_MOUNT_POINT = 123,
	NO_LDCONFIG = 124,
	NO_OVERLAY = 125,
	NO_NAMESPACES = 126,
	NO_LOADER = 127
};

/* The words and a NULL; they stay the lists'. */
static char **words_of(const struct strlist *prefix, const struct strlist *list)
{
	char **words = xcalloc((prefix ? prefix->count : 0) + list->count + 1, sizeof(*words));
	size_t count = 0;

	for (size_t i = 0; prefix && i < prefix->count; i++)
		words[count++] = prefix->items[i];
	for (size_t i = 0; i < list->count; i++)
		words[count++] = list->items[i];
	return words;
}

/* In the child: becomes the loader, or the emulator with the loader. */
static _Noreturn void become(const struct command *command)
{
	char **argv = words_of(&command->prefix, &command->argv);
	char **envp = words_of(NULL, &command->envp);
	const char *root = command->root;
	bool emulated = command->prefix.count > 0;

	if ((*root || command->packages) && !enter_namespaces())
		_exit(NO_NAMESPACES);
	if (command->packages) {
		if (!lay_over(root, command->packages, command->mount_point))
			_exit(NO_OVERLAY);
		root = str_format("%s/root", command->mount_point);
		/* A root that was only unpacked may have none. */
		mkdir(str_format("%s/mnt", root), 0755);
	}
	if (*root && emulated && !path_is_dir(str_format("%s/mnt", root)))
		_exit(NO_MOUNT_POINT);
	if (*root && ((emulated && !bring_host(root)) || chroot(root) != 0 || chdir("/") != 0))
		_exit(NO_NAMESPACES);
	if (command->packages) {
		struct strlist ldconfig = {0};

		strlist_add(&ldconfig, "/sbin/ldconfig");
		if (!run_to_end(words_of(&command->prefix, &ldconfig)))
			_exit(NO_LDCONFIG);
	}
	execve(argv[0], argv, envp);
	_exit(NO_LOADER);
}

/*
 * The emulator, below the root by the path where bring_host() puts it, with its own loader, because
 * the root's would be taken for it.
 */
static void add_emulator(const char *root, const char *emulator, const char *cpu,
                         struct strlist *argv)
{
	const struct abi *own = abi_find("amd64");
	const char *prefix = *root ? host : "";
	/* Links are resolved here: absolute ones would lead into the root. */
	char *program_path = path_find_program(emulator);
	char *found = program_path ? realpath(program_path, NULL) : NULL;

#if defined(__aarch64__)
	own = abi_find("arm64");
#endif
	if (*root) {
		char *loader = realpath(own->loader, NULL);

		strlist_add_taken(argv, str_format("%s%s", prefix, loader ? loader : own->loader));
		free(loader);
		strlist_add(argv, "--library-path");
		strlist_add_taken(argv,
		                  str_format("%s/lib/%s:%s/usr/lib/%s:%s/lib64:%s/lib", prefix,
		                             own->triplet, prefix, own->triplet, prefix, prefix));
	}
	strlist_add_taken(argv, str_format("%s%s", prefix, found ? found : emulator));
	strlist_add(argv, "-cpu");
	strlist_add(argv, cpu);
	free(found);
	free(program_path);
}

static void add_variable(struct strlist *envp, const char *name, const char *value)
{
	if (value)
		strlist_add_taken(envp, str_format("%s=%s", name, value));
}

/*
 * A library that is asked for by its name is preloaded into the C library, which is no program but
 * starts like one: "ld.so NAME" would search the cache before it knows about glibc-hwcaps.
 */
static void add_command(const struct search *search, const char *question, const char *libc,
                        const char *emulator, const char *cpu, struct command *command)
{
	const struct environment *environment = search->environment;
	const char *preload = environment->preload ? environment->preload : "";
	bool by_name = !strchr(question, '/');
	struct strlist *argv = &command->argv, *envp = &command->envp;

	add_variable(envp, "LD_TRACE_LOADED_OBJECTS", "1");
	add_variable(envp, "LD_LIBRARY_PATH", environment->library_path);
	add_variable(envp, "GLIBC_TUNABLES", environment->tunables);
	add_variable(envp, "LD_HWCAP_MASK", environment->hwcap_mask);
	if (by_name)
		strlist_add_taken(envp, str_format("LD_PRELOAD=%s:%s", preload, question));
	else
		add_variable(envp, "LD_PRELOAD", environment->preload);
	if (emulator) {
		/* Packages are laid over even this machine's root elsewhere. */
		add_emulator(command->packages ? "/" : command->root, emulator, cpu,
		             &command->prefix);
		for (size_t i = 0; i < envp->count; i++) {
			strlist_add(&command->prefix, "-E");
			strlist_add(&command->prefix, envp->items[i]);
		}
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
	strlist_add(argv, by_name ? libc : question);
}

/* Runs the command and reads both of its streams. */
static char *run(const struct command *command, int *status)
{
	struct str text = {0};
	char buffer[4096];
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		die("no pipe can be made:");
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		become(command);
	}
	close(ends[1]);
	for (ssize_t got; (got = read(ends[0], buffer, sizeof(buffer))) != 0;) {
		if (got < 0 && errno != EINTR)
			break;
		if (got > 0 && text.length < ANSWER_LIMIT)
			str_add_bytes(&text, buffer, (size_t)got);
	}
	close(ends[0]);
	*status = NO_LOADER << 8;
	while (child > 0 && waitpid(child, status, 0) < 0 && errno == EINTR)
		;
	return str_take(&text);
}

/* The loader itself and the kernel's part are in no answer of the model. */
static bool is_own(const struct search *search, const char *line)
{
	return strstr(line, "linux-vdso") || strstr(line, "linux-gate") ||
	       strstr(line, path_name(search->target->abi->loader)) ||
	       strcmp(line, "\tstatically linked") == 0;
}

static char *normalize(const struct search *search, const char *name, const char *text)
{
	static const char error[] = "error while loading shared libraries: ";
	const char *found = strstr(text, error);
	char *copy = xstrdup(text), *rest = copy;
	struct str plain = {0};

	/* Of a preload that fails nothing else is said. */
	char *refusal = str_format("object '%s' from LD_PRELOAD cannot be preloaded", name);
	if (strstr(text, refusal))
		str_add(&plain, "%s => not found\n", name);
	free(refusal);
	for (char *line; !found && (line = strsep(&rest, "\n")) != NULL;) {
		char *address = strstr(line, " (0x");

		if (line[0] != '\t' || is_own(search, line))
			continue;
		if (address)
			*address = '\0';
		str_add(&plain, "%s\n", line + 1);
	}
	if (found) {
		plain.length = 0;
		str_add(&plain, "error: %.*s\n", (int)strcspn(found + strlen(error), "\n"),
		        found + strlen(error));
	}
	free(copy);
	return str_take(&plain);
}

/* Why the loader gave no answer, or NULL where it did. Its lists have tabs. Caller frees. */
static char *failure(int status, const char *text)
{
	bool spoke = strchr(text, '\t') || strstr(text, "error while loading") ||
	             strstr(text, "cannot be preloaded");

	if (!WIFEXITED(status))
		return xstrdup("it, or the emulator, was ended by a signal");
	switch (WEXITSTATUS(status)) {
	case NO_LDCONFIG:
		return str_format("the root's own /sbin/ldconfig failed%s%s",
		                  *text ? ": " : ", or is not there", text);
	case NO_OVERLAY:
		return xstrdup("an overlay of the packages over the root, by mount and tar, is not "
		               "allowed here; unpack them into a copy of the root");
	case NO_NAMESPACES:
		return xstrdup(
		    "namespaces, or a mount below the root's /mnt, are not allowed here");
	case NO_MOUNT_POINT:
		return xstrdup("the root has no folder /mnt, where qemu-user would see this "
		               "machine's files; make one");
	case NO_LOADER:
		if (!spoke)
			return xstrdup(*text ? text
			                     : "is it for this machine, or qemu-user installed?");
	}
	/* An emulator that does not know a feature, say. */
	return WEXITSTATUS(status) != 0 && !spoke && *text ? xstrdup(text) : NULL;
}

/* The C library by its path; caller frees. NULL: the root has none. */
static char *find_libc(const struct search *search)
{
	const struct strlist *directories = &search->target->directories;
	char *path = NULL;

	for (size_t i = 0; i < directories->count && !path; i++) {
		struct root_file file;

		path = str_format("%s%s", directories->items[i], libc_name);
		if (root_find(search->root, path, &file) == 0) {
			free(file.host);
		} else {
			free(path);
			path = NULL;
		}
	}
	return path;
}

static char *ask(const struct search *search, const char *program, const struct command *command,
                 const char *emulator, const char *cpu, struct error *error)
{
	int status;
	char *text = run(command, &status);
	char *reason = failure(status, text);
	char *plain = NULL;

	/* ldconfig is the first that is emulated, and is not what failed. */
	if (reason && emulator && strstr(text, "unable to find CPU model"))
		error_set(
		    error,
		    "the real loader cannot be run: %s does not know the CPU %s; take another "
		    "--cpu that it knows (%s -cpu help), or a newer qemu-user",
		    emulator, cpu, emulator);
	else if (reason)
		error_set(error, "the real loader cannot be run: %.*s", (int)strcspn(reason, "\n"),
		          reason);
	else
		plain = normalize(search, program, text);
	free(reason);
	free(text);
	return plain;
}

char *ask_loader(const struct search *search, const char *program, const char *emulator,
                 const char *cpu, struct error *error)
{
	const struct strlist *layers = &search->root->layers;
	struct command command = {.root = layers->items[layers->count - 1]};
	bool layered = layers->count > 1;
	char *plain = NULL;

	char *libc = find_libc(search);
	if (!strchr(program, '/') && (!libc || strcmp(program, libc_name) == 0))
		error_set(error, "the real loader is asked for a library by its name in the C "
		                 "library; name that one by its path");
	else if (!search->target->loader)
		error_set(error, "%s: has no %s that could be asked",
		          *command.root ? command.root : "/", search->target->abi->loader);
	else if (!layered ||
	         (command.mount_point = dir_make_temporary("hwflavor", error)) != NULL) {
		if (layered)
			command.packages = layers->items[0];
		add_command(search, program, libc, emulator, cpu, &command);
		plain = ask(search, program, &command, emulator, cpu, error);
		if (layered)
			rmdir(command.mount_point);
	}
	free(libc);
	free(command.mount_point);
	strlist_free(&command.prefix);
	strlist_free(&command.argv);
	strlist_free(&command.envp);
	return plain;
}

char *ask_model(const char *question, const struct closure *closure)
{
	struct str plain = {0};

	if (closure->fatal && *closure->items[0].name == '\0' &&
	    closure->items[0].needs_count == 0) {
		/* A preload that fails is only said. */
		str_add(&plain, "%s => not found\n", question);
		return str_take(&plain);
	}
	if (closure->fatal) {
		str_add(&plain, "error: %s\n", closure->fatal);
		return str_take(&plain);
	}
	for (size_t i = 1; i < closure->count; i++) {
		const struct loaded *loaded = &closure->items[i];

		/* Who asks for a name is the C library itself. */
		if (!*closure->items[0].name && strcmp(loaded->name, libc_name) == 0)
			continue;
		if (loaded->path && strcmp(loaded->name, loaded->path) == 0)
			str_add(&plain, "%s\n", loaded->name);
		else
			str_add(&plain, "%s => %s\n", loaded->name,
			        loaded->path ? loaded->path : "not found");
	}
	return str_take(&plain);
}
