//! The game by typed lines: no screen control, every change in words. Works from a pipe, over a
//! bad line, and with a screen reader.

mod commands;
mod home;
mod searching;
mod solver;

use std::io::{self, BufRead, ErrorKind, Write};

use crate::escape::quoted;
use crate::hint::{Gain, hints, with_proven};
use crate::record::Sitting;
use crate::rules::{Move, Place, Rules, Status, Table};
use crate::seed;
use crate::words::{self, Names};
pub use searching::Searching;
use solver::Study;

/// The most bytes of a typed line that are looked at.
const MOST_TYPED: usize = 1000;

/// How a game is talked about, and how it goes.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How cards are named when not in full.
    pub short: Names,
    /// Whether they are named in full, which the player can change.
    pub full: bool,
    /// Whether cards that safely can go home by themselves after each move.
    pub homeward: bool,
    /// Whether it is said, unasked, if a game that is not won could have been.
    pub watch: bool,
}

impl From<Names> for Manner {
    fn from(names: Names) -> Manner {
        Manner {
            short: names,
            full: false,
            homeward: false,
            watch: false,
        }
    }
}

/// Why typed lines no longer go to a sitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// It was left, or there are no more lines.
    Quit,
    /// Another deal is wished, of a seed where one is given.
    New(Option<u64>),
    /// The same deal is wished again.
    Again,
    /// The sitting before this one is wished, of which there is one.
    Before,
}

/// What is asked of whoever keeps games, results and settings; each may be answered in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The sitting is saved, if it has changed: asked before each answer is written.
    Keep,
    /// The sitting counts as given up, until a move or one taken back goes on with it.
    GiveUp,
    /// The sitting before this one: any answer says that there is one.
    Before,
    /// What the player has come to in this game; with full names, without plots.
    Results(Names),
    /// The record of the sitting goes to a new file of this name; without one, of a name it finds.
    Export(String),
    /// Where the settings are, and those that count for typed lines.
    Settings,
}

/// Plays until `quit` or the last line: answers each line in words. `grant` does what is wished
/// of the world outside. `searching` stops a search of the solver.
///
/// ```
/// use larboard::game::Game;
/// use larboard::plain::{Searching, play};
/// use larboard::record::Sitting;
/// use larboard::rules::Variant;
/// use larboard::words::Names;
///
/// let rules = Variant::of(Variant::ALL[0], &[]).unwrap();
/// let mut sitting = Sitting::new(Game::new(rules, 42));
/// let lines = ["draw", "quit"].map(String::from).into_iter();
/// let mut told = Vec::new();
/// play(&mut sitting, lines, &mut told, &mut Names::Letters.into(), &Searching::default(), |_, _| None).unwrap();
/// assert_eq!(sitting.game.moves().len(), 1);
/// ```
///
/// # Errors
/// The answer could not be written; the sitting stands as it was then.
pub fn play<R: Rules>(
    sitting: &mut Sitting<R>,
    lines: impl Iterator<Item = String>,
    out: &mut impl Write,
    manner: &mut Manner,
    searching: &Searching,
    mut grant: impl FnMut(Wish, &mut Sitting<R>) -> Option<String>,
) -> io::Result<Left> {
    let mut player = Player {
        names: match manner.full {
            true => Names::Full,
            false => manner.short,
        },
        sitting,
        manner,
        over: false,
        hinted: 0,
        study: Study::default(),
        searching,
        grant: &mut grant,
    };
    writeln!(out, "{}", player.table())?;
    writeln!(out, "Type a move; moves lists them, help the commands.")?;
    if let Some(words) = player.end() {
        writeln!(out, "{words}")?;
    }
    out.flush()?;
    for line in lines {
        if let Some(words) = player.wait(line.trim()) {
            writeln!(out, "{words}")?;
            out.flush()?;
        }
        let answer = match player.answer(line.trim()) {
            Ok(answer) => answer,
            Err(left) => return Ok(left),
        };
        let notice = player.wish(Wish::Keep);
        for words in std::iter::once(answer).chain(notice) {
            writeln!(out, "{words}")?;
        }
        if player.looks_back() {
            writeln!(out, "{}", solver::LOOKING_BACK)?;
            out.flush()?;
            writeln!(out, "{}", player.look_back())?;
        }
        out.flush()?;
    }
    Ok(Left::Quit)
}

/// The lines that are typed, up to the first that cannot be read: of each no more is kept than a
/// command could need, whatever its length, and what is not text in it is made so.
pub fn lines(mut input: impl BufRead) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || next_line(&mut input))
}

fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut begun = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        line.extend(text.iter().take(MOST_TYPED - line.len()));
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        begun |= used > 0;
        if end.is_some() || used == 0 {
            return begun.then(|| String::from_utf8_lossy(&line).into_owned());
        }
    }
}

