//! The table of commands: how they are typed, where they work, and the help that lists them.

use super::mode::LineMode;
use super::reply::{Rejection, Reply};
use crate::rules::{PileKind, PileSet};
use crate::session::Command;

pub(super) struct CommandSpec {
    pub(super) name: &'static str,
    /// Letters that mean the same. At the table these are the keys of the terminal interface.
    letters: &'static str,
    arguments: &'static str,
    help: &'static str,
    needs: Needs,
    /// What answers it, given the arguments.
    pub(super) run: fn(&mut LineMode<'_>, String) -> Reply,
}

impl CommandSpec {
    /// Says how the command is typed: `home PILE`.
    fn syntax(&self) -> String {
        let typed = format!("{} {}", self.name, self.arguments);
        typed.trim_end().to_owned()
    }

    /// Returns the arguments in lower case, or a name of a file or a word as it was typed. `None` if there are
    /// some and the command takes none.
    pub(super) fn parse_arguments(&self, typed: &str) -> Option<String> {
        let is_as_typed = self.arguments.contains("FILE") || self.arguments.contains("WORD");
        match self.arguments {
            "" => typed.is_empty().then(String::new),
            _ if is_as_typed => Some(typed.to_owned()),
            _ => Some(typed.to_ascii_lowercase()),
        }
    }

    /// Whether the command works in a lesson, as far as the lesson itself does not refuse it.
    pub(super) fn works_in_lesson(&self) -> bool {
        !matches!(self.needs, Needs::Play | Needs::Record)
    }

    fn is_named(&self, word: &str) -> bool {
        let is_letter = word.chars().count() == 1 && self.letters.contains(word);
        is_letter || self.name.eq_ignore_ascii_case(word)
    }
}

/// What there must be for a command to be of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// A game, at the table or in a replay.
    Game,
    /// A game that has a record: any but a lesson.
    Record,
    /// A game at the table.
    Play,
    /// A game at the table in which the command has a use.
    Use(Command),
    Replay,
}

impl Needs {
    /// Whether the command can be typed in a replay, or else outside of one, if only to hear why it is of no use.
    fn is_known(self, is_replay: bool) -> bool {
        match self {
            Needs::Nothing | Needs::Game | Needs::Record => true,
            Needs::Replay => is_replay,
            Needs::Play | Needs::Use(_) => !is_replay,
        }
    }
}

/// The names of the parts of a table that can be listed alone, and their kinds of piles.
const TABLE_PARTS: [(&[&str], &[PileKind]); 4] = [
    (&["piles"], &[PileKind::Tableau]),
    (&["foundations"], &[PileKind::Foundation]),
    (&["reserve"], &[PileKind::Reserve]),
    (
        &["stock", "waste", "deck", "hand", "discards"],
        &[
            PileKind::Stock,
            PileKind::Waste,
            PileKind::Hand,
            PileKind::Discards,
        ],
    ),
];

/// Returns the kinds of piles of a part of a table. `None` if there is no such part.
pub(super) fn table_part(name: &str) -> Option<&'static [PileKind]> {
    let mut parts = TABLE_PARTS.iter();
    let (_, kinds) = parts.find(|(names, _)| names.contains(&name))?;
    Some(kinds)
}

/// Lists the parts that a table has: `piles or foundations`.
pub(super) fn table_part_names(piles: PileSet) -> String {
    let present = TABLE_PARTS
        .iter()
        .filter(|(_, kinds)| kinds.iter().any(|kind| piles.has_kind(*kind)));
    let names: Vec<&str> = present.map(|(names, _)| names[0]).collect();
    names.join(" or ")
}

