//! Transcripts of the screen, in `tests/data/front_end/`: `$` and what is opened, in a window of 80x24; `>` and
//! what the player does, and after it what can be seen then: the message, the moves made, the card with the
//! cursor, the first key that the last row names. `>` alone shows the row of keys.
//! `INSTA_UPDATE=always cargo test --test all front_end::` writes all anew.
//!
//! What is opened: a deal, `menu`, `home` with saved games and results, `replay` and a record,
//! or a record and how many of its moves are left. The player presses keys, or does one of these:
//!
//! | | |
//! | --- | --- |
//! | `click TEXT`, `double TEXT`, `wheel up TEXT`, `drag TEXT -> TEXT` | uses the mouse where the text is; `TEXT #2` is where it is for the second time, `TEXT +4+1` is four columns and a row from there |
//! | `type TEXT` | types letters |
//! | `see TEXT` | reads the rows with a text |
//! | `screen` | reads all rows |
//! | `record FIELD` | reads a field of the record of the game |
//! | `wait N`, `until TIME`, `run` | lets seconds pass, or a time come, or waits until nothing changes by itself |
//! | `search N` | lets the search that runs go on, for at most N positions |
//! | `begin N` | lets it go on until N reports have come |
//! | `size 60x20`, `focus off`, `stop N` | changes the window, takes the focus from it, stops the program for seconds |
//! | `win` | plays a winning line |
//! | `settings LINE, LINE` | starts again with these settings |

use larboard::solver::Verdict;

use super::player::{Cell, Player, rows};
use crate::home::Home;
use crate::{games, transcripts};

/// What can change on the screen.
#[derive(PartialEq)]
struct Seen {
    message: String,
    moves: Option<String>,
    cursor: String,
    key: String,
}

impl Seen {
    fn of(player: &mut Player) -> Seen {
        let rows = rows(&player.render());
        let row_from_below = |n: usize| rows.len().checked_sub(n).map_or("", |n| rows[n].trim());
        let key = row_from_below(1).split("  ").next().unwrap_or_default();
        let (message, key) = (row_from_below(2).to_owned(), key.to_owned());
        let moves = player.played().map(|_| match &player.moves()[..] {
            moves @ [_, _, _, _, _, _, _, ..] => {
                format!("{} .. {}", moves.len(), moves[moves.len() - 3..].join(" "))
            }
            moves => moves.join(" "),
        });
        let cursor = player.focus().map(|(column, row)| {
            let row = rows[usize::from(row)].chars().skip(column.into());
            let is_end = |c: &char| " ▁│".contains(*c);
            row.take_while(|c| !is_end(c)).collect()
        });
        Seen {
            message,
            moves,
            cursor: cursor.unwrap_or_default(),
            key,
        }
    }
}

/// Returns the cell that a text names, as in `8♥ #2 +4+1`. A click on what is not there says nothing, so it is an error.
fn cell(player: &mut Player, text: &str) -> Cell {
    let (text, offset) = text.split_once(" +").unwrap_or((text, "0+0"));
    let (text, number) = text.split_once(" #").unwrap_or((text, "1"));
    let (right, down) = offset.split_once('+').expect("columns and rows");
    let [number, right, down] = [number, right, down].map(|n| n.parse::<u16>().expect(text));
    let cells = player.cells_of(text);
    let found = cells.get(usize::from(number) - 1);
    let Some((column, row)) = found else {
        panic!("the screen does not show {text}:\n{}", player.screen());
    };
    (column + right, row + down)
}

/// Does what a line says. Returns what the player reads, if that is said.
pub(crate) fn act(player: &mut Player, line: &str) -> Option<String> {
    try_to_act(player, line).unwrap_or_else(Some)
}

