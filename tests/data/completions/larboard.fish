
# Games and shells, and no files where none is meant.
complete -c larboard -n "__fish_larboard_using_subcommand deal solve stats; and not __fish_seen_subcommand_from GAMES" -a "GAMES"
complete -c larboard -n "__fish_larboard_using_subcommand completions" -a "bash fish powershell zsh"
complete -c larboard -n "__fish_larboard_using_subcommand GAMES deal stats games man completions help" -f
complete -c larboard -n "__fish_larboard_using_subcommand solve; and __fish_seen_subcommand_from GAMES" -f
