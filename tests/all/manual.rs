//! The manual page: `assets/larboard.6` is current, complete and clean.

use std::fs;
use std::process::Command as Process;

use clap::builder::{PossibleValue, StyledStr, ValueRange};
use clap::{Arg, Command, CommandFactory};
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};
use larboard::cli::Cli;
use larboard::tui::action::Mode;
use larboard::tui::keymap::{Keymap, Use};
use larboard::variant;

use crate::completions::{ROOT, assert_kept};

/// The source of the page. A line that starts with `@` stands for a generated part.
const SOURCE: &str = include_str!("../../assets/larboard.6.in");

/// Generates the page.
fn page() -> String {
    let mut command = Cli::command();
    command.build();
    let preamble = Roff::new().render();
    let mut page = preamble.clone();
    for line in SOURCE.lines() {
        let mut part = Page(Roff::new());
        match line {
            "@games" => part.games(),
            "@options" => part.options(&command),
            "@commands" => part.commands(&command),
            "@keys" => part.keys(),
            "@reference" => part.reference(&command),
            _ => {
                page += &line.replace("VERSION", env!("CARGO_PKG_VERSION"));
                page.push('\n');
            }
        }
        page += &part.0.render().replace(&preamble, "");
    }
    page
}

/// Width of lines in the source, a little less than the style limit of 80 because of escapes.
const SOURCE_WIDTH: usize = 72;

/// A part of the manual page.
struct Page(Roff);

impl Page {
    fn text(&mut self, text: &str) {
        // Long lines are bad style in the source of a manual page.
        for line in textwrap::wrap(text, SOURCE_WIDTH) {
            self.0.text([roman(line)]);
        }
    }

    /// Adds a paragraph with a term in bold.
    fn entry(&mut self, term: impl Into<Vec<Inline>>, text: &str) {
        self.0.control("TP", []).text(term);
        self.text(text);
    }

    fn games(&mut self) {
        for info in variant::games() {
            let about = format!("{}: {}", info.title, info.summary);
            self.entry([bold(info.id)], &about);
            for option in info.options {
                let values: Vec<&str> = option.values.iter().map(|value| value.name).collect();
                self.0.control("br", []);
                self.text(&format!("{}: {}", option.name, values.join(", ")));
            }
        }
    }

    fn options(&mut self, command: &Command) {
        let game = command.find_subcommand(variant::games()[0].id);
        for arg in game.into_iter().flat_map(Command::get_arguments) {
            self.arg(arg);
        }
    }

    fn arg(&mut self, arg: &Arg) {
        let help = on_one_line(arg.get_long_help().or(arg.get_help()));
        let short = arg.get_short().map(|short| format!("-{short}"));
        let long = arg.get_long().map(|long| format!("--{long}"));
        let names = Vec::from_iter(short.into_iter().chain(long)).join(", ");
        let mut values = arg.get_value_names().unwrap_or_default().join(" ");
        let is_optional = |count: ValueRange| count.min_values() == 0;
        if arg.get_num_args().is_some_and(is_optional) {
            values = format!("[{values}]");
        }
        let takes_value = arg.get_action().takes_values();
        let term = match (names.is_empty(), takes_value) {
            (true, _) => vec![italic(values)],
            (false, true) => vec![bold(names), roman(" "), italic(values)],
            (false, false) => vec![bold(names)],
        };
        self.entry(term, &(help.clone() + &values_and_default(arg, &help)));
    }

    fn commands(&mut self, command: &Command) {
        let is_described = |name: &str| name == "help" || variant::find(name).is_some();
        let commands = command.get_subcommands();
        for sub in commands.filter(|sub| !is_described(sub.get_name())) {
            let usage = sub.clone().render_usage().to_string();
            self.0.control("SS", [usage.trim_start_matches("Usage: ")]);
            self.text(&on_one_line(sub.get_long_about().or(sub.get_about())));
            let is_own = |arg: &&Arg| !["help", "color"].contains(&arg.get_id().as_str());
            for arg in sub.get_arguments().filter(is_own) {
                self.arg(arg);
            }
        }
    }

