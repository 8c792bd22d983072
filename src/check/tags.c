// SPDX-License-Identifier: MIT
#include "check/tags.h"

#include <string.h>

const struct tag_text tags[TAGS] = {
    [TAG_FLAVOR_WITHOUT_BASELINE] =
        {"flavor-without-baseline", SEVERITY_ERROR,
         "A hwcap directory holds a library, and the library directory above it holds none of\n"
         "that SONAME. Only CPUs that select the directory find the library; on all others every\n"
         "program that needs it dies.\n"
         "Install the baseline's library into the library directory itself.\n"},
    [TAG_SONAME_DIFFERS] =
        {"soname-differs", SEVERITY_ERROR,
         "Copy and baseline have different SONAMEs. The loader looks for a SONAME, so it never\n"
         "takes the copy in the baseline's place, or takes it for another library.\n"
         "Build both from the same source, with the same version.\n"},
    [TAG_SONAME_LINK_MISSING] =
        {"soname-link-missing", SEVERITY_ERROR,
         "A library is found by a file or link that is called like its SONAME. In its directory\n"
         "there is none, or it dangles, or it leads to another file: then the loader passes the\n"
         "library over in silence and takes the baseline, or takes that other file.\n"
         "Make the link, beside the library: ln -s libfoo.so.1.0 libfoo.so.1\n"},
    [TAG_EXPORTS_MISSING] =
        {"exports-missing", SEVERITY_ERROR,
         "The baseline has dynamic symbols (by name and version) that the copy does not have, or\n"
         "has as something else: another kind (function, object, thread-local), binding, or\n"
         "default version. A program linked against the baseline dies with \"undefined symbol\" "
         "or\n"
         "\"symbol lookup error\", and only on the CPUs that select the copy. dpkg-gensymbols\n"
         "does not see it: it takes all copies of a SONAME together.\n"
         "An object that the copy alone has protected, or binds by -Bsymbolic, is two: a program\n"
         "with a copy relocation writes the one, the copy goes on reading the other.\n"
         "Find the #ifdef, the configure test or the file that the flavor's build leaves out.\n"},
    [TAG_EXPORTS_EXTRA] =
        {"exports-extra", SEVERITY_ERROR,
         "The copy has dynamic symbols that the baseline does not have. Whoever builds on a\n"
         "machine that selects the copy, or reads the package's symbols file, may come to depend\n"
         "on them; on other CPUs they are missing.\n"
         "Hide them (static, visibility, a version script), or add them to the baseline.\n"},
    [TAG_OBJECT_SIZE_DIFFERS] =
        {"object-size-differs", SEVERITY_ERROR,
         "An exported object has another size than in the baseline. Programs that are not\n"
         "position-independent hold a copy of such an object, as large as the library was when\n"
         "they were linked: a larger one is cut off, a smaller one is read beyond its end.\n"
         "Give the object the same size in every flavor.\n"},
    [TAG_TYPE_LAYOUT_DIFFERS] =
        {"type-layout-differs", SEVERITY_ERROR,
         "Debug information shows that a type which programs share with the library has another\n"
         "size, alignment, or offsets of members than in the baseline. An #ifdef __AVX__ around a\n"
         "member or an alignment keeps every symbol and still corrupts the memory of programs\n"
         "that were compiled for the baseline. abidiff (abigail-tools) compares the types.\n"
         "Make the types the same in every flavor.\n"},
    [TAG_NEEDED_DIFFERS] =
        {"needed-differs", SEVERITY_WARNING,
         "The copy needs other libraries than the baseline, or in another order. A library more\n"
         "may not be installed; another order can make symbols resolve to other definitions.\n"
         "Link the flavor as the baseline is linked; see what configure decided differently.\n"},
    [TAG_HEADER_DIFFERS] =
        {"header-differs", SEVERITY_WARNING,
         "A header, pkg-config file or the like is installed differently by a flavor, in more\n"
         "than the compiler flags and folders that some embed. Only the baseline's is delivered,\n"
         "and programs compiled with it meet the flavor's copy.\n"
         "Look at the difference: whether the interface depends on it.\n"},
    [TAG_RUNPATH_INTO_HWCAPS] =
        {"runpath-into-hwcaps", SEVERITY_ERROR,
         "A RUNPATH or RPATH leads into a hwcap directory. Whatever is found through it is taken\n"
         "on every CPU, also on those that cannot run it. libtool writes such a path when a\n"
         "flavor is configured with --libdir=.../glibc-hwcaps/...\n"
         "Configure every flavor with the standard libdir and copy the libraries afterwards.\n"},
    [TAG_RUNPATH_INTO_BUILD] =
        {"runpath-into-build", SEVERITY_ERROR,
         "A RUNPATH or RPATH leads into the tree it was built or is installed in, or begins with\n"
         "no slash. On other machines that folder does not exist, or belongs to someone who can\n"
         "put libraries into it.\n"
         "Relink without it: install with libtool, or chrpath -d, or patchelf --remove-rpath.\n"},
    [TAG_RUNPATH_ORIGIN] =
        {"runpath-origin", SEVERITY_ERROR,
         "A copy has a RUNPATH or RPATH with $ORIGIN. In a copy that is the hwcap directory, not\n"
         "the library directory: what the baseline finds through it, the copy does not find, and\n"
         "programs die on new CPUs only.\n"
         "Use an absolute path, or put into the hwcap directory what is looked for there.\n"},
    [TAG_ISA_BEYOND_FLAVOR] =
        {"isa-beyond-flavor", SEVERITY_ERROR,
         "The copy holds an instruction that its flavor does not promise: a CPU that selects the\n"
         "hwcap directory may lack it, and dies with SIGILL or computes something else. Typical\n"
         "are ADX, AES and PCLMULQDQ in x86-64-v3: CPUs of that age have them, the level has not.\n"
         "Configure the flavor for a CPU that has just the level (GMP: --build=haswell-... for\n"
         "x86-64-v3). Code that asks the CPU before it runs is allowed by function, with the\n"
         "reason, in the hwflavors file (see hwflavors(5), Allow).\n"},
    [TAG_ISA_BEYOND_BASELINE] =
        {"isa-beyond-baseline", SEVERITY_ERROR,
         "A library outside all hwcap directories holds an instruction beyond the architecture's\n"
         "baseline. Old CPUs take this library and die, unless the code asks the CPU first.\n"
         "Take out the flags that brought it in. Code that asks the CPU before it runs is allowed\n"
         "by function, with the reason, in the hwflavors file (see hwflavors(5), Allow).\n"},
    [TAG_ISA_IN_CONSTRUCTOR] =
        {"isa-in-constructor", SEVERITY_ERROR,
         "An instruction beyond what the CPU must have is reachable from a constructor\n"
         "(.init_array) or an IFUNC resolver. These run as soon as the library is loaded, before\n"
         "any program decides anything.\n"
         "Compile the constructor or the resolver with the baseline's flags.\n"},
    [TAG_ISA_MARKER_MISSING] =
        {"isa-marker-missing", SEVERITY_WARNING,
         "An x86-64 copy has no ISA marker (GNU_PROPERTY_X86_ISA_1_NEEDED). Opened by its path,\n"
         "or on a CPU whose features are switched off, it is loaded and dies later with SIGILL\n"
         "where the loader could have refused it by name. -march= alone writes no marker.\n"
         "Link the copy with -Wl,-z,x86-64-v3 (the flavor's Ldflags).\n"},
    [TAG_ISA_MARKER_ABOVE] =
        {"isa-marker-above", SEVERITY_ERROR,
         "A library's ISA marker asks for a higher level than the directory it lies in. The\n"
         "loader finds it first and then refuses it: \"CPU ISA level is lower than required\". It\n"
         "does not go on to the next copy, so the program does not start. One object file with\n"
         "such a marker is enough to mark a library.\n"
         "Link it for the level of its directory; find the object with readelf -n.\n"},
    [TAG_FLAGS_NOT_APPLIED] =
        {"flags-not-applied", SEVERITY_ERROR,
         "Debug information (DW_AT_producer) shows source files of a copy that were compiled\n"
         "without the flavor's flags. In Debian this happens when a rules file sets\n"
         "DEB_CFLAGS_MAINT_APPEND for one command: dh has exported CFLAGS before, and every copy\n"
         "comes out as a second baseline.\n"
         "See how the flags are lost in BUILD/FLAVOR/build.log; DEB_CFLAGS_APPEND reaches them.\n"},
    [TAG_FLAGS_FROM_BUILD_MACHINE] =
        {"flags-from-build-machine", SEVERITY_ERROR,
         "Debug information (DW_AT_producer) shows source files that were compiled for the CPU of\n"
         "the build machine (-march=native), or with options for CPU features that neither the\n"
         "flavor nor the baseline's build of the same file has. Such a library runs where it was\n"
         "built, and comes out differently elsewhere.\n"
         "Take the option out of the source's build system, or name the CPU.\n"},
    [TAG_IDENTICAL_TO_BASELINE] =
        {"identical-to-baseline", SEVERITY_ERROR,
         "The copy's code and data are the baseline's: it costs space and does nothing. Either\n"
         "the flavor's flags never reached the compiler, or they do not change this library.\n"
         "See the build's log for the flags; leave the flavor out if they are there.\n"},
    [TAG_FLAVOR_NOT_NEEDED] =
        {"flavor-not-needed", SEVERITY_NOTE,
         "The copy uses no instruction beyond the baseline. If it is faster, then by other\n"
         "choices (other source files, other tuning), which the baseline could make too, for\n"
         "every CPU. GMP's ARM Cortex-A7 code on armhf is an example.\n"
         "Configure the baseline like this flavor, and leave the flavor out.\n"},
    [TAG_DEAD_DIRECTORY] =
        {"dead-directory", SEVERITY_ERROR,
         "The loader of the target's glibc never searches the directory in which the copy lies.\n"
         "glibc 2.37 removed all directories but glibc-hwcaps; before it, parts had to stand in\n"
         "one order (neon/vfp, never vfp/neon); glibc before 2.33 does not know glibc-hwcaps.\n"
         "hwflavor list --glibc VERSION has the directories. --glibc names the target.\n"},
    [TAG_DEVELOPMENT_FILE] =
        {"development-file", SEVERITY_ERROR,
         "A hwcap directory holds something else than shared libraries and their SONAME links: a\n"
         "static library, a header, a .la or .pc file, a link for the linker (libfoo.so), or a\n"
         "program. Nothing looks for them there, and a linker that is led there links for one CPU\n"
         "only. A flavor that is installed with its own --libdir leaves them.\n"
         "Deliver only the shared library and the link that is called like its SONAME.\n"},
    [TAG_STALE_FLAVOR] =
        {"stale-flavor", SEVERITY_ERROR,
         "In an installed system, copy and baseline come from different builds: their packages\n"
         "have different versions, a package owns only one of them, or the baseline's build-id is\n"
         "not the one that hwflavor install wrote into the copy (.note.hwflavor, readelf -n). The\n"
         "next time a function is added to the baseline, programs die on the CPUs that select the\n"
         "copy.\n"
         "Upgrade both together, or remove the copy. Ship both in one package.\n"},
    [TAG_IFUNC_DIFFERS] =
        {"ifunc-differs", SEVERITY_WARNING,
         "A function is an IFUNC (chosen when the library is loaded) in only one of copy and\n"
         "baseline. Link-time optimisation is known to lose them, and with them the faster code.\n"
         "Functions that are not exported are compared by name, or in stripped files by number.\n"
         "Compare the builds; -fno-lto for the file that defines it helps.\n"},
    [TAG_TEXT_RELOCATIONS] =
        {"text-relocations", SEVERITY_ERROR,
         "The loader must write into the copy's code, which the baseline does not need: its pages\n"
         "are no longer shared, and hardened systems refuse to load it.\n"
         "Find code that was not compiled with -fPIC, most often assembly of the flavor.\n"},
    [TAG_EXECUTABLE_STACK] =
        {"executable-stack", SEVERITY_ERROR,
         "Loading the copy makes the stacks of the program executable, and the baseline does not.\n"
         "Most often an assembly file of the flavor lacks the line\n"
         "    .section .note.GNU-stack,\"\",%progbits\n"
         "Add it, or assemble with -Wa,--noexecstack.\n"},
    [TAG_HARDENING_LOST] =
        {"hardening-lost", SEVERITY_WARNING,
         "The baseline is protected (RELRO, BIND_NOW, CET or BTI marking, stack protector,\n"
         "fortified functions) in a way that the copy is not: its flags were put in the place of\n"
         "the distribution's, not beside them.\n"
         "Append the flavor's flags to CFLAGS and LDFLAGS. Assembly without endbr64 and its note\n"
         "loses CET for the whole library.\n"},
    [TAG_UNREADABLE_FILE] =
        {"unreadable-file", SEVERITY_ERROR,
         "A file that is named or lies as a shared library cannot be read as one: it is cut off,\n"
         "empty, damaged, or not ELF. The loader fails on it too.\n"
         "Build, copy or download it anew.\n"},
    [TAG_NOT_CHECKED] =
        {"not-checked", SEVERITY_NOTE,
         "Something needed for a check is missing, so that what it finds would go unsaid: debug\n"
         "information for types and compiler flags, the program abidiff (abigail-tools), or what\n"
         "tells code from data. Instructions are decoded in functions that symbols with a size or\n"
         "unwind information (.eh_frame) describe; assembly has neither once it is stripped.\n"
         "Instructions newer than hwflavor's decoders are none that it knows; so is data.\n"
         "Instructions of RISC-V, LoongArch, MIPS and x32 are not decoded, and folders of a "
         "system\n"
         "that this user may not read are passed over.\n"
         "Check before stripping, or beside the unpacked debug package. Assembly that has\n"
         ".cfi_startproc is looked at even when it is stripped.\n"},
    [TAG_UNUSED_ALLOWANCE] =
        {"unused-allowance", SEVERITY_WARNING,
         "An Allow line of the hwflavors file allows something that is not there. Either the\n"
         "fault is gone, or the pattern does not match what it was written for.\n"
         "Correct the pattern or remove the line.\n"},
};

enum tag tag_find(const char *name)
{
	enum tag tag = 0;

	while (tag < TAGS && strcmp(tags[tag].name, name) != 0)
		tag++;
	return tag;
}

const char *severity_name(enum severity severity)
{
	static const char *const names[] = {
	    [SEVERITY_ERROR] = "error", [SEVERITY_WARNING] = "warning", [SEVERITY_NOTE] = "note"};

	return names[severity];
}
