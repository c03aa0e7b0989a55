//! What can be typed besides a move, and the help that lists it.

use crate::rules::{PileKind, Table};

/// A command: its name, the letter that stands for it (the key it has at the table), what follows
/// it, what it does, and what it is of use with.
type CommandSpec = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Requirement,
);

/// What there must be for a command to be of use.
#[derive(Clone, Copy, Debug)]
enum Requirement {
    Always,
    Game,
    Pile(PileKind),
}

use Requirement::{Always, Game};
const STOCK: Requirement = Requirement::Pile(PileKind::Stock);
const HAND: Requirement = Requirement::Pile(PileKind::Hand);
const FOUNDATION: Requirement = Requirement::Pile(PileKind::Foundation);

impl Requirement {
    /// Whether that is there, with this table or none.
    fn is_met(self, table: Option<&Table>) -> bool {
        match self {
            Requirement::Always => true,
            Requirement::Game => table.is_some(),
            Requirement::Pile(role) => table.is_some_and(|table| has_pile_kind(table, role)),
        }
    }
}

/// The parts of a table that can be told alone, by the kinds of their places.
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

/// The names of the parts a table has: `piles or foundations`.
pub(super) fn table_part_names(table: &Table) -> String {
    let there = TABLE_PARTS
        .iter()
        .filter(|(_, roles)| roles.iter().any(|role| has_pile_kind(table, *role)));
    let names: Vec<&str> = there.map(|(name, _)| *name).collect();
    names.join(" or ")
}

/// Whether a table has a place of this kind.
pub(super) fn has_pile_kind(table: &Table, role: PileKind) -> bool {
    table.pile_ids().iter().any(|place| place.kind() == role)
}

/// The commands in groups, each with what it is for, in the order of the help.
#[rustfmt::skip]
const COMMAND_GROUPS: [(&str, &[CommandSpec]); 3] = [
    ("To play", &[
        ("draw", "d", "", "draw or deal; in the hand, the next step", STOCK),
        ("discard", "", "", "in the hand, discard; where there is no discard, the next step", HAND),
        ("home", "f", "PILE", "home with the top card of a pile", FOUNDATION),
        ("safe", "a", "", "home with all that can safely go", FOUNDATION),
        ("finish", "A", "", "everything home, where nothing is in the way", FOUNDATION),
        ("run", "x", "", "in the hand, all steps that leave no choice", HAND),
        ("undo", "u", "", "take back a move; at the deal, back to the sitting before", Game),
        ("redo", "U", "", "make it again", Game),
        ("back", "b", "", "where no win is left: back to the last position known to have one", Game),
    ]),
    ("To be told", &[
        ("moves", "", "", "the moves there are", Game),
        ("status", "", "", "the game, its seed, and how it stands", Game),
        ("table", "", "[PART]", "the whole table; or its PARTS", Game),
        ("peek", "p", "PILE", "all cards of a pile", Game),
        ("find", "", "CARD", "where a card lies, if it can be seen", Game),
        ("hint", "H", "", "a good move; again: the next", Game),
        ("verdict", "v", "", "whether the game can be won from here", Game),
        ("show", "V", "[N or all]", "show me: the next moves of a line that wins; looks for one", Game),
        ("rules", "", "[GAME] [PART]", "the rules of this game or another; or its aim, table, moves or rulings", Always),
        ("results", "S", "[GAME or all]", "what you have come to in this game, another, or all", Always),
        ("over", "", "[N]", "the games that are over, ten at a time, from the first or a later one", Always),
        ("replay", "P", "[N or FILE]", "look at this game, one that is over, or a record, move by move", Always),
        ("settings", ",", "[NAME [VALUE]]", "the settings; or changes one", Always),
        ("theme", "t", "", "the next theme of the table on the screen", Always),
        ("four-colors", "c", "", "four colors there, or two", Always),
        ("names", "", "", "cards in full words, or short again", Always),
        ("help", "?", "[WORD or all]", "what there is to say, or what is said of a word", Always),
    ]),
    ("To begin and to leave", &[
        ("menu", "m", "", "the games there are, and those you have begun", Always),
        ("take-up", "", "N", "take up a game begun, by its number in the menu", Always),
        ("play", "", "GAME [RULE=VALUE].. [SEED or daily]", "another game", Always),
        ("new", "n", "[SEED]", "another deal of this game", Game),
        ("seed", "#", "SEED", "the deal of a seed", Game),
        ("again", "R", "", "the same deal again", Game),
        ("give-up", "G", "", "give the game up; a move or undo goes on with it", Game),
        ("export", "e", "[FILE]", "put the record of the game in a new file", Game),
        ("quit", "q", "", "leave; nothing is lost", Always),
    ]),
];

/// Other words for commands, that a player may try first.
const ALIASES: [(&str, &str); 9] = [
    ("stats", "results"),
    ("statistics", "results"),
    ("history", "over"),
    ("resign", "give-up"),
    ("restart", "again"),
    ("resume", "take-up"),
    ("games", "menu"),
    ("options", "settings"),
    ("exit", "quit"),
];