const fn spec(
    (name, letters, arguments): (&'static str, &'static str, &'static str),
    needs: Needs,
    help: &'static str,
    run: fn(&mut LineMode<'_>, String) -> Reply,
) -> CommandSpec {
    CommandSpec {
        name,
        letters,
        arguments,
        help,
        needs,
        run,
    }
}

/// The commands in groups, in the order of the help.
#[rustfmt::skip]
const COMMAND_GROUPS: [(&str, &[CommandSpec]); 4] = [
    ("Play", &[
        spec(("draw", "d", ""), Needs::Use(Command::Draw), "draw or deal; in the hand, the next step", |mode, _| mode.execute(Command::Draw)),
        spec(("discard", "", ""), Needs::Use(Command::Discard), "discard; if there is no discard, the next step", |mode, _| mode.execute(Command::Discard)),
        spec(("safe-home", "a", ""), Needs::Use(Command::SafeHome), "send all safe cards home", |mode, _| mode.execute(Command::SafeHome)),
        spec(("finish", "A", ""), Needs::Use(Command::Finish), "send all cards home, drawing or using spaces where none can go, if that wins", |mode, _| mode.execute(Command::Finish)),
        spec(("play-forced", "x", ""), Needs::Use(Command::PlayForced), "make all steps up to the next choice", |mode, _| mode.execute(Command::PlayForced)),
        spec(("undo", "u", ""), Needs::Use(Command::Undo), "take back the last move", |mode, _| mode.execute(Command::Undo)),
        spec(("redo", "U", ""), Needs::Use(Command::Redo), "make the move again that was taken back", |mode, _| mode.execute(Command::Redo)),
        spec(("undo-to-winnable", "b", ""), Needs::Use(Command::UndoToWinnable), "if the game can't be won any more, back to the last winnable position", |mode, _| mode.execute(Command::UndoToWinnable)),
        spec(("hint", "H", ""), Needs::Use(Command::Hint), "a good move; again: the next", |mode, _| mode.execute(Command::Hint)),
        spec(("give-up", "G", ""), Needs::Use(Command::GiveUp), "give up; a move or undo continues the game", |mode, _| mode.execute(Command::GiveUp)),
        spec(("home", "f", "PILE"), Needs::Use(Command::Finish), "send the top card of a pile home", |mode, pile| mode.send_home(&pile)),
    ]),
    ("Replay", &[
        spec(("next", "lj", "[N or all]"), Needs::Replay, "the next moves; an empty line: one", |mode, count| mode.step_forward(&count)),
        spec(("back", "hk", "[N or all]"), Needs::Replay, "moves back", |mode, count| mode.step_back(&count)),
        spec(("start", "", ""), Needs::Replay, "to the deal", |mode, _| mode.seek(0)),
        spec(("end", "", ""), Needs::Replay, "to the last move; a number: to that move", |mode, _| mode.seek(usize::MAX)),
        spec(("continue", "", ""), Needs::Replay, "play on from here, as a new game", |mode, _| mode.play_from_here()),
        spec(("close", "", ""), Needs::Replay, "end the replay", |mode, _| Ok(mode.show_front())),
    ]),
    ("Look", &[
        spec(("moves", "", ""), Needs::Game, "list the legal moves", |mode, _| mode.moves()),
        spec(("status", "", ""), Needs::Game, "the game, its deal number and how far it is", |mode, _| mode.status()),
        spec(("table", "", "[PART]"), Needs::Game, "the whole table, or only its PARTS", |mode, part| mode.table(&part)),
        spec(("peek", "p", "PILE"), Needs::Game, "all cards of a pile", |mode, pile| mode.peek(&pile)),
        spec(("find", "/", "CARDS"), Needs::Game, "where a card is, or all of a rank or suit, as far as they can be seen", |mode, card| mode.find(&card)),
        spec(("odds", "o", ""), Needs::Play, "how many deals that look like this can be won; no player can win more", |mode, _| mode.odds()),
        spec(("verdict", "v", ""), Needs::Play, "can this be won?", |mode, _| mode.verdict()),
        spec(("review", "", ""), Needs::Record, "after the end, and in a replay: odds, mistakes and luck; where it asks for a better move, type better and a move", |mode, _| mode.review()),
        spec(("better", "", "[MOVE]"), Needs::Replay, "in a review: try a better move than the one made; without a move: tell it", |mode, mv| mode.try_better(&mv)),
        spec(("practice", "", ""), Needs::Nothing, "find the better moves of your reviewed games", |mode, _| mode.practice()),
        spec(("show", "V", "[N or all]"), Needs::Play, "the next moves of a winning line; searches for one", |mode, count| mode.show_solution(&count)),
        spec(("rules", "", "[GAME] [PART]"), Needs::Nothing, "the rules of this game or another; or only the goal, table, moves, rulings or options", |mode, part| mode.rules(&part)),
        spec(("results", "S", "[GAME or all]"), Needs::Nothing, "your results in this game, another, or all", |mode, name| mode.results(&name)),
        spec(("finished", "", "[N]"), Needs::Nothing, "finished games, ten at a time, from number N on", |mode, from| mode.list_finished(&from)),
        spec(("replay", "P", "[N or FILE]"), Needs::Nothing, "replay this game, a finished one, or a record", |mode, which| mode.start_replay(&which)),
        spec(("settings", ",", "[NAME [VALUE]]"), Needs::Nothing, "list the settings, or change one", |mode, change| mode.change_settings(&change)),
        spec(("names", "", "[on or off]"), Needs::Nothing, "full card names, or short ones again", |mode, value| mode.change_settings(&format!("names {value}"))),
        spec(("help", "?", "[WORD or all]"), Needs::Nothing, "list the commands, or all about a word", |mode, word| mode.help(&word)),
    ]),
    ("Start and leave", &[
        spec(("learn", "L", "[GAME]"), Needs::Nothing, "a first lesson in this game or another; then next reads on, and close ends it", |mode, name| mode.learn(&name)),
        spec(("menu", "m", "[N]"), Needs::Nothing, "list the games, and yours to resume, ten at a time, from number N on", |mode, from| mode.list_games(&from)),
        spec(("resume", "", "N"), Needs::Nothing, "resume a game by its number in the menu; an older attempt at a deal by 1.2", |mode, number| mode.resume(&number)),
        spec(("forget", "", "N"), Needs::Nothing, "remove a saved game or all attempts at a deal for good; one of them by 1.2", |mode, number| mode.forget(&number)),
        spec(("play", "", "GAME [RULE=VALUE].. [DEAL]"), Needs::Nothing, "another game; DEAL as for new", |mode, deal| mode.deal_described(&deal)),
        spec(("new", "n", "[DEAL]"), Needs::Play, "another deal of this game; DEAL: its number, winnable, any, daily, easy .. expert", |mode, deal| mode.deal_another(&deal)),
        spec(("next-daily", "T", ""), Needs::Play, "after the end of a daily deal: the next one of its day", |mode, _| mode.deal_next_daily()),
        spec(("other", "N", ""), Needs::Play, "another deal, of the other kind: any, or a winnable one", |mode, _| mode.deal_other_kind()),
        spec(("seed", "#", "NUMBER"), Needs::Play, "the deal with this number", |mode, deal| mode.deal_another(&format!("seed {deal}"))),
        spec(("restart", "R", ""), Needs::Play, "the same deal again", |mode, _| mode.restart()),
        spec(("share", "y", ""), Needs::Play, "after the end: a line about the game, to share it", |mode, _| mode.share(false)),
        spec(("share-picture", "Y", ""), Needs::Play, "the same, with a picture of the game below it", |mode, _| mode.share(true)),
        spec(("export", "e", "[FILE]"), Needs::Record, "write the record of the game to a new file; -: to standard output", |mode, file| mode.export(&file)),
        spec(("quit", "q", ""), Needs::Nothing, "quit; nothing is lost", |mode, _| mode.quit()),
    ]),
];

const ALIASES: [(&str, &str); 12] = [
    ("autoplay", "safe-home"),
    ("run", "play-forced"),
    ("back", "undo"),
    ("next", "next-daily"),
    ("stats", "results"),
    ("statistics", "results"),
    ("history", "finished"),
    ("resign", "give-up"),
    ("analyze", "verdict"),
    ("games", "menu"),
    ("options", "settings"),
    ("exit", "quit"),
];

fn all_commands() -> impl Iterator<Item = &'static CommandSpec> {
    COMMAND_GROUPS.iter().flat_map(|(_, commands)| *commands)
}

/// Parses the command that a line begins with; also returns its arguments. A name may be in any case
/// and in two words, a letter only in its own case. A number may follow its letter at once.
pub(super) fn parse_command(line: &str, is_replay: bool) -> Option<(&'static CommandSpec, &str)> {
    let (first, rest) = match line.strip_prefix('#') {
        Some(seed) => ("#", seed.trim()),
        None => split_word(line),
    };
    let (second, after) = split_word(rest);
    let both = find_command(&format!("{first}-{second}"), is_replay);
    let both = both.map(|command| (command, after));
    both.or_else(|| Some((find_command(first, is_replay)?, rest)))
}

fn split_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

fn find_command(word: &str, is_replay: bool) -> Option<&'static CommandSpec> {
    let find = |word: &str| {
        all_commands().find(|command| command.needs.is_known(is_replay) && command.is_named(word))
    };
    find(word).or_else(|| {
        let mut aliases = ALIASES.iter();
        let (_, name) = aliases.find(|(alias, _)| alias.eq_ignore_ascii_case(word))?;
        find(name)
    })
}

