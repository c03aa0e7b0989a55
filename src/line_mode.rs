//! The game by typed lines: no screen control, every change in words. Works from a pipe, over a
//! bad line, and with a screen reader.

mod commands;
mod game_over;
mod lines;
mod menu;
mod move_commands;
mod move_input;
mod queries;
mod replay;
mod search_control;
mod session_state;
mod solver;

use std::io::{self, Write};

use crate::describe::{self, CardNotation};
use crate::escape::quote;
use crate::game::Game;
use crate::record::PlayedGame;
use crate::rules::{Move, Table};
use crate::seed;
use crate::variant;
pub use lines::read_lines;
pub use menu::run_menu;
pub use replay::run_replay;
pub use search_control::SearchControl;
pub use session_state::SessionState;

/// How a game is talked about, and how it goes.
#[derive(Clone, Copy, Debug)]
pub struct OutputOptions {
    /// How cards are named when not in full.
    pub short_notation: CardNotation,
    /// Whether they are named in full, which the player can change.
    pub full_names: bool,
    /// Whether cards that safely can go home by themselves after each move.
    pub autoplay: bool,
    /// Whether it is said, unasked, when no win is left, and if a game that is lost could have been
    /// won.
    pub warn_when_lost: bool,
}

impl OutputOptions {
    /// How cards are named now.
    pub fn notation(&self) -> CardNotation {
        match self.full_names {
            true => CardNotation::Full,
            false => self.short_notation,
        }
    }

    fn toggle_full_names(&mut self) -> String {
        self.full_names = !self.full_names;
        match self.full_names {
            true => "names in full".into(),
            false => "names in short".into(),
        }
    }
}

impl From<CardNotation> for OutputOptions {
    fn from(names: CardNotation) -> OutputOptions {
        OutputOptions {
            short_notation: names,
            full_names: false,
            autoplay: false,
            warn_when_lost: false,
        }
    }
}

/// What is asked of whoever keeps games, results and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The sitting is saved, if it has changed: asked before each answer is written.
    Save {
        /// Whether the game is given up.
        given_up: bool,
    },
    /// Another deal of the same game, of a seed where one is given.
    NewDeal(Option<u64>),
    /// The same deal again.
    Restart,
    /// The sitting before this one.
    PreviousGame,
    /// The games there are, and the sittings begun.
    Menu,
    /// Another game, its rules and its deal in words.
    StartGame(String),
    /// A sitting begun, by its number in the menu.
    Resume(String),
    /// What the player has come to in this game, in another, or in all.
    Results(String),
    /// The games that are over, numbered, the last first; from a number on.
    FinishedGames(String),
    /// To look move by move at this game, at one that is over, by its number, or at the record in a
    /// file.
    Replay(String),
    /// To play on from the position a replay stands at.
    PlayFromHere,
    /// How long the game took that has come to its end, and how that compares with others.
    CompareResult,
    /// The record of the sitting goes to a new file of this name; without one, of a name it finds.
    Export(String),
    /// The settings; with words, one of them is changed.
    Settings(String),
}

/// What comes of a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// There is nothing to say.
    Silent,
    /// This is to be said.
    Message(String),
    /// The sitting is to be left for another.
    Exit,
}

/// Plays until `quit`, the last line, or a wish for which the sitting is left: answers each line in
/// words. `recall` is what is remembered of the sitting while it is at hand, `grant` does what is
/// wished of the world outside, and `searching` stops a search of the solver.
///
/// ```
/// use larboard::game::Game;
/// use larboard::line_mode::{Response, SessionState, SearchControl, play};
/// use larboard::record::PlayedGame;
/// use larboard::variant;
/// use larboard::describe::CardNotation;
///
/// let rules = variant::new(variant::find("moving-left").unwrap(), &[]).unwrap();
/// let mut sitting = PlayedGame::new(Game::new(rules, 42));
/// let recall = &mut SessionState::new(&sitting.game);
/// let lines = ["draw", "quit"].map(String::from).into_iter();
/// let mut told = Vec::new();
/// let (manner, searching) = (&mut CardNotation::Letters.into(), SearchControl::default());
/// let grant = |_, _: &mut _, _: &mut _| Response::Silent;
/// play(&mut sitting, recall, lines, &mut told, manner, &searching, grant).unwrap();
/// assert_eq!(sitting.game.moves().len(), 1);
/// ```
///
/// # Errors
/// The answer could not be written; the sitting stands as it was then.
pub fn play(
    sitting: &mut PlayedGame,
    recall: &mut SessionState,
    lines: impl Iterator<Item = String>,
    out: &mut impl Write,
    manner: &mut OutputOptions,
    searching: &SearchControl,
    mut grant: impl FnMut(Request, &mut PlayedGame, &mut OutputOptions) -> Response,
) -> io::Result<()> {
    let mut player = Repl {
        played: sitting,
        state: recall,
        options: manner,
        out,
        search_control: searching,
        handle_request: &mut grant,
    };
    let next = player.game_over_text();
    let next = next.unwrap_or_else(|| "Type a move; moves lists them, help the commands.".into());
    writeln!(player.out, "{}\n{next}", player.describe_table(""))?;
    player.out.flush()?;
    player.run_background_search();
    for line in lines {
        let Ok(answer) = player.handle_line(line.trim()) else {
            return Ok(());
        };
        let given_up = player.state.given_up;
        let Ok(notice) = player.send_request(Request::Save { given_up }) else {
            return Ok(());
        };
        for words in std::iter::once(answer).chain(notice) {
            writeln!(player.out, "{words}")?;
        }
        player.out.flush()?;
        player.run_background_search();
    }
    Ok(())
}

