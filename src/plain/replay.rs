//! Looking at a game move by move, by typed lines.

use std::io::{self, Write};

use super::{Granted, Leave, Manner, Player, Recall, Searching, Wish, unknown};
use crate::record::Sitting;
use crate::rules::Rules;
use crate::words::{self, counted};

/// What can be typed besides what tells of the table.
const COMMANDS: [(&str, &str); 7] = [
    ("on [N or all], or l, j, an empty line", "the next moves"),
    ("back [N or all], or h, k", "so many moves back"),
    ("start, end, or a number, or # and one", "to that position"),
    ("play-on", "play on from here, in a game of your own"),
    (
        "status, table, peek, find, moves, names, rules, export",
        "as at the table",
    ),
    (
        "menu, take-up, play, replay, over, results, settings",
        "as at the table too",
    ),
    ("close, or q", "back to where you were"),
];

/// Tells a game that was played move by move, from its deal, until it is closed or left: then
/// returns true, and false at the end of the lines. `grant` exports it, and sits down to play on
/// from where it stands.
///
/// # Errors
/// The answer could not be written.
pub fn replay<R: Rules>(
    sitting: &mut Sitting<R>,
    lines: impl Iterator<Item = String>,
    out: &mut impl Write,
    manner: &mut Manner,
    searching: &Searching,
    mut grant: impl FnMut(Wish, &mut Sitting<R>, &mut Manner) -> Granted,
) -> io::Result<bool> {
    sitting.game.seek(0);
    let mut player = Player {
        recall: &mut Recall::new(&sitting.game),
        sitting,
        manner,
        out,
        searching,
        grant: &mut grant,
    };
    let (status, moves) = (player.status(), counted(player.length(), "move"));
    writeln!(
        player.out,
        "{status}\nA replay of {moves}: on tells the next, help the commands."
    )?;
    player.out.flush()?;
    for line in lines {
        let Ok(words) = player.watch(line.trim()) else {
            return Ok(true);
        };
        writeln!(player.out, "{words}")?;
        player.out.flush()?;
    }
    Ok(false)
}

impl<R: Rules> Player<'_, R> {
    /// How many moves the game has, those taken back too.
    fn length(&self) -> usize {
        let game = &self.sitting.game;
        game.moves().len() + game.undone().len()
    }

    /// The answer to a line of a replay, unless it is left.
    fn watch(&mut self, line: &str) -> Result<String, Leave> {
        let line = line.trim_start_matches('#').trim_start();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let here = self.sitting.game.moves().len();
        let many = match rest {
            "" => Some(1),
            "all" => Some(self.length()),
            number => number.parse().ok(),
        };
        Ok(match (&*word, many) {
            ("" | "on" | "l" | "j", Some(many)) => self.on(many),
            ("back" | "h" | "k", Some(many)) => self.seek(here.saturating_sub(many)),
            ("start", _) => self.seek(0),
            ("end", _) => self.seek(usize::MAX),
            ("close" | "q" | "quit", _) => return Err(Leave),
            ("play-on", _) => self.ask(Wish::PlayOn)?,
            ("help" | "?", _) => {
                let told = COMMANDS.map(|(typed, about)| format!("{typed}: {about}"));
                told.join("\n")
            }
            _ => match (word.parse(), self.tell(line)) {
                (Ok(number), _) => self.seek(number),
                (_, Some(told)) => told?,
                (_, None) => unknown(line),
            },
        })
    }

    /// Goes to the position after so many moves, and says which it is.
    fn seek(&mut self, moves: usize) -> String {
        self.sitting.game.seek(moves);
        let there = self.sitting.game.moves().len();
        format!("move {there} of {}", self.length())
    }

    /// Tells the next moves, a line each.
    fn on(&mut self, many: usize) -> String {
        let mut told = Vec::new();
        for _ in 0..many {
            let at = self.sitting.game.moves().len();
            let before = words::snapshot(self.sitting.game.table());
            self.sitting.game.seek(at + 1);
            let game = &self.sitting.game;
            if game.moves().len() == at {
                break;
            }
            let words = words::changes(&before, game.last_steps(), self.names());
            told.push(format!("{}. {}", at + 1, self.with_sight(words)));
        }
        if self.sitting.game.undone().len() == 0 {
            told.extend(self.outcome().or(Some("that was the last move".into())));
        }
        told.join("\n")
    }
}