/// Says how a command is typed, and more about it: `usage: home PILE; for example home 3`.
pub(super) fn usage(name: &str, more: &str) -> Rejection {
    let command = all_commands().find(|command| command.name == name);
    let syntax = command.map_or(String::new(), CommandSpec::syntax);
    Rejection::NotUnderstood(format!("usage: {syntax}{more}"))
}

/// Parses the number of moves that a command is about: one if none is typed, or `all`.
pub(super) fn parse_count(name: &str, typed: &str) -> Result<usize, Rejection> {
    match typed {
        "all" => Ok(usize::MAX),
        typed => parse_number(name, typed, &format!("{name} 5, {name} all")),
    }
}

/// Parses the number of a command: 1 if none is typed.
pub(super) fn parse_number(name: &str, typed: &str, example: &str) -> Result<usize, Rejection> {
    match (typed, typed.parse()) {
        ("", _) => Ok(1),
        (_, Ok(number)) if number > 0 => Ok(number),
        _ => Err(usage(name, &format!("; for example {example}"))),
    }
}

impl LineMode<'_> {
    /// Whether a command is of use for the game shown.
    fn is_useful(&self, command: &CommandSpec) -> bool {
        let has_use = match command.needs {
            Needs::Nothing => true,
            Needs::Use(command) => self.game().is_some_and(|game| command.has_use(game)),
            Needs::Game | Needs::Record | Needs::Play | Needs::Replay => self.game().is_some(),
        };
        has_use && command.needs.is_known(self.replay.is_some())
    }

    /// Says how moves are typed and lists the names of the commands that are of use.
    pub(super) fn list_commands(&self) -> String {
        let mut lines = match self.game() {
            _ if self.replay.is_some() => {
                vec!["An empty line shows the next move, a number goes to that move.".into()]
            }
            Some(game) => move_syntax(game.table().pile_ids()),
            None => Vec::new(),
        };
        for (group, commands) in &COMMAND_GROUPS {
            let useful = commands.iter().filter(|command| self.is_useful(command));
            let names: Vec<&str> = useful.map(|command| command.name).collect();
            if !names.is_empty() {
                lines.push(format!("{group}: {}.", names.join(", ")));
            }
        }
        lines.push("help WORD explains a command; help all explains every command.".into());
        lines.join("\n")
    }

    /// Explains the command of a letter, the commands whose help has a word, or all that are of use; a
    /// line each.
    pub(super) fn explain_commands(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let lower = word.to_ascii_lowercase();
        let is_all = lower == "all";
        let meant = parse_command(word, self.replay.is_some()).map(|(command, _)| command.name);
        let parts = self.game().map_or(String::new(), |game| {
            table_part_names(game.table().pile_ids())
        });
        for (group, commands) in &COMMAND_GROUPS {
            let useful = commands.iter().filter(|command| self.is_useful(command));
            let matching = useful.filter_map(|command| {
                let letters = command.letters.chars();
                let letters: String = letters.map(|letter| format!(", or {letter}")).collect();
                let help = command.help.replace("PARTS", &parts);
                let has_word = command.name.contains(&lower) || help.contains(&lower);
                (is_all || meant == Some(command.name) || lower.len() > 1 && has_word)
                    .then(|| format!("{}{letters}: {help}", command.syntax()))
            });
            let matching: Vec<String> = matching.collect();
            if is_all && !matching.is_empty() {
                lines.push(format!("{group}:"));
            }
            lines.extend(matching);
        }
        lines
    }
}

