//! Titles of games with their options.

use crate::game::RuleSet;

/// Returns the title of a game and its options that are not defaults: `Moosehide, layout classic`.
pub fn game_title(rule_set: &RuleSet) -> String {
    rule_set
        .changed_options()
        .fold(rule_set.info.title.to_owned(), |title, (name, value)| {
            format!("{title}, {name} {value}")
        })
}

/// Returns the title of a game in at most `width` characters. If it does not fit, it leaves out the
/// names of the options, and then truncates it.
pub fn game_title_within(rule_set: &RuleSet, width: usize) -> String {
    let fits = |title: &String| title.chars().count() <= width;
    let full = game_title(rule_set);
    if fits(&full) {
        return full;
    }
    let short = rule_set
        .changed_options()
        .fold(rule_set.info.title.to_owned(), |title, (_, value)| {
            format!("{title}, {value}")
        });
    if fits(&short) {
        return short;
    }
    let truncated: String = short.chars().take(width.saturating_sub(1)).collect();
    format!("{truncated}…")
}
