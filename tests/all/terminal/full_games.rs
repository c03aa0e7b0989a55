//! Every game from the menu to its replay: dealt, played with mouse and keys in windows of several
//! sizes, exported, resumed and replayed.

use larboard::game::{CardPosition, Game};
use larboard::record::Record;
use larboard::rules::{Move, PileId, Status};
use larboard::session::SeedSource;
use larboard::tui::action::Target;
use larboard::tui::app::App;
use larboard::tui::frame::Hit;
use larboard::tui::keymap::Keymap;
use larboard::tui::theme::Appearance;
use larboard::variant;
use portable_pty::CommandBuilder;

use super::Home;
use super::harness::Session;
use crate::games;

/// Seed of each deal.
const SEED: u64 = 42;

/// Number of moves at each window size.
const MOVES: usize = 4;

/// Returns the first cell whose target fulfills a condition.
fn cell(game: &Game, size: (u16, u16), is_match: impl Fn(Target) -> bool) -> (u16, u16) {
    let appearance = Appearance::from_env(|_| None);
    let mut app = App::new(
        appearance,
        Keymap::default(),
        size,
        SeedSource::from_seed(0),
    );
    let played = larboard::record::PlayedGame::new(game.clone());
    app.start_session(larboard::session::Session::unsaved(played));
    let mut cells = (0..size.1).flat_map(|row| (0..size.0).map(move |column| (column, row)));
    let found = cells.find(|&(column, row)| match app.frame().hit_test(column, row) {
        Hit::Target(target) => is_match(target),
        Hit::Button(_) => false,
    });
    found.expect("a target on the screen")
}

/// Returns the mouse report of the left button: `press`, `drag` or `release`.
fn report(kind: &str, (column, row): (u16, u16)) -> String {
    let (button, end) = match kind {
        "press" => (0, 'M'),
        "drag" => (32, 'M'),
        _ => (0, 'm'),
    };
    format!("\x1b[<{button};{};{}{end}", column + 1, row + 1)
}

fn click(at: (u16, u16)) -> String {
    report("press", at) + &report("release", at)
}

/// Returns the mouse reports of a move, as a drag or as two clicks, or the keys if no card is moved by hand.
fn input(game: &Game, size: (u16, u16), mv: Move, drags: bool) -> String {
    let on = |pile: PileId| move |target: Target| target.pile() == Some(pile);
    let (from, to, count) = match mv {
        Move::Transfer { from, to, count } => (from, to, usize::from(count)),
        Move::Draw | Move::Deal => return click(cell(game, size, on(PileId::STOCK))),
        Move::DiscardMiddle | Move::DiscardAll | Move::Redeal => return " ".into(),
    };
    let (pile, index) = (from, game.table().size(from) - count);
    let head = CardPosition { pile, index };
    let source = cell(game, size, |target| target == Target::Card(head));
    let target = cell(game, size, on(to));
    if drags {
        report("press", source) + &report("drag", target) + &report("release", target)
    } else {
        click(source) + &click(target)
    }
}

/// Plays some moves of every kind with the mouse, and waits for each to be shown.
fn play(session: &mut Session, game: &mut Game, size: (u16, u16)) {
    for n in 0..MOVES {
        let legal = game.legal_moves();
        // Moving a card back from a foundation would click twice on one place, which sends it home.
        let transfers = legal
            .iter()
            .filter(|mv| matches!(mv, Move::Transfer { from, .. } if !from.is_foundation()));
        let transfers: Vec<Move> = transfers.copied().collect();
        let Some(&mv) = transfers.get(n % transfers.len().max(1)).or(legal.first()) else {
            return;
        };
        let input = match n % 3 {
            2 => format!(":{mv}\r"),
            n => input(game, size, mv, n == 1),
        };
        game.play(mv).expect("a legal move");
        session.types(&input);
        session.until(
            &format!("move {} after {mv}", game.moves().len()),
            |screen| {
                screen
                    .contents()
                    .contains(&format!("move {} ", game.moves().len()))
            },
        );
    }
}

#[test]
fn each_game_is_played_from_the_menu_to_its_replay() {
    for (entry, profile) in variant::games().into_iter().enumerate() {
        let home = Home::new();
        let rules = games::variant(profile.id, &[]);
        let mut game = Game::new(rules, SEED);
        // A loss that is announced unasked would replace a message that is waited for.
        let settings = "warn-when-lost = false\n";
        std::fs::write(home.join("settings.toml"), settings).expect("settings");
        let mut session = home.larboard("--export end.json");
        session.until_shows(
            variant::games()[0]
                .summary
                .split(' ')
                .next()
                .expect("a word"),
        );
        session.types(&"\x1b[B".repeat(entry));
        session.types_until("#", "Deal:");
        session.types_until(&format!("{SEED}\r"), &format!("Deal {SEED}: "));
        session.types_until("\r", "move 0 ");
        play(&mut session, &mut game, (80, 24));
        for (columns, rows) in [(100, 30), (120, 40)] {
            session.resize(columns, rows);
            session.until("a row at the new bottom", |screen| {
                let shown = screen.contents();
                let last = shown.lines().nth(usize::from(rows) - 1);
                last.is_some_and(|line| !line.trim().is_empty())
            });
            play(&mut session, &mut game, (columns, rows));
        }
        session.resize(80, 24);
        let moves = game.moves().len();
        assert!(moves > 0 && game.status() == Status::Playing);
        session.types_until("u", &format!("move {} ", moves - 1));
        session.types_until("U", &format!("move {moves} "));
        session.types_until("e", "Exported to ");
        let end = session.leave();
        end.left_the_terminal_as_it_was();
        let (ok, output) = home.verify("end.json");
        assert!(ok && output.contains(&format!("{moves} moves")), "{output}");

        let files = std::fs::read_dir(home.path()).expect("a folder");
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let records: Vec<String> = names
            .filter(|name| name.ends_with(".json") && name.starts_with(profile.id))
            .collect();
        let [record] = &records[..] else {
            panic!("expected one record: {records:?}");
        };
        let (ok, output) = home.verify(record);
        assert!(ok && output.contains(&format!("{moves} moves")), "{output}");
        let exported = std::fs::read(home.join(record)).expect("a record");
        let exported = Record::from_slice(&exported).expect("a record");
        assert!(exported.moves.into_iter().eq(game.moves()));

        let mut session = home.larboard(profile.id);
        session.until_shows(&format!("Resumed at move {moves}"));
        session.types_until("u", &format!("move {} ", moves - 1));
        let end = session.leave();
        end.left_the_terminal_as_it_was();

        let mut session = home.larboard(&format!("replay {record}"));
        session.until_shows(&format!("move 0 of {moves}"));
        session.types_until("\x1b[C", &format!("move 1 of {moves}"));
        session.types_until("\x1b[F", &format!("move {moves} of {moves}"));
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
