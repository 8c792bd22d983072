# shellcheck shell=sh
# Where each architecture has its loader, for tests that put real ones into made roots. Sourced after tap.sh.

# loader_name ARCH: the path that the kernel opens, without its first slash.
loader_name() {
    case $1 in
    amd64) echo lib64/ld-linux-x86-64.so.2 ;;
    i386) echo lib/ld-linux.so.2 ;;
    armel) echo lib/ld-linux.so.3 ;;
    armhf) echo lib/ld-linux-armhf.so.3 ;;
    arm64) echo lib/ld-linux-aarch64.so.1 ;;
    mips64el) echo lib64/ld.so.1 ;;
    ppc64el) echo lib64/ld64.so.2 ;;
    s390x) echo lib/ld64.so.1 ;;
    *) diag "loader_name knows no loader of $1" && exit 1 ;;
    esac
}

# loader_file ROOT ARCH: the loader itself in a root of Debian. (Its link is absolute on some architectures; the file in the multiarch
# folder is the same.)
loader_file() {
    find "$1/usr/lib" -mindepth 2 -maxdepth 2 -name "$(basename "$(loader_name "$2")")" -type f
}
