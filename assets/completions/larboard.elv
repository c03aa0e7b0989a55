
use builtin;
use str;

set edit:completion:arg-completer[larboard] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'larboard'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'larboard'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --seed 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand -r 'Set an option of the game; `larboard games` lists them'
            cand --rule 'Set an option of the game; `larboard games` lists them'
            cand --export 'Save the game record to FILE on exit (- for stdout)'
            cand --daily 'Play today''s deal'
            cand --winnable 'Deal only winnable games'
            cand --no-mouse 'Disable mouse support'
            cand --ascii 'Use letters instead of suit symbols'
            cand --plain 'Use line mode: typed commands, no screen control'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand games 'List the games, their options, values and defaults'
            cand deal 'Show the opening table of a deal'
            cand show 'Show a position of a record'
            cand verify 'Replay and check records'
            cand replay 'Step through a record, and play on from any position'
            cand perft 'Count sequences of legal moves'
            cand solve 'Find out whether a deal or a record''s last position can be won'
            cand survey 'Measure how many deals can be won'
            cand stats 'Show your results'
            cand completions 'Write shell completions'
            cand man 'Write the manual page'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'larboard;games'= {
            cand --json 'Output JSON, one object per line'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'larboard;deal'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x'
            cand --seed 'Deal number, decimal or hexadecimal after 0x'
            cand -r 'Set an option of the game; `larboard games` lists them'
            cand --rule 'Set an option of the game; `larboard games` lists them'
            cand --json 'Output a JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'larboard;show'= {
            cand --at 'Show the position after move N; the last by default'
            cand --each 'Show every position, from the opening to the last'
            cand --json 'Output JSON, one object per line'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'larboard;verify'= {
            cand --json 'Output JSON, one object per line'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'larboard;replay'= {
            cand --export 'Save the record of a game played from here to FILE on exit'
            cand --no-mouse 'Disable mouse support'
            cand --ascii 'Use letters instead of suit symbols'
            cand --plain 'Use line mode: typed commands, no screen control'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'larboard;perft'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x'
            cand --seed 'Deal number, decimal or hexadecimal after 0x'
            cand -r 'Set an option of the game; `larboard games` lists them'
            cand --rule 'Set an option of the game; `larboard games` lists them'
            cand --depth 'Number of moves in a sequence'
            cand --json 'Output a JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'larboard;solve'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x'
            cand --seed 'Deal number, decimal or hexadecimal after 0x'
            cand -r 'Set an option of the game; `larboard games` lists them'
            cand --rule 'Set an option of the game; `larboard games` lists them'
            cand --positions 'Search at most N positions'
            cand --seconds 'Search a deal for at most S seconds'
            cand --memory 'Use at most MIB mebibytes of memory'
            cand --export 'Save a winning line as a record to FILE (- for stdout)'
            cand --json 'Output a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;survey'= {
            cand --seeds 'Deals to search, from A to B-1'
            cand -r 'Set an option of the game; `larboard games` lists them'
            cand --rule 'Set an option of the game; `larboard games` lists them'
            cand --positions 'Search at most N positions'
            cand --seconds 'Search a deal for at most S seconds'
            cand --memory 'Use at most MIB mebibytes of memory'
            cand -j 'Number of searches in parallel; one per core by default'
            cand --jobs 'Number of searches in parallel; one per core by default'
            cand -o 'Append one line per deal to FILE (- for stdout)'
            cand --output 'Append one line per deal to FILE (- for stdout)'
            cand --merge 'Add up the files of earlier surveys (- for stdin)'
            cand --json 'Output JSON, one object per line'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;stats'= {
            cand --json 'Output JSON, one object per line'
            cand --ascii 'Use ASCII characters in plots'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'larboard;completions'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'larboard;man'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'larboard;help'= {
            cand games 'List the games, their options, values and defaults'
            cand deal 'Show the opening table of a deal'
            cand show 'Show a position of a record'
            cand verify 'Replay and check records'
            cand replay 'Step through a record, and play on from any position'
            cand perft 'Count sequences of legal moves'
            cand solve 'Find out whether a deal or a record''s last position can be won'
            cand survey 'Measure how many deals can be won'
            cand stats 'Show your results'
            cand completions 'Write shell completions'
            cand man 'Write the manual page'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'larboard;help;games'= {
        }
        &'larboard;help;deal'= {
        }
        &'larboard;help;show'= {
        }
        &'larboard;help;verify'= {
        }
        &'larboard;help;replay'= {
        }
        &'larboard;help;perft'= {
        }
        &'larboard;help;solve'= {
        }
        &'larboard;help;survey'= {
        }
        &'larboard;help;stats'= {
        }
        &'larboard;help;completions'= {
        }
        &'larboard;help;man'= {
        }
        &'larboard;help;help'= {
        }
    ]
    $completions[$command]
}
