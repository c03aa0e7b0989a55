//! The game by typed lines: no screen control, every change in words. Works from a pipe, over a
//! bad line, and with a screen reader.

mod carry;
mod commands;
mod end;
mod home;
mod lines;
mod menu;
mod recall;
mod replay;
mod searching;
mod solver;
mod telling;

use std::io::{self, Write};

use crate::escape::quoted;
use crate::game::Game;
use crate::record::Sitting;
use crate::rules::{Move, Rules, Table, Variant};
use crate::seed;
use crate::words::{self, Names};
pub use lines::lines;
pub use menu::menu;
pub use recall::Recall;
pub use replay::replay;
pub use searching::Searching;

/// How a game is talked about, and how it goes.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How cards are named when not in full.
    pub short: Names,
    /// Whether they are named in full, which the player can change.
    pub full: bool,
    /// Whether cards that safely can go home by themselves after each move.
    pub homeward: bool,
    /// Whether it is said, unasked, when no win is left, and if a game that is lost could have been
    /// won.
    pub watch: bool,
}

impl Manner {
    /// How cards are named now.
    pub fn names(&self) -> Names {
        match self.full {
            true => Names::Full,
            false => self.short,
        }
    }

    fn change_names(&mut self) -> String {
        self.full = !self.full;
        match self.full {
            true => "names in full".into(),
            false => "names in short".into(),
        }
    }
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

/// What is asked of whoever keeps games, results and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The sitting is saved, if it has changed: asked before each answer is written.
    Keep {
        /// Whether the game is given up.
        given_up: bool,
    },
    /// Another deal of the same game, of a seed where one is given.
    New(Option<u64>),
    /// The same deal again.
    Again,
    /// The sitting before this one.
    Before,
    /// The games there are, and the sittings begun.
    Menu,
    /// Another game, its rules and its deal in words.
    Deal(String),
    /// A sitting begun, by its number in the menu.
    TakeUp(String),
    /// What the player has come to in this game, in another, or in all.
    Results(String),
    /// The games that are over, numbered, the last first; from a number on.
    Over(String),
    /// To look move by move at this game, at one that is over, by its number, or at the record in a
    /// file.
    Replay(String),
    /// To play on from the position a replay stands at.
    PlayOn,
    /// How long the game took that has come to its end, and how that compares with others.
    Compare,
    /// The record of the sitting goes to a new file of this name; without one, of a name it finds.
    Export(String),
    /// The settings; with words, one of them is changed.
    Settings(String),
}

/// What comes of a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Granted {
    /// There is nothing to say.
    Silently,
    /// This is to be said.
    Told(String),
    /// The sitting is to be left for another.
    Leave,
}

/// Plays until `quit`, the last line, or a wish for which the sitting is left: answers each line in
/// words. `recall` is what is remembered of the sitting while it is at hand, `grant` does what is
/// wished of the world outside, and `searching` stops a search of the solver.
///
/// ```
/// use larboard::game::Game;
/// use larboard::plain::{Granted, Recall, Searching, play};
/// use larboard::record::Sitting;
/// use larboard::rules::Variant;
/// use larboard::words::Names;
///
/// let rules = Variant::of(Variant::ALL[0], &[]).unwrap();
/// let mut sitting = Sitting::new(Game::new(rules, 42));
/// let recall = &mut Recall::new(&sitting.game);
/// let lines = ["draw", "quit"].map(String::from).into_iter();
/// let mut told = Vec::new();
/// let (manner, searching) = (&mut Names::Letters.into(), Searching::default());
/// let grant = |_, _: &mut _, _: &mut _| Granted::Silently;
/// play(&mut sitting, recall, lines, &mut told, manner, &searching, grant).unwrap();
/// assert_eq!(sitting.game.moves().len(), 1);
/// ```
///
/// # Errors
/// The answer could not be written; the sitting stands as it was then.
pub fn play<R: Rules>(
    sitting: &mut Sitting<R>,
    recall: &mut Recall,
    lines: impl Iterator<Item = String>,
    out: &mut impl Write,
    manner: &mut Manner,
    searching: &Searching,
    mut grant: impl FnMut(Wish, &mut Sitting<R>, &mut Manner) -> Granted,
) -> io::Result<()> {
    let mut player = Player {
        sitting,
        recall,
        manner,
        out,
        searching,
        grant: &mut grant,
    };
    let next = player.end();
    let next = next.unwrap_or_else(|| "Type a move; moves lists them, help the commands.".into());
    writeln!(player.out, "{}\n{next}", player.table(""))?;
    player.out.flush()?;
    player.muse();
    for line in lines {
        let Ok(answer) = player.answer(line.trim()) else {
            return Ok(());
        };
        let given_up = player.recall.given_up;
        let Ok(notice) = player.wish(Wish::Keep { given_up }) else {
            return Ok(());
        };
        for words in std::iter::once(answer).chain(notice) {
            writeln!(player.out, "{words}")?;
        }
        player.out.flush()?;
        player.muse();
    }
    Ok(())
}

