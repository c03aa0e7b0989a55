//! Titles of games with their options.

use crate::game::GameKind;

/// Returns the title of a game and its options that are not defaults: `Moosehide, layout classic`.
pub fn game_title(kind: &GameKind) -> String {
    changed_options(kind).fold(kind.info.title.to_owned(), |title, (name, value)| {
        format!("{title}, {name} {value}")
    })
}

/// Returns the title of a game in at most `width` characters. If it does not fit, it leaves out the
/// names of the options, and then truncates it.
pub fn game_title_within(kind: &GameKind, width: usize) -> String {
    let fits = |title: &String| title.chars().count() <= width;
    let full = game_title(kind);
    if fits(&full) {
        return full;
    }
    let short = changed_options(kind).fold(kind.info.title.to_owned(), |title, (_, value)| {
        format!("{title}, {value}")
    });
    if fits(&short) {
        return short;
    }
    let truncated: String = short.chars().take(width.saturating_sub(1)).collect();
    format!("{truncated}…")
}

/// Returns the names and values of the options that are not defaults.
fn changed_options(kind: &GameKind) -> impl Iterator<Item = (&str, &str)> {
    let options = kind.info.options.iter().zip(kind.options.iter());
    options
        .filter(|(spec, (_, value))| *value != spec.default_value())
        .map(|(spec, (_, value))| (spec.name, value))
}