/// A sitting and how it is talked about.
struct Player<'a, R> {
    sitting: &'a mut Sitting<R>,
    manner: &'a mut Manner,
    names: Names,
    /// Whether the last line ended the game without a win.
    over: bool,
    /// How many hints were given at this position.
    hinted: usize,
    study: Study,
    searching: &'a Searching,
    grant: &'a mut dyn FnMut(Wish, &mut Sitting<R>) -> Option<String>,
}

impl<R: Rules> Player<'_, R> {
    /// What is said before an answer that takes its time.
    fn wait(&mut self, line: &str) -> Option<String> {
        (commands::named(line) == Some("verdict")).then_some(())?;
        let time = self.study.time(&self.sitting.game)?;
        Some(format!("searching, at most {} s", time.as_secs()))
    }

    /// The answer to a line; instead of one, how the sitting is left.
    fn answer(&mut self, line: &str) -> Result<String, Left> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let named = rest.trim();
        let rest = named.to_ascii_lowercase();
        let Some(command) = commands::named(word) else {
            return Ok(match line.to_ascii_lowercase().parse() {
                Ok(mv) => self.play(mv),
                Err(_) => unknown(line),
            });
        };
        Ok(match (command, &*rest) {
            ("quit", "") => return Err(Left::Quit),
            ("new", "") => return Err(Left::New(None)),
            ("new" | "seed", seed) => match seed::typed(seed) {
                Some(seed) => return Err(Left::New(Some(seed))),
                None => "a seed is a whole number below 2^64".into(),
            },
            ("again", "") => return Err(Left::Again),
            ("give-up", "") => self.give_up(),
            ("home", from) => self.home(from),
            ("safe", "") => self.safe(),
            ("finish", "") => self.finish(),
            ("draw", "") => self.draw(),
            ("run", "") => self.run(),
            ("undo", "") if self.is_at_the_deal() && self.wish(Wish::Before).is_some() => {
                return Err(Left::Before);
            }
            ("undo", "") => self.undo(),
            ("redo", "") => self.redo(),
            ("hint", "") => self.hint(),
            ("verdict", "") => self.verdict(),
            ("show", many) => self.show(many),
            ("back", "") => self.back(),
            ("export", _) => {
                let wish = Wish::Export(named.to_owned());
                self.wish(wish).unwrap_or_default()
            }
            ("moves", "") => self.moves(),
            ("table", "") => self.table(),
            ("peek", place) => self.peek(place),
            ("names", "") => self.change_names(),
            ("rules", "") => self.rules(),
            ("results", "") => self.wish(Wish::Results(self.names)).unwrap_or_default(),
            ("settings", "") => self.wish(Wish::Settings).unwrap_or_default(),
            ("help", "") => self.help(),
            _ => unknown(line),
        })
    }

    fn wish(&mut self, wish: Wish) -> Option<String> {
        (self.grant)(wish, self.sitting)
    }

    fn help(&mut self) -> String {
        let settings = self.wish(Wish::Settings);
        let parts = std::iter::once(commands::help()).chain(settings);
        parts.collect::<Vec<_>>().join("\n")
    }

    /// The rules of the game, in the words of the help at the table.
    fn rules(&self) -> String {
        let help = self.sitting.game.rules().profile().help;
        self.names.text(help.trim_end())
    }

    fn give_up(&mut self) -> String {
        if self.end().is_some() {
            return "the game is over".into();
        }
        let words = "given up; a move, or undo, goes on with it".to_owned();
        self.over = true;
        let told = self.wish(Wish::GiveUp);
        let parts = std::iter::once(words).chain(told);
        parts.collect::<Vec<_>>().join("\n")
    }

    fn play(&mut self, mv: Move) -> String {
        let before = words::snapshot(self.sitting.game.table());
        match self.sitting.game.play(mv) {
            Ok(_) => {
                if self.manner.homeward {
                    self.sitting.game.follow_home();
                }
                self.changed("", &before)
            }
            Err(illegal) => self.names.text(&illegal.why),
        }
    }

    fn redo(&mut self) -> String {
        let before = words::snapshot(self.sitting.game.table());
        match self.sitting.game.redo() {
            Some(_) => self.changed("made again: ", &before),
            None => "no move was taken back".into(),
        }
    }

    fn is_at_the_deal(&self) -> bool {
        self.sitting.game.moves().len() == 0
    }

    fn undo(&mut self) -> String {
        let steps = self.sitting.game.turn_steps().to_vec();
        match self.sitting.game.undo() {
            Some(_) => {
                self.hinted = 0;
                let words = words::changes(self.sitting.game.table(), &steps, self.names);
                format!("taken back: {words}")
            }
            None => "there is no move to take back".into(),
        }
    }

    /// Takes back the moves since the last position that is known to have a win.
    fn back(&mut self) -> String {
        match self.study.way_back(&self.sitting.game) {
            Err(words) => words.into(),
            Ok(at) => {
                self.hinted = 0;
                let game = &mut self.sitting.game;
                while game.moves().len() > at && game.undo().is_some() {}
                let there = match game.moves().len() {
                    0 => "the deal".into(),
                    n => format!("move {n}"),
                };
                format!("back at {there}, from where it can be won; redo makes the moves again")
            }
        }
    }

    /// What the last move did to the table before it, and whether the game is over.
    fn changed(&mut self, prefix: &str, before: &Table) -> String {
        self.hinted = 0;
        let words = words::changes(before, self.sitting.game.turn_steps(), self.names);
        self.over = self.sitting.game.status() == Status::Lost;
        match self.end() {
            Some(end) => format!("{prefix}{words}\n{end}"),
            None => format!("{prefix}{words}"),
        }
    }

    fn end(&self) -> Option<String> {
        let game = &self.sitting.game;
        match game.status() {
            Status::Playing => None,
            Status::Won => Some(format!(
                "Won in {}.",
                words::counted(game.moves().len(), "move")
            )),
            Status::Lost => Some(format!(
                "Lost: there is no legal move. {}.",
                words::so_far(game)
            )),
        }
    }

    /// The next of the hints for this position, the best again after the last.
    fn hint(&mut self) -> String {
        let game = &self.sitting.game;
        let seen = hints(game.rules(), game.table());
        let hints = with_proven(seen, self.study.next(game));
        let Some(hint) = hints.get(self.hinted % hints.len().max(1)) else {
            return "none: no legal move gets the game on, by what can be seen".into();
        };
        let words = words::intent(game.table(), hint.mv, self.names);
        let gain = hint.gain.words();
        self.hinted += 1;
        let shown = usize::from(hint.gain == Gain::Wins);
        self.showed(shown);
        self.sitting.hints = self.sitting.hints.saturating_add(1);
        match hint.mv {
            Move::Carry { .. } => format!("{}: {words} ({gain})", hint.mv),
            _ => format!("{words}: {gain}"),
        }
    }

    /// Counts that so many moves of the line that wins from here were shown, each of them once.
    fn showed(&mut self, moves: usize) {
        let fresh = self.study.show(&self.sitting.game, moves);
        let fresh = u32::try_from(fresh).unwrap_or(u32::MAX);
        self.sitting.shown = self.sitting.shown.saturating_add(fresh);
    }

    /// Whether a game that just ended without a win is to be looked back at.
    fn looks_back(&mut self) -> bool {
        let over = std::mem::take(&mut self.over);
        over && (self.manner.watch || self.study.was_asked())
    }

    fn look_back(&mut self) -> String {
        self.study.look_back(&self.sitting.game, self.searching)
    }

    /// Whether the game can be won; then hints begin with a move that leads there.
    fn verdict(&mut self) -> String {
        self.hinted = 0;
        self.study.verdict(&self.sitting.game, self.searching)
    }

    /// The next moves of the line that wins, where one is known: one, so many, or all.
    fn show(&mut self, many: &str) -> String {
        let most = match (many, many.parse()) {
            ("", _) => 1,
            ("all", _) => usize::MAX,
            (_, Ok(most)) if most > 0 => most,
            _ => return "show wants a number of moves, or all: show 5, show all".into(),
        };
        match self.study.way(&self.sitting.game, self.names, most) {
            Some((told, moves)) => {
                self.showed(moves);
                told
            }
            None => "no line that wins is known from here; verdict searches for one".into(),
        }
    }

    /// The legal moves: with full names a line each, in words.
    fn moves(&self) -> String {
        let game = &self.sitting.game;
        let moves = game.legal();
        let (told, between): (Vec<String>, _) = match self.names {
            Names::Full => {
                let told = moves
                    .iter()
                    .map(|&mv| words::proposal(game.table(), mv, self.names));
                (told.collect(), "\n")
            }
            _ => (moves.iter().map(ToString::to_string).collect(), " "),
        };
        match told.is_empty() {
            true => "none".into(),
            false => told.join(between),
        }
    }

    /// All cards of a pile.
    fn peek(&self, place: &str) -> String {
        match self.place(place) {
            Some(place) => words::peek(&self.sitting.game, place, self.names),
            None => "peek wants a pile: peek 3, peek w, peek f1".into(),
        }
    }

    /// The place of the table that is meant: by its name in a record, or a pile by its number.
    fn place(&self, typed: &str) -> Option<Place> {
        let places = self.sitting.game.table().places();
        let pile = |place: &Place| place.is_tableau() && (place.number() + 1).to_string() == typed;
        let named = |place: &Place| place.to_string() == typed;
        places.iter().find(|place| named(place) || pile(place))
    }

    fn table(&self) -> String {
        words::table(&self.sitting.game, self.names)
    }

    fn change_names(&mut self) -> String {
        self.manner.full = !self.manner.full;
        if self.manner.full {
            self.names = Names::Full;
            "names in full".into()
        } else {
            self.names = self.manner.short;
            "names in short".into()
        }
    }
}

fn unknown(line: &str) -> String {
    match line.is_empty() {
        true => "type a move, or help".into(),
        false => format!("not known: {}; help lists the commands", quoted(line)),
    }
}
