//! The program in a pseudo-terminal: keys, signals, every way to quit, and the terminal state
//! afterwards.

#[cfg(unix)]
mod faults;
mod full_games;
mod harness;
mod line_mode;
#[cfg(unix)]
mod reports;
mod resume;
mod searching;

use std::thread;
use std::time::Duration;

use crate::front_end::Sight;
use crate::home::Home;
use harness::Session;
use larboard::terminal::TerminalGuard;
use portable_pty::CommandBuilder;

/// Terminal modes that the program may change: cursor, mouse buttons, mouse drags, reports of the focus, SGR
/// mouse reports, alternate screen, bracketed paste, synchronized output.
const MODES: [u16; 8] = [25, 1000, 1002, 1004, 1006, 1049, 2004, 2026];

/// Size of a window in which a line with a path fits.
const WIDE: (u16, u16) = (150, 30);

impl Home {
    /// Returns the command that starts the program for a player who has seen all introductions.
    fn in_terminal(&self, arguments: &str) -> CommandBuilder {
        self.skip_introductions();
        self.as_new_player(arguments)
    }

    /// Returns the command that starts the program.
    fn as_new_player(&self, arguments: &str) -> CommandBuilder {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_larboard"));
        command.args(arguments.split_whitespace());
        command.env("LARBOARD_HOME", self.path());
        // Emergency saves go here.
        command.env("TMPDIR", self.path());
        command.cwd(self.path());
        command
    }

    /// Starts the program in a small window.
    fn larboard(&self, arguments: &str) -> Session {
        Session::start(self.in_terminal(arguments), (80, 24))
    }

    /// Starts the program in a wide window.
    fn wide(&self, arguments: &str) -> Session {
        Session::start(self.in_terminal(arguments), WIDE)
    }

    /// Verifies a record. Returns what is printed.
    #[cfg(unix)]
    fn verify(&self, file: &str) -> String {
        let crate::home::Ran(status, output, errors) = self.run(&format!("verify {file}"));
        assert_eq!((status, &*errors), (0, ""), "{output}");
        output
    }
}

/// Set for a test that runs again in its own terminal.
const IN_TERMINAL: &str = "LARBOARD_TEST_IN_TERMINAL";

fn is_in_terminal() -> bool {
    std::env::var_os(IN_TERMINAL).is_some()
}

/// Runs a test of this module again in its own terminal.
fn run_in_terminal(test: &str) -> Session {
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", &format!("terminal::{test}"), "--nocapture"]);
    command.env(IN_TERMINAL, "yes");
    Session::start(command, (80, 24))
}

#[test]
fn a_panic_restores_the_terminal_and_is_reported() {
    if is_in_terminal() {
        let _guard = TerminalGuard::new(true, || {}).expect("a terminal");
        panic!("test panic");
    }
    let end = run_in_terminal("a_panic_restores_the_terminal_and_is_reported").end();
    assert!(!end.status.success());
    end.left_the_terminal_as_it_was();
    assert!(end.text.contains("test panic"), "{}", end.text);
    assert_eq!(end.modes_touched(), MODES);
}

#[test]
fn a_panic_in_another_thread_restores_the_terminal() {
    if is_in_terminal() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let guard = TerminalGuard::new(false, move || sender.send(()).expect("a receiver"));
        let guard = guard.expect("a terminal");
        let other = thread::spawn(|| panic!("test panic"));
        receiver.recv().expect("a panic");
        assert!(!guard.is_active());
        assert!(other.join().is_err());
        return;
    }
    let end = run_in_terminal("a_panic_in_another_thread_restores_the_terminal").end();
    assert!(end.status.success());
    end.left_the_terminal_as_it_was();
    assert!(end.text.contains("test panic"), "{}", end.text);
}

