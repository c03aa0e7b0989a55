_larboard_joined() {
    local -a words=()
    local word joined="" current=0 n
    for ((n = 0; n < ${#COMP_WORDS[@]}; n++)); do
        word=${COMP_WORDS[n]}
        if [[ $word == "=" && $joined == --* ]]; then
            # The value of an option is a word of its own.
            joined=""
            ((n == COMP_CWORD)) && words+=("")
        elif [[ $joined && ($word == "=" || $joined == *=) ]]; then
            joined+=$word
            words[${#words[@]}-1]=$joined
        else
            joined=$word
            words+=("$word")
        fi
        ((n == COMP_CWORD)) && current=$((${#words[@]} - 1))
    done
    local -a COMP_WORDS=("${words[@]}")
    local COMP_CWORD=$current
    local cur=${words[current]}
    _larboard "$1" "$cur" "${words[current - 1]}"
    case ${words[1]} in FILE_COMMANDS)
        if [[ -z $cur && " ${COMPREPLY[*]} " == *" --help "* ]]; then
            local -a offered=()
            for word in "${COMPREPLY[@]}"; do
                [[ $word == -* ]] || offered+=("$word")
            done
            while IFS= read -r word; do
                offered+=("$word")
            done < <(compgen -f)
            COMPREPLY=("${offered[@]}")
            compopt -o filenames 2> /dev/null
        fi
    esac
    if [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*=}"}"}")
    fi
}
