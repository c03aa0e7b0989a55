# Prints what bash offers for the last of the words: `capture.bash SCRIPT WORD...`.
# shellcheck source=/dev/null
source "$1"
shift
COMP_WORDS=()
for word in "$@"; do
    # As bash does it, words are split at equals signs.
    while [[ $word == *=* ]]; do
        COMP_WORDS+=("${word%%=*}" "=")
        word=${word#*=}
    done
    COMP_WORDS+=("$word")
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
registration=$(complete -p larboard)
function=${registration#*-F }
function=${function%% *}
current=${COMP_WORDS[COMP_CWORD]}
"$function" larboard "$current" "${COMP_WORDS[COMP_CWORD - 1]}"
if ((${#COMPREPLY[@]})); then
    printf '%s\n' "${COMPREPLY[@]}"
elif [[ $registration == *"-o default"* ]]; then
    compgen -f -- "$current"
fi
