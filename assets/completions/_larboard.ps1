
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'larboard' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'larboard'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'larboard' {
            [CompletionResult]::new('--daily', '--daily', [CompletionResultType]::ParameterName, 'Play the daily deal of a date, as in 2026-11-23; of today by default')
            [CompletionResult]::new('--difficulty', '--difficulty', [CompletionResultType]::ParameterName, 'Play a graded deal')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Save the game record to FILE on exit (- for stdout)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--winnable', '--winnable', [CompletionResultType]::ParameterName, 'Deal only winnable games, whatever the settings say')
            [CompletionResult]::new('--any', '--any', [CompletionResultType]::ParameterName, 'Deal any random games, whatever the settings say')
            [CompletionResult]::new('--mouse', '--mouse', [CompletionResultType]::ParameterName, 'Use the mouse, whatever the settings say')
            [CompletionResult]::new('--no-mouse', '--no-mouse', [CompletionResultType]::ParameterName, 'Do not use the mouse, whatever the settings say')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Use line mode: typed commands, no screen control')
            [CompletionResult]::new('--names', '--names', [CompletionResultType]::ParameterName, 'Use line mode with full names of cards and piles')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Use line mode, and answer each line with a JSON object')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'With --json, load and save nothing: no games, results or settings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('moving-left', 'moving-left', [CompletionResultType]::ParameterValue, 'Two decks. When a pile empties, the piles to its right slide over.')
            [CompletionResult]::new('yakutat-bay', 'yakutat-bay', [CompletionResultType]::ParameterValue, 'Yukon with sliding piles: move any face-up card with all the cards on it.')
            [CompletionResult]::new('oscillation', 'oscillation', [CompletionResultType]::ParameterValue, 'Two decks, two groups: the left builds down, the right up, foundations the reverse.')
            [CompletionResult]::new('moosehide', 'moosehide', [CompletionResultType]::ParameterValue, 'No stock, one card at a time; almost half the deck is in an open reserve.')
            [CompletionResult]::new('single-left', 'single-left', [CompletionResultType]::ParameterValue, 'Played in one hand, four cards in sight. Matching end cards are removed.')
            [CompletionResult]::new('learn', 'learn', [CompletionResultType]::ParameterValue, 'Learn a game: a small one that is won, step by step')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Step through a record, and play on from any position')
            [CompletionResult]::new('review', 'review', [CompletionResultType]::ParameterValue, 'Find the mistakes in a game, and its bad luck')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show a position of a record')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Replay and check records')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Show your results')
            [CompletionResult]::new('solve', 'solve', [CompletionResultType]::ParameterValue, 'Find out whether a deal or a record''s last position can be won')
            [CompletionResult]::new('deal', 'deal', [CompletionResultType]::ParameterValue, 'Show the opening table of a deal')
            [CompletionResult]::new('games', 'games', [CompletionResultType]::ParameterValue, 'List the games, their options, values and defaults')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Write the JSON Schema of all JSON output')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual page')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Write shell completions')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'larboard;moving-left' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--daily', '--daily', [CompletionResultType]::ParameterName, 'Play the daily deal of a date, as in 2026-11-23; of today by default')
            [CompletionResult]::new('--difficulty', '--difficulty', [CompletionResultType]::ParameterName, 'Play a graded deal')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Save the game record to FILE on exit (- for stdout)')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--winnable', '--winnable', [CompletionResultType]::ParameterName, 'Deal only winnable games, whatever the settings say')
            [CompletionResult]::new('--any', '--any', [CompletionResultType]::ParameterName, 'Deal any random games, whatever the settings say')
            [CompletionResult]::new('--mouse', '--mouse', [CompletionResultType]::ParameterName, 'Use the mouse, whatever the settings say')
            [CompletionResult]::new('--no-mouse', '--no-mouse', [CompletionResultType]::ParameterName, 'Do not use the mouse, whatever the settings say')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Use line mode: typed commands, no screen control')
            [CompletionResult]::new('--names', '--names', [CompletionResultType]::ParameterName, 'Use line mode with full names of cards and piles')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Use line mode, and answer each line with a JSON object')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'With --json, load and save nothing: no games, results or settings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;yakutat-bay' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--daily', '--daily', [CompletionResultType]::ParameterName, 'Play the daily deal of a date, as in 2026-11-23; of today by default')
            [CompletionResult]::new('--difficulty', '--difficulty', [CompletionResultType]::ParameterName, 'Play a graded deal')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Save the game record to FILE on exit (- for stdout)')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--winnable', '--winnable', [CompletionResultType]::ParameterName, 'Deal only winnable games, whatever the settings say')
            [CompletionResult]::new('--any', '--any', [CompletionResultType]::ParameterName, 'Deal any random games, whatever the settings say')
            [CompletionResult]::new('--mouse', '--mouse', [CompletionResultType]::ParameterName, 'Use the mouse, whatever the settings say')
            [CompletionResult]::new('--no-mouse', '--no-mouse', [CompletionResultType]::ParameterName, 'Do not use the mouse, whatever the settings say')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Use line mode: typed commands, no screen control')
            [CompletionResult]::new('--names', '--names', [CompletionResultType]::ParameterName, 'Use line mode with full names of cards and piles')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Use line mode, and answer each line with a JSON object')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'With --json, load and save nothing: no games, results or settings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;oscillation' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--daily', '--daily', [CompletionResultType]::ParameterName, 'Play the daily deal of a date, as in 2026-11-23; of today by default')
            [CompletionResult]::new('--difficulty', '--difficulty', [CompletionResultType]::ParameterName, 'Play a graded deal')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Save the game record to FILE on exit (- for stdout)')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--winnable', '--winnable', [CompletionResultType]::ParameterName, 'Deal only winnable games, whatever the settings say')
            [CompletionResult]::new('--any', '--any', [CompletionResultType]::ParameterName, 'Deal any random games, whatever the settings say')
            [CompletionResult]::new('--mouse', '--mouse', [CompletionResultType]::ParameterName, 'Use the mouse, whatever the settings say')
            [CompletionResult]::new('--no-mouse', '--no-mouse', [CompletionResultType]::ParameterName, 'Do not use the mouse, whatever the settings say')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Use line mode: typed commands, no screen control')
            [CompletionResult]::new('--names', '--names', [CompletionResultType]::ParameterName, 'Use line mode with full names of cards and piles')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Use line mode, and answer each line with a JSON object')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'With --json, load and save nothing: no games, results or settings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;moosehide' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--daily', '--daily', [CompletionResultType]::ParameterName, 'Play the daily deal of a date, as in 2026-11-23; of today by default')
            [CompletionResult]::new('--difficulty', '--difficulty', [CompletionResultType]::ParameterName, 'Play a graded deal')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Save the game record to FILE on exit (- for stdout)')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--winnable', '--winnable', [CompletionResultType]::ParameterName, 'Deal only winnable games, whatever the settings say')
            [CompletionResult]::new('--any', '--any', [CompletionResultType]::ParameterName, 'Deal any random games, whatever the settings say')
            [CompletionResult]::new('--mouse', '--mouse', [CompletionResultType]::ParameterName, 'Use the mouse, whatever the settings say')
            [CompletionResult]::new('--no-mouse', '--no-mouse', [CompletionResultType]::ParameterName, 'Do not use the mouse, whatever the settings say')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Use line mode: typed commands, no screen control')
            [CompletionResult]::new('--names', '--names', [CompletionResultType]::ParameterName, 'Use line mode with full names of cards and piles')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Use line mode, and answer each line with a JSON object')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'With --json, load and save nothing: no games, results or settings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;single-left' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x; a random winnable deal by default')
            [CompletionResult]::new('--daily', '--daily', [CompletionResultType]::ParameterName, 'Play the daily deal of a date, as in 2026-11-23; of today by default')
            [CompletionResult]::new('--difficulty', '--difficulty', [CompletionResultType]::ParameterName, 'Play a graded deal')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Save the game record to FILE on exit (- for stdout)')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--winnable', '--winnable', [CompletionResultType]::ParameterName, 'Deal only winnable games, whatever the settings say')
            [CompletionResult]::new('--any', '--any', [CompletionResultType]::ParameterName, 'Deal any random games, whatever the settings say')
            [CompletionResult]::new('--mouse', '--mouse', [CompletionResultType]::ParameterName, 'Use the mouse, whatever the settings say')
            [CompletionResult]::new('--no-mouse', '--no-mouse', [CompletionResultType]::ParameterName, 'Do not use the mouse, whatever the settings say')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Use line mode: typed commands, no screen control')
            [CompletionResult]::new('--names', '--names', [CompletionResultType]::ParameterName, 'Use line mode with full names of cards and piles')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Use line mode, and answer each line with a JSON object')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'With --json, load and save nothing: no games, results or settings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;learn' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--mouse', '--mouse', [CompletionResultType]::ParameterName, 'Use the mouse, whatever the settings say')
            [CompletionResult]::new('--no-mouse', '--no-mouse', [CompletionResultType]::ParameterName, 'Do not use the mouse, whatever the settings say')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Use line mode: typed commands, no screen control')
            [CompletionResult]::new('--names', '--names', [CompletionResultType]::ParameterName, 'Use line mode with full names of cards and piles')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Use line mode, and answer each line with a JSON object')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'With --json, load and save nothing: no games, results or settings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;replay' {
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Save the record of a game played from here to FILE on exit')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--mouse', '--mouse', [CompletionResultType]::ParameterName, 'Use the mouse, whatever the settings say')
            [CompletionResult]::new('--no-mouse', '--no-mouse', [CompletionResultType]::ParameterName, 'Do not use the mouse, whatever the settings say')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Use line mode: typed commands, no screen control')
            [CompletionResult]::new('--names', '--names', [CompletionResultType]::ParameterName, 'Use line mode with full names of cards and piles')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Use line mode, and answer each line with a JSON object')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'With --json, load and save nothing: no games, results or settings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;review' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Output a JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;show' {
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'Show the position after move N; the last by default')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--each', '--each', [CompletionResultType]::ParameterName, 'Show every position, from the opening to the last')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Output JSON, one object per line')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;verify' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Output JSON, one object per line')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;stats' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--games', '--games', [CompletionResultType]::ParameterName, 'List the finished games, the latest first')
            [CompletionResult]::new('--days', '--days', [CompletionResultType]::ParameterName, 'List the daily deals that were finished, by day')
            [CompletionResult]::new('--reset', '--reset', [CompletionResultType]::ParameterName, 'Move the results to a new folder beside them, with the finished games and their reviews')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Output JSON, one object per line')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;solve' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x')
            [CompletionResult]::new('--daily', '--daily', [CompletionResultType]::ParameterName, 'The daily deal of a date, as in 2026-11-23; of today by default')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--positions', '--positions', [CompletionResultType]::ParameterName, 'Search at most N positions; no limit by default')
            [CompletionResult]::new('--seconds', '--seconds', [CompletionResultType]::ParameterName, 'Search a deal for at most S seconds')
            [CompletionResult]::new('--memory', '--memory', [CompletionResultType]::ParameterName, 'Use at most MIB mebibytes of memory')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Save a winning line as a record to FILE (- for stdout)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Output a JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;deal' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Deal number, decimal or hexadecimal after 0x')
            [CompletionResult]::new('--daily', '--daily', [CompletionResultType]::ParameterName, 'The daily deal of a date, as in 2026-11-23; of today by default')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Set an option of the game')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Output JSON, one object per line')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Use letters instead of suit symbols, and ASCII characters only')
            [CompletionResult]::new('--no-ascii', '--no-ascii', [CompletionResultType]::ParameterName, 'Use suit symbols, whatever the settings and the locale say')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;games' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Output JSON, one object per line')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;schema' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;man' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;completions' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'larboard;help' {
            [CompletionResult]::new('moving-left', 'moving-left', [CompletionResultType]::ParameterValue, 'Two decks. When a pile empties, the piles to its right slide over.')
            [CompletionResult]::new('yakutat-bay', 'yakutat-bay', [CompletionResultType]::ParameterValue, 'Yukon with sliding piles: move any face-up card with all the cards on it.')
            [CompletionResult]::new('oscillation', 'oscillation', [CompletionResultType]::ParameterValue, 'Two decks, two groups: the left builds down, the right up, foundations the reverse.')
            [CompletionResult]::new('moosehide', 'moosehide', [CompletionResultType]::ParameterValue, 'No stock, one card at a time; almost half the deck is in an open reserve.')
            [CompletionResult]::new('single-left', 'single-left', [CompletionResultType]::ParameterValue, 'Played in one hand, four cards in sight. Matching end cards are removed.')
            [CompletionResult]::new('learn', 'learn', [CompletionResultType]::ParameterValue, 'Learn a game: a small one that is won, step by step')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Step through a record, and play on from any position')
            [CompletionResult]::new('review', 'review', [CompletionResultType]::ParameterValue, 'Find the mistakes in a game, and its bad luck')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show a position of a record')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Replay and check records')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Show your results')
            [CompletionResult]::new('solve', 'solve', [CompletionResultType]::ParameterValue, 'Find out whether a deal or a record''s last position can be won')
            [CompletionResult]::new('deal', 'deal', [CompletionResultType]::ParameterValue, 'Show the opening table of a deal')
            [CompletionResult]::new('games', 'games', [CompletionResultType]::ParameterValue, 'List the games, their options, values and defaults')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Write the JSON Schema of all JSON output')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual page')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Write shell completions')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'larboard;help;moving-left' {
            break
        }
        'larboard;help;yakutat-bay' {
            break
        }
        'larboard;help;oscillation' {
            break
        }
        'larboard;help;moosehide' {
            break
        }
        'larboard;help;single-left' {
            break
        }
        'larboard;help;learn' {
            break
        }
        'larboard;help;replay' {
            break
        }
        'larboard;help;review' {
            break
        }
        'larboard;help;show' {
            break
        }
        'larboard;help;verify' {
            break
        }
        'larboard;help;stats' {
            break
        }
        'larboard;help;solve' {
            break
        }
        'larboard;help;deal' {
            break
        }
        'larboard;help;games' {
            break
        }
        'larboard;help;schema' {
            break
        }
        'larboard;help;man' {
            break
        }
        'larboard;help;completions' {
            break
        }
        'larboard;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
