
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
            cand --difficulty 'Play a graded deal'
            cand --export 'Save the game record to FILE on exit (- for stdout)'
            cand --color 'When to use colors'
            cand --daily 'Play today''s deal, which is the same for everyone'
            cand --winnable 'Deal only winnable games'
            cand --mouse 'Use the mouse, whatever the settings say'
            cand --no-mouse 'Do not use the mouse, whatever the settings say'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand --plain 'Use line mode: typed commands, no screen control'
            cand --names 'Use line mode with full names of cards and piles'
            cand --json 'Use line mode, and answer each line with a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand moving-left 'Two decks. When a pile empties, the piles to its right slide over.'
            cand yakutat-bay 'Yukon with sliding piles: move any face-up card with all the cards on it.'
            cand oscillation 'Two decks, two groups: the left builds down, the right up, foundations the reverse.'
            cand moosehide 'No stock, one card at a time; almost half the deck is in an open reserve.'
            cand single-left 'Played in one hand, four cards in sight. Matching end cards are removed.'
            cand games 'List the games, their options, values and defaults'
            cand deal 'Show the opening table of a deal'
            cand show 'Show a position of a record'
            cand verify 'Replay and check records'
            cand replay 'Step through a record, and play on from any position'
            cand review 'Find the mistakes in a game, and its bad luck'
            cand perft 'Count sequences of legal moves'
            cand solve 'Find out whether a deal or a record''s last position can be won'
            cand survey 'Measure how many deals can be won'
            cand stats 'Show your results'
            cand completions 'Write shell completions'
            cand man 'Write the manual page'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'larboard;moving-left'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --seed 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --difficulty 'Play a graded deal'
            cand --export 'Save the game record to FILE on exit (- for stdout)'
            cand -r 'Set an option of the game'
            cand --rule 'Set an option of the game'
            cand --color 'When to use colors'
            cand --daily 'Play today''s deal, which is the same for everyone'
            cand --winnable 'Deal only winnable games'
            cand --mouse 'Use the mouse, whatever the settings say'
            cand --no-mouse 'Do not use the mouse, whatever the settings say'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand --plain 'Use line mode: typed commands, no screen control'
            cand --names 'Use line mode with full names of cards and piles'
            cand --json 'Use line mode, and answer each line with a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;yakutat-bay'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --seed 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --difficulty 'Play a graded deal'
            cand --export 'Save the game record to FILE on exit (- for stdout)'
            cand -r 'Set an option of the game'
            cand --rule 'Set an option of the game'
            cand --color 'When to use colors'
            cand --daily 'Play today''s deal, which is the same for everyone'
            cand --winnable 'Deal only winnable games'
            cand --mouse 'Use the mouse, whatever the settings say'
            cand --no-mouse 'Do not use the mouse, whatever the settings say'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand --plain 'Use line mode: typed commands, no screen control'
            cand --names 'Use line mode with full names of cards and piles'
            cand --json 'Use line mode, and answer each line with a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;oscillation'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --seed 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --difficulty 'Play a graded deal'
            cand --export 'Save the game record to FILE on exit (- for stdout)'
            cand -r 'Set an option of the game'
            cand --rule 'Set an option of the game'
            cand --color 'When to use colors'
            cand --daily 'Play today''s deal, which is the same for everyone'
            cand --winnable 'Deal only winnable games'
            cand --mouse 'Use the mouse, whatever the settings say'
            cand --no-mouse 'Do not use the mouse, whatever the settings say'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand --plain 'Use line mode: typed commands, no screen control'
            cand --names 'Use line mode with full names of cards and piles'
            cand --json 'Use line mode, and answer each line with a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;moosehide'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --seed 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --difficulty 'Play a graded deal'
            cand --export 'Save the game record to FILE on exit (- for stdout)'
            cand -r 'Set an option of the game'
            cand --rule 'Set an option of the game'
            cand --color 'When to use colors'
            cand --daily 'Play today''s deal, which is the same for everyone'
            cand --winnable 'Deal only winnable games'
            cand --mouse 'Use the mouse, whatever the settings say'
            cand --no-mouse 'Do not use the mouse, whatever the settings say'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand --plain 'Use line mode: typed commands, no screen control'
            cand --names 'Use line mode with full names of cards and piles'
            cand --json 'Use line mode, and answer each line with a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;single-left'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --seed 'Deal number, decimal or hexadecimal after 0x; random by default'
            cand --difficulty 'Play a graded deal'
            cand --export 'Save the game record to FILE on exit (- for stdout)'
            cand -r 'Set an option of the game'
            cand --rule 'Set an option of the game'
            cand --color 'When to use colors'
            cand --daily 'Play today''s deal, which is the same for everyone'
            cand --winnable 'Deal only winnable games'
            cand --mouse 'Use the mouse, whatever the settings say'
            cand --no-mouse 'Do not use the mouse, whatever the settings say'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand --plain 'Use line mode: typed commands, no screen control'
            cand --names 'Use line mode with full names of cards and piles'
            cand --json 'Use line mode, and answer each line with a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;games'= {
            cand --color 'When to use colors'
            cand --json 'Output JSON, one object per line'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;deal'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x'
            cand --seed 'Deal number, decimal or hexadecimal after 0x'
            cand -r 'Set an option of the game'
            cand --rule 'Set an option of the game'
            cand --color 'When to use colors'
            cand --json 'Output JSON, one object per line'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;show'= {
            cand --at 'Show the position after move N; the last by default'
            cand --color 'When to use colors'
            cand --each 'Show every position, from the opening to the last'
            cand --json 'Output JSON, one object per line'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;verify'= {
            cand --color 'When to use colors'
            cand --json 'Output JSON, one object per line'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;replay'= {
            cand --export 'Save the record of a game played from here to FILE on exit'
            cand --color 'When to use colors'
            cand --mouse 'Use the mouse, whatever the settings say'
            cand --no-mouse 'Do not use the mouse, whatever the settings say'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand --plain 'Use line mode: typed commands, no screen control'
            cand --names 'Use line mode with full names of cards and piles'
            cand --json 'Use line mode, and answer each line with a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;review'= {
            cand --color 'When to use colors'
            cand --json 'Output a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;perft'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x'
            cand --seed 'Deal number, decimal or hexadecimal after 0x'
            cand -r 'Set an option of the game'
            cand --rule 'Set an option of the game'
            cand --depth 'Number of moves in a sequence'
            cand --color 'When to use colors'
            cand --json 'Output a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;solve'= {
            cand -s 'Deal number, decimal or hexadecimal after 0x'
            cand --seed 'Deal number, decimal or hexadecimal after 0x'
            cand -r 'Set an option of the game'
            cand --rule 'Set an option of the game'
            cand --positions 'Search at most N positions'
            cand --seconds 'Search a deal for at most S seconds'
            cand --memory 'Use at most MIB mebibytes of memory'
            cand --export 'Save a winning line as a record to FILE (- for stdout)'
            cand --color 'When to use colors'
            cand --json 'Output a JSON object'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;survey'= {
            cand --seeds 'Deals to search, from A to B-1'
            cand -r 'Set an option of the game'
            cand --rule 'Set an option of the game'
            cand --player 'Who plays the deals'
            cand --positions 'Search at most N positions'
            cand --seconds 'Search a deal for at most S seconds'
            cand --memory 'Use at most MIB mebibytes of memory'
            cand -j 'Number of searches in parallel; one per core by default'
            cand --jobs 'Number of searches in parallel; one per core by default'
            cand -o 'Append one line per deal to FILE (- for stdout)'
            cand --output 'Append one line per deal to FILE (- for stdout)'
            cand --merge 'Add up the files of earlier surveys (- for stdin)'
            cand --color 'When to use colors'
            cand --json 'Output JSON, one object per line'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;stats'= {
            cand --color 'When to use colors'
            cand --json 'Output JSON, one object per line'
            cand --ascii 'Use letters instead of suit symbols, and ASCII characters only'
            cand --no-ascii 'Use suit symbols, whatever the settings and the locale say'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;completions'= {
            cand --color 'When to use colors'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;man'= {
            cand --color 'When to use colors'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'larboard;help'= {
            cand moving-left 'Two decks. When a pile empties, the piles to its right slide over.'
            cand yakutat-bay 'Yukon with sliding piles: move any face-up card with all the cards on it.'
            cand oscillation 'Two decks, two groups: the left builds down, the right up, foundations the reverse.'
            cand moosehide 'No stock, one card at a time; almost half the deck is in an open reserve.'
            cand single-left 'Played in one hand, four cards in sight. Matching end cards are removed.'
            cand games 'List the games, their options, values and defaults'
            cand deal 'Show the opening table of a deal'
            cand show 'Show a position of a record'
            cand verify 'Replay and check records'
            cand replay 'Step through a record, and play on from any position'
            cand review 'Find the mistakes in a game, and its bad luck'
            cand perft 'Count sequences of legal moves'
            cand solve 'Find out whether a deal or a record''s last position can be won'
            cand survey 'Measure how many deals can be won'
            cand stats 'Show your results'
            cand completions 'Write shell completions'
            cand man 'Write the manual page'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'larboard;help;moving-left'= {
        }
        &'larboard;help;yakutat-bay'= {
        }
        &'larboard;help;oscillation'= {
        }
        &'larboard;help;moosehide'= {
        }
        &'larboard;help;single-left'= {
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
        &'larboard;help;review'= {
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
