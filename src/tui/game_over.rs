//! The text of the game-over panel.

use super::action::Action;
use super::app::App;
use super::table_state::TableState;
use super::theme::StyleRole;
use super::wrap::wrap;
use crate::describe::{approx_count, position_text};
use crate::escape::escape_text;
use crate::session::{GameOverSummary, PlayOptions, SearchKind};

/// The lines of the panel, wrapped to `columns`.
pub(super) fn lines(app: &App, table: &TableState, columns: u16) -> Vec<(String, StyleRole)> {
    let session = &table.session;
    let Some(summary) = GameOverSummary::new(session, &app.results_screen.results) else {
        return Vec::new();
    };
    let mut lines = vec![
        (summary.headline(), StyleRole::PanelStrong),
        (String::new(), StyleRole::Panel),
    ];
    if summary.moves > 0 {
        lines.push((summary.progress_line(), StyleRole::Panel));
    }
    let details = summary.details();
    if !details.is_empty() {
        // The numbers of a record can be large enough to need several lines.
        let details = wrap(&details, columns.into()).into_iter();
        lines.extend(details.map(|line| (line, StyleRole::Panel)));
    }
    lines.extend(
        summary
            .comparison
            .map(|text| (text, StyleRole::PanelStrong)),
    );
    if session.is_postmortem_wanted(&PlayOptions::from(&app.settings)) {
        let analysis = session.analysis();
        lines.push((String::new(), StyleRole::Panel));
        lines.push((session.postmortem_summary(), StyleRole::PanelStrong));
        let progress = match app.search_request() {
            Some(request) if request.kind == SearchKind::Postmortem => format!(
                "Looking back at {}: {}",
                position_text(request.task.position_index),
                approx_count(session.positions_searched(), "position")
            ),
            _ if analysis.can_extend_postmortem(session.game()) => app
                .key_hint(Action::Analyze, "look longer")
                .unwrap_or_default(),
            _ => String::new(),
        };
        lines.push((progress, StyleRole::Panel));
    }
    if let Some(file) = &app.export_path {
        let file = escape_text(&file.to_string_lossy());
        lines.push((
            format!("The record goes to {file} when you quit"),
            StyleRole::Panel,
        ));
    }
    lines
}