/// Does what a line says, or says why that cannot be done.
fn try_to_act(player: &mut Player, line: &str) -> Result<Option<String>, String> {
    use crossterm::event::MouseEventKind::{ScrollDown, ScrollUp};

    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    let number = || rest.parse().expect(line);
    match command {
        "" => return Ok(Some(player.key_row().trim_end().to_owned())),
        "screen" => return Ok(Some(player.screen())),
        "see" => {
            let screen = player.screen();
            let lines = screen.lines().filter(|line| line.contains(rest));
            return Ok(Some(lines.map(str::trim).collect::<Vec<_>>().join("\n")));
        }
        "record" => return Ok(Some(player.recorded(rest))),
        "click" => {
            let cell = cell(player, rest);
            player.click_later(cell);
        }
        "double" => {
            let cell = cell(player, rest);
            player.click_later(cell).click(cell);
        }
        "drag" => {
            let (from, to) = rest.split_once(" -> ").expect(line);
            let (from, to) = (cell(player, from), cell(player, to));
            player.press_button(from).drag_to(to).release(to);
        }
        "wheel" => {
            let (direction, text) = rest.split_once(' ').expect(line);
            let cell = cell(player, text);
            player.send_mouse(
                if direction == "up" {
                    ScrollUp
                } else {
                    ScrollDown
                },
                cell,
            );
        }
        "type" => rest.chars().for_each(|letter| player.insert(letter)),
        "wait" => player.wait(number()),
        "until" => player.jump_to(rest.parse().expect(line)),
        "run" => player.run_timers(),
        "search" if !player.search(number() as u64) => return Err("No search runs.".to_owned()),
        "search" => {}
        "begin" => _ = player.search_up_to(300, number() as usize),
        "size" => player.resize(transcripts::size(rest)),
        "focus" => player.set_focus(rest == "on"),
        "stop" => player.stop_for(number()),
        "win" => {
            let budget = games::budget(2_000_000, 256 << 20);
            let Verdict::Winnable(line) = games::solve(player.game(), &budget).verdict else {
                panic!("no winning line is found");
            };
            line.iter().for_each(|mv| _ = player.make(&mv.to_string()));
        }
        "settings" => {
            let lines = rest.replace(", ", "\n");
            let (played, now) = (player.played().cloned(), player.now);
            *player = Player::with_settings(&lines, player.size(), true);
            player.now = now;
            played.into_iter().for_each(|played| player.take(played));
        }
        _ => _ = player.press(line),
    }
    Ok(None)
}

fn answer(player: &mut Player, line: &str) -> String {
    let before = Seen::of(player);
    if let Some(read) = act(player, line) {
        return read;
    }
    if player.has_quit() {
        return "The program ends.".to_owned();
    }
    let after = Seen::of(player);
    let moves = |seen: &Seen| seen.moves.clone().unwrap_or_default();
    // How far a search has come depends on the machine.
    let message = match after.message.split_once(" positions, ") {
        Some((_, rest)) => format!("Searching: … positions, {rest}"),
        None => after.message.clone(),
    };
    let mut lines = Vec::from_iter((!message.is_empty()).then_some(message));
    for (what, before, after) in [
        ("moves", moves(&before), moves(&after)),
        ("cursor", before.cursor, after.cursor),
        ("first key", before.key, after.key),
    ] {
        if before != after {
            lines.push(format!("{what}: {after}").trim_end().to_owned());
        }
    }
    lines.join("\n")
}

pub(super) fn start(what: &str, home: Option<&Home>) -> Player {
    if let Some(home) = home {
        return Player::at_home(home, "2026-11-25T23:00:00Z", true);
    }
    let mut player = Player::at_the_menu((80, 24));
    match what.split_once(' ') {
        None => player.now = "2026-11-22T12:00:00Z".parse().expect("a time"),
        Some(("replay", name)) => player.replay(transcripts::unfinished(name, 0)),
        _ => player.take(transcripts::game(what)),
    }
    player
}

pub(crate) fn assert_transcript(name: &str, fact: &str) {
    transcripts::assert_current(name, fact, |what, typed| {
        let home = (what == "home").then(Home::golden);
        let mut player = start(what, home.as_ref());
        let answers = typed.iter().map(|line| answer(&mut player, line));
        (String::new(), answers.collect())
    });
}
