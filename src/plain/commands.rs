//! What can be typed besides a move, and the help that lists it.

/// A command: its name, the letter that stands for it (the key it has at the table), what follows
/// it, and what it does.
type Command = (&'static str, &'static str, &'static str, &'static str);

/// The commands in groups, each with what it is for, in the order of the help.
#[rustfmt::skip]
const GROUPS: [(&str, &[Command]); 3] = [
    ("To play", &[
        ("draw", "d", "", "draw or deal; in the hand, the next step"),
        ("discard", "", "", "in the hand, discard; where there is no discard, the next step"),
        ("home", "f", "PILE", "home with the top card of a pile"),
        ("safe", "a", "", "home with all that can safely go"),
        ("finish", "A", "", "everything home, where nothing is in the way"),
        ("run", "x", "", "in the hand, all steps that leave no choice"),
        ("undo", "u", "", "take back a move; at the deal, back to the sitting before"),
        ("redo", "U", "", "make it again"),
        ("back", "b", "", "where no win is left: back to the last position known to have one"),
    ]),
    ("To be told", &[
        ("moves", "", "", "the moves there are"),
        ("status", "", "", "the game, its seed, and how it stands"),
        ("table", "", "[PART]", "the whole table; or its piles, foundations, reserve or stock"),
        ("peek", "p", "PILE", "all cards of a pile"),
        ("find", "", "CARD", "where a card lies, if it can be seen"),
        ("hint", "H", "", "a good move; again: the next"),
        ("verdict", "v", "", "whether the game can be won from here"),
        ("show", "V", "[N or all]", "show me: the next moves of a line that wins; looks for one"),
        ("rules", "", "[PART]", "the rules of this game; or its aim, table, moves or rulings"),
        ("results", "S", "", "what you have come to in this game"),
        ("over", "", "[N]", "the games that are over, ten at a time, from the first or a later one"),
        ("replay", "P", "[N or FILE]", "look at this game, one that is over, or a record, move by move"),
        ("settings", ",", "[NAME [VALUE]]", "the settings; or changes one"),
        ("theme", "t", "", "the next theme of the table on the screen"),
        ("four-colours", "c", "", "four colours there, or two"),
        ("names", "", "", "cards in full words, or short again"),
        ("help", "?", "[WORD or all]", "what there is to say, or what is said of a word"),
    ]),
    ("To begin and to leave", &[
        ("menu", "m", "", "the games there are, and those you have begun"),
        ("take-up", "", "N", "take up a game begun, by its number in the menu"),
        ("play", "", "GAME [RULE=VALUE].. [SEED or daily]", "another game"),
        ("new", "n", "[SEED]", "another deal of this game"),
        ("seed", "#", "SEED", "the deal of a seed"),
        ("again", "R", "", "the same deal again"),
        ("give-up", "G", "", "give the game up; a move or undo goes on with it"),
        ("export", "e", "[FILE]", "put the record of the game in a new file"),
        ("quit", "q", "", "leave; nothing is lost"),
    ]),
];

/// The name of the command a word means: its name in any case, or its letter in just this one.
pub(super) fn named(word: &str) -> Option<&'static str> {
    let mut commands = GROUPS.iter().flat_map(|(_, commands)| commands.iter());
    let means = |(name, letter, ..): &&Command| {
        !word.is_empty() && (*letter == word || name.eq_ignore_ascii_case(word))
    };
    commands.find(means).map(|(name, ..)| *name)
}

/// How moves are typed, and the names of the commands.
pub(super) fn summary() -> String {
    let names = GROUPS.iter().map(|(group, commands)| {
        let names: Vec<&str> = commands.iter().map(|(name, ..)| *name).collect();
        format!("{group}: {}.", names.join(", "))
    });
    let lines = MOVES.iter().map(|line| (*line).to_owned()).chain(names);
    let last = "help and a word tells what is said of it; help all, every command.".to_owned();
    lines.chain([last]).collect::<Vec<_>>().join("\n")
}

/// How moves are typed.
const MOVES: [&str; 3] = [
    "A move is typed as moves lists it: t3-t5 carries a card from pile 3 to pile 5, t3-t5x2 two.",
    "Or in two words: 3 5, as many as will go; 3 f, home; a pile alone tells where its cards go.",
    "t is a pile, f a foundation, r the reserve, each with its number; w is the waste.",
];

/// The commands of a letter, those that speak of a word, or all of them in their groups; a line
/// each.
pub(super) fn about(word: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let low = word.to_ascii_lowercase();
    for (group, commands) in GROUPS {
        if low == "all" {
            lines.push(format!("{group}:"));
        }
        for (name, letter, wants, about) in commands {
            let typed = [*name, *wants].join(" ");
            let short = match letter.is_empty() {
                true => String::new(),
                false => format!(", or {letter}"),
            };
            let speaks = low.len() > 1 && [name, about].iter().any(|text| text.contains(&low));
            if low == "all" || *letter == word || speaks {
                lines.push(format!("{}{short}: {about}", typed.trim_end()));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_or_letter_has_two_meanings() {
        let commands = GROUPS.iter().flat_map(|(_, commands)| commands.iter());
        let words = commands.flat_map(|(name, letter, ..)| [*name, *letter]);
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
        ] {
            assert_eq!(named(word), name, "{word}");
        }
    }
}
