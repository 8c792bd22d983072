# SPDX-License-Identifier: MIT
# The debhelper sequence hwflavor: `dh-sequence-hwflavor` in Build-Depends, or `dh $@ --with hwflavor`. See dh_hwflavor(1).
use strict;
use warnings;
use File::Basename qw(dirname);

# Installed beside hwflavor's own data: DATADIR/perl5/Debian/Debhelper/Sequence and DATADIR/hwflavor.
my $top = __FILE__;
$top = dirname($top) for 1 .. 5;
my $bin = ($ENV{HWFLAVOR_DATADIR} || "$top/hwflavor") . '/scripts/debhelper/bin';

# debhelper's own dh_auto_* run as ever, for the baseline; those in $bin run them, and then once more for each flavor. In PATH, they are
# also found by dh_auto_* within overrides, and whatever build system is named there.
$ENV{PATH} = "$bin:$ENV{PATH}" if ":$ENV{PATH}:" !~ /:\Q$bin\E:/;

# The copies go in between dh_dwz and dh_strip. Before, dh_dwz would let the baseline share debug information with them, and its files would not
# be what they are without hwflavor; after, they would have none for dh_strip to keep, and the checks none to read.
insert_before('dh_strip', 'dh_hwflavor');
# What is left of them when the other tools have been at work is checked again. (A command can stand in a sequence once only.)
insert_after('dh_makeshlibs', 'dh_hwflavor_check');

1;
