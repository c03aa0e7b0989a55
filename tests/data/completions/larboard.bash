
# Offers the options of the game on the line, and flags only after a hyphen: games, commands and files come first.
_larboard_words() {
    local word before n cur prev words=()
    # Bash splits words at equals signs.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        n=${#words[@]}
        if [[ $word == = && ${words[n-1]} == -* ]]; then
            words+=("")
        elif [[ $word == = || $before == = ]]; then
            words[n-1]+=$word
        else
            words+=("$word")
        fi
        before=$word
    done
    COMP_WORDS=("${words[@]}")
    COMP_CWORD=$((${#words[@]} - 1))
    cur=${words[COMP_CWORD]}
    prev=${words[COMP_CWORD-1]}
    if [[ $prev == --rule || $prev == -r ]]; then
        for word in "${words[@]:1:COMP_CWORD-1}"; do
            case $word in
                GAMES)
                    COMP_WORDS=("$1" "$word" "$prev" "$cur")
                    COMP_CWORD=3
                    ;;
            esac
        done
    fi
    _larboard "$1" "$cur" "$prev"
    words=()
    for word in "${COMPREPLY[@]}"; do
        # What is before the last equals sign stays.
        [[ $cur != -* && $word == -* ]] || words+=("${word#"${cur%"$2"}"}")
    done
    COMPREPLY=("${words[@]}")
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _larboard_words -o nosort -o bashdefault -o default larboard
else
    complete -F _larboard_words -o bashdefault -o default larboard
fi
