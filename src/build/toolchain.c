// SPDX-License-Identifier: MIT
#include "build/toolchain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

extern char **environ;

/* An environment variable that is set and not empty. */
static const char *environment(const char *name)
{
	const char *value = getenv(name);

	return value && value[0] != '\0' ? value : NULL;
}

/* The program of a command such as "ccache gcc -m32": the last word that is no option. */
static char *compiler_file(const char *command)
{
	struct strlist words = {0};
	char *file = NULL;

	strlist_add_shell_words(&words, command);
	for (size_t i = 0; i < words.count; i++) {
		char *found = words.items[i][0] != '-' ? path_find_program(words.items[i]) : NULL;

		if (!found)
			break;
		free(file);
		file = found;
	}
	strlist_free(&words);
	return file;
}

static int identify(struct toolchain *toolchain, const struct architecture *architecture,
                    bool cross, struct error *error)
{
	char *file = compiler_file(toolchain->cc);
	struct stat status;

	if (!file || stat(file, &status) != 0) {
		if (toolchain->cc_is_set)
			error_set(error, "CC is '%s', and there is no such program; correct CC",
			          toolchain->cc);
		else if (cross)
			error_set(
			    error,
			    "%s is not installed; install it (Debian: crossbuild-essential-%s)",
			    toolchain->cc, architecture->name);
		else
			error_set(error, "no C compiler is installed; install one (Debian: "
			                 "build-essential), or set CC");
		free(file);
		return -1;
	}
	toolchain->identity = str_format("%s %lld %lld", file, (long long)status.st_size,
	                                 (long long)status.st_mtim.tv_sec);
	free(file);
	return 0;
}

static void find_compilers(struct toolchain *toolchain, const struct architecture *architecture,
                           bool cross)
{
	const char *cc = environment("CC"), *cxx = environment("CXX");

	toolchain->cc_is_set = cc != NULL;
	toolchain->cxx_is_set = cxx != NULL;
	if (cross) {
		toolchain->cc = cc ? xstrdup(cc) : str_format("%s-gcc", architecture->gnu_type);
		toolchain->cxx = cxx ? xstrdup(cxx) : str_format("%s-g++", architecture->gnu_type);
		return;
	}
	char *gcc = path_find_program("gcc");
	toolchain->cc = xstrdup(cc ? cc : gcc ? "gcc" : "cc");
	toolchain->cxx = xstrdup(cxx ? cxx : gcc ? "g++" : "c++");
	free(gcc);
}

/* The version that the compiler's <features.h> defines; the file is read, nothing is run. */
static struct glibc headers_glibc(const struct architecture *architecture, bool cross)
{
	char *path = cross ? str_format("/usr/%s/include/features.h", architecture->gnu_type)
	                   : xstrdup("/usr/include/features.h");
	struct error ignored = {0};
	char *text = file_read(path, 1024 * 1024, NULL, &ignored);
	struct glibc version = {0};

	if (text) {
		const char *major = strstr(text, "__GLIBC__\t"),
		           *minor = strstr(text, "__GLIBC_MINOR__\t");
		if (!major || !minor || sscanf(major, "__GLIBC__ %3u", &version.major) != 1 ||
		    sscanf(minor, "__GLIBC_MINOR__ %4u", &version.minor) != 1)
			version = (struct glibc){0};
	}
	error_clear(&ignored);
	free(text);
	free(path);
	return version;
}

/* Runs a program in a folder and takes what it prints; NULL when it fails. */
static char *output_of(const char *dir, char *const arguments[])
{
	struct str text = {0};
	int pipes[2], status = -1;

	if (pipe(pipes) != 0)
		return NULL;
	pid_t child = fork();
	if (child == 0) {
		dup2(pipes[1], STDOUT_FILENO);
		close(pipes[0]);
		close(pipes[1]);
		if (chdir(dir) == 0)
			execvp(arguments[0], arguments);
		_exit(127);
	}
	close(pipes[1]);
	for (;;) {
		char buffer[4096];
		ssize_t got = read(pipes[0], buffer, sizeof(buffer));

		if (got > 0)
			str_add_bytes(&text, buffer, (size_t)got);
		else if (got == 0 || errno != EINTR)
			break;
	}
	close(pipes[0]);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	if (status == 0)
		return str_take(&text);
	str_free(&text);
	return NULL;
}

static bool dpkg_is_asked(void)
{
	for (char **variable = environ; *variable; variable++)
		if (starts_with(*variable, "DEB_"))
			return true;
	return false;
}

