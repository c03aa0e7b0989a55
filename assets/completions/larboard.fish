# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_larboard_global_optspecs
    string join \n daily= winnable any difficulty= export= mouse no-mouse ascii no-ascii plain names json no-save color= h/help V/version
end

function __fish_larboard_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    # The value that is completed is not there yet.
    contains -- "$cmd[-1]" --color --daily --difficulty --export; and set -e cmd[-1]
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

complete -c larboard -n "__fish_larboard_needs_command" -l daily -d 'Play the daily deal of a date, as in 2026-11-23; of today by default' -r -f
complete -c larboard -n "__fish_larboard_needs_command" -l difficulty -d 'Play a graded deal' -r -f -a "easy\t''
medium\t''
hard\t''
expert\t''"
complete -c larboard -n "__fish_larboard_needs_command" -l export -d 'Save the game record to FILE on exit (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_needs_command" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_needs_command" -l winnable -d 'Deal only winnable games, whatever the settings say'
complete -c larboard -n "__fish_larboard_needs_command" -l any -d 'Deal any random games, whatever the settings say'
complete -c larboard -n "__fish_larboard_needs_command" -l mouse -d 'Use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_needs_command" -l no-mouse -d 'Do not use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_needs_command" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_needs_command" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_needs_command" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_needs_command" -l names -d 'Use line mode with full names of cards and piles'
complete -c larboard -n "__fish_larboard_needs_command" -l json -d 'Use line mode, and answer each line with a JSON object'
complete -c larboard -n "__fish_larboard_needs_command" -l no-save -d 'With --json, load and save nothing: no games, results or settings'
complete -c larboard -n "__fish_larboard_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_needs_command" -s V -l version -d 'Print version'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "moving-left" -d 'Two decks. When a pile empties, the piles to its right slide over.'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "yakutat-bay" -d 'Yukon with sliding piles: move any face-up card with all the cards on it.'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "oscillation" -d 'Two decks, two groups: the left builds down, the right up, foundations the reverse.'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "moosehide" -d 'No stock, one card at a time; almost half the deck is in an open reserve.'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "single-left" -d 'Played in one hand, four cards in sight. Matching end cards are removed.'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "learn" -d 'Learn a game: a small one that is won, step by step'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "replay" -d 'Step through a record, and play on from any position'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "review" -d 'Find the mistakes in a game, and its bad luck'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "show" -d 'Show a position of a record'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "verify" -d 'Replay and check records'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "stats" -d 'Show your results'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "solve" -d 'Find out whether a deal or a record\'s last position can be won'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "deal" -d 'Show the opening table of a deal'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "games" -d 'List the games, their options, values and defaults'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "schema" -d 'Write the JSON Schema of all JSON output'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "man" -d 'Write the manual page'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "completions" -d 'Write shell completions'
complete -c larboard -n "__fish_larboard_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l daily -d 'Play the daily deal of a date, as in 2026-11-23; of today by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l difficulty -d 'Play a graded deal' -r -f -a "easy\t''
medium\t''
hard\t''
expert\t''"
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l export -d 'Save the game record to FILE on exit (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand moving-left deal solve; and __fish_seen_subcommand_from moving-left" -s r -l rule -d 'Set an option of the game' -r -f -a "foundation-return=yes\t'a card on a foundation can be played back to a pile (default)'
foundation-return=no\t'a card on a foundation stays there'"
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l winnable -d 'Deal only winnable games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l any -d 'Deal any random games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l mouse -d 'Use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l no-mouse -d 'Do not use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l names -d 'Use line mode with full names of cards and piles'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l json -d 'Use line mode, and answer each line with a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -l no-save -d 'With --json, load and save nothing: no games, results or settings'
complete -c larboard -n "__fish_larboard_using_subcommand moving-left" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l daily -d 'Play the daily deal of a date, as in 2026-11-23; of today by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l difficulty -d 'Play a graded deal' -r -f -a "easy\t''
medium\t''
hard\t''
expert\t''"
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l export -d 'Save the game record to FILE on exit (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay deal solve; and __fish_seen_subcommand_from yakutat-bay" -s r -l rule -d 'Set an option of the game' -r -f -a "face-up=yukon\t'dealt as in Yukon, most cards face up (default)'
face-up=tops\t'only the top cards face up; hardly ever winnable'"
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l winnable -d 'Deal only winnable games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l any -d 'Deal any random games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l mouse -d 'Use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l no-mouse -d 'Do not use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l names -d 'Use line mode with full names of cards and piles'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l json -d 'Use line mode, and answer each line with a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -l no-save -d 'With --json, load and save nothing: no games, results or settings'
complete -c larboard -n "__fish_larboard_using_subcommand yakutat-bay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l daily -d 'Play the daily deal of a date, as in 2026-11-23; of today by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l difficulty -d 'Play a graded deal' -r -f -a "easy\t''
medium\t''
hard\t''
expert\t''"
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l export -d 'Save the game record to FILE on exit (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand oscillation deal solve; and __fish_seen_subcommand_from oscillation" -s r -l rule -d 'Set an option of the game' -r -f -a "wrap=no\t'nothing goes below an ace or above a king (default)'
wrap=yes\t'a king goes below an ace, and an ace above a king'"
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l winnable -d 'Deal only winnable games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l any -d 'Deal any random games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l mouse -d 'Use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l no-mouse -d 'Do not use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l names -d 'Use line mode with full names of cards and piles'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l json -d 'Use line mode, and answer each line with a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -l no-save -d 'With --json, load and save nothing: no games, results or settings'
complete -c larboard -n "__fish_larboard_using_subcommand oscillation" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l daily -d 'Play the daily deal of a date, as in 2026-11-23; of today by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l difficulty -d 'Play a graded deal' -r -f -a "easy\t''
medium\t''
hard\t''
expert\t''"
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l export -d 'Save the game record to FILE on exit (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand moosehide deal solve; and __fish_seen_subcommand_from moosehide" -s r -l rule -d 'Set an option of the game' -r -f -a "layout=open-reserve\t'a triangle of seven, and 24 cards in the reserve (default)'
layout=four-reserve\t'a reserve of four; none of the deals 1 to 1,000 can be won'
layout=classic\t'Yukon\'s deal and moves, building in any suit but the same'"
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l winnable -d 'Deal only winnable games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l any -d 'Deal any random games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l mouse -d 'Use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l no-mouse -d 'Do not use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l names -d 'Use line mode with full names of cards and piles'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l json -d 'Use line mode, and answer each line with a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -l no-save -d 'With --json, load and save nothing: no games, results or settings'
complete -c larboard -n "__fish_larboard_using_subcommand moosehide" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l daily -d 'Play the daily deal of a date, as in 2026-11-23; of today by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l difficulty -d 'Play a graded deal' -r -f -a "easy\t''
medium\t''
hard\t''
expert\t''"
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l export -d 'Save the game record to FILE on exit (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand single-left deal solve; and __fish_seen_subcommand_from single-left" -s r -l rule -d 'Set an option of the game' -r -f -a "style=one-handed\t'played in one hand, four cards in sight (default)'
style=warfield\t'Warfield\'s: Moving Left with one deck and seven piles'
discards=forced\t'as published: the deck plays itself (0.8 % won, no redeals) (default)'
discards=optional\t'you decide: discard, or draw while the deck has cards'
redeals=0\t'the deck is played once (default)'
redeals=1\t'the discards are played once more'
redeals=2\t'the discards are played up to twice more'
redeals=3\t'the discards are played up to three times more'"
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l winnable -d 'Deal only winnable games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l any -d 'Deal any random games, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l mouse -d 'Use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l no-mouse -d 'Do not use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l names -d 'Use line mode with full names of cards and piles'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l json -d 'Use line mode, and answer each line with a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -l no-save -d 'With --json, load and save nothing: no games, results or settings'
complete -c larboard -n "__fish_larboard_using_subcommand single-left" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand learn" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand learn" -l mouse -d 'Use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand learn" -l no-mouse -d 'Do not use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand learn" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand learn" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand learn" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_using_subcommand learn" -l names -d 'Use line mode with full names of cards and piles'
complete -c larboard -n "__fish_larboard_using_subcommand learn" -l json -d 'Use line mode, and answer each line with a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand learn" -l no-save -d 'With --json, load and save nothing: no games, results or settings'
complete -c larboard -n "__fish_larboard_using_subcommand learn" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l export -d 'Save the record of a game played from here to FILE on exit' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l mouse -d 'Use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l no-mouse -d 'Do not use the mouse, whatever the settings say'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l plain -d 'Use line mode: typed commands, no screen control'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l names -d 'Use line mode with full names of cards and piles'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l json -d 'Use line mode, and answer each line with a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -l no-save -d 'With --json, load and save nothing: no games, results or settings'
complete -c larboard -n "__fish_larboard_using_subcommand replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand review" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand review" -l json -d 'Output a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand review" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand show" -l at -d 'Show the position after move N; the last by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand show" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand show" -l each -d 'Show every position, from the opening to the last'
complete -c larboard -n "__fish_larboard_using_subcommand show" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand show" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand show" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand verify" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand verify" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand stats" -l games -d 'List the finished games, the latest first'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -l days -d 'List the daily deals that were finished, by day'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -l reset -d 'Move the results to a new folder beside them, with the finished games and their reviews'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand stats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand solve" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l daily -d 'The daily deal of a date, as in 2026-11-23; of today by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand solve" -s r -l rule -d 'Set an option of the game' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l positions -d 'Search at most N positions; no limit by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l seconds -d 'Search a deal for at most S seconds' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l memory -d 'Use at most MIB mebibytes of memory' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l export -d 'Save a winning line as a record to FILE (- for stdout)' -r -F
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand solve" -l json -d 'Output a JSON object'
complete -c larboard -n "__fish_larboard_using_subcommand solve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand deal" -s s -l seed -d 'Deal number, decimal or hexadecimal after 0x' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand deal" -l daily -d 'The daily deal of a date, as in 2026-11-23; of today by default' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand deal" -s r -l rule -d 'Set an option of the game' -r -f
complete -c larboard -n "__fish_larboard_using_subcommand deal" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand deal" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand deal" -l ascii -d 'Use letters instead of suit symbols, and ASCII characters only'
complete -c larboard -n "__fish_larboard_using_subcommand deal" -l no-ascii -d 'Use suit symbols, whatever the settings and the locale say'
complete -c larboard -n "__fish_larboard_using_subcommand deal" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand games" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand games" -l json -d 'Output JSON, one object per line'
complete -c larboard -n "__fish_larboard_using_subcommand games" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand schema" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand man" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand completions" -l color -d 'When to use colors' -r -f -a "auto\t''
always\t''
never\t''"
complete -c larboard -n "__fish_larboard_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "moving-left" -d 'Two decks. When a pile empties, the piles to its right slide over.'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "yakutat-bay" -d 'Yukon with sliding piles: move any face-up card with all the cards on it.'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "oscillation" -d 'Two decks, two groups: the left builds down, the right up, foundations the reverse.'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "moosehide" -d 'No stock, one card at a time; almost half the deck is in an open reserve.'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "single-left" -d 'Played in one hand, four cards in sight. Matching end cards are removed.'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "learn" -d 'Learn a game: a small one that is won, step by step'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "replay" -d 'Step through a record, and play on from any position'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "review" -d 'Find the mistakes in a game, and its bad luck'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "show" -d 'Show a position of a record'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "verify" -d 'Replay and check records'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "stats" -d 'Show your results'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "solve" -d 'Find out whether a deal or a record\'s last position can be won'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "deal" -d 'Show the opening table of a deal'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "games" -d 'List the games, their options, values and defaults'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "schema" -d 'Write the JSON Schema of all JSON output'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "man" -d 'Write the manual page'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "completions" -d 'Write shell completions'
complete -c larboard -n "__fish_larboard_using_subcommand help; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left learn replay review show verify stats solve deal games schema man completions" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'

# Games and shells, and no files where none is meant.
complete -c larboard -n "__fish_larboard_using_subcommand deal solve stats; and not __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left" -a "moving-left yakutat-bay oscillation moosehide single-left"
complete -c larboard -n "__fish_larboard_using_subcommand completions" -a "bash fish powershell zsh"
complete -c larboard -n "__fish_larboard_using_subcommand moving-left yakutat-bay oscillation moosehide single-left deal stats games man completions help" -f
complete -c larboard -n "__fish_larboard_using_subcommand solve; and __fish_seen_subcommand_from moving-left yakutat-bay oscillation moosehide single-left" -f