#[test]
fn the_terminal_is_set_up_and_restored_on_quit() {
    let home = Home::new();
    for leave in ["q", "\x03"] {
        let mut session = home.larboard("moving-left --seed 42");
        session.until("the table, with all modes set", |screen| {
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
fn without_screen_control_the_error_suggests_line_mode() {
    let home = Home::new();
    for arguments in ["", "moving-left --seed 42", "replay none.json"] {
        let mut command = CommandBuilder::new("/bin/sh");
        let line = format!("TERM=dumb exec \"$0\" {arguments}");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_larboard")]);
        command.env("LARBOARD_HOME", home.path());
        let end = Session::start(command, (120, 40)).end();
        assert_eq!(end.status.exit_code(), 2);
        let expected = "error: this terminal has no screen control; use --plain for line mode";
        assert!(end.text.starts_with(expected), "{}", end.text);
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
        .filter(|mode| ![1000, 1002, 1006].contains(mode));
    assert_eq!(end.modes_touched(), others.collect::<Vec<_>>());
}

/// Returns the report of a mouse button that is pressed, moved or released.
fn mouse_report(button: u8, (column, row): (u16, u16), end: char) -> String {
    format!("\x1b[<{button};{};{}{end}", column + 1, row + 1)
}

/// Returns where the stock and the top cards of two piles are on the screen.
fn stock_and_piles(session: &Session, piles: [usize; 2]) -> ((u16, u16), [(u16, u16); 2]) {
    let rows: Vec<String> = session.shown().lines().map(str::to_owned).collect();
    let sight = Sight::of_rows(&rows);
    let stock = sight.stock().expect("a stock");
    (
        stock,
        piles.map(|pile| sight.top_of_pile(pile).expect("a pile")),
    )
}

#[test]
fn keys_and_the_mouse_are_understood_as_terminals_report_them() {
    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.until_shows("move 0 ");
    let (stock, [from, to]) = stock_and_piles(&session, [3, 10]);
    let click = mouse_report(0, stock, 'M') + &mouse_report(0, stock, 'm');
    let drag = [
        mouse_report(0, from, 'M'),
        mouse_report(32, to, 'M'),
        mouse_report(0, to, 'm'),
    ];
    for (typed, shown) in [
        ("d", "move 1 "),
        // Ctrl-Z undoes, and Ctrl-Y redoes.
        ("\x1a", "move 0 "),
        ("\x19", "move 1 "),
        // Several keys at once.
        ("d:draw\r", "move 3 "),
        // Mouse reports outside the window, then u.
        ("\x1b[<0;0;0M\x1b[<0;0;0m\x1b[<0;65535;65535Mu", "move 2 "),
        // Shift-U as kitty and xterm report it.
        ("\x1b[117;2u", "move 3 "),
        // Keys that type nothing, then u.
        ("\x1b[57427u\x1b[57500u\x1b[117;5:3u\x1b[117u", "move 2 "),
        // U with caps lock.
        ("\x1b[117;65u", "move 3 "),
        (&click, "move 4 "),
        (&drag.concat(), "move 5 "),
    ] {
        session.types_until(typed, shown);
    }
    session.leave().left_the_terminal_as_it_was();
}

#[cfg(unix)]
#[test]
fn a_light_background_is_recognized_and_no_key_is_lost() {
    let home = Home::new();
    let accent = |screen: &vt100::Screen| screen.cell(0, 77).map(vt100::Cell::fgcolor);
    for end in ["\x07", "\x1b\\"] {
        let mut session = home.larboard("moving-left --seed 42");
        session.types_until("d", "move 1 ");
        session.until("light text", |screen| {
            accent(screen) == Some(vt100::Color::Idx(215))
        });
        session.types(&format!("d\x1b]11;rgb:ffff/ffff/ffff{end}d"));
        session.until("dark text, and two more moves", |screen| {
            screen.contents().contains("move 3 ") && accent(screen) == Some(vt100::Color::Idx(94))
        });
        let end = session.leave();
        end.left_the_terminal_as_it_was();
        assert_eq!(end.questions(), 1);
    }
}

#[cfg(unix)]
#[test]
fn the_background_is_not_asked_for_if_the_theme_has_its_own() {
    let home = Home::new();
    std::fs::write(home.join("settings.toml"), "theme = \"felt\"\n").expect("writable file");
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    assert_eq!(session.leave().questions(), 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_quits_during_an_unfinished_paste() {
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

#[cfg(unix)]
#[test]
fn a_termination_signal_saves_the_game_and_restores_the_terminal() {
    use rustix::process::Signal;

    let home = Home::new();
    for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT] {
        let mut session = home.larboard("moving-left --seed 42 --export game.json");
        session.types_until("d", "move 1 ");
        session.signal(signal);
        let end = session.end();
        end.left_the_terminal_as_it_was();
        // Ctrl-C is a key that quits.
        let is_key = signal == Signal::INT;
        assert_eq!(end.status.signal().is_none(), is_key, "{signal:?}");
        assert_eq!(end.status.success(), is_key, "{signal:?}");
        assert_contains!(home.verify("game.json"), "playing");
    }
}

#[cfg(unix)]
#[test]
fn a_stop_signal_restores_the_terminal_until_the_program_continues() {
    use rustix::process::Signal;

    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    for signal in [Signal::TSTP, Signal::TTIN, Signal::TTOU] {
        session.signal(signal);
        session.until_stopped();
        session.until("the main screen", |screen| !screen.alternate_screen());
        assert!(session.line_is_as_before());
        assert_eq!(session.modes_left_on(), [25]);
        session.signal(Signal::CONT);
        session.until("the table again", |screen| {
            screen.alternate_screen() && screen.contents().contains("Moving Left")
        });
    }
    // This signal cannot be handled.
    session.signal(Signal::STOP);
    session.until_stopped();
    session.signal(Signal::CONT);
    session.types_until("u", "move 0 ");
    session.leave().left_the_terminal_as_it_was();
}

#[cfg(unix)]
#[test]
fn whatever_was_written_to_the_terminal_the_window_is_repainted_whole_with_its_modes() {
    use rustix::process::Signal;

    let home = Home::new();
    let mut command = home.in_terminal("moving-left --seed 42");
    // A card on its way would be part of the screen.
    command.env("NO_MOTION", "1");
    let mut session = Session::start(command, (80, 24));
    session.types_until("d", "Drew 2♦");
    let before = session.shown();
    for repaint in [
        |session: &mut Session| session.types("\x0c"),
        |session: &mut Session| session.signal(Signal::WINCH),
        |session: &mut Session| session.signal(Signal::CONT),
    ] {
        // Reversed text from another program, in a terminal to which the session was attached anew.
        session.attach_anew("\x1b[7mBroadcast message\r\nfrom root");
        repaint(&mut session);
        session.until("all modes", |screen| {
            screen.alternate_screen()
                && screen.hide_cursor()
                && screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::ButtonMotion
        });
        session.until(&before, |screen| harness::text(screen) == before);
        session.until("a plain background", |screen| {
            screen.cell(0, 79).is_some_and(|cell| !cell.inverse())
        });
    }
    session.leave().left_the_terminal_as_it_was();
}

#[cfg(unix)]
#[test]
fn a_program_that_is_continued_at_once_goes_on() {
    use rustix::process::Signal;

    let home = Home::new();
    let mut session = home.larboard("moving-left --seed 42");
    session.until_shows("move 0 ");
    for (n, micros) in (1..).zip([0, 100, 300, 1_000, 3_000, 10_000, 30_000]) {
        session.signal(Signal::TSTP);
        thread::sleep(Duration::from_micros(micros));
        session.continues_and_types("d", &format!("move {n} "));
    }
    session.leave().left_the_terminal_as_it_was();
}

#[cfg(unix)]
#[test]
fn a_program_that_was_stopped_and_continued_before_it_looked_goes_on() {
    use rustix::process::Signal;

    let home = Home::new();
    let mut session = home.wide("moving-left --seed 42");
    session.until_shows("move 0 ");
    session.while_unread(|session| {
        // What nobody reads holds the program up, so that both signals wait.
        for n in 0..60 {
            session.resize_terminal((150 + n % 2, 40));
            thread::sleep(Duration::from_millis(3));
        }
        session.signal(Signal::TSTP);
        thread::sleep(Duration::from_millis(20));
        session.signal(Signal::CONT);
        thread::sleep(Duration::from_millis(20));
    });
    session.types_until("d", "move 1 ");
    session.leave().left_the_terminal_as_it_was();
}

#[cfg(unix)]
#[test]
fn a_key_for_it_suspends_the_program() {
    use rustix::process::Signal;

    let home = Home::new();
    let settings = "[keys]\nsuspend = \"ctrl-z\"\nundo = \"u\"\n";
    std::fs::write(home.join("settings.toml"), settings).expect("writable file");
    let mut session = home.larboard("moving-left --seed 42");
    session.types_until("d", "move 1 ");
    for n in 2..4 {
        session.types("\x1a");
        session.until_stopped();
        session.until("the main screen", |screen| !screen.alternate_screen());
        assert!(session.line_is_as_before());
        session.signal(Signal::CONT);
        session.until("the table again", vt100::Screen::alternate_screen);
        session.types_until("d", &format!("move {n} "));
    }
    session.leave().left_the_terminal_as_it_was();
}

#[cfg(unix)]
#[test]
fn keys_typed_before_the_program_continues_are_kept() {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    if is_in_terminal() {
        let stdin = rustix::stdio::stdin();
        let wait = |limit: Option<&Timespec>| {
            let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
            poll(&mut watched, limit).expect("a terminal")
        };
        let guard = TerminalGuard::new(false, || {}).expect("a terminal");
        guard.ask("", true).expect("a terminal");
        wait(None);
        guard.renew().expect("a terminal");
        assert_eq!(wait(Some(&Timespec::default())), 1);
        return;
    }
    let mut session = run_in_terminal("keys_typed_before_the_program_continues_are_kept");
    session.until("the alternate screen", vt100::Screen::alternate_screen);
    session.types("u");
    assert!(session.end().status.success());
}

#[cfg(unix)]
#[test]
fn a_closed_terminal_ends_the_program_and_saves_the_game() {
    let home = Home::new();
    for leads_session in [true, false] {
        // Only a session leader gets SIGHUP.
        let mut command = home.in_terminal("moving-left --seed 42 --export game.json");
        command.set_controlling_tty(leads_session);
        let mut session = Session::start(command, (80, 24));
        session.types_until("d", "move 1 ");
        session.hang_up("d");
        home.verify("game.json");
        std::fs::remove_file(home.join("game.json")).expect("a record");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_game_does_not_wake() {
    let home = Home::new();
    let session = home.larboard("moosehide --seed 42 --rule layout=classic");
    session.until_shows("move 0 ");
    // Only time can show that nothing happens, once the searches in the background have ended, the last one with a
    // deal that can be won.
    let is_idle = (0..60).any(|_| {
        let before = session.sleeps();
        thread::sleep(Duration::from_secs(2));
        session.sleeps() == before
    });
    assert!(is_idle, "it wakes again and again");
    session.leave();
}

#[test]
fn the_clock_ticks_without_a_key_until_the_terminal_loses_the_focus() {
    let home = Home::new();
    std::fs::write(home.join("settings.toml"), "clock = true\n").expect("settings");
    let mut session = home.larboard("moving-left --seed 42");
    session.until_shows("move 0   0:0");
    session.until_shows("0:02");
    session.types("\x1b[O");
    // Only time can show that nothing happens.
    let mut before = String::new();
    while before != session.shown() {
        before = session.shown();
        thread::sleep(Duration::from_millis(2500));
    }
    session.leave().left_the_terminal_as_it_was();
}

/// Waits until the hidden cursor of the terminal stands on a card.
fn until_cursor_is_on(session: &Session, card: &str) {
    session.until(card, |screen| {
        let (row, column) = screen.cursor_position();
        let text: String = (column..column + 2)
            .filter_map(|column| screen.cell(row, column))
            .map(vt100::Cell::contents)
            .collect();
        screen.hide_cursor() && text == card
    });
}

#[test]
fn a_cursor_key_moves_the_hidden_cursor_to_the_card_and_sends_at_most_170_bytes() {
    let home = Home::new();
    let mut command = home.in_terminal("moving-left --seed 42");
    command.env("COLORTERM", "truecolor");
    let mut session = Session::start(command, (100, 40));
    session.until_shows("move 0 ");
    session.types("\x1b[C");
    until_cursor_is_on(&session, "K♦");
    for (key, card) in [("\x1b[C", "J♠"), ("\x1b[D", "K♦"), ("\x1b[C", "J♠")] {
        let before = session.bytes_received();
        session.types(key);
        until_cursor_is_on(&session, card);
        let sent = session.bytes_received() - before;
        assert!(sent <= 170, "{sent} bytes to {card}");
    }
    // What is written elsewhere takes it along.
    session.types_until("y", "The game can be shared once it is over");
    until_cursor_is_on(&session, "J♠");
    session.leave();
}

#[test]
fn any_window_size_is_survived_and_growing_back_restores_the_screen() {
    let home = Home::new();
    let mut command = home.in_terminal("moving-left --seed 42");
    // A card on its way would be part of the screen.
    command.env("NO_MOTION", "1");
    let mut session = Session::start(command, (80, 24));
    session.types_until("d", "Drew 2♦");
    let before = session.shown();
    for size in [(1, 1), (200, 60), (2, 100), (300, 1), (1, 1)] {
        session.resize(size.0, size.1);
    }
    // Keys do nothing in a window that is too small.
    session.resize(40, 10);
    session.until_shows("needs");
    session.types("u");
    // Only time can show that nothing happens.
    thread::sleep(Duration::from_millis(500));
    session.resize(80, 24);
    session.until_shows("move 1 ");
    session.types_until("u", "move 0 ");
    session.types("U");
    // All but the message row and the key row.
    let table = |screen: &str| {
        screen
            .lines()
            .take(22)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    session.until_shows("Redid: drew 2♦");
    session.until("the table as before", |screen| {
        table(&harness::text(screen)) == table(&before)
    });
    session.leave();
}

#[cfg(unix)]
#[test]
fn a_window_of_no_size_is_that_of_the_environment_or_80_by_24_until_it_is_resized() {
    let start = |mut command: CommandBuilder, window| {
        // A card on its way would be part of the screen.
        command.env("NO_MOTION", "1");
        Session::start(command, window)
    };
    let table = |size| {
        let home = Home::new();
        let session = start(home.in_terminal("moving-left --seed 42"), size);
        session.until_shows("q quit");
        let shown = session.shown();
        session.leave();
        shown
    };
    for (reported, variables, size) in [
        ("cols 0 rows 0", "", (80, 24)),
        ("cols 0 rows 0", "COLUMNS=100 LINES=30", (100, 30)),
        ("cols 0 rows 0", "COLUMNS=0 LINES=many", (80, 24)),
        ("cols 0 rows 30", "COLUMNS=100 LINES=27", (100, 30)),
        ("cols 100 rows 0", "COLUMNS=90 LINES=27", (100, 27)),
    ] {
        let home = Home::new();
        home.skip_introductions();
        let mut command = CommandBuilder::new("/bin/sh");
        let line = format!("stty {reported}; exec env {variables} \"$0\" moving-left --seed 42");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_larboard")]);
        command.env("LARBOARD_HOME", home.path());
        for variable in ["COLUMNS", "LINES"] {
            command.env_remove(variable);
        }
        let session = start(command, (120, 40));
        for size in [size, (110, 35)] {
            let expected = table(size);
            session.until(&expected, |screen| harness::text(screen) == expected);
            session.resize(110, 35);
        }
        session.leave().left_the_terminal_as_it_was();
    }
}

#[cfg(unix)]
#[test]
fn a_record_from_a_pipe_is_replayed_with_keys_of_the_terminal() {
    let home = Home::new();
    home.stdout_of(
        "moving-left --seed 42 --export old.json",
        &"draw\n".repeat(6),
    );
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
    // Playback to the end.
    session.types_until("++ ", "move 6 of 6");
    session.types_until("\x1b[D\x1b[D", "move 4 of 6");
    session.types_until("\r", "You're playing on from move 4");
    session.leave().left_the_terminal_as_it_was();
    home.verify("new.json");
    let record = std::fs::read_to_string(home.join("new.json")).expect("a record");
    let record: serde_json::Value = serde_json::from_str(&record).expect("a record");
    assert_eq!(record["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!(record["parent"]["moves"].as_array().map(Vec::len), Some(6));
}