struct flag_variable {
	const char *name;
	char **value;
};

/* The lines "CFLAGS=..." of dpkg-buildflags --dump fill what the environment left open. */
static int take_dpkg_flags(const struct flag_variable *variables, size_t count,
                           const struct architecture *architecture, const char *source,
                           struct error *error)
{
	/* dpkg-buildflags asks dpkg-architecture, which believes DEB_HOST_ARCH. */
	char *host = str_format("DEB_HOST_ARCH=%s", architecture->name);
	char *const command[] = {"env", host, "dpkg-buildflags", "--dump", NULL};
	char *text = output_of(source, command), *rest = text;

	free(host);
	if (!text)
		return error_set(error, "DEB_ variables are set and dpkg-buildflags does not "
		                        "answer; install it (Debian: dpkg-dev), or unset them");
	for (char *line; (line = strsep(&rest, "\n")) != NULL;)
		for (size_t i = 0; i < count; i++) {
			size_t length = strlen(variables[i].name);

			if (!*variables[i].value &&
			    line[length < strlen(line) ? length : 0] == '=' &&
			    strncmp(line, variables[i].name, length) == 0)
				*variables[i].value = xstrdup(line + length + 1);
		}
	free(text);
	return 0;
}

static int check_flags(const char *name, const char *value, struct error *error)
{
	char *flag = value ? native_flag(value) : NULL;

	if (!flag)
		return 0;
	error_set(error,
	          "%s in the environment holds %s, which would build for this machine's CPU only; "
	          "take it out",
	          name, flag);
	free(flag);
	return -1;
}

static int find_flags(struct toolchain *toolchain, const struct architecture *architecture,
                      const char *source, struct error *error)
{
	const struct flag_variable variables[] = {
	    {"CFLAGS", &toolchain->cflags},
	    {"CXXFLAGS", &toolchain->cxxflags},
	    {"CPPFLAGS", &toolchain->cppflags},
	    {"LDFLAGS", &toolchain->ldflags},
	};
	/* Nothing is added to these, but the builds see them. */
	static const char *const others[] = {"ASFLAGS", "FFLAGS", "FCFLAGS", "OBJCFLAGS",
	                                     "OBJCXXFLAGS"};
	const size_t count = sizeof(variables) / sizeof(variables[0]);
	int result = 0;

	for (size_t i = 0; i < count; i++) {
		/* Set but empty is a choice too: no flags. */
		const char *value = getenv(variables[i].name);
		if (value)
			*variables[i].value = xstrdup(value);
	}
	if (dpkg_is_asked())
		result = take_dpkg_flags(variables, count, architecture, source, error);
	if (result == 0)
		result = check_flags("CC", toolchain->cc, error);
	if (result == 0)
		result = check_flags("CXX", toolchain->cxx, error);
	for (size_t i = 0; i < count && result == 0; i++)
		result = check_flags(variables[i].name, *variables[i].value, error);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]) && result == 0; i++)
		result = check_flags(others[i], getenv(others[i]), error);
	return result;
}

/* The root of qemu's own variable, else that of a cross compiler; NULL: none, or it is /. */
static char *find_sysroot(const struct architecture *architecture, bool cross)
{
	const char *prefix = getenv("QEMU_LD_PREFIX");

	if (prefix && *prefix)
		return path_absolute(prefix);
	char *sysroot = cross ? str_format("/usr/%s", architecture->gnu_type) : NULL;
	if (sysroot && !path_is_dir(sysroot)) {
		free(sysroot);
		sysroot = NULL;
	}
	return sysroot;
}

int toolchain_find(struct toolchain *toolchain, const struct architecture *architecture, bool cross,
                   const char *source, struct error *error)
{
	find_compilers(toolchain, architecture, cross);
	if (identify(toolchain, architecture, cross, error) != 0)
		return -1;
	toolchain->glibc = headers_glibc(architecture, cross);
	toolchain->sysroot = find_sysroot(architecture, cross);
	return find_flags(toolchain, architecture, source, error);
}

void toolchain_free(struct toolchain *toolchain)
{
	free(toolchain->cc);
	free(toolchain->cxx);
	free(toolchain->identity);
	free(toolchain->sysroot);
	free(toolchain->cflags);
	free(toolchain->cxxflags);
	free(toolchain->cppflags);
	free(toolchain->ldflags);
	*toolchain = (struct toolchain){0};
}
