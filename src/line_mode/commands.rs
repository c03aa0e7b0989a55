//! The table of commands: how they are typed, when they are of use, and the help that lists them.

use super::reply::Rejection;
use crate::game::Game;
use crate::rules::{PileKind, Table};
use crate::session::{Command, GAME_COMMANDS};

/// A command of line mode, moves and games' names aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Game(Command),
    Home,
    Moves,
    Status,
    Table,
    Peek,
    Find,
    Odds,
    Verdict,
    Review,
    Show,
    Rules,
    Results,
    Finished,
    Replay,
    Settings,
    Theme,
    FourColors,
    Names,
    Help,
    Menu,
    Resume,
    Play,
    New,
    Winnable,
    Seed,
    Restart,
    Export,
    Quit,
}

/// How a command is typed and what it does.
#[derive(Clone, Copy)]
struct CommandSpec {
    name: &'static str,
    /// The key that does the same at the table of the terminal interface.
    letter: &'static str,
    arguments: &'static str,
    help: &'static str,
    requires: Requirement,
    verb: Verb,
}

impl CommandSpec {
    /// Says how the command is typed: `home PILE`.
    fn syntax(&self) -> String {
        let typed = format!("{} {}", self.name, self.arguments);
        typed.trim_end().to_owned()
    }
}

/// What there must be for a command to be of use.
#[derive(Clone, Copy, Debug)]
enum Requirement {
    Nothing,
    Game,
    Foundation,
    Use(Command),
}

impl Requirement {
    /// Whether the requirement is met by a game, or by none.
    fn is_met(self, game: Option<&Game>) -> bool {
        match (self, game) {
            (Requirement::Nothing, _) => true,
            (_, None) => false,
            (Requirement::Game, Some(_)) => true,
            (Requirement::Foundation, Some(game)) => {
                has_pile_kind(game.table(), PileKind::Foundation)
            }
            (Requirement::Use(command), Some(game)) => command.has_use(game),
        }
    }
}

/// The parts of a table that can be listed alone, and their kinds of piles.
pub(super) const TABLE_PARTS: [(&str, &[PileKind]); 4] = [
    ("piles", &[PileKind::Tableau]),
    ("foundations", &[PileKind::Foundation]),
    ("reserve", &[PileKind::Reserve]),
    (
        "stock",
        &[
            PileKind::Stock,
            PileKind::Waste,
            PileKind::Hand,
            PileKind::Discards,
        ],
    ),
];

/// Lists the parts that a table has: `piles or foundations`.
pub(super) fn table_part_names(table: &Table) -> String {
    let present = TABLE_PARTS
        .iter()
        .filter(|(_, kinds)| kinds.iter().any(|kind| has_pile_kind(table, *kind)));
    let names: Vec<&str> = present.map(|(name, _)| *name).collect();
    names.join(" or ")
}

/// Whether a table has a pile of a kind.
pub(super) fn has_pile_kind(table: &Table, kind: PileKind) -> bool {
    table.pile_ids().iter().any(|pile| pile.kind() == kind)
}

