# Prints what zsh offers for a line: `capture.zsh FOLDER LINE`, where FOLDER has the completion function. The line is
# typed in an interactive zsh, in which `compadd` prints the matches.
zmodload zsh/zpty || exit 1
zpty shell zsh -f -i
zpty -w shell "PROMPT=; RPROMPT=; stty -echo; fpath=(${(q)1} \$fpath)"
zpty -w shell 'autoload -Uz compinit; compinit -u -D; bindkey "^I" complete-word
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    local -a matches
    builtin compadd -A matches "$@"
    local match
    for match in $matches; do print -r -- "<$match>"; done
}
finish() { print "<end>"; exit }
comppostfuncs=(finish)
print "<ready>"'
zpty -r shell output '*<ready>*<ready>*' || zpty -r shell output '*<ready>*'
zpty -n -w shell "$2"$'\t'
zpty -r shell output '*<end>*'
print -r -- "$output" | tr -d '\r' | sed -n 's/^.*<\(.*\)>$/\1/p' | grep -v '^end$'
