# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_larboard_global_optspecs
    string join \n s/seed= daily winnable r/rule= export= no-mouse ascii plain h/help V/version
end

function __fish_larboard_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_larboard_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_larboard_using_subcommand
    set -l cmd (__fish_larboard_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c larboard -n "__fish_larboard_needs_command" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x; random by default' -r
complete -c larboard -n "__fish_larboard_needs_command" -s r -l rule -d 'Set an option of the game; `larboard games` lists them' -r
complete -c larboard -n "__fish_larboard_needs_command" -l export -d 'Save the game record to FILE on exit (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_needs_command" -l daily -d 'Play today\'s deal'
complete -c larboard -n "__fish_larboard_needs_command" -l winnable -d 'Deal only winnable games'
complete -c larboard -n "__fish_larboard_needs_command" -l no-mouse -d 'Disable mouse support'
complete -c larboard -n "__fish_larboard_needs_command" -l ascii -d 'Use letters instead of suit symbols'
complete -c larboard -n "__fish_larboard_needs_command" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_needs_command" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_needs_command" -s V -l version -d 'Print version'
complete -c larboard -n "__fish_larboard_needs_command" -a "games" -d 'List the games, their options, values and defaults'
complete -c larboard -n "__fish_larboard_needs_command" -a "deal" -d 'Show the opening table of a deal'
complete -c larboard -n "__fish_larboard_needs_command" -a "show" -d 'Show a position of a record'
complete -c larboard -n "__fish_larboard_needs_command" -a "verify" -d 'Replay and check records'
complete -c larboard -n "__fish_larboard_needs_command" -a "replay" -d 'Step through a record, and play on from any position'
complete -c larboard -n "__fish_larboard_needs_command" -a "perft" -d 'Count sequences of legal moves'
complete -c larboard -n "__fish_larboard_needs_command" -a "solve" -d 'Find out whether a deal or a record\'s last position can be won'
complete -c larboard -n "__fish_larboard_needs_command" -a "survey" -d 'Measure how many deals can be won'
complete -c larboard -n "__fish_larboard_needs_command" -a "stats" -d 'Show your results'
complete -c larboard -n "__fish_larboard_needs_command" -a "completions" -d 'Write shell completions'
complete -c larboard -n "__fish_larboard_needs_command" -a "man" -d 'Write the manual page'
complete -c larboard -n "__fish_larboard_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c larboard -n "__fish_larboard_using_subcommand games" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand games" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_using_subcommand deal" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x' -r
complete -c larboard -n "__fish_larboard_using_subcommand deal" -s r -l rule -d 'Set an option of the game; `larboard games` lists them' -r
complete -c larboard -n "__fish_larboard_using_subcommand deal" -l json -d 'Output a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand deal" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_using_subcommand show" -l at -d 'Show the position after move N; the last by default' -r
complete -c larboard -n "__fish_larboard_using_subcommand show" -l each -d 'Show every position, from the opening to the last'
complete -c larboard -n "__fish_larboard_using_subcommand show" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand show" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_using_subcommand verify" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand verify" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l export -d 'Save the record of a game played from here to FILE on exit' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l no-mouse -d 'Disable mouse support'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l ascii -d 'Use letters instead of suit symbols'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_using_subcommand perft" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x' -r
complete -c larboard -n "__fish_larboard_using_subcommand perft" -s r -l rule -d 'Set an option of the game; `larboard games` lists them' -r
complete -c larboard -n "__fish_larboard_using_subcommand perft" -l depth -d 'Number of moves in a sequence' -r
complete -c larboard -n "__fish_larboard_using_subcommand perft" -l json -d 'Output a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand perft" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_using_subcommand solve" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x' -r
complete -c larboard -n "__fish_larboard_using_subcommand solve" -s r -l rule -d 'Set an option of the game; `larboard games` lists them' -r
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l positions -d 'Search at most N positions' -r
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l seconds -d 'Search a deal for at most S seconds' -r
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l memory -d 'Use at most MIB mebibytes of memory' -r
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l export -d 'Save a winning line as a record to FILE (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l json -d 'Output a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand solve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand survey" -l seeds -d 'Deals to search, from A to B-1' -r
complete -c larboard -n "__fish_larboard_using_subcommand survey" -s r -l rule -d 'Set an option of the game; `larboard games` lists them' -r
complete -c larboard -n "__fish_larboard_using_subcommand survey" -l positions -d 'Search at most N positions' -r
complete -c larboard -n "__fish_larboard_using_subcommand survey" -l seconds -d 'Search a deal for at most S seconds' -r
complete -c larboard -n "__fish_larboard_using_subcommand survey" -l memory -d 'Use at most MIB mebibytes of memory' -r
complete -c larboard -n "__fish_larboard_using_subcommand survey" -s j -l jobs -d 'Number of searches in parallel; one per core by default' -r
complete -c larboard -n "__fish_larboard_using_subcommand survey" -s o -l output -d 'Append one line per deal to FILE (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand survey" -l merge -d 'Add up the files of earlier surveys (- for stdin)' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand survey" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand survey" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -l ascii -d 'Use ASCII characters in plots'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_using_subcommand completions" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_using_subcommand man" -s h -l help -d 'Print help'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "games" -d 'List the games, their options, values and defaults'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "deal" -d 'Show the opening table of a deal'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "show" -d 'Show a position of a record'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "verify" -d 'Replay and check records'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "replay" -d 'Step through a record, and play on from any position'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "perft" -d 'Count sequences of legal moves'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "solve" -d 'Find out whether a deal or a record\'s last position can be won'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "survey" -d 'Measure how many deals can be won'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "stats" -d 'Show your results'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "completions" -d 'Write shell completions'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "man" -d 'Write the manual page'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from games deal show verify replay perft solve survey stats completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
