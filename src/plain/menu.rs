//! Where no game is on the table: what there is to play, and to go on with.

use std::io::{self, Write};

use super::{Granted, Manner, Wish, commands, errand, telling, unknown};
use crate::rules::Variant;

/// What can be typed first.
const FIRST: &str = "Type the name of a game, or take-up and a number; help lists the commands.";

/// Answers lines as long as no game is on the table: until `quit`, the last line, or a wish for which
/// a game is come to. `grant` does what is wished.
///
/// # Errors
/// The answer could not be written.
pub fn menu(
    lines: impl Iterator<Item = String>,
    out: &mut impl Write,
    manner: &mut Manner,
    mut grant: impl FnMut(Wish, &mut Manner) -> Granted,
) -> io::Result<()> {
    let greeting = match grant(Wish::Menu, manner) {
        Granted::Told(games) => format!("{games}\n{FIRST}"),
        Granted::Silently => FIRST.into(),
        Granted::Leave => return Ok(()),
    };
    writeln!(out, "{greeting}")?;
    out.flush()?;
    for line in lines {
        let wish = match answer(line.trim(), manner) {
            Answer::Leave => return Ok(()),
            Answer::Wish(wish) => grant(wish, manner),
            Answer::Told(words) => Granted::Told(words),
        };
        let words = match wish {
            Granted::Told(words) => words,
            Granted::Silently => "that cannot be done here".into(),
            Granted::Leave => return Ok(()),
        };
        writeln!(out, "{words}")?;
        out.flush()?;
    }
    Ok(())
}

enum Answer {
    Told(String),
    Wish(Wish),
    Leave,
}

fn answer(line: &str, manner: &mut Manner) -> Answer {
    let low = line.to_ascii_lowercase();
    let Some((command, rest)) = commands::parts(line) else {
        return match Variant::named_in(&low) {
            Some(_) => Answer::Wish(Wish::Deal(low)),
            None => Answer::Told(unknown(line)),
        };
    };
    if let Some(wish) = errand(command, rest) {
        return Answer::Wish(wish);
    }
    Answer::Told(match (command, rest) {
        ("quit", "") => return Answer::Leave,
        ("names", "") => manner.change_names(),
        ("help", word) => telling::help(word, "", None, manner.names()),
        ("rules", words) => match Variant::named_in(&words.to_ascii_lowercase()) {
            Some((game, part)) => telling::rules(game, part, manner.names()),
            None => format!("rules wants a game: rules {}", Variant::ALL[0].id),
        },
        _ if commands::wants_a_table(command) => {
            "there is no game on the table; play and its name deals one".into()
        }
        _ => unknown(line),
    })
}
