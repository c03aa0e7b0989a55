//! The program in a real terminal: played by its keys, stopped, continued, ended in every way; and
//! the terminal afterwards as it was before.

#[cfg(unix)]
mod faults;
mod full_games;
mod harness;
mod line_mode;
mod resume;
mod searching;

use std::thread;
use std::time::Duration;

use crate::games;
use crate::home::Home;
use harness::Session;
use larboard::game::Game;
use larboard::rules::{Move, PileKind, Status};
use larboard::tui::terminal::TerminalGuard;
use larboard::variant;
use portable_pty::CommandBuilder;

/// The modes of a terminal that the program may touch: the cursor; the mouse's buttons, drags and
/// their notation; the other screen; pastes; frames.
const MODES: [u16; 7] = [25, 1000, 1002, 1006, 1049, 2004, 2026];

/// A window wide enough for a line with a path in it.
const WIDE: (u16, u16) = (150, 30);

impl Home {
    /// The program, to be started in a terminal.
    fn in_terminal(&self, arguments: &str) -> CommandBuilder {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_larboard"));
        command.args(arguments.split_whitespace());
        command.env("LARBOARD_HOME", self.path());
        // What cannot be saved there is put here instead.
        command.env("TMPDIR", self.path());
        command.cwd(self.path());
        command
    }

    /// Starts the program in a small window.
    fn larboard(&self, arguments: &str) -> Session {
        Session::start(self.in_terminal(arguments), (80, 24))
    }

    /// Starts it in a window wide enough for a line with a path in it.
    fn wide(&self, arguments: &str) -> Session {
        Session::start(self.in_terminal(arguments), WIDE)
    }

    /// What `verify` says of a record, and whether it is content.
    fn verify(&self, file: &str) -> (bool, String) {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_larboard"))
            .args(["verify", file])
            .current_dir(self.path())
            .output()
            .expect("larboard");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.success(), text)
    }
}

/// Set for a test that runs once more, in a terminal of its own.
const ALONE: &str = "TEST_ALONE_IN_A_TERMINAL";

fn is_alone() -> bool {
    std::env::var_os(ALONE).is_some()
}

/// Runs one of the tests here once more, in a terminal of its own.
fn alone(test: &str) -> Session {
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", &format!("terminal::{test}"), "--nocapture"]);
    command.env(ALONE, "yes");
    Session::start(command, (80, 24))
}

#[test]
fn a_panic_puts_the_terminal_back_and_is_told() {
    if is_alone() {
        let _guard = TerminalGuard::new(true, || {}).expect("a terminal");
        panic!("the table fell over");
    }
    let end = alone("a_panic_puts_the_terminal_back_and_is_told").end();
    assert!(!end.status.success());
    end.left_the_terminal_as_it_was();
    assert!(end.text.contains("the table fell over"), "{}", end.text);
    assert_eq!(end.modes_touched(), MODES);
}

#[test]
fn a_panic_in_another_thread_puts_the_terminal_back_too() {
    if is_alone() {
        let (told, panicked) = std::sync::mpsc::channel();
        let guard = TerminalGuard::new(false, move || told.send(()).expect("a listener"));
        let guard = guard.expect("a terminal");
        let beside = thread::spawn(|| panic!("the lamp went out"));
        panicked.recv().expect("a panic");
        assert!(!guard.is_active());
        assert!(beside.join().is_err());
        return;
    }
    let end = alone("a_panic_in_another_thread_puts_the_terminal_back_too").end();
    assert!(end.status.success());
    end.left_the_terminal_as_it_was();
    assert!(end.text.contains("the lamp went out"), "{}", end.text);
}

#[test]
fn the_terminal_is_set_up_for_play_and_put_back_by_leaving() {
    let home = Home::new();
    for leave in ["q", "\x03"] {
        let mut session = home.larboard("moving-left --seed 42");
        session.until("the table, set up", |screen| {
            screen.contents().contains("Moving Left")
                && screen.alternate_screen()
                && screen.hide_cursor()
                && screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::ButtonMotion
                && screen.mouse_protocol_encoding() == vt100::MouseProtocolEncoding::Sgr
        });
        assert!(!session.line_is_as_before());
        session.types(leave);
        let end = session.end();
        assert!(end.status.success());
        end.left_the_terminal_as_it_was();
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_without_screen_control_is_left_alone_and_told_of_plain_mode() {
    let home = Home::new();
    for arguments in ["", "moving-left --seed 42", "replay none.json"] {
        let mut command = CommandBuilder::new("/bin/sh");
        let line = format!("TERM=dumb exec \"$0\" {arguments}");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_larboard")]);
        command.env("LARBOARD_HOME", home.path());
        let end = Session::start(command, (120, 40)).end();
        assert_eq!(end.status.exit_code(), 2);
        let told = "error: this terminal has no screen control; use --plain for line mode";
        assert!(end.text.starts_with(told), "{}", end.text);
        assert!(end.modes_touched().is_empty());
    }
}

#[test]
fn without_the_mouse_its_modes_are_not_touched() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42 --no-mouse");
    session.types_until("d", "move 1 ");
    session.types("q");
    let end = session.end();
    end.left_the_terminal_as_it_was();
    let others = MODES
        .into_iter()
        .filter(|mode| !(1000..1010).contains(mode));
    assert_eq!(end.modes_touched(), others.collect::<Vec<_>>());
}

#[test]
fn ctrl_z_takes_back_and_ctrl_y_makes_again() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.types_until("\x1a", "move 0 ");
    session.types_until("\x19", "move 1 ");
    session.leave();
}

