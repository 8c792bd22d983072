#!/bin/sh
# SPDX-License-Identifier: MIT
# Each x86 feature: an instruction that needs it is told by its name, and one beside it that does not is not.
set -eu
. "${0%/*}/../tap.sh"
need gcc
gcc -dumpmachine | grep -q '^x86_64' || skip_all 'the compiler makes no x86-64 code'
isa=$HWFLAVOR_TEST_BUILD/tests/unit/t-isa

# assemble BITS NAME: functions from lines "NAME | INSTRUCTION" on standard input.
assemble() {
    sed -e 's/ *| */|/' | while IFS='|' read -r name text; do
        printf '.globl %s\n.type %s,@function\n%s: %s\n.size %s,.-%s\n' "$name" "$name" "$name" "$text" "$name" "$name"
    done >"$2.s"
    { echo .text && echo .intel_syntax noprefix && cat "$2.s" && echo '.section .note.GNU-stack,""'; } >"$2.S"
    gcc -m"$1" -shared -nostdlib -o "$2.so" "$2.S"
}

# needs FILE: "FUNCTION FEATURE..." of each function.
needs() {
    "$isa" "$@" | sed '$d' | awk '{ f[$1] = f[$1] " " $2 } END { for (n in f) print n f[n] }' | sort
}

# expected: the same from lines "NAME | INSTRUCTION | FEATURES"; a name alone for one that needs nothing is left out.
table() {
    sed -e '/^$/d' >"$1.table"
    cut -d'|' -f1,2 "$1.table" | assemble "$2" "$1"
    sed -e 's/ *|.*|/|/' -e 's/ *$//' -e '/|$/d' -e 's/| */ /' "$1.table" | sort >"$1.expected"
}

table sse 64 <<'EOF'
movaps       | movaps xmm0, xmm1          | sse
pshufw       | pshufw mm0, mm1, 1         | sse
paddb        | paddb mm0, mm1             | mmx
addpd        | addpd xmm0, xmm1           | sse2
haddps       | haddps xmm0, xmm1          | sse3
addsubps     | addsubps xmm0, xmm1        | sse3
fisttp       | fisttp qword ptr [rax]     | sse3
fistp        | fistp qword ptr [rax]      | fpu
pshufb       | pshufb xmm0, xmm1          | ssse3
pabsb        | pabsb mm0, mm1             | ssse3
ptest        | ptest xmm0, xmm1           | sse4.1
pcmpgtq      | pcmpgtq xmm0, xmm1         | sse4.2
crc32        | crc32 eax, ecx             | sse4.2
popcnt       | popcnt eax, ecx            | popcnt
cmpxchg16b   | lock cmpxchg16b [rax]      | cx16
cmpxchg8b    | lock cmpxchg8b [rax]       | cx8
cmpxchg      | lock cmpxchg [rax], rcx    |
lahf         | lahf                       | lahf-sahf
cmov         | cmovz eax, ecx             | cmov
fcmov        | fcmovb st, st(1)           | cmov fpu
fxsave       | fxsave64 [rax]             | fxsr
extrq        | extrq xmm0, 1, 2           | sse4a
EOF
needs sse.so >got
is_file got sse.expected 'SSE and what is older'

table avx 64 <<'EOF'
vaddps       | vaddps ymm0, ymm1, ymm2    | avx
vaddps128    | vaddps xmm0, xmm1, xmm2    | avx
vpaddd128    | vpaddd xmm0, xmm1, xmm2    | avx
vpaddd       | vpaddd ymm0, ymm1, ymm2    | avx2
vgather      | vpgatherdd ymm0, [rax+ymm1*4], ymm2 | avx2
fma          | vfmadd231pd ymm0, ymm1, ymm2 | fma
fma4         | vfmaddpd ymm0, ymm1, ymm2, ymm3 | fma4
xop          | vpcmov xmm0, xmm1, xmm2, xmm3 | xop
f16c         | vcvtph2ps ymm0, xmm1       | f16c
vaesenc128   | vaesenc xmm0, xmm1, xmm2   | aes avx
vaesenc      | vaesenc ymm0, ymm1, ymm2   | vaes
aesenc       | aesenc xmm0, xmm1          | aes
pclmul       | pclmulqdq xmm0, xmm1, 1    | pclmulqdq
vpclmul128   | vpclmulqdq xmm0, xmm1, xmm2, 1 | avx pclmulqdq
vpclmul      | vpclmulqdq ymm0, ymm1, ymm2, 1 | vpclmulqdq
gf2p8        | gf2p8mulb xmm0, xmm1       | gfni
vgf2p8       | vgf2p8mulb ymm0, ymm1, ymm2 | avx gfni
sha          | sha256rnds2 xmm1, xmm2     | sha
avxvnni      | {vex} vpdpbusd ymm0, ymm1, ymm2 | avx-vnni
EOF
needs avx.so >got
is_file got avx.expected 'AVX and cryptography'

