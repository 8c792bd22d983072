#!/bin/sh
# SPDX-License-Identifier: MIT
# plan prints the values that scripts/hwflavor.mk and debian/rules include, under stable names.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"
[ -d /usr/arm-linux-gnueabihf ] || skip_all 'no C library for armhf (Debian: libc6-dev-armhf-cross)'
source_with 'Configure: --with-x'

export CFLAGS='-O3 -g'
hwflavor_is 'armhf with a compiler and CFLAGS of the environment' 0 plan --source src --arch armhf --glibc 2.36 <<'END'
# Written by hwflavor for scripts/hwflavor.mk; what is changed here is lost.
EMPTY :=
HASH := \#
define NEWLINE


endef

FLAVORS := baseline armv7-neon
SOURCE := $TMP/src
BUILD_DIR := $TMP/hwflavor-build
BUILD_SYSTEM := autoconf
COPY_SOURCE :=
DELIVERY := directory
ARCHITECTURE := armhf
GNU_TYPE := arm-linux-gnueabihf
CPU_FAMILY := arm
ENDIAN := little
CROSS := yes
GLIBC := 2.36
CC := $TMP/bin/cc
CC_GIVEN := yes
CXX := arm-linux-gnueabihf-g++
CXX_GIVEN :=
COMPILER := $TMP/bin/cc 10 0
CONFIGURE_SHELL :=
BASE_CFLAGS := -O3 -g
BASE_CFLAGS_GIVEN := yes
BASE_CXXFLAGS :=
BASE_CXXFLAGS_GIVEN :=
BASE_CPPFLAGS :=
BASE_CPPFLAGS_GIVEN :=
BASE_LDFLAGS :=
BASE_LDFLAGS_GIVEN :=
HWFLAVORS_FILE := $TMP/src/hwflavors

baseline.directory := .
baseline.foreign := yes
baseline.cflags :=
baseline.ldflags :=
baseline.configure := --build=x86_64-linux-gnu --host=arm-linux-gnueabihf --with-x
baseline.test := emulated
baseline.emulator := qemu-arm
baseline.emulator-cpus := cortex-a9,neon=off,vfp-d32=off cortex-a9,neon=off
baseline.sysroot := /usr/arm-linux-gnueabihf
baseline.untested :=

armv7-neon.directory := neon/vfp
armv7-neon.foreign := yes
armv7-neon.cflags := -mfpu=neon
armv7-neon.ldflags :=
armv7-neon.configure := --build=x86_64-linux-gnu --host=arm-linux-gnueabihf --with-x --disable-static
armv7-neon.test := emulated
armv7-neon.emulator := qemu-arm
armv7-neon.emulator-cpus := cortex-a8 cortex-a7
armv7-neon.sysroot := /usr/arm-linux-gnueabihf
armv7-neon.untested :=
END
is "$(cat stderr)" '' 'and nothing is said beside it'
