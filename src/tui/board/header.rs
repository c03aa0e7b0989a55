//! Header of a board: the name of the game, what is to be said about it, and the cards that are home.

use ratatui::style::Style;

use crate::describe::home_word;
use crate::difficulty::GradedDeals;
use crate::game::{Game, RuleSet};
use crate::session::{Session, text};
use crate::stats_text;
use crate::storage::settings::Setting;
use crate::tui::board::BoardView;
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::theme::Role;
use crate::tui::wrap::display_width;

/// Digits of the number of moves for which the header has room.
const MOVE_NUMBER_DIGITS: usize = 3;

/// Columns of the line that shows how far a lesson is.
const PROGRESS_WIDTH: usize = 10;

/// Returns the parts of the header of a game in play: the seed, the number of moves, the clock, the verdict and
/// unusual options. The most important one comes first.
pub fn header_parts(session: &Session, cx: &Context) -> Vec<(String, Style)> {
    let theme = cx.theme();
    let game = session.game();
    let rules = game.rules();
    let mut parts = Vec::new();
    if let Some(guide) = &session.guide {
        if guide.question.is_some() {
            return vec![(review_position(game), theme[Role::Text])];
        }
        let (step, steps) = guide.progress();
        let done = step * PROGRESS_WIDTH / steps;
        let progress = "━".repeat(done) + &"─".repeat(PROGRESS_WIDTH - done);
        parts.push(("first lesson".into(), theme[Role::Dim]));
        parts.push((text::lesson_step(guide), theme[Role::Text]));
        parts.push((progress, theme[Role::Dim]));
        return parts;
    }
    if let Some(error) = &session.save_state.error {
        parts.push((error.label().into(), theme[Role::Error]));
    }
    if let Some(day) = session.played().header.daily {
        parts.push((text::daily_deal(day), theme[Role::Text]));
    } else {
        if let Some(seed) = game.seed() {
            parts.push((format!("deal {seed}"), theme[Role::Dim]));
        }
        if let Some(difficulty) = GradedDeals::difficulty_of_game(session.game()) {
            parts.push((difficulty.as_str().into(), theme[Role::Text]));
        }
    }
    parts.push((format!("move {}", game.moves().len()), theme[Role::Dim]));
    if cx.config.settings().is_on(Setting::Clock) {
        let seconds = session.played().header.seconds;
        parts.push((stats_text::format_clock(seconds), theme[Role::Dim]));
    }
    if let Some(verdict) = session.status_label() {
        parts.push((verdict.into(), theme[Role::Text]));
    }
    let odds = session.shown_odds(cx.config.settings());
    if let Some(odds) = odds.and_then(|odds| text::share_text(odds, "%")) {
        parts.push((odds, theme[Role::Text]));
    }
    // Shown during the whole game, so that the options after it stay where they are.
    let redeals_used = game.table().redeals_used();
    let redeals = rules.redeals_left(game.table());
    if let Some(redeals) = redeals.filter(|redeals| redeals + redeals_used > 0) {
        parts.push((format!("redeals left {redeals}"), theme[Role::Dim]));
    }
    parts.extend(unusual_options(game).map(|option| (option, theme[Role::Dim])));
    parts
}

impl BoardView {
    /// Draws the name of a game, the parts after it and the cards that have come home in the columns of the content.
    /// The first part that does not fit is left out, as are those after it.
    pub fn draw_header(&self, game: &Game, parts: Vec<(String, Style)>, canvas: &mut Canvas<'_>) {
        let (theme, content) = (canvas.theme, canvas.frame.content);
        // As far as the cards have come.
        let arrived = self.animation.table_before().unwrap_or(game.table());
        let home = format!("{}/{}", game.rules().cards_home(arrived), game.deck().len());
        let word = format!("{} ", home_word(game));
        let end = content.right();
        let home_width = display_width(&word) + display_width(&home);
        let title = game.rules().info().title;
        let mut x = canvas.write(content.x, 0, title, theme[Role::Strong]) + 2;
        // Leave room for more digits, so that the same parts fit whatever the number of moves.
        let digits = game.moves().len().to_string().len();
        let reserved = u16::try_from(MOVE_NUMBER_DIGITS.saturating_sub(digits)).unwrap_or(0);
        for (part, style) in parts {
            let fits = |part: &str| x + display_width(part) + reserved + home_width + 2 < end;
            // Text in parentheses is the first to be left out.
            let short = part.split(" (").next().unwrap_or(&part);
            let Some(part) = [&*part, short].into_iter().find(|part| fits(part)) else {
                break;
            };
            x = canvas.write(x, 0, part, style) + 3;
        }
        let x = end.saturating_sub(home_width);
        let x = canvas.write(x, 0, &word, theme[Role::Dim]);
        canvas.write(x, 0, &home, theme[Role::Accent]);
    }
}

/// Names the options of a game that are not the usual ones: its preset, then those that this does not
/// determine.
fn unusual_options(game: &Game) -> impl Iterator<Item = String> {
    let rule_set = RuleSet::new(game.rules());
    let mut changed: Vec<(&str, &str)> = rule_set.changed_options().collect();
    let mut presets = rule_set.info.presets.iter();
    let preset = presets.find(|preset| {
        rule_set.options.matches_preset(preset)
            && preset.options.iter().any(|chosen| changed.contains(chosen))
    });
    let determined = preset.map_or(&[][..], |preset| &preset.options);
    changed.retain(|(name, _)| determined.iter().all(|(other, _)| other != name));
    let preset = preset.map(|preset| preset.name.to_owned());
    let changed = changed.into_iter();
    let named = changed.map(|(name, value)| format!("{name} {value}"));
    preset.into_iter().chain(named)
}

/// Names the position of a reviewed game before its next move.
pub fn review_position(game: &Game) -> String {
    let (next, all) = (game.moves().len() + 1, game.total_moves());
    format!("review: before move {next} of {all}")
}
