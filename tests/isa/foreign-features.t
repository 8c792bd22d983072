#!/bin/sh
# SPDX-License-Identifier: MIT
# Each feature of ARM, AArch64, POWER and s390x: an instruction that needs it, and one beside it that does not.
set -eu
. "${0%/*}/../tap.sh"
isa=$HWFLAVOR_TEST_BUILD/tests/unit/t-isa
[ -x "$isa" ] || skip_all 'tests/unit/t-isa is not built'

# table NAME TOOLS AS-OPTIONS BASELINE: assembles lines "NAME | INSTRUCTION | FEATURES" and compares what is beyond the baseline.
table() {
    sed -e '/^$/d' >"$1.table"
    if ! command -v "$2-as" >/dev/null; then
        skip "$1" "$2-as is not installed"
        return
    fi
    sed -e 's/ *| */|/g' "$1.table" | while IFS='|' read -r name text _; do
        printf '.globl %s\n.type %s,%%function\n%s: %s\n.size %s,.-%s\n' "$name" "$name" "$name" "$text" "$name" "$name"
    done >"$1.s"
    # shellcheck disable=SC2086 # a list of options
    "$2-as" $3 -o "$1.o" "$1.s"
    "$2-ld" -shared -o "$1.so" "$1.o"
    sed -e 's/ *|.*|/|/' -e 's/ *$//' -e '/|$/d' -e 's/| */ /' "$1.table" | sort >"$1.expected"
    "$isa" --allow "$4" "$1.so" | sed '$d' | awk '{ f[$1] = f[$1] " " $2 } END { for (n in f) print n f[n] }' | sort >"$1.got"
    is_file "$1.got" "$1.expected" "$1"
}

armhf='edsp fastmult half thumb tls vfp vfpv3'
cat >arm.lines <<'EOF'
add     | add r0, r1, r2               |
vadd16  | vadd.f64 d0, d1, d2          |
vadd32  | vadd.f64 d0, d1, d18         | vfpd32
vldr32  | vldr d16, [r0]               | vfpd32
vmov3   | vmov.f64 d0, #1.0            |
neon    | vadd.i32 q0, q1, q2          | neon
vld1    | vld1.8 {d0}, [r0]            | neon
fma     | vfma.f64 d0, d1, d2          | vfpv4
fma32   | vfma.f64 d0, d1, d18         | vfpd32 vfpv4
nfma    | vfma.f32 q0, q1, q2          | neon vfpv4
vmla    | vmla.f64 d0, d1, d2          |
crc     | crc32w r0, r1, r2            | crc32
aes     | aese.8 q0, q1                | aes
sha1    | sha1c.32 q0, q1, q2          | sha1
sha1su1 | sha1su1.32 q0, q1            | sha1
sha256  | sha256h.32 q0, q1, q2        | sha2
pmull   | vmull.p64 q0, d1, d2         | pmull
vmull   | vmull.p8 q0, d1, d2          | neon
dot     | vsdot.s8 q0, q1, q2          | asimddp
half    | vadd.f16 s0, s1, s2          | fphp
rint    | vrinta.f32 s0, s1            | fp-armv8
tls     | mrc p15, 0, r0, c13, c0, 3   |
dmb     | dmb ish                      | armv7-a
clrex   | clrex                        | armv7-a
lda     | lda r0, [r1]                 | armv8-a
stlex   | stlex r0, r2, [r4]           | armv8-a
sxth    | sxth r0, r1                  | armv6
nop     | nop                          |
mul     | mul r0, r1, r0               |
EOF
{
    cat arm.lines
    cat <<'EOF'
div     | sdiv r0, r1, r2              | idiva
smlabb  | smlabb r0, r1, r2, r3        |
movw    | movw r0, #1234               | armv6t2
ldrex   | ldrex r0, [r1]               | armv6
strexh  | strexh r0, r1, [r2]          | armv6
umull   | umull r0, r1, r2, r3         |
mla     | mla r0, r1, r2, r3           |
umaal   | umaal r0, r1, r2, r3         | armv6
EOF
} >a32.lines
{
    cat arm.lines
    cat <<'EOF'
div     | sdiv r0, r1, r2              | idivt
smlabb  | smlabb r0, r1, r2, r3        | armv6t2
movw    | movw r0, #1234               | armv6t2
ldrex   | ldrex r0, [r1]               | armv6t2
umull   | umull r0, r1, r2, r3         | armv6t2
bl      | bl other                     |
EOF
} >t32.lines
options='-march=armv8.2-a+fp16+dotprod+crypto+crc -mfpu=crypto-neon-fp-armv8 -mfloat-abi=hard'
table ARM arm-linux-gnueabihf "$options" "$armhf" <a32.lines
table Thumb arm-linux-gnueabihf "$options -mthumb" "$armhf" <t32.lines

