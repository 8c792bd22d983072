# SPDX-License-Identifier: MIT
# Configures, builds, tests and installs one source once per flavor:
#
#     make -f .../scripts/hwflavor.mk -C BUILD -k -jN configure|build|test|install
#
# hwflavor writes the values (BUILD/plan.mk, and FLAVOR/values and FLAVOR/testing for the steps); here are the rules. For a flavor F
#
#     F/tree       is where it is built, F/root its own DESTDIR
#     F/STEP.log   is what a step printed, F/STEP.done its stamp: the seconds it took
#     F/left-out   says why the flavor is not built, F/untested why its tests did not run
#
# Every step goes through scripts/step, which keeps logs and stamps; what a step does is in scripts/build-system/. With -n, or
# HWFLAVOR_DRY_RUN set, the commands are shown instead. Nothing is passed as a make variable on a command line: that would reach the
# makefiles of the package.

include plan.mk

.SUFFIXES:
.PHONY: prepare configure build test install FORCE
FORCE:

SCRIPTS := $(or $(HWFLAVOR_SCRIPTS),$(patsubst %/,%,$(dir $(abspath $(lastword $(filter %hwflavor.mk,$(MAKEFILE_LIST)))))))
ifneq ($(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),)
export HWFLAVOR_DRY_RUN := yes
endif
ifneq ($(HWFLAVOR_DRY_RUN),)
# For people to read: one flavor's commands after the other's.
.NOTPARALLEL:
endif

# Recipes begin with + because what they start is a make, or takes part in this one's jobserver.
step = +@'$(subst ','\'',$(SCRIPTS))/step' $(1) $(2)

# What each flavor's steps are called: `make build` is build.done of all.
define step_targets
prepare: $(1)/prepare.done
configure: $(1)/configure.done
build: $(1)/build.done
test: $(1)/test.done
install: $(1)/install.done
endef
$(foreach flavor,$(FLAVORS),$(eval $(call step_targets,$(flavor))))

$(FLAVORS:%=%/probe.done): %/probe.done: %/values
	$(call step,$*,probe)

ifneq ($(DEBHELPER),)
# debhelper decides which of its commands run, when, and how often; each is repeated for every flavor. There is no baseline here.
$(FLAVORS:%=%/prepare.done): %/prepare.done: %/probe.done
$(foreach step,prepare configure build test install,$(FLAVORS:%=%/$(step).done)): FORCE
	$(call step,$(@D),$(basename $(@F)))
else

# A step that has been done is entered again where FORCE stands: the package's own make knows whether something is left to do.
define flavor_rules
$(1)/build.done: $(1)/configure.done FORCE
	$(call step,$(1),build)
$(1)/test.done: $(1)/build.done FORCE
	$(call step,$(1),test)
$(1)/install.done: $(1)/build.done FORCE
	$(call step,$(1),install)
endef
$(foreach flavor,$(FLAVORS),$(eval $(call flavor_rules,$(flavor))))

# The flavors take over the baseline's answers to configure's questions, so they wait for it; if it fails they go on without.
$(patsubst %,%/configure.done,$(filter-out baseline,$(FLAVORS))): %/configure.done: %/probe.done | baseline/configure.tried
	$(call step,$*,configure)
baseline/configure.done: baseline/configure.tried
	@[ -n "$$HWFLAVOR_DRY_RUN" ] || { touch -c $@ && [ -e $@ ]; }
baseline/configure.tried: baseline/probe.done
	-$(call step,baseline,configure)
# Where the baseline's install does not honour DESTDIR, no other one may be let loose on this system.
$(patsubst %,%/install.done,$(filter-out baseline,$(FLAVORS))): | baseline/install.done

# What was done in a tree that somebody removed is to be done again.
treeless := $(foreach flavor,$(FLAVORS),$(if $(wildcard $(flavor)/tree/.),,$(flavor)))
$(patsubst %,%/configure.done,$(filter-out baseline,$(treeless))) $(if $(filter baseline,$(treeless)),baseline/configure.tried): FORCE
endif
