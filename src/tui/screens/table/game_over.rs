//! Rows after a game that was not won, which say how it ended. The table stays visible above them.

use ratatui::text::Line;

use crate::review;
use crate::session::{GameOverSummary, Session};
use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::theme::Role;
use crate::tui::wrap::wrap;

/// Rows of text from which on texts share a line.
const MAX_ROWS: usize = 3;

/// Returns the rows in so many columns: that the game is over, what is known about the loss, and how it ended. None for a
/// game in progress.
pub(super) fn lines(session: &Session, cx: &Context, width: u16) -> Vec<Line<'static>> {
    let Some(summary) = GameOverSummary::new(session, &cx.profile.saves) else {
        return Vec::new();
    };
    let details = summary.details();
    let facts = [summary.cards_home, Some(details), summary.comparison];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let file = cx.record_notice();
    let texts = [found_text(session, cx), Some(facts.join(" · ")), file];
    let texts: Vec<String> = texts.into_iter().flatten().collect();
    let wrapped = |text: &String| wrap(text, width.into());
    let mut lines: Vec<String> = texts.iter().flat_map(wrapped).collect();
    if lines.len() > MAX_ROWS {
        lines = wrapped(&texts.join(" · "));
    }
    let theme = cx.theme();
    let headline = Line::styled(summary.headline, theme[Role::Accent]);
    let lines = lines.into_iter();
    let lines = lines.map(|line| Line::styled(line, theme[Role::Text]));
    std::iter::once(headline).chain(lines).collect()
}

/// Says when the game was lost, as far as that is explained, and how to search longer.
fn found_text(session: &Session, cx: &Context) -> Option<String> {
    let review = session.review.as_ref()?;
    let is_explained = session.is_loss_explained(cx.config.settings());
    if !is_explained || review.is_at_start() {
        return None;
    }
    let found = if review.review.is_complete {
        Some(cx.review_status(review, Mode::GameOver, Action::Replay))
    } else {
        review::loss_text(&review.game, &review.review)
    };
    let longer = cx.key_hint(Mode::GameOver, Action::Analyze, "search longer");
    let longer = longer.filter(|_| review.can_search_longer());
    let parts: Vec<String> = found.into_iter().chain(longer).collect();
    Some(parts.join(" "))
}
