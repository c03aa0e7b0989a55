
# Offers the options of the game on the line, and flags only after a hyphen: games, commands and files come first.
_larboard_words() {
    local word words=()
    if [[ $3 == --rule || $3 == -r ]]; then
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
            case $word in
                GAMES)
                    COMP_WORDS=("$1" "$word" "$3" "$2")
                    COMP_CWORD=3
                    ;;
            esac
        done
    fi
    _larboard "$@"
    if [[ $2 != -* ]]; then
        for word in "${COMPREPLY[@]}"; do
            [[ $word == -* ]] || words+=("$word")
        done
        COMPREPLY=("${words[@]}")
    fi
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _larboard_words -o nosort -o bashdefault -o default larboard
else
    complete -F _larboard_words -o bashdefault -o default larboard
fi
