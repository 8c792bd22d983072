# SPDX-License-Identifier: MIT
# For a debian/rules that is not written with dh: see "Without dh" in hwflavor's doc/debian.md.
#
#     include /usr/share/hwflavor/hwflavor-rules.mk
#     confflags += $(HWFLAVOR_CONFIGURE)
#     build: hwflavor-build
#
# and dh_hwflavor in front of dh_strip. The same debian/rules then runs once more for every flavor, in a copy of the source:
# $(HWFLAVOR_BUILD), and $(HWFLAVOR_INSTALL) when dh_hwflavor wants it. There HWFLAVOR is the flavor's name, and empty for the baseline;
# HWFLAVOR_CONFIGURE has its arguments for configure; dpkg-buildflags gives its flags after all others.

HWFLAVOR_BUILD ?= build
HWFLAVOR_INSTALL ?= install
hwflavor_goal := $(.DEFAULT_GOAL)

.PHONY: hwflavor-build
ifneq ($(HWFLAVOR)$(HWFLAVOR_COPY),)
hwflavor-build:
else ifneq ($(filter nohwflavor,$(DEB_BUILD_OPTIONS))$(filter pkg.%.nohwflavor,$(DEB_BUILD_PROFILES)),)
hwflavor-build:
else
# Under debian/.debhelper, which dh_clean removes.
hwflavor_build := $(CURDIR)/debian/.debhelper/hwflavor
hwflavor = hwflavor debhelper $(1) --system rules --source '$(CURDIR)' --build-dir '$(hwflavor_build)' $(and $(DEB_HOST_ARCH),--arch $(DEB_HOST_ARCH)) \
	--jobs $(or $(patsubst parallel=%,%,$(filter parallel=%,$(DEB_BUILD_OPTIONS))),1) $(if $(filter terse,$(DEB_BUILD_OPTIONS)),,--verbose)

# The flavors have the source from the time before anything is configured in it: from the first call that is not to clean.
ifneq ($(filter-out clean,$(or $(MAKECMDGOALS),clean)),)
ifeq ($(wildcard $(hwflavor_build)/prepared),)
hwflavor_said := $(shell { $(call hwflavor,prepare) && mkdir -p '$(hwflavor_build)' && : >'$(hwflavor_build)/prepared'; } >&2)
ifeq ($(wildcard $(hwflavor_build)/prepared),)
$(error hwflavor cannot copy the source for its flavors: see the line above)
endif
endif
endif

# Of Files paragraphs that concern the baseline: hwflavor-cc stands in front of the compilers.
hwflavor_path := $(subst $(hwflavor_build)/baseline/compilers:,,$(PATH))
ifneq ($(shell [ ! -e '$(hwflavor_build)/baseline/files' ] || echo yes),)
export PATH := $(hwflavor_build)/baseline/compilers:$(hwflavor_path)
export HWFLAVOR_FILES := $(hwflavor_build)/baseline/files
endif

hwflavor-build: $(hwflavor_build)/built
$(hwflavor_build)/built:
	[ ! -e $(hwflavor_build)/plan.mk ] || env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u HWFLAVOR_FILES PATH='$(hwflavor_path)' $(call hwflavor,build) -- $(HWFLAVOR_BUILD)
	echo build >>$(hwflavor_build)/steps
	echo '$(HWFLAVOR_INSTALL)' >$(hwflavor_build)/install-target
	touch $@
endif

.DEFAULT_GOAL := $(hwflavor_goal)