table avx512 64 <<'EOF'
f512         | vaddps zmm0, zmm1, zmm2    | avx512f
f256         | vaddps ymm16, ymm1, ymm2   | avx512f avx512vl
scalar       | vaddss xmm16, xmm1, xmm2   | avx512f
bw           | vpaddb zmm0, zmm1, zmm2    | avx512bw
bw128        | vpaddb xmm16, xmm1, xmm2   | avx512bw avx512vl
dq           | vpmullq zmm0, zmm1, zmm2   | avx512dq
kmovb        | kmovb k1, eax              | avx512dq
kmovw        | kmovw k1, eax              | avx512f
kmovd        | kmovd k1, eax              | avx512bw
cd           | vplzcntq zmm0, zmm1        | avx512cd
ifma         | vpmadd52luq zmm0, zmm1, zmm2 | avx512ifma
vbmi         | vpermb zmm0, zmm1, zmm2    | avx512vbmi
vbmi2        | vpcompressb zmm0, zmm1     | avx512vbmi2
vnni         | vpdpbusd zmm0, zmm1, zmm2  | avx512vnni
bf16         | vdpbf16ps zmm0, zmm1, zmm2 | avx512bf16
fp16         | vaddph zmm0, zmm1, zmm2    | avx512fp16
bitalg       | vpopcntb zmm0, zmm1        | avx512bitalg
popcntdq     | vpopcntq zmm0, zmm1        | avx512vpopcntdq
intersect    | vp2intersectd k0, zmm1, zmm2 | avx512vp2intersect
vaes         | vaesenc zmm0, zmm1, zmm2   | avx512f vaes
amx          | tdpbssd tmm0, tmm1, tmm2   | amx-int8
amxtile      | tilezero tmm0              | amx-tile
EOF
needs avx512.so >got
is_file got avx512.expected 'AVX-512 and AMX'

table general 64 <<'EOF'
andn         | andn rax, rcx, rdx         | bmi1
plain_and    | and rax, rcx               |
tzcnt        | tzcnt rax, rcx             |
rep_bsf      | .byte 0xf3, 0x0f, 0xbc, 0xc1 |
bsf          | bsf rax, rcx               |
lzcnt        | lzcnt rax, rcx             | lzcnt
bsr          | bsr rax, rcx               |
mulx         | mulx rax, rcx, rdx         | bmi2
mulx_bytes   | .byte 0xc4, 0xe2, 0xfb, 0xf6, 0xc1 | bmi2
mul          | mul rcx                    |
adcx         | adcx rax, rcx              | adx
adcx_bytes   | .byte 0x66, 0x48, 0x0f, 0x38, 0xf6, 0xc1 | adx
adox_bytes   | .byte 0xf3, 0x48, 0x0f, 0x38, 0xf6, 0xc1 | adx
adc          | adc rax, rcx               |
movbe        | movbe rax, [rcx]           | movbe
bswap        | bswap rax                  |
rdrand       | rdrand rax                 | rdrand
rdseed       | rdseed rax                 | rdseed
rdpid        | rdpid rax                  | rdpid
rdtscp       | rdtscp                     | rdtscp
rdtsc        | rdtsc                      |
rdfsbase     | rdfsbase rax               | fsgsbase
xbegin       | xbegin .                   | rtm
xgetbv       | xgetbv                     | osxsave
xsavec       | xsavec [rax]               | xsavec
clflush      | clflush [rax]              |
clflushopt   | clflushopt [rax]           | clflushopt
clwb         | clwb [rax]                 | clwb
tbm          | blcfill rax, rcx           | tbm
movdiri      | movdiri [rax], rcx         | movdiri
movdir64b    | movdir64b rax, [rcx]       | movdir64b
serialize    | serialize                  | serialize
tpause       | tpause eax                 | waitpkg
rdpkru       | rdpkru                     | pku
clzero       | clzero                     | clzero
ptwrite      | ptwrite rax                | ptwrite
EOF
needs general.so >got
is_file got general.expected 'general registers, and bytes written by macros'

table harmless 64 <<'EOF'
rep_ret      | rep ret                    |
endbr64      | endbr64                    |
rdsspq       | rdsspq rax                 |
bnd          | .byte 0xf2, 0xff, 0xe0     |
notrack      | notrack jmp rax            |
nop9         | nop word ptr [rax+rax+0]   |
pause        | pause                      |
prefetchw    | prefetchw [rax]            |
prefetchwt1  | prefetchwt1 [rax]          |
prefetch     | prefetcht0 [rax]           |
cldemote     | cldemote [rax]             |
xacquire     | xacquire lock add [rax], ecx |
xrelease     | xrelease mov [rax], ecx    |
ud2          | ud2                        |
syscall      | syscall                    |
EOF
like "$("$isa" harmless.so | head -n 1)" '^harmless.so amd64 decoded [0-9]+ unknown 0 undecoded 0$' 'what every CPU runs'

if gcc -m32 -shared -nostdlib -x c /dev/null -o empty.so 2>/dev/null; then
    table old 32 <<'EOF'
add          | add eax, ecx               |
nopl         | nop dword ptr [eax]        |
sahf         | sahf                       |
cmov         | cmovz eax, ecx             | cmov
sse          | addss xmm0, xmm1           | sse
sse2         | addsd xmm0, xmm1           | sse2
avx          | vaddps xmm0, xmm1, xmm2    | avx
les          | les eax, [ecx]             |
bound        | bound eax, [ecx]           |
pfadd        | pfadd mm0, mm1             | 3dnow
pswapd       | pswapd mm0, mm1            | 3dnowext
EOF
    needs old.so >got
    is_file got old.expected '32-bit code'
else
    skip '32-bit code' 'the compiler has no -m32'
fi