table AArch64 aarch64-linux-gnu '-march=armv8.6-a+sve2+sha3+sm4+memtag+rng+fp16+crypto' 'asimd fp' <<'EOF'
add     | add x0, x1, x2               |
fadd    | fadd d0, d1, d2              |
vadd    | add v0.4s, v1.4s, v2.4s      |
ldxr    | ldxr x0, [x1]                |
ldadd   | ldadd x0, x1, [x2]           | atomics
cas     | cas x0, x1, [x2]             | atomics
casp    | casp x0, x1, x2, x3, [x4]    | atomics
swp     | swp x0, x1, [x2]             | atomics
ldapr   | ldapr x0, [x1]               | lrcpc
ldapur  | ldapur x0, [x1]              | ilrcpc
ldar    | ldar x0, [x1]                |
crc     | crc32x w0, w1, x2            | crc32
aes     | aese v0.16b, v1.16b          | aes
pmull   | pmull v0.1q, v1.1d, v2.1d    | pmull
pmull8  | pmull v0.8h, v1.8b, v2.8b    |
sha1    | sha1c q0, s1, v2.4s          | sha1
sha256  | sha256h q0, q1, v2.4s        | sha2
sha512  | sha512h q0, q1, v2.2d        | sha512
eor3    | eor3 v0.16b, v1.16b, v2.16b, v3.16b | sha3
sm3     | sm3ss1 v0.4s, v1.4s, v2.4s, v3.4s | sm3
sm4     | sm4e v0.4s, v1.4s            | sm4
rdm     | sqrdmlah v0.4s, v1.4s, v2.4s | asimdrdm
dot     | sdot v0.4s, v1.16b, v2.16b   | asimddp
i8mm    | smmla v0.4s, v1.16b, v2.16b  | i8mm
bf16    | bfdot v0.4s, v1.8h, v2.8h    | bf16
fcma    | fcadd v0.4s, v1.4s, v2.4s, #90 | fcma
fmlal   | fmlal v0.4s, v1.4h, v2.4h    | asimdfhm
half    | fadd h0, h1, h2              | fphp
vhalf   | fadd v0.8h, v1.8h, v2.8h     | asimdhp
fcvt    | fcvt s0, h1                  |
jcvt    | fjcvtzs w0, d1               | jscvt
frint   | frint32z d0, d1              | frint
rmif    | rmif x0, #1, #2              | flagm
axflag  | axflag                       | flagm2
cvap    | dc cvap, x0                  | dcpop
rndr    | mrs x0, rndr                 | rng
ssbs    | msr ssbs, #1                 | ssbs
ssbsr   | mrs x0, ssbs                 | ssbs
dit     | msr dit, #1                  | dit
ditr    | mrs x0, dit                  | dit
irg     | irg x0, x1                   | mte
stgp    | stgp x0, x1, [x2]            | mte
pacia   | pacia x0, x1                 | paca
retaa   | retaa                        | paca
paciasp | paciasp                      |
bti     | bti c                        |
sve     | add z0.s, z1.s, z2.s         | sve
svedot  | sdot z0.s, z1.b, z2.b        | sve
sve2    | saba z0.s, z1.s, z2.s        | sve2
EOF

table POWER powerpc64le-linux-gnu '-mpower10' 'altivec arch_2_06 arch_2_07 dfp fpu isel tar vcrypto vsx' <<'EOF'
add     | add 3,4,5                    |
xvadd   | xvadddp 1,2,3                |
vcipher | vcipher 1,2,3                |
maddld  | maddld 3,4,5,6               | arch_3_00
mulld   | mulld 3,4,5                  |
modsd   | modsd 3,4,5                  | arch_3_00
cnttzd  | cnttzd 3,4                   | arch_3_00
cntlzd  | cntlzd 3,4                   |
lxv     | lxv 34,16(3)                 | arch_3_00
lxvd2x  | lxvd2x 34,0,3                |
mtvsrdd | mtvsrdd 34,3,4               | arch_3_00
qp      | xsaddqp 1,2,3                | arch_3_00
darn    | darn 3,1                     | darn
setbc   | setbc 3,2                    | arch_3_1
vdivsd  | vdivsd 1,2,3                 | arch_3_1
lxvp    | lxvp 34,32(3)                | arch_3_1
pld     | pld 3,16(4)                  | arch_3_1
mma     | xvf32ger 1,34,35             | mma
pmma    | pmxvf32ger 1,34,35,1,1       | mma
EOF

table s390x s390x-linux-gnu '-march=z16' 'dfp eimm esan3 etf3eh highgprs ldisp stfle zarch' <<'EOF'
agr     | agr %r1,%r2                  |
ark     | ark %r1,%r2,%r3              |
vaf     | vaf %v1,%v2,%v3              | vx
lochi   | lochi %r1,1,8                | vx
locr    | locr %r1,%r2,8               |
vfmax   | vfmaxdb %v1,%v2,%v3,0        | vxe
vbperm  | vbperm %v1,%v2,%v3           | vxe
vap     | vap %v1,%v2,%v3,1,0          | vxd
mgrk    | mgrk %r2,%r4,%r6             | mie2
vlbr    | vlbrf %v1,0(%r1)             | vxe2
nork    | nork %r1,%r2,%r3             | mie3
selgr   | selgr %r1,%r2,%r3,8          | mie3
popcnt  | popcnt %r1,%r2,8             | mie3
popcnt8 | popcnt %r1,%r2               |
vschp   | vschp %v1,%v2,%v3,2,0        | vxp2
tbegin  | tbegin 0,0                   | te
km      | km %r2,%r4                   | msa
nnpa    | nnpa                         | nnpa
bprp    | bprp 1,.,.                   |
EOF