/// Says what cannot wait for the answer to a line. Where that cannot be written neither can the
/// answer, which tells.
fn note(out: &mut dyn Write, words: &str) {
    _ = writeln!(out, "{words}").and_then(|()| out.flush());
}

/// That the sitting is left.
struct Leave;

/// A sitting and how it is talked about.
struct Player<'a, R> {
    sitting: &'a mut Sitting<R>,
    recall: &'a mut Recall,
    manner: &'a mut Manner,
    out: &'a mut dyn Write,
    searching: &'a Searching,
    grant: &'a mut dyn FnMut(Wish, &mut Sitting<R>, &mut Manner) -> Granted,
}

impl<R: Rules> Player<'_, R> {
    /// The answer to a line, unless the sitting is left.
    fn answer(&mut self, line: &str) -> Result<String, Leave> {
        if let Some(told) = self.tell(line) {
            return told;
        }
        let Some((command, rest)) = commands::parts(line) else {
            return Ok(self.carry(line).unwrap_or_else(|| unknown(line)));
        };
        Ok(match (command, &*rest.to_ascii_lowercase()) {
            ("quit", "") => return Err(Leave),
            ("new", "") => self.ask(Wish::New(None))?,
            ("new" | "seed", seed) => match seed::typed(seed) {
                Some(seed) => self.ask(Wish::New(Some(seed)))?,
                None => "a seed is a whole number below 2^64".into(),
            },
            ("again", "") => self.ask(Wish::Again)?,
            ("give-up", "") => self.give_up(),
            ("home", from) => self.home(from),
            ("safe", "") => self.safe(),
            ("finish", "") => self.finish(),
            ("draw", "") => self.draw(),
            ("discard", "") => self.discard(),
            ("run", "") => self.run(),
            ("undo", "") => self.undo()?,
            ("redo", "") => self.redo(),
            ("hint", "") => self.hint(),
            ("verdict", "") => self.verdict(),
            ("show", many) => self.show(many),
            ("back", "") => self.back(),
            _ => unknown(line),
        })
    }

    /// The answer to a line that changes nothing on the table; nothing if it is no such line.
    fn tell(&mut self, line: &str) -> Option<Result<String, Leave>> {
        let (command, rest) = commands::parts(line)?;
        let low = rest.to_ascii_lowercase();
        if let Some(wish) = errand(command, rest) {
            return Some(self.ask(wish));
        }
        let game = &self.sitting.game;
        Some(Ok(match (command, &*low) {
            ("moves", "") => self.moves(),
            ("status", "") => self.status(),
            ("table", part) => self.table(part),
            ("peek", place) => self.peek(place),
            ("find", card) => self.find(card),
            ("names", "") => self.manner.change_names(),
            ("rules", words) => {
                let other = Variant::named_in(words);
                let (game, part) = other.unwrap_or((game.rules().profile(), words));
                telling::rules(game, part, self.names())
            }
            ("help", _) => {
                let rules = game.rules().profile().help;
                telling::help(rest, rules, Some(game.table()), self.names())
            }
            ("export", _) => return Some(self.ask(Wish::Export(rest.to_owned()))),
            _ => return None,
        }))
    }

    fn names(&self) -> Names {
        self.manner.names()
    }

    fn wish(&mut self, wish: Wish) -> Result<Option<String>, Leave> {
        match (self.grant)(wish, self.sitting, self.manner) {
            Granted::Silently => Ok(None),
            Granted::Told(words) => Ok(Some(words)),
            Granted::Leave => Err(Leave),
        }
    }

    /// A wish to which there is always an answer.
    fn ask(&mut self, wish: Wish) -> Result<String, Leave> {
        let told = self.wish(wish)?;
        Ok(told.unwrap_or_else(|| "that cannot be done here".into()))
    }

    /// Goes on with the game from another position.
    fn go_on(&mut self) {
        self.recall.hinted = 0;
        self.recall.given_up = false;
        self.recall.looked_back = false;
    }

    fn play(&mut self, mv: Move) -> String {
        let homeward = self.manner.homeward;
        self.turn(mv, |game| {
            if homeward {
                game.follow_home();
            }
        })
    }

    /// Makes a move and those that follow it, and tells what they did, or why it cannot be made.
    fn turn(&mut self, mv: Move, follow: impl FnOnce(&mut Game<R>)) -> String {
        let before = words::snapshot(self.sitting.game.table());
        match self.sitting.game.play(mv) {
            Ok(_) => {
                follow(&mut self.sitting.game);
                self.changed("", &before)
            }
            Err(illegal) => self.names().text(&illegal.why),
        }
    }

    fn redo(&mut self) -> String {
        let before = words::snapshot(self.sitting.game.table());
        match self.sitting.game.redo() {
            Some(_) => self.changed("made again: ", &before),
            None => "no move was taken back".into(),
        }
    }

    /// Takes back a move; at the deal, the dealing.
    fn undo(&mut self) -> Result<String, Leave> {
        if std::mem::take(&mut self.recall.given_up) {
            self.go_on();
            return Ok("the game goes on".into());
        }
        let steps = self.sitting.game.turn_steps().to_vec();
        if self.sitting.game.undo().is_none() {
            let told = self.wish(Wish::Before)?;
            return Ok(told.unwrap_or_else(|| "there is no move to take back".into()));
        }
        self.go_on();
        let words = words::changes(self.sitting.game.table(), &steps, self.names());
        self.recall.ready = self.is_ready();
        Ok(format!("taken back: {}", self.with_sight(words)))
    }

    /// What the last turn did to the table before it, and whether the game is over or as good as.
    fn changed(&mut self, prefix: &str, before: &Table) -> String {
        self.go_on();
        let words = words::changes(before, self.sitting.game.turn_steps(), self.names());
        let words = format!("{prefix}{}", self.with_sight(words));
        let ready = self.is_ready();
        let was_ready = std::mem::replace(&mut self.recall.ready, ready);
        match self.end() {
            Some(end) => format!("{words}\n{end}"),
            None if ready && !was_ready => format!("{words}; finish brings everything home"),
            None => words,
        }
    }

    /// Whether everything can go straight home.
    fn is_ready(&self) -> bool {
        let line = self.sitting.game.finish();
        line.is_some_and(|line| !line.is_empty())
    }

    /// What was done, and in the hand what the next step is about.
    fn with_sight(&self, words: String) -> String {
        match words::in_sight(&self.sitting.game, self.names()) {
            Some(sight) if !self.is_over() => format!("{words}; {sight}"),
            _ => words,
        }
    }
}

/// What a command wishes that needs no table.
fn errand(command: &str, rest: &str) -> Option<Wish> {
    let low = rest.to_ascii_lowercase();
    Some(match (command, low) {
        ("menu", words) if words.is_empty() => Wish::Menu,
        ("play", words) => Wish::Deal(words),
        ("take-up", number) => Wish::TakeUp(number),
        ("results", of) => Wish::Results(of),
        ("over", from) => Wish::Over(from),
        ("replay", _) => Wish::Replay(rest.to_owned()),
        ("settings", words) => Wish::Settings(words),
        (look @ ("theme" | "four-colours"), value) => Wish::Settings(format!("{look} {value}")),
        _ => return None,
    })
}

fn unknown(line: &str) -> String {
    match line.is_empty() {
        true => "type a move, or help".into(),
        false => format!("not known: {}; help lists the commands", quoted(line)),
    }
}
