//! Reference texts that the help and the manual page share: examples, files, environment, exit status.

use crate::rules::GameInfo;
use crate::variant;

/// A heading with its entries.
pub(super) struct ReferenceSection {
    pub(super) heading: &'static str,
    /// What is explained, and the explanation.
    pub(super) entries: Vec<(String, String)>,
}

impl ReferenceSection {
    fn new(heading: &'static str, entries: &[(&str, &str)]) -> ReferenceSection {
        let entries = entries.iter();
        let entries = entries.map(|&(term, text)| (term.to_owned(), text.to_owned()));
        ReferenceSection {
            heading,
            entries: entries.collect(),
        }
    }

    /// Formats the section for a help text.
    fn text(&self) -> String {
        let mut lines = vec![format!("{}:", self.heading)];
        for (term, text) in &self.entries {
            lines.push(format!("  {term}"));
            let wrapped = textwrap::wrap(text, HELP_WIDTH - INDENT.len());
            lines.extend(wrapped.iter().map(|line| format!("{INDENT}{line}")));
        }
        lines.join("\n")
    }
}

/// Width of help texts.
const HELP_WIDTH: usize = 79;

/// Indentation of an explanation.
const INDENT: &str = "          ";

/// Returns the examples.
pub(super) fn examples() -> ReferenceSection {
    let [first, second, third, fourth, _] = variant::games().map(|info| info.id);
    let entries = [
        ("larboard".to_owned(), "Open the menu"),
        (
            format!("larboard {first}"),
            "Resume your game, or play a random deal",
        ),
        (
            format!("larboard {first} --seed 42"),
            "Play deal 42, which has the same cards everywhere",
        ),
        (format!("larboard {third} --daily"), "Play today's deal"),
        (
            format!("larboard {second} --winnable"),
            "Play a deal that is proven to be winnable",
        ),
        (
            format!("larboard {fourth} --difficulty hard"),
            "Play a deal that is hard to win",
        ),
        (
            format!("larboard help {fourth}"),
            "Show the rules and the options of a game",
        ),
        (
            format!("larboard {first} --plain"),
            "Play by typed commands, for example with a screen reader",
        ),
        (
            format!("larboard solve {fourth} --seed 2"),
            "Find out whether a deal can be won, and how",
        ),
        (
            "larboard replay game.json".to_owned(),
            "Step through a record",
        ),
        (
            "larboard review game.json".to_owned(),
            "Find the mistakes in a game, and its bad luck",
        ),
    ];
    let entries = entries.map(|(line, text)| (line, text.to_owned()));
    ReferenceSection {
        heading: "Examples",
        entries: entries.to_vec(),
    }
}

/// Returns the files and folders.
pub(super) fn files() -> ReferenceSection {
    ReferenceSection::new(
        "Files",
        &[
            (
                "settings.toml",
                "Settings and keys, in ~/.config/larboard; on macOS in \
                 ~/Library/Preferences/larboard, on Windows in %APPDATA%\\larboard",
            ),
            (
                "saves, reviews, results.jsonl",
                "Saved games, reviews of finished games, and results, in ~/.local/share/larboard; on macOS in \
                 ~/Library/Application Support/larboard, on Windows in %APPDATA%\\larboard",
            ),
        ],
    )
}

/// Returns the environment variables.
pub(super) fn environment() -> ReferenceSection {
    ReferenceSection::new(
        "Environment",
        &[
            (
                "LARBOARD_HOME",
                "Folder for settings, saved games and results, instead of those of the system",
            ),
            (
                "XDG_CONFIG_HOME, XDG_DATA_HOME",
                "Used instead of ~/.config and ~/.local/share, except on macOS and Windows",
            ),
            ("NO_COLOR", "If not empty: no colors"),
            (
                "CLICOLOR_FORCE",
                "If not 0: colors in help and errors even without a terminal",
            ),
            ("COLORTERM, TERM", "Number of colors of the terminal"),
            (
                "COLORFGBG",
                "Background of the terminal, to choose dark or light colors",
            ),
            (
                "NO_MOTION",
                "If not empty: no card animations. There are none over SSH either",
            ),
            (
                "LC_ALL, LC_CTYPE, LANG",
                "The first one that is set decides: suit symbols if it names UTF-8, else letters",
            ),
        ],
    )
}

/// Returns the exit statuses.
pub(super) fn exit_status() -> ReferenceSection {
    ReferenceSection::new(
        "Exit status",
        &[
            ("0", "Done. Any verdict of the solver is an answer"),
            ("1", "Could not be done, or `verify` refused a file"),
            ("2", "Wrong usage"),
        ],
    )
}

/// Returns the end of the long help.
pub(super) fn help() -> String {
    let sections = [examples(), files(), environment(), exit_status()];
    let sections = sections.map(|section| section.text());
    let more = "`larboard man` prints the manual page, which also lists the keys.";
    format!("{}\n\n{more}", sections.join("\n\n"))
}

/// Returns the end of the long help of a command: examples, in which GAME stands for a game.
pub(super) fn command_help(examples: &str) -> String {
    let [.., fourth, _] = variant::games().map(|info| info.id);
    examples.replace("GAME", fourth)
}

/// Returns the end of the long help of a game: its rules and examples.
pub(super) fn game_help(info: &GameInfo) -> String {
    let id = info.id;
    let with_rule = info.options.first().and_then(|option| {
        let value = option.values.last()?.name;
        let line = format!("larboard {id} --rule {}={value}", option.name);
        Some((line, "Play with another option".to_owned()))
    });
    let entries = [
        (
            format!("larboard {id}"),
            "Resume your game, or play a random deal".to_owned(),
        ),
        (
            format!("larboard {id} --seed 42"),
            "Play deal 42, which has the same cards everywhere".to_owned(),
        ),
    ];
    let examples = ReferenceSection {
        heading: "Examples",
        entries: entries.into_iter().chain(with_rule).collect(),
    };
    format!("Rules:\n{}\n\n{}", info.help.trim_end(), examples.text())
}