/// One line of the table of commands.
const fn spec(
    (name, letter, arguments): (&'static str, &'static str, &'static str),
    verb: Verb,
    requires: Requirement,
    help: &'static str,
) -> CommandSpec {
    CommandSpec {
        name,
        letter,
        arguments,
        help,
        requires,
        verb,
    }
}

const FOUNDATION: Requirement = Requirement::Foundation;
const GAME: Requirement = Requirement::Game;
const ALWAYS: Requirement = Requirement::Nothing;

/// The commands in groups, in the order of the help. Those of the game itself come first.
#[rustfmt::skip]
const COMMAND_GROUPS: [(&str, &[CommandSpec]); 3] = [
    ("Play", &[
        spec(("home", "f", "PILE"), Verb::Home, FOUNDATION, "send the top card of a pile home"),
    ]),
    ("Look", &[
        spec(("moves", "", ""), Verb::Moves, GAME, "list the legal moves"),
        spec(("status", "", ""), Verb::Status, GAME, "the game, its seed and how far it is"),
        spec(("table", "", "[PART]"), Verb::Table, GAME, "the whole table, or only its PARTS"),
        spec(("peek", "p", "PILE"), Verb::Peek, GAME, "all cards of a pile"),
        spec(("find", "", "CARD"), Verb::Find, GAME, "where a card is, if it can be seen"),
        spec(("odds", "o", ""), Verb::Odds, GAME, "how many deals that look like this can be won; no player can win more"),
        spec(("verdict", "v", ""), Verb::Verdict, GAME, "can this be won?"),
        spec(("review", "", ""), Verb::Review, GAME, "after the end, and in a replay: odds, mistakes and luck"),
        spec(("show", "V", "[N or all]"), Verb::Show, GAME, "the next moves of a winning line; searches for one"),
        spec(("rules", "", "[GAME] [PART]"), Verb::Rules, ALWAYS, "the rules of this game or another; or only the aim, table, moves or rulings"),
        spec(("results", "S", "[GAME or all]"), Verb::Results, ALWAYS, "your results in this game, another, or all"),
        spec(("finished", "", "[N]"), Verb::Finished, ALWAYS, "finished games, ten at a time, from number N on"),
        spec(("replay", "P", "[N or FILE]"), Verb::Replay, ALWAYS, "replay this game, a finished one, or a record"),
        spec(("settings", ",", "[NAME [VALUE]]"), Verb::Settings, ALWAYS, "list the settings, or change one"),
        spec(("theme", "t", ""), Verb::Theme, ALWAYS, "the next color theme of the terminal interface"),
        spec(("four-colors", "c", ""), Verb::FourColors, ALWAYS, "four colors there, or two"),
        spec(("names", "", "[on or off]"), Verb::Names, ALWAYS, "full card names, or short ones again"),
        spec(("help", "?", "[WORD or all]"), Verb::Help, ALWAYS, "list the commands, or all about a word"),
    ]),
    ("Start and leave", &[
        spec(("menu", "m", ""), Verb::Menu, ALWAYS, "list the games, and yours to resume"),
        spec(("resume", "", "N"), Verb::Resume, ALWAYS, "resume a game by its number in the menu"),
        spec(("play", "", "GAME [RULE=VALUE].. [SEED, daily or GRADE]"), Verb::Play, ALWAYS, "another game"),
        spec(("new", "n", "[SEED or GRADE]"), Verb::New, GAME, "another deal of this game; a GRADE: easy, medium, hard or expert"),
        spec(("winnable", "N", ""), Verb::Winnable, GAME, "another deal of this game, proven to be winnable"),
        spec(("seed", "#", "SEED"), Verb::Seed, GAME, "the deal of a seed"),
        spec(("restart", "R", ""), Verb::Restart, GAME, "the same deal again"),
        spec(("export", "e", "[FILE]"), Verb::Export, GAME, "write the record of the game to a new file"),
        spec(("quit", "q", ""), Verb::Quit, ALWAYS, "quit; nothing is lost"),
    ]),
];

/// Other words for commands.
const ALIASES: [(&str, &str); 11] = [
    ("autoplay", "safe-home"),
    ("run", "play-forced"),
    ("back", "undo-to-winnable"),
    ("stats", "results"),
    ("statistics", "results"),
    ("history", "finished"),
    ("resign", "give-up"),
    ("analyze", "verdict"),
    ("games", "menu"),
    ("options", "settings"),
    ("exit", "quit"),
];

/// Returns the groups of commands with their names.
fn command_groups() -> impl Iterator<Item = (&'static str, Vec<CommandSpec>)> {
    let game_commands = GAME_COMMANDS.iter().map(|game_command| {
        let names = (game_command.name, game_command.letter, "");
        let requires = Requirement::Use(game_command.command);
        spec(
            names,
            Verb::Game(game_command.command),
            requires,
            game_command.help,
        )
    });
    let mut game_commands: Vec<CommandSpec> = game_commands.collect();
    COMMAND_GROUPS.iter().map(move |(name, commands)| {
        let mut group = std::mem::take(&mut game_commands);
        group.extend(*commands);
        (*name, group)
    })
}

fn all_commands() -> impl Iterator<Item = CommandSpec> {
    command_groups().flat_map(|(_, commands)| commands)
}

/// Parses the command that a line begins with; also returns its arguments. A name may be in any case
/// and in two words, a letter only in its own case. A seed may follow its letter at once.
pub(super) fn parse_command(line: &str) -> Option<(Verb, &str)> {
    if let Some(seed) = line.strip_prefix('#') {
        return Some((Verb::Seed, seed.trim()));
    }
    let (first, rest) = split_word(line);
    let (second, after) = split_word(rest);
    let both = find_command(&format!("{first}-{second}")).map(|command| (command.verb, after));
    both.or_else(|| Some((find_command(first)?.verb, rest)))
}

/// Splits off the first word of a line.
pub(super) fn split_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

fn find_command(word: &str) -> Option<CommandSpec> {
    let alias = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(word));
    let name = alias.map_or(word, |(_, name)| name);
    let is_meant = |command: &CommandSpec| {
        !word.is_empty() && (command.letter == word || command.name.eq_ignore_ascii_case(name))
    };
    all_commands().find(is_meant)
}

impl Verb {
    /// Whether the command is of no use without a game.
    pub(super) fn requires_game(self) -> bool {
        all_commands().any(|command| command.verb == self && !command.requires.is_met(None))
    }

