//! `larboard man`: the manual page.

use std::io::Write;

use clap::builder::PossibleValue;
use clap::{Arg, Command};
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use super::Failure;
use super::reference::{self, ReferenceSection};
use crate::tui::action::Mode;
use crate::tui::keymap::Keymap;
use crate::variant;

/// Date of the page: when its contents last changed.
const DATE: &str = "2026-11-22";

pub(super) fn run(mut command: Command, out: &mut dyn Write) -> Result<(), Failure> {
    command.build();
    let mut page = Page(Roff::new());
    let version = concat!("Larboard ", env!("CARGO_PKG_VERSION"));
    page.0
        .control("TH", ["LARBOARD", "6", DATE, version, "Games Manual"]);
    page.synopsis();
    page.games();
    page.options(&command);
    page.commands(&command);
    page.keys();
    page.section(&reference::examples());
    page.section(&reference::files());
    page.section(&reference::environment());
    page.section(&reference::exit_status());
    page.heading("SEE ALSO");
    page.text(
        "RULES.md, which is installed with the program, has the reasons for each ruling. The folder \
         docs of the repository describes the solver, records and line mode.",
    );
    page.0.to_writer(out)?;
    Ok(())
}

/// Width of lines in the source, a little less than the style limit of 80 because of escapes.
const SOURCE_WIDTH: usize = 72;

/// The manual page as far as it is written.
struct Page(Roff);

impl Page {
    fn heading(&mut self, heading: &str) {
        self.0.control("SH", [heading]);
    }

    fn text(&mut self, text: &str) {
        // Long lines are bad style in the source of a manual page.
        for line in textwrap::wrap(text, SOURCE_WIDTH) {
            self.0.text([roman(line)]);
        }
    }

    /// Adds a paragraph with a term in bold.
    fn entry(&mut self, term: impl IntoIterator<Item = Inline>, text: &str) {
        self.0.control("TP", []);
        let term: Vec<Inline> = term.into_iter().collect();
        self.0.text(term);
        self.text(text);
    }

    fn section(&mut self, section: &ReferenceSection) {
        self.heading(&section.heading.to_uppercase());
        for (term, text) in &section.entries {
            self.entry([bold(term)], text);
        }
    }

    fn synopsis(&mut self) {
        self.heading("NAME");
        self.text("larboard - five unusual solitaires for the terminal");
        self.heading("SYNOPSIS");
        self.0.text([
            bold("larboard"),
            roman(" ["),
            italic("GAME"),
            roman(" ["),
            bold("--seed"),
            roman(" "),
            italic("N"),
            roman(" | "),
            bold("--daily"),
            roman(" | "),
            bold("--winnable"),
            roman(" | "),
            bold("--difficulty"),
            roman(" "),
            italic("GRADE"),
            roman("] ["),
            bold("--rule"),
            roman(" "),
            italic("NAME=VALUE"),
            roman("]...] ["),
            bold("--export"),
            roman(" "),
            italic("FILE"),
            roman("] ["),
            bold("--plain"),
            roman("]"),
        ]);
        self.0.control("br", []);
        let command = [bold("larboard"), roman(" "), italic("COMMAND")];
        self.0.text(
            command
                .into_iter()
                .chain([roman(" ["), italic("ARGUMENT"), roman("]...")])
                .collect::<Vec<_>>(),
        );
        self.heading("DESCRIPTION");
        self.text(
            "Larboard plays five solitaire games in the terminal, with the keyboard, the mouse, or \
             by typed commands. Without arguments it opens the menu. The name of a game resumes \
             your latest unfinished game, or deals a random one. Every move is saved, undo is \
             unlimited, and a seed deals the same cards on every machine and in every release.",
        );
    }

