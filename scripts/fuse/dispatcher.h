/* SPDX-License-Identifier: MIT */
/*
 * The part of a fused library that chooses a flavor. hwflavor fuse writes the C file that includes this one: a table of the flavors,
 * best first, and for each exported function a resolver (IFUNC). It is compiled with the library's own compiler.
 *
 * Resolvers run while the library is being relocated. So nothing in here may use what has to be relocated first: no global offset table,
 * no procedure linkage table, no function of the C library, no stack protector. What is called is static, or hidden and found by its
 * distance; the kernel is asked directly. hwflavor fuse refuses an object of this file that needs anything else.
 *
 * The choice is made once in a process, while the library is loaded (the loader must know its constructors then).
 *
 * HWFLAVOR_DISABLE, names of flavors with commas between, takes these out of the choice. The environment is read as the process got
 * it, from /proc/self/environ: there is no other way to it at this time. Where AT_SECURE is set (setuid and its like), or /proc is not
 * mounted, it is ignored.
 */
#if defined(__GNUC__) && !defined(__clang__)
/* A loop that clears or copies must not become a call of memset or memcpy. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")
#endif

#define HWFLAVOR_HIDDEN __attribute__((visibility("hidden")))

enum {
#if defined(__x86_64__) || defined(__i386__)
    HWFLAVOR_CPUID_1_ECX,
    HWFLAVOR_CPUID_1_EDX,
    HWFLAVOR_CPUID_7_EBX,
    HWFLAVOR_CPUID_7_ECX,
    HWFLAVOR_CPUID_7_EDX,
    HWFLAVOR_CPUID_71_EAX,
    HWFLAVOR_CPUID_71_EDX,
    HWFLAVOR_CPUID_D1_EAX,
    HWFLAVOR_CPUID_80000001_ECX,
    HWFLAVOR_CPUID_80000001_EDX,
    HWFLAVOR_XCR0,
#endif
    HWFLAVOR_HWCAP,
    HWFLAVOR_HWCAP2,
    HWFLAVOR_WORDS
};

/* A flavor and the bits that must all be set for it. */
struct hwflavor_flavor {
    char name[HWFLAVOR_NAME_SIZE];
    unsigned long long needs[HWFLAVOR_WORDS];
};

static const struct hwflavor_flavor hwflavor_flavors[HWFLAVOR_FLAVORS];

/* Asks the kernel; negative where it refuses. */
static long hwflavor_system(long number, long a, long b, long c)
{
#if defined(__x86_64__)
    long result;

    __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
#elif defined(__i386__)
    long result;

    __asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c) : "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;

    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
#elif defined(__arm__)
    register long r0 __asm__("r0") = a;
    register long r1 __asm__("r1") = b;
    register long r2 __asm__("r2") = c;

    /* r7 has the number; in Thumb code it may be the frame pointer. */
    __asm__ volatile("push {r7}\n\tmov r7, %3\n\tsvc 0\n\tpop {r7}" : "+r"(r0) : "r"(r1), "r"(r2), "r"(number) : "memory");
    return r0;
#endif
}

#if defined(__x86_64__)
enum { HWFLAVOR_READ = 0, HWFLAVOR_CLOSE = 3, HWFLAVOR_OPEN = 2 };
#elif defined(__aarch64__)
enum { HWFLAVOR_READ = 63, HWFLAVOR_CLOSE = 57, HWFLAVOR_OPENAT = 56 };
#else
enum { HWFLAVOR_READ = 3, HWFLAVOR_CLOSE = 6, HWFLAVOR_OPEN = 5 };
#endif

static long hwflavor_open(const char *path)
{
#ifdef __aarch64__
    return hwflavor_system(HWFLAVOR_OPENAT, -100, (long)path, 0);
#else
    return hwflavor_system(HWFLAVOR_OPEN, (long)path, 0, 0);
#endif
}

/* One number that the kernel gave the process (AT_HWCAP2 and its like), or missing. */
static unsigned long hwflavor_auxv(unsigned long type, unsigned long missing)
{
    static const char path[] = "/proc/self/auxv";
    unsigned long pair[2], value = missing;
    long file = hwflavor_open(path);

    if (file < 0)
        return missing;
    while (hwflavor_system(HWFLAVOR_READ, file, (long)pair, sizeof(pair)) == (long)sizeof(pair) && pair[0] != 0)
        if (pair[0] == type)
            value = pair[1];
    hwflavor_system(HWFLAVOR_CLOSE, file, 0, 0);
    return value;
}

/* Copies the value of HWFLAVOR_DISABLE, as the process was started; empty: there is none. */
static void hwflavor_read_disabled(char *value, unsigned long size)
{
    static const char path[] = "/proc/self/environ", name[] = "HWFLAVOR_DISABLE=";
    unsigned long matched = 0, length = 0;
    char bytes[512];
    long file = hwflavor_open(path), got, i;
    int same = 1;

    value[0] = '\0';
    if (file < 0)
        return;
    while ((got = hwflavor_system(HWFLAVOR_READ, file, (long)bytes, sizeof(bytes))) > 0) {
        for (i = 0; i < got; i++) {
            if (same && matched == sizeof(name) - 1) {
                if (bytes[i] == '\0' || length == size - 1)
                    goto end;
                value[length++] = bytes[i];
                value[length] = '\0';
            } else if (bytes[i] == '\0') {
                matched = 0;
                same = 1;
            } else if (same && bytes[i] == name[matched]) {
                matched++;
            } else {
                same = 0;
            }
        }
    }
end:
    hwflavor_system(HWFLAVOR_CLOSE, file, 0, 0);
}

