//! Where no game is on the table: what there is to play, and to go on with.

use std::io::{self, Write};

use super::{OutputOptions, Request, Response, commands, parse_request, queries, unknown_command};
use crate::variant;

/// What can be typed first.
const MENU_PROMPT: &str =
    "Type the name of a game, or take-up and a number; help lists the commands.";

/// Answers lines as long as no game is on the table: until `quit`, the last line, or a wish for which
/// a game is come to. `grant` does what is wished.
///
/// # Errors
/// The answer could not be written.
pub fn run_menu(
    lines: impl Iterator<Item = String>,
    out: &mut impl Write,
    manner: &mut OutputOptions,
    mut grant: impl FnMut(Request, &mut OutputOptions) -> Response,
) -> io::Result<()> {
    let greeting = match grant(Request::Menu, manner) {
        Response::Message(games) => format!("{games}\n{MENU_PROMPT}"),
        Response::Silent => MENU_PROMPT.into(),
        Response::Exit => return Ok(()),
    };
    writeln!(out, "{greeting}")?;
    out.flush()?;
    for line in lines {
        let wish = match handle_menu_line(line.trim(), manner) {
            LineOutcome::Exit => return Ok(()),
            LineOutcome::Request(wish) => grant(wish, manner),
            LineOutcome::Message(words) => Response::Message(words),
        };
        let words = match wish {
            Response::Message(words) => words,
            Response::Silent => "that cannot be done here".into(),
            Response::Exit => return Ok(()),
        };
        writeln!(out, "{words}")?;
        out.flush()?;
    }
    Ok(())
}

enum LineOutcome {
    Message(String),
    Request(Request),
    Exit,
}

fn handle_menu_line(line: &str, manner: &mut OutputOptions) -> LineOutcome {
    let low = line.to_ascii_lowercase();
    let Some((command, rest)) = commands::parse_command(line) else {
        return match variant::parse_id_prefix(&low) {
            Some(_) => LineOutcome::Request(Request::StartGame(low)),
            None => LineOutcome::Message(unknown_command(line)),
        };
    };
    if let Some(wish) = parse_request(command, rest) {
        return LineOutcome::Request(wish);
    }
    LineOutcome::Message(match (command, rest) {
        ("quit", "") => return LineOutcome::Exit,
        ("names", "") => manner.toggle_full_names(),
        ("help", word) => queries::help_text(word, "", None, manner.notation()),
        ("rules", words) => match variant::parse_id_prefix(&words.to_ascii_lowercase()) {
            Some((game, part)) => queries::rules_text(game, part, manner.notation()),
            None => format!(
                "usage: rules GAME; for example rules {}",
                variant::games()[0].id
            ),
        },
        _ if commands::requires_game(command) => {
            "there is no game on the table; play and its name deals one".into()
        }
        _ => unknown_command(line),
    })
}