    /// Whether the command means in a replay what it means at the table.
    pub(super) fn works_in_replay(self) -> bool {
        use Verb::{Export, Find, Moves, Peek, Review, Status, Table};
        !self.requires_game()
            || matches!(self, Export | Find | Moves | Peek | Review | Status | Table)
    }

    /// Says how the command is typed, and more about it: `usage: home PILE; for example home 3`.
    pub(super) fn usage(self, more: &str) -> Rejection {
        let command = all_commands().find(|command| command.verb == self);
        let syntax = command.map_or(String::new(), |command| command.syntax());
        Rejection::NotUnderstood(format!("usage: {syntax}{more}"))
    }
}

/// Says how moves are typed and lists the names of the commands that are of use with a game, or
/// without one.
pub(super) fn summary(game: Option<&Game>) -> String {
    let mut lines = game.map_or(Vec::new(), |game| move_syntax(game.table()));
    for (group, commands) in command_groups() {
        let useful = commands
            .iter()
            .filter(|command| command.requires.is_met(game));
        let names: Vec<&str> = useful.map(|command| command.name).collect();
        if !names.is_empty() {
            lines.push(format!("{group}: {}.", names.join(", ")));
        }
    }
    lines.push("help WORD explains a command; help all explains every command.".into());
    lines.join("\n")
}

/// Says how moves are typed at a table.
fn move_syntax(table: &Table) -> Vec<String> {
    if has_pile_kind(table, PileKind::Hand) {
        return vec!["Type moves as moves lists them; draw makes the next step.".into()];
    }
    let if_present = |kind, text| {
        if has_pile_kind(table, kind) { text } else { "" }
    };
    let reserve = if_present(PileKind::Reserve, ", r a reserve card");
    let waste = if_present(PileKind::Waste, "; w is the waste");
    vec![
        "Type moves as moves lists them: t3-t5 moves a card from pile 3 to pile 5, t3-t5x2 two."
            .into(),
        "Or in two words: 3 5 moves as many as can go; 3 f sends a card home; 3 alone lists its moves."
            .into(),
        "Or by cards: qh kc, or queen of hearts to king of clubs, or qh 5, or qh home.".into(),
        format!("t is a pile, f a foundation{reserve}, each with its number{waste}."),
        "Piles are listed from the bottom card to the top card.".into(),
    ]
}

/// Explains the command of a letter, the commands whose help has a word, or all that are of use; a
/// line each.
pub(super) fn matching_commands(word: &str, game: Option<&Game>) -> Vec<String> {
    let mut lines = Vec::new();
    let lower = word.to_ascii_lowercase();
    let all = lower == "all";
    let meant = parse_command(word).map(|(verb, _)| verb);
    let parts = game.map_or(String::new(), |game| table_part_names(game.table()));
    for (group, commands) in command_groups() {
        let useful = commands
            .iter()
            .filter(|command| command.requires.is_met(game));
        let matching = useful.filter_map(|command| {
            let letter = if command.letter.is_empty() {
                String::new()
            } else {
                format!(", or {}", command.letter)
            };
            let help = command.help.replace("PARTS", &parts);
            let has_word = lower.len() > 1
                && [command.name, &help]
                    .iter()
                    .any(|text| text.contains(&lower));
            (all || meant == Some(command.verb) || has_word)
                .then(|| format!("{}{letter}: {help}", command.syntax()))
        });
        let matching: Vec<String> = matching.collect();
        if all && !matching.is_empty() {
            lines.push(format!("{group}:"));
        }
        lines.extend(matching);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_or_letter_has_two_meanings() {
        let words = all_commands().flat_map(|command| [command.name, command.letter]);
        let words = words.chain(ALIASES.map(|(alias, _)| alias));
        let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all);
    }

    #[test]
    fn every_alias_stands_for_a_command() {
        for (alias, name) in ALIASES {
            assert!(find_command(alias).is_some_and(|command| command.name == name));
        }
    }

    #[test]
    fn a_letter_counts_in_its_own_case_and_a_name_in_any() {
        for (word, verb) in [
            ("u", Some(Verb::Game(Command::Undo))),
            ("U", Some(Verb::Game(Command::Redo))),
            ("UNDO", Some(Verb::Game(Command::Undo))),
            ("run", Some(Verb::Game(Command::PlayForced))),
            ("h", None),
            ("", None),
            ("Give Up", Some(Verb::Game(Command::GiveUp))),
            ("four  colors", Some(Verb::FourColors)),
            ("Stats", Some(Verb::Results)),
        ] {
            assert_eq!(parse_command(word).map(|(verb, _)| verb), verb, "{word}");
        }
        assert_eq!(
            parse_command("give up 2"),
            Some((Verb::Game(Command::GiveUp), "2"))
        );
        assert_eq!(parse_command("resume\t2"), Some((Verb::Resume, "2")));
        assert_eq!(parse_command("#7"), Some((Verb::Seed, "7")));
    }
}
