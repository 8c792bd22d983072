# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Completion of hwflavor's command line in bash. Commands, options and what an option takes are read from the program's own help texts, names
# of flavors, CPUs and findings from its lists: nothing here has to follow a change of them.

# _hwflavor_options COMMAND: "--option VALUE" or "--option", one a line, of the command's help.
_hwflavor_options() {
    "$program" "$1" --help 2>/dev/null | sed -n '/^  -/{
        s/^  //
        s/  .*//
        s/, /\n/g
        s/^-\([a-z]\)\([A-Z]\)/-\1 \2/
        p
    }'
}

# _hwflavor_value PLACEHOLDER: the words that can stand for it, one a line.
_hwflavor_value() {
    local arch='' i
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} != --arch ]] || arch=${COMP_WORDS[i + 1]}
        [[ $arch != = ]] || arch=${COMP_WORDS[i + 2]}
    done
    case $1 in
    ARCH) printf '%s\n' amd64 arm64 armel armhf i386 loong64 mips64el ppc64el riscv64 s390x ;;
    CPU) "$program" cpu --list ${arch:+--arch "$arch"} 2>/dev/null | sed -e 1d -e 's/  .*//' -e 's/ *| */\n/g' ;;
    LIST | NAME) "$program" list ${arch:+--arch "$arch"} 2>/dev/null | sed -n -e 1d -e 's/^\([^ :]*\)  .*/\1/p' ;;
    NAME=VALUE) printf '%s\n' LD_LIBRARY_PATH= GLIBC_TUNABLES= LD_HWCAP_MASK= ;;
    TAG) echo all && "$program" check --explain all 2>/dev/null | sed -n 's/^\([a-z][a-z-]*\) ([a-z]*)$/\1/p' ;;
    esac
}

# _hwflavor_complete PLACEHOLDER: fills COMPREPLY; words in a list (x86-64-v2,x86-64-v3) are completed after its last comma.
_hwflavor_complete() {
    local before=''
    case $1 in
    DIR)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$cur")
        ;;
    FILE | PATH)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        ;;
    *)
        [[ $1 != LIST || $cur != *,* ]] || before=${cur%,*},
        [[ $1 != NAME=VALUE ]] || compopt -o nospace 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$(_hwflavor_value "$1")" -- "${cur#"$before"}")
        ;;
    esac
}

_hwflavor() {
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]-} cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} word takes=
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p') --help --version" -- "$cur")
        return
    fi
    # Behind -- stand arguments for configure and the like, which are not ours.
    for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
        [[ $word != -- ]] || return
    done
    # bash makes words of --cpu=Has: --cpu, = and Has.
    if [[ $cur == = ]]; then
        cur=
    elif [[ $option == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    [[ ! $option =~ ^-[a-z-]+$ ]] || takes=$(_hwflavor_options "$command" | sed -n "s/^$option //p")
    if [[ -n $takes ]]; then
        _hwflavor_complete "$takes"
    elif [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_hwflavor_options "$command" | cut -d ' ' -f 1)" -- "$cur")
    else
        case $("$program" "$command" --help 2>/dev/null | sed -n 's/^Usage: //p') in
        *\ PATH... | *LIBRARY*) _hwflavor_complete PATH ;;
        *CPU\]) _hwflavor_complete CPU ;;
        esac
    fi
}

complete -F _hwflavor hwflavor