/// Says what cannot wait for the answer to a line. Where that cannot be written neither can the
/// answer, which tells.
fn write_notice(out: &mut dyn Write, words: &str) {
    _ = writeln!(out, "{words}").and_then(|()| out.flush());
}

/// That the sitting is left.
struct Exit;

/// A sitting and how it is talked about.
struct Repl<'a> {
    played: &'a mut PlayedGame,
    state: &'a mut SessionState,
    options: &'a mut OutputOptions,
    out: &'a mut dyn Write,
    search_control: &'a SearchControl,
    handle_request: &'a mut dyn FnMut(Request, &mut PlayedGame, &mut OutputOptions) -> Response,
}

impl Repl<'_> {
    /// The answer to a line, unless the sitting is left.
    fn handle_line(&mut self, line: &str) -> Result<String, Exit> {
        if let Some(told) = self.handle_query(line) {
            return told;
        }
        let Some((command, rest)) = commands::parse_command(line) else {
            return Ok(self
                .handle_move(line)
                .unwrap_or_else(|| unknown_command(line)));
        };
        Ok(match (command, &*rest.to_ascii_lowercase()) {
            ("quit", "") => return Err(Exit),
            ("new", "") => self.request_message(Request::NewDeal(None))?,
            ("new" | "seed", seed) => match seed::parse(seed) {
                Some(seed) => self.request_message(Request::NewDeal(Some(seed)))?,
                None => "a seed is a whole number below 2^64".into(),
            },
            ("again", "") => self.request_message(Request::Restart)?,
            ("give-up", "") => self.give_up(),
            ("home", from) => self.send_home(from),
            ("safe", "") => self.autoplay_safe(),
            ("finish", "") => self.finish(),
            ("draw", "") => self.draw(),
            ("discard", "") => self.discard(),
            ("run", "") => self.run_forced_moves(),
            ("undo", "") => self.undo()?,
            ("redo", "") => self.redo(),
            ("hint", "") => self.next_hint(),
            ("verdict", "") => self.analyze(),
            ("show", many) => self.show_solution(many),
            ("back", "") => self.undo_to_winnable(),
            _ => unknown_command(line),
        })
    }

    /// The answer to a line that changes nothing on the table; nothing if it is no such line.
    fn handle_query(&mut self, line: &str) -> Option<Result<String, Exit>> {
        let (command, rest) = commands::parse_command(line)?;
        let low = rest.to_ascii_lowercase();
        if let Some(wish) = parse_request(command, rest) {
            return Some(self.request_message(wish));
        }
        let game = &self.played.game;
        Some(Ok(match (command, &*low) {
            ("moves", "") => self.list_moves(),
            ("status", "") => self.status(),
            ("table", part) => self.describe_table(part),
            ("peek", place) => self.peek(place),
            ("find", card) => self.find_card(card),
            ("names", "") => self.options.toggle_full_names(),
            ("rules", words) => {
                let other = variant::parse_id_prefix(words);
                let (game, part) = other.unwrap_or((game.rules().info(), words));
                queries::rules_text(game, part, self.notation())
            }
            ("help", _) => {
                let rules = game.rules().info().help;
                queries::help_text(rest, rules, Some(game.table()), self.notation())
            }
            ("export", _) => return Some(self.request_message(Request::Export(rest.to_owned()))),
            _ => return None,
        }))
    }

    fn notation(&self) -> CardNotation {
        self.options.notation()
    }

    fn send_request(&mut self, wish: Request) -> Result<Option<String>, Exit> {
        match (self.handle_request)(wish, self.played, self.options) {
            Response::Silent => Ok(None),
            Response::Message(words) => Ok(Some(words)),
            Response::Exit => Err(Exit),
        }
    }

    /// A wish to which there is always an answer.
    fn request_message(&mut self, wish: Request) -> Result<String, Exit> {
        let told = self.send_request(wish)?;
        Ok(told.unwrap_or_else(|| "that cannot be done here".into()))
    }

    /// Goes on with the game from another position.
    fn reset_position_state(&mut self) {
        self.state.hints_given = 0;
        self.state.given_up = false;
        self.state.postmortem_done = false;
    }

    fn play(&mut self, mv: Move) -> String {
        let homeward = self.options.autoplay;
        self.play_then(mv, |game| {
            if homeward {
                game.autoplay_safe();
            }
        })
    }

    /// Makes a move and those that follow it, and tells what they did, or why it cannot be made.
    fn play_then(&mut self, mv: Move, follow: impl FnOnce(&mut Game)) -> String {
        let before = describe::snapshot(self.played.game.table());
        match self.played.game.play(mv) {
            Ok(_) => {
                follow(&mut self.played.game);
                self.report_changes("", &before)
            }
            Err(illegal) => self.notation().replace_symbols(&illegal.reason),
        }
    }

    fn redo(&mut self) -> String {
        let before = describe::snapshot(self.played.game.table());
        match self.played.game.redo() {
            Some(_) => self.report_changes("made again: ", &before),
            None => "no move was taken back".into(),
        }
    }

    /// Takes back a move; at the deal, the dealing.
    fn undo(&mut self) -> Result<String, Exit> {
        if std::mem::take(&mut self.state.given_up) {
            self.reset_position_state();
            return Ok("the game goes on".into());
        }
        let steps = self.played.game.last_turn_changes().to_vec();
        if self.played.game.undo().is_none() {
            let told = self.send_request(Request::PreviousGame)?;
            return Ok(told.unwrap_or_else(|| "there is no move to take back".into()));
        }
        self.reset_position_state();
        let words = describe::changes(self.played.game.table(), &steps, self.notation());
        self.state.finish_announced = self.can_finish();
        Ok(format!("taken back: {}", self.with_hand_view(words)))
    }

    /// What the last turn did to the table before it, and whether the game is over or as good as.
    fn report_changes(&mut self, prefix: &str, before: &Table) -> String {
        self.reset_position_state();
        let words = describe::changes(
            before,
            self.played.game.last_turn_changes(),
            self.notation(),
        );
        let words = format!("{prefix}{}", self.with_hand_view(words));
        let ready = self.can_finish();
        let was_ready = std::mem::replace(&mut self.state.finish_announced, ready);
        match self.game_over_text() {
            Some(end) => format!("{words}\n{end}"),
            None if ready && !was_ready => format!("{words}; finish brings everything home"),
            None => words,
        }
    }

    /// Whether everything can go straight home.
    fn can_finish(&self) -> bool {
        let line = self.played.game.autofinish_line();
        line.is_some_and(|line| !line.is_empty())
    }

    /// What was done, and in the hand what the next step is about.
    fn with_hand_view(&self, words: String) -> String {
        match describe::visible_hand_text(&self.played.game, self.notation()) {
            Some(sight) if !self.is_over() => format!("{words}; {sight}"),
            _ => words,
        }
    }
}

/// What a command wishes that needs no table.
fn parse_request(command: &str, rest: &str) -> Option<Request> {
    let low = rest.to_ascii_lowercase();
    Some(match (command, low) {
        ("menu", words) if words.is_empty() => Request::Menu,
        ("play", words) => Request::StartGame(words),
        ("take-up", number) => Request::Resume(number),
        ("results", of) => Request::Results(of),
        ("over", from) => Request::FinishedGames(from),
        ("replay", _) => Request::Replay(rest.to_owned()),
        ("settings", words) => Request::Settings(words),
        (look @ ("theme" | "four-colors"), value) => Request::Settings(format!("{look} {value}")),
        _ => return None,
    })
}

fn unknown_command(line: &str) -> String {
    match line.is_empty() {
        true => "type a move, or help".into(),
        false => format!("not known: {}; help lists the commands", quote(line)),
    }
}