    fn games(&mut self) {
        self.heading("GAMES");
        for info in variant::games() {
            self.entry(
                [bold(info.id)],
                &format!("{}: {}", info.title, info.summary),
            );
            for option in info.options {
                let values = option.values.iter().map(|value| value.name);
                let values = values.collect::<Vec<_>>().join(", ");
                self.0.control("br", []);
                self.text(&format!("{}: {values}", option.name));
            }
        }
        self.0.control("PP", []);
        self.text(
            "The first value of an option is its default. `larboard help GAME` explains the rules \
             and the values.",
        );
    }

    fn options(&mut self, command: &Command) {
        self.heading("OPTIONS");
        let game = command.find_subcommand(variant::games()[0].id);
        for arg in game.into_iter().flat_map(Command::get_arguments) {
            self.arg(arg);
        }
        self.entry(
            [bold("-V"), roman(", "), bold("--version")],
            "Print the version",
        );
    }

    fn arg(&mut self, arg: &Arg) {
        let help = arg.get_long_help().or(arg.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        let names = arg.get_short().map(|short| format!("-{short}"));
        let names = names.into_iter();
        let names = names.chain(arg.get_long().map(|long| format!("--{long}")));
        let names = names.collect::<Vec<_>>().join(", ");
        let values = arg.get_value_names().unwrap_or_default().join(" ");
        let takes_value = arg.get_action().takes_values();
        let term = match (names.is_empty(), takes_value) {
            (true, _) => vec![italic(values)],
            (false, true) => vec![bold(names), roman(" "), italic(values)],
            (false, false) => vec![bold(names)],
        };
        let help = help.replace("\n\n", ". ").replace('\n', " ");
        self.entry(term, &(help.clone() + &values_and_default(arg, &help)));
    }

    fn commands(&mut self, command: &Command) {
        self.heading("COMMANDS");
        let is_described = |name: &str| name == "help" || variant::find(name).is_some();
        let commands = command.get_subcommands();
        for sub in commands.filter(|sub| !is_described(sub.get_name())) {
            let usage = sub.clone().render_usage().to_string();
            self.0.control("SS", [usage.trim_start_matches("Usage: ")]);
            let about = sub.get_long_about().or(sub.get_about());
            let about = about.map(ToString::to_string).unwrap_or_default();
            self.text(&about.replace("\n\n", ". ").replace('\n', " "));
            let is_own = |arg: &&Arg| !["help", "color"].contains(&arg.get_id().as_str());
            for arg in sub.get_arguments().filter(is_own) {
                self.arg(arg);
            }
        }
    }

    fn keys(&mut self) {
        self.heading("KEYS");
        self.text("The settings file can change every key.");
        let sections = [
            ("At the table", Mode::Table),
            ("In a game played from the hand", Mode::HandGame),
            ("In the menu", Mode::Menu),
            ("In a replay", Mode::Replay),
        ];
        let rows = Keymap::default().help_rows(&sections.map(|(_, mode)| mode), |_| true);
        for (heading, mode) in sections {
            self.0.control("SS", [heading]);
            for row in rows.iter().filter(|row| row.mode == mode) {
                let keys: Vec<String> = row.keys.iter().map(ToString::to_string).collect();
                self.entry([bold(keys.join(", "))], row.help);
            }
        }
    }
}

/// Returns sentences with the values of an option and its default, as far as its help does not name
/// them. The section about games lists those of games.
fn values_and_default(arg: &Arg, help: &str) -> String {
    let values = arg.get_possible_values();
    let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let is_known = |value: &&str| variant::find(value).is_some() || help.contains(*value);
    let is_listed = arg.get_id() != "rules" && !values.iter().all(is_known);
    let list = is_listed.then(|| format!(". One of {}", values.join(", ")));
    let defaults = arg.get_default_values().iter();
    let defaults = defaults.filter(|_| arg.get_action().takes_values());
    let default = defaults.map(|value| format!(". Default: {}", value.display()));
    let text: String = list.into_iter().chain(default).collect();
    let end = if text.is_empty() { "" } else { "." };
    match help.ends_with('.') {
        true => format!("{}{end}", text.trim_start_matches('.')),
        false => format!("{text}{end}"),
    }
}