    fn keys(&mut self) {
        let sections = [
            ("At the table", Mode::Table),
            ("In a game played from the hand", Mode::HandGame),
            ("In the menu", Mode::Menu),
            ("In a replay", Mode::Replay),
        ];
        let rows = Keymap::default().help_rows(&sections.map(|(_, mode)| mode), |_| Use::Ready(""));
        for (heading, mode) in sections {
            self.0.control("SS", [heading]);
            for row in rows.iter().filter(|row| row.mode == mode) {
                let keys: Vec<String> = row.keys.iter().map(ToString::to_string).collect();
                self.entry([bold(keys.join(", "))], row.help);
            }
        }
    }

    /// Adds examples, files, environment and exit status, which the help has too.
    fn reference(&mut self, command: &Command) {
        let help = command.get_after_long_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let (help, _) = help.rsplit_once("\n\n").expect("several paragraphs");
        for line in help.lines().filter(|line| !line.is_empty()) {
            if let Some(text) = line.strip_prefix("          ") {
                self.text(text);
            } else if let Some(term) = line.strip_prefix("  ") {
                self.0.control("TP", []).text([bold(term)]);
            } else {
                let heading = line.trim_end_matches(':').to_uppercase();
                self.0.control("SH", [&*heading]);
            }
        }
    }
}

/// Joins the lines and the paragraphs of a help text.
fn on_one_line(help: Option<&StyledStr>) -> String {
    let help = help.map(ToString::to_string).unwrap_or_default();
    help.replace("\n\n", ". ").replace('\n', " ")
}

/// Returns sentences with the values of an option and its default, as far as its help does not name
/// them. The section about games lists those of games.
fn values_and_default(arg: &Arg, help: &str) -> String {
    let possible = arg.get_possible_values();
    let values: Vec<&str> = possible.iter().map(PossibleValue::get_name).collect();
    let is_known = |value: &&str| variant::find(value).is_some() || help.contains(*value);
    let is_listed = arg.get_id() != "rules" && !values.iter().all(is_known);
    let list = is_listed.then(|| format!(". One of {}", values.join(", ")));
    let takes_value = arg.get_action().takes_values();
    let defaults = arg.get_default_values().iter().filter(|_| takes_value);
    let default = defaults.map(|value| format!(". Default: {}", value.display()));
    let text: String = list.into_iter().chain(default).collect();
    let end = if text.is_empty() { "" } else { "." };
    if help.ends_with('.') {
        format!("{}{end}", text.trim_start_matches('.'))
    } else {
        format!("{text}{end}")
    }
}

#[test]
fn the_manual_page_is_complete() {
    let page = page();
    let sections = "NAME, SYNOPSIS, DESCRIPTION, GAMES, OPTIONS, COMMANDS, KEYS, EXAMPLES, FILES, ENVIRONMENT, \
        \"EXIT STATUS\", \"SEE ALSO\"";
    for section in sections.split(", ") {
        assert!(page.contains(&format!(".SH {section}\n")), "{section}");
    }
    assert!(page.contains(&format!("Larboard {}", env!("CARGO_PKG_VERSION"))));
    // A release has the date of its section in the changelog.
    let changelog = fs::read_to_string(format!("{ROOT}/CHANGELOG.md")).expect("changelog");
    let heading = format!("## [{}] - ", env!("CARGO_PKG_VERSION"));
    let mut dates = changelog
        .lines()
        .filter_map(|line| line.strip_prefix(&heading));
    if let Some(date) = dates.next().filter(|date| date.starts_with("20")) {
        assert!(
            page.contains(&format!(" {date} ")),
            "date in assets/larboard.6.in"
        );
    }
}

#[test]
#[ignore = "run by `programs` where mandoc is installed"]
fn the_kept_page_is_clean() {
    let output = Process::new("mandoc")
        .args(["-T", "lint", "assets/larboard.6"])
        .current_dir(ROOT)
        .output()
        .expect("mandoc");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.is_empty(), "{text}");
}

#[test]
fn the_kept_page_is_current() {
    assert_kept("larboard.6", &page());
}
