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

/// Returns the title of a game in at most `width` characters. If it does not fit, it names values alone, as the menu
/// does, and then truncates it.
pub fn game_title_within(rule_set: &RuleSet, width: usize) -> String {
    let values = rule_set.changed_options().map(|changed| {
        let mut presets = rule_set.info.presets.iter();
        let preset = presets.find(|preset| preset.options.contains(&changed));
        preset.map_or(changed.1, |preset| preset.name)
    });
    let short = Vec::from_iter(std::iter::once(rule_set.info.title).chain(values)).join(", ");
    let truncated: String = short.chars().take(width.saturating_sub(1)).collect();
    let titles = [game_title(rule_set), short];
    let fitting = titles
        .into_iter()
        .find(|title| title.chars().count() <= width);
    fitting.unwrap_or_else(|| format!("{truncated}…"))
}