static int hwflavor_is_separator(char letter)
{
    return letter == '\0' || letter == ',' || letter == ' ' || letter == ':';
}

static int hwflavor_lists(const char *list, const char *name)
{
    while (*list) {
        unsigned long i = 0;

        while (name[i] && list[i] == name[i])
            i++;
        if (name[i] == '\0' && hwflavor_is_separator(list[i]))
            return 1;
        while (!hwflavor_is_separator(*list))
            list++;
        while (*list && hwflavor_is_separator(*list))
            list++;
    }
    return 0;
}

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

#define HWFLAVOR_ARGUMENTS void
#define HWFLAVOR_PASSED

static void hwflavor_read_cpu(unsigned long long *words)
{
    unsigned eax, ebx, ecx, edx;

    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
        words[HWFLAVOR_CPUID_1_ECX] = ecx;
        words[HWFLAVOR_CPUID_1_EDX] = edx;
    }
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        words[HWFLAVOR_CPUID_7_EBX] = ebx;
        words[HWFLAVOR_CPUID_7_ECX] = ecx;
        words[HWFLAVOR_CPUID_7_EDX] = edx;
        if (eax >= 1) {
            __cpuid_count(7, 1, eax, ebx, ecx, edx);
            words[HWFLAVOR_CPUID_71_EAX] = eax;
            words[HWFLAVOR_CPUID_71_EDX] = edx;
        }
    }
    if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx)) {
        words[HWFLAVOR_CPUID_80000001_ECX] = ecx;
        words[HWFLAVOR_CPUID_80000001_EDX] = edx;
    }
#ifdef HWFLAVOR_NEEDS_HWCAP2
    words[HWFLAVOR_HWCAP2] = hwflavor_auxv(26, 0);
#endif
    /* XGETBV faults where the kernel has not set OSXSAVE. */
    if (!(words[HWFLAVOR_CPUID_1_ECX] & bit_OSXSAVE))
        return;
    __asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(eax), "=d"(edx) : "c"(0));
    words[HWFLAVOR_XCR0] = (unsigned long long)edx << 32 | eax;
    if (__get_cpuid_count(0xd, 1, &eax, &ebx, &ecx, &edx))
        words[HWFLAVOR_CPUID_D1_EAX] = eax;
}
#elif defined(__aarch64__)
struct hwflavor_argument {
    unsigned long size, hwcap, hwcap2;
};
#define HWFLAVOR_ARGUMENTS unsigned long hwcap, const struct hwflavor_argument *argument
#define HWFLAVOR_PASSED hwcap, argument

/* glibc sets bit 62 where a second argument follows (2.30). */
static void hwflavor_read_cpu(unsigned long long *words, HWFLAVOR_ARGUMENTS)
{
    words[HWFLAVOR_HWCAP] = hwcap & ~(1UL << 62);
    if ((hwcap >> 62 & 1) && argument->size >= sizeof(*argument))
        words[HWFLAVOR_HWCAP2] = argument->hwcap2;
}
#elif defined(__arm__)
#define HWFLAVOR_ARGUMENTS unsigned long hwcap
#define HWFLAVOR_PASSED hwcap

/* glibc passes AT_HWCAP alone. */
static void hwflavor_read_cpu(unsigned long long *words, HWFLAVOR_ARGUMENTS)
{
    words[HWFLAVOR_HWCAP] = hwcap;
#ifdef HWFLAVOR_NEEDS_HWCAP2
    words[HWFLAVOR_HWCAP2] = hwflavor_auxv(26, 0);
#endif
}
#else
#error "hwflavor fuse does not know this machine"
#endif

static int hwflavor_runs(const struct hwflavor_flavor *flavor, const unsigned long long *words)
{
    int i;

    for (i = 0; i < HWFLAVOR_WORDS; i++)
        if ((words[i] & flavor->needs[i]) != flavor->needs[i])
            return 0;
    return 1;
}

/* The flavor's place in the table from 1; 0: the baseline. */
static __attribute__((noinline)) int hwflavor_find(HWFLAVOR_ARGUMENTS)
{
    static unsigned long long words[HWFLAVOR_WORDS];
    char disabled[256];
    int i;

#if defined(__x86_64__) || defined(__i386__)
    hwflavor_read_cpu(words);
#else
    hwflavor_read_cpu(words, HWFLAVOR_PASSED);
#endif
    hwflavor_read_disabled(disabled, sizeof(disabled));
    if (disabled[0] && hwflavor_auxv(23, 1))
        disabled[0] = '\0';
    for (i = 0; i < HWFLAVOR_FLAVORS; i++)
        if (hwflavor_runs(&hwflavor_flavors[i], words) && !hwflavor_lists(disabled, hwflavor_flavors[i].name))
            return i + 1;
    return 0;
}

static __attribute__((noinline)) int hwflavor_choose(HWFLAVOR_ARGUMENTS)
{
    /* One more than hwflavor_find() says; 0: nobody has asked yet. Two threads that ask at once find the same. */
    static int chosen;

    if (chosen == 0)
        chosen = hwflavor_find(HWFLAVOR_PASSED) + 1;
    return chosen - 1;
}

typedef void hwflavor_function(int, char **, char **);

/* Constructors are given the program's arguments, as the loader does. */
static inline void hwflavor_run(hwflavor_function *const *functions, unsigned long count, int argc, char **argv, char **envp)
{
    unsigned long i;

    for (i = 0; i < count; i++)
        functions[i](argc, argv, envp);
}

/* Destructors run from the last to the first, without arguments. */
static inline void hwflavor_run_back(void (*const *functions)(void), unsigned long count)
{
    while (count > 0)
        functions[--count]();
}