#[test]
fn what_is_typed_ahead_is_not_lost() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d:draw\r", "move 2 ");
    session.leave();
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_though_a_paste_has_no_end() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.types("\x1b[200~u");
    thread::sleep(Duration::from_millis(100));
    session.types("\x03");
    let end = session.end();
    assert!(end.status.success(), "{}", end.text);
    end.left_the_terminal_as_it_was();
}

#[test]
fn a_mouse_outside_the_window_does_no_harm() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    for report in ["\x1b[<0;0;0M", "\x1b[<0;0;0m", "\x1b[<0;65535;65535M"] {
        session.types(report);
    }
    session.types_until("d", "move 1 ");
    session.types("q");
    let end = session.end();
    end.left_the_terminal_as_it_was();
    assert!(end.status.success());
}

#[cfg(unix)]
#[test]
fn a_signal_to_end_keeps_the_game_and_puts_the_terminal_back() {
    use rustix::process::Signal;

    let home = Home::new();
    for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT] {
        let mut session = home.larboard("moving-left --seed 42 --export kept.json");
        session.types_until("d", "move 1 ");
        session.signal(signal);
        let end = session.end();
        end.left_the_terminal_as_it_was();
        assert!(end.status.success(), "{signal:?}");
        let (ok, said) = home.verify("kept.json");
        assert!(ok && said.contains("playing"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_stop_from_outside_puts_the_terminal_back_until_the_program_is_continued() {
    use rustix::process::Signal;

    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    for _ in 0..2 {
        session.signal(Signal::TSTP);
        session.until_stopped();
        session.until("the other screen", |screen| !screen.alternate_screen());
        assert!(session.line_is_as_before());
        assert_eq!(session.modes_left_on(), [25]);
        session.signal(Signal::CONT);
        session.until("the table again", |screen| {
            screen.alternate_screen() && screen.contents().contains("Moving Left")
        });
    }
    session.types_until("u", "move 0 ");
    let end = session.leave();
    end.left_the_terminal_as_it_was();
}

#[cfg(unix)]
#[test]
fn a_stop_without_warning_does_no_harm() {
    use rustix::process::Signal;

    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    session.signal(Signal::STOP);
    session.until_stopped();
    session.signal(Signal::CONT);
    session.types_until("u", "move 0 ");
    session.leave().left_the_terminal_as_it_was();
}

#[cfg(unix)]
#[test]
fn a_terminal_that_goes_away_ends_the_program_and_the_game_is_kept() {
    let home = Home::new();
    for leads in [true, false] {
        // Only a program that leads its session is told by a signal.
        let mut command = home.in_terminal("moving-left --seed 42 --export kept.json");
        command.set_controlling_tty(leads);
        let mut session = Session::start(command, (80, 24));
        session.types_until("d", "move 1 ");
        session.hang_up("d");
        let (ok, said) = home.verify("kept.json");
        assert!(ok, "{said}");
        std::fs::remove_file(home.join("kept.json")).expect("a record");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_wakes_an_idle_game() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    // The one place that waits for a time, since it is about nothing happening in one: first until
    // the search that follows a move has long ended.
    let mut before = None;
    while before != Some(session.sleeps()) {
        before = Some(session.sleeps());
        thread::sleep(std::time::Duration::from_secs(1));
    }
    thread::sleep(std::time::Duration::from_secs(1));
    assert_eq!(Some(session.sleeps()), before);
    session.leave();
}

#[test]
fn a_window_of_any_size_is_survived_and_growing_back_brings_the_game_back() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "Drew 2♦");
    let full = session.shown();
    for size in [(1, 1), (200, 60), (2, 100), (300, 1), (1, 1)] {
        session.resize(size.0, size.1);
    }
    // What cannot be seen is not played.
    session.resize(40, 10);
    session.until_shows("needs");
    session.types("u");
    session.resize(80, 24);
    session.until_shows("move 1 ");
    session.types_until("u", "move 0 ");
    session.types("U");
    session.until("the table as it was", |screen| {
        harness::text(screen).replace("Redid: drew", "Drew") == full
    });
    session.leave();
}

#[test]
fn a_game_is_chosen_in_the_menu_played_to_its_end_and_kept() {
    let home = Home::new();
    let mut session = home.larboard("--export won.json");
    session.until_shows("Two decks");
    for title in variant::games().map(|profile| profile.title).iter().skip(1) {
        session.types("\x1b[B");
        session.until(title, |screen| {
            screen.contents().matches(title).count() == 2
        });
    }
    // A seed of Single Left whose forced moves win it.
    session.types_until("#", "Deal:");
    session.types_until("14\r", "[seed 14]");
    session.types_until("\r", "move 0 ");
    session.types_until("x", "won!");
    session.types_until("?", "Rules of Single Left");
    session.types_until("q", "won!");
    session.leave().left_the_terminal_as_it_was();
    let (ok, said) = home.verify("won.json");
    assert!(ok && said.contains("won in 47 moves"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_record_from_a_pipe_is_replayed_by_keys_from_the_terminal_and_played_on() {
    let home = Home::new();
    let mut session = home.larboard("yakutat-bay --seed 7 --export old.json");
    let rules = games::variant("yakutat-bay", &[]);
    let mut game = Game::new(rules, 7);
    session.until_shows("move 0 ");
    for n in 1..=6 {
        let mv = game.legal_moves()[0];
        game.play(mv).expect("a legal move");
        session.types_until(&format!(":{mv}\r"), &format!("move {n} "));
    }
    session.leave();

    let mut command = CommandBuilder::new("/bin/sh");
    let line = "exec \"$0\" replay - --export new.json < old.json";
    command.args(["-c", line, env!("CARGO_BIN_EXE_larboard")]);
    command.env("LARBOARD_HOME", home.path());
    command.cwd(home.path());
    let mut session = Session::start(command, (80, 24));
    session.until_shows("move 0 of 6");
    session.types_until("\x1b[C", "move 1 of 6");
    session.types_until("\x1b[F", "move 6 of 6");
    session.types_until("\x1b[D", "move 5 of 6");
    session.types_until("\x1b[H", "move 0 of 6");
    // At a pace, to its end.
    session.types_until("+++ ", "move 6 of 6");
    session.types_until("4", "go to 4_");
    session.types_until("\r", "move 4 of 6");
    session.types_until("\r", "You're playing on from move 4");
    session.leave().left_the_terminal_as_it_was();
    let (ok, said) = home.verify("new.json");
    assert!(ok, "{said}");
    let record = std::fs::read_to_string(home.join("new.json")).expect("a record");
    let record: serde_json::Value = serde_json::from_str(&record).expect("a record");
    assert_eq!(record["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!(record["parent"]["moves"].as_array().map(Vec::len), Some(6));
}

/// The keys for a move: a source, then a target; the longest run goes where several can.
fn keys(game: &Game, mv: Move) -> String {
    let (from, to, count) = match mv {
        Move::Transfer { from, to, count } => (from, to, count),
        Move::DiscardAll | Move::DiscardMiddle => return " ".into(),
        _ => return "d".into(),
    };
    let longer = game.legal_moves().into_iter().any(|other| match other {
        Move::Transfer {
            from: f,
            to: t,
            count: c,
        } => (f, t) == (from, to) && c > count,
        _ => false,
    });
    let source = match from.kind() {
        PileKind::Tableau => format!("{}", (from.number() + 1) % 10),
        PileKind::Waste => "w".into(),
        PileKind::Reserve => format!("r{:02}", from.number() + 1),
        _ => return format!(":{mv}\r"),
    };
    match to.kind() {
        PileKind::Tableau if !longer => format!("{source}{}", (to.number() + 1) % 10),
        _ => format!(":{mv}\r"),
    }
}

#[test]
fn each_game_is_played_by_its_keys_and_its_record_verifies() {
    for profile in variant::games() {
        let home = Home::new();
        let rules = games::variant(profile.id, &[]);
        let mut game = Game::new(rules, 42);
        let mut session = home.larboard(&format!("{} --seed 42 --export end.json", profile.id));
        session.until_shows(profile.title);
        for n in 1..=20 {
            // From here and there in the list, so that moves of every kind come up.
            let legal = game.legal_moves();
            let Some(&mv) = legal.get(n * 7 % legal.len().max(1)) else {
                break;
            };
            let keys = keys(&game, mv);
            game.play(mv).expect("a legal move");
            session.types_until(&keys, &format!("move {n} "));
        }
        if game.status() == Status::Playing {
            session.types("q");
        } else {
            session.types("\x03");
        }
        let end = session.end();
        assert!(end.status.success(), "{}", profile.id);
        end.left_the_terminal_as_it_was();
        let (ok, said) = home.verify("end.json");
        assert!(ok, "{said}");
        let played: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        let record = std::fs::read_to_string(home.join("end.json")).expect("a record");
        let record: serde_json::Value = serde_json::from_str(&record).expect("a record");
        assert_eq!(record["moves"], serde_json::json!(played), "{}", profile.id);
    }
}