fn all_commands() -> impl Iterator<Item = &'static CommandSpec> {
    COMMAND_GROUPS
        .iter()
        .flat_map(|(_, commands)| commands.iter())
}

/// The command a line begins with, if it begins with one, and what follows it. Its name may be
/// in any case and in two words, its letter in just this case. A seed may follow its key at once, as
/// it does at the table.
pub(super) fn parse_command(line: &str) -> Option<(&'static str, &str)> {
    if let Some(seed) = line.strip_prefix('#') {
        return Some(("seed", seed.trim()));
    }
    let (first, rest) = split_word(line);
    let (second, after) = split_word(rest);
    let both = find_command(&format!("{first}-{second}")).map(|name| (name, after));
    both.or_else(|| Some((find_command(first)?, rest)))
}

/// The first word of a line, and the rest.
fn split_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// The name of the command a word means.
fn find_command(word: &str) -> Option<&'static str> {
    let also = ALIASES
        .iter()
        .find(|(also, _)| also.eq_ignore_ascii_case(word));
    let called = also.map_or(word, |(_, name)| name);
    let means = |(name, letter, ..): &&CommandSpec| {
        !word.is_empty() && (*letter == word || name.eq_ignore_ascii_case(called))
    };
    all_commands().find(means).map(|(name, ..)| *name)
}

/// Whether a command is of no use without a table.
pub(super) fn requires_game(command: &str) -> bool {
    all_commands().any(|(name, .., needs)| *name == command && !needs.is_met(None))
}

/// How moves are typed, and the names of the commands: those of use with this table, or with none.
pub(super) fn summary(table: Option<&Table>) -> String {
    let mut lines = table.map_or(Vec::new(), move_syntax);
    for (group, commands) in COMMAND_GROUPS {
        let of_use = commands.iter().filter(|(.., needs)| needs.is_met(table));
        let names: Vec<&str> = of_use.map(|(name, ..)| *name).collect();
        if !names.is_empty() {
            lines.push(format!("{group}: {}.", names.join(", ")));
        }
    }
    lines.push("help and a word tells what is said of it; help all, every command.".into());
    lines.join("\n")
}

/// How moves are typed at a table.
fn move_syntax(table: &Table) -> Vec<String> {
    if has_pile_kind(table, PileKind::Hand) {
        return vec!["A move is typed as moves lists it; draw makes the next step.".into()];
    }
    let there = |role, words| {
        if has_pile_kind(table, role) {
            words
        } else {
            ""
        }
    };
    let reserve = there(PileKind::Reserve, ", r a card of the reserve");
    let waste = there(PileKind::Waste, "; w is the waste");
    vec![
        "A move is typed as moves lists it: t3-t5 carries a card from pile 3 to pile 5, t3-t5x2 two."
            .into(),
        "Or in two words: 3 5, as many as will go; 3 f, home; a pile alone tells where its cards go."
            .into(),
        format!("t is a pile, f a foundation{reserve}, each with its number{waste}."),
        "A pile is told from its lowest card to its top.".into(),
    ]
}

/// The commands of a letter, those that speak of a word, or all that are of use in their groups; a
/// line each.
pub(super) fn matching_commands(word: &str, table: Option<&Table>) -> Vec<String> {
    let mut lines = Vec::new();
    let low = word.to_ascii_lowercase();
    let meant = parse_command(word).map(|(name, _)| name);
    for (group, commands) in COMMAND_GROUPS {
        let of_use = commands.iter().filter(|(.., needs)| needs.is_met(table));
        let group = Some(format!("{group}:")).filter(|_| low == "all");
        let told = of_use.filter_map(|(name, letter, wants, about, _)| {
            let typed = [*name, *wants].join(" ");
            let short = match letter.is_empty() {
                true => String::new(),
                false => format!(", or {letter}"),
            };
            let parts = table.map(table_part_names).unwrap_or_default();
            let about = about.replace("PARTS", &parts);
            let speaks = low.len() > 1 && [*name, &about].iter().any(|text| text.contains(&low));
            (low == "all" || meant == Some(*name) || speaks)
                .then(|| format!("{}{short}: {about}", typed.trim_end()))
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            lines.extend(group.into_iter().chain(told));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_or_letter_has_two_meanings() {
        let words = all_commands().flat_map(|(name, letter, ..)| [*name, *letter]);
        let words = words.chain(ALIASES.map(|(also, _)| also));
        let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all);
    }

    #[test]
    fn a_letter_counts_in_its_own_case_and_a_name_in_any() {
        for (word, name) in [
            ("u", Some("undo")),
            ("U", Some("redo")),
            ("UNDO", Some("undo")),
            ("h", None),
            ("", None),
            ("Give Up", Some("give-up")),
            ("four  colors", Some("four-colors")),
            ("Stats", Some("results")),
        ] {
            assert_eq!(parse_command(word).map(|(name, _)| name), name, "{word}");
        }
        assert_eq!(parse_command("take up 2"), Some(("take-up", "2")));
        assert_eq!(parse_command("take-up\t2"), Some(("take-up", "2")));
        assert_eq!(parse_command("#7"), Some(("seed", "7")));
    }
}
