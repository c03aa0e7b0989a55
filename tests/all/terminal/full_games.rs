//! Every game from the menu to its replay: dealt, played, exported, resumed and replayed.

use larboard::game::Game;
use larboard::record::Record;
use larboard::variant;
use portable_pty::CommandBuilder;

use super::Home;
use super::harness::Session;
use crate::games;

#[test]
fn each_game_is_played_from_the_menu_to_its_replay() {
    for (entry, info) in variant::games().into_iter().enumerate() {
        let home = Home::new();
        // A loss that is announced unasked would replace a message that is waited for.
        let settings = "warn-when-lost = false\n";
        std::fs::write(home.join("settings.toml"), settings).expect("settings");
        let mut session = home.larboard("--export end.json");
        session.until_shows("q quit");
        session.types(&"\x1b[B".repeat(entry));
        session.types_until("#", &format!("Deal of {}", info.title));
        session.types_until("42\r", "deal 42   move 0 ");
        let mut game: Game = games::deal(info.id, 42);
        for n in 1..=4 {
            let mv = game.legal_moves()[0];
            game.play(mv).expect("a legal move");
            session.types_until(&format!(":{mv}\r"), &format!("move {n} "));
        }
        session.types_until("u", "move 3 ");
        session.types_until("U", "move 4 ");
        session.types_until("e", "Exported to ");
        session.leave().left_the_terminal_as_it_was();
        for name in ["end.json", &format!("{}-42.json", info.id)] {
            let record = std::fs::read(home.join(name)).expect("a record");
            let record = Record::from_slice(&record).expect("a record");
            assert!(record.moves.into_iter().eq(game.moves()));
        }

        let mut session = home.larboard(info.id);
        session.until_shows("Resumed at move 4");
        session.types_until("u", "move 3 ");
        session.leave().left_the_terminal_as_it_was();

        let mut session = home.larboard("replay end.json");
        session.until_shows("move 0 of 4");
        session.types_until("\x1b[C", "move 1 of 4");
        session.types_until("\x1b[F", "move 4 of 4");
        session.leave().left_the_terminal_as_it_was();
    }
}

#[test]
fn the_option_for_colors_outranks_the_environment() {
    let home = Home::new();
    home.skip_introductions();
    for (option, is_colored) in [("always", true), ("auto", false)] {
        let program = env!("CARGO_BIN_EXE_larboard");
        let line = format!("NO_COLOR=1 exec {program} moosehide --seed 1 --color {option}");
        let mut command = CommandBuilder::new("/bin/sh");
        command.args(["-c", &line]);
        command.env("LARBOARD_HOME", home.path());
        let session = Session::start(command, (80, 24));
        session.until(&format!("the colors of {option}"), |screen| {
            let mut cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
            let has_color = |(row, column): (u16, u16)| {
                let cell = screen.cell(row, column);
                cell.is_some_and(|cell| cell.bgcolor() != vt100::Color::Default)
            };
            screen.contents().contains("move 0") && cells.any(has_color) == is_colored
        });
        session.leave();
    }
}