fn move_syntax(piles: PileSet) -> Vec<String> {
    if piles.has_kind(PileKind::Hand) {
        return vec!["Type moves as moves lists them; draw makes the next step.".into()];
    }
    let if_present = |kind, text| {
        if piles.has_kind(kind) { text } else { "" }
    };
    let reserve = if_present(PileKind::Reserve, ", r a reserve card");
    let waste = if_present(PileKind::Waste, "; w is the waste");
    vec![
        "Type moves as moves lists them: t3-t5 moves a card from pile 3 to pile 5, t3-t5x2 two."
            .into(),
        "Or in two words: 3 5 moves as many as can go; 3 f sends a card home; 3 alone lists its moves."
            .into(),
        "Or by cards: qh kc, or qh 5, or qh home.".into(),
        format!("t is a pile, f a foundation{reserve}, each with its number{waste}."),
        "Piles are listed from the bottom card to the top card.".into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_or_letter_has_two_meanings_at_a_place() {
        for is_replay in [false, true] {
            let known: Vec<&CommandSpec> = all_commands()
                .filter(|command| command.needs.is_known(is_replay))
                .collect();
            let letters = known.iter().flat_map(|command| command.letters.chars());
            let names = known.iter().map(|command| command.name.to_owned());
            let mut words: Vec<String> = letters.map(String::from).chain(names).collect();
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), count);
        }
    }

    #[test]
    fn every_alias_stands_for_a_command() {
        for (alias, name) in ALIASES {
            let found = find_command(alias, false);
            assert!(found.is_some_and(|command| command.name == name));
        }
    }

    #[test]
    fn a_letter_counts_in_its_own_case_and_a_name_in_any() {
        for (word, name) in [
            ("u", Some("undo")),
            ("U", Some("redo")),
            ("UNDO", Some("undo")),
            ("run", Some("play-forced")),
            ("h", None),
            ("", None),
            ("Give Up", Some("give-up")),
            ("undo  to-winnable", Some("undo-to-winnable")),
            ("Stats", Some("results")),
        ] {
            let parsed = parse_command(word, false);
            assert_eq!(parsed.map(|(command, _)| command.name), name, "{word}");
        }
        let parsed = |line| {
            let (command, arguments) = parse_command(line, false)?;
            Some((command.name, arguments))
        };
        assert_eq!(parsed("give up 2"), Some(("give-up", "2")));
        assert_eq!(parsed("resume\t2"), Some(("resume", "2")));
        assert_eq!(parsed("#7"), Some(("seed", "7")));
    }

    #[test]
    fn a_word_can_mean_another_command_in_a_replay() {
        let parsed =
            |line, is_replay| parse_command(line, is_replay).map(|(command, _)| command.name);
        for (word, at_the_table, in_a_replay) in [
            ("back", Some("undo"), Some("back")),
            ("h", None, Some("back")),
            ("undo", Some("undo"), None),
            ("new", Some("new"), None),
            ("moves", Some("moves"), Some("moves")),
            ("close", None, Some("close")),
        ] {
            assert_eq!(parsed(word, false), at_the_table, "{word}");
            assert_eq!(parsed(word, true), in_a_replay, "{word}");
        }
    }
}
