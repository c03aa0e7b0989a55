//! The words about the end of a game.

use super::action::Action;
use super::app::App;
use super::solver_requests::SearchKind;
use super::table_state::{Ending, TableState};
use super::theme::StyleRole;
use super::wrap::wrap;
use crate::describe::{pluralize, progress_word};
use crate::escape::escape_text;
use crate::stats_text::{self, format_duration};
use crate::storage::settings::BoolSetting;
use crate::storage::stats::Stats;

/// What is told of the end, in lines of at most so many columns where that can be.
pub(super) fn lines(
    app: &App,
    seat: &TableState,
    ending: Ending,
    columns: u16,
) -> Vec<(String, StyleRole)> {
    let sitting = &seat.played;
    let game = &sitting.game;
    let (moves, home, cards) = (
        game.moves().len(),
        game.foundation_cards(),
        game.deck().len(),
    );
    let title = game.rules().info().title;
    let head = match ending {
        Ending::Won => format!("{title}: won!"),
        Ending::Lost if moves == 0 => "This deal opens without a single legal move.".into(),
        Ending::Lost => "No legal move is left.".into(),
        Ending::GivenUp => "Given up.".into(),
    };
    let mut lines = vec![
        (head, StyleRole::PanelStrong),
        (String::new(), StyleRole::Panel),
    ];
    if moves > 0 {
        let so_far = match ending {
            Ending::Won => format!("all {cards} cards"),
            Ending::Lost | Ending::GivenUp => format!("{home} of {cards} cards"),
        };
        let word = progress_word(game);
        let (moves, time) = (pluralize(moves, "move"), format_duration(sitting.seconds));
        lines.push((
            format!("{so_far} {word} in {moves}, {time}"),
            StyleRole::Panel,
        ));
    }
    let seed = game.seed().map(|seed| format!("seed {seed}"));
    let undos = (game.undos() > 0).then(|| pluralize(game.undos() as usize, "undo"));
    let hints = (sitting.hints > 0).then(|| pluralize(sitting.hints as usize, "hint"));
    let shown = (sitting.solver_moves_shown > 0).then(|| {
        let moves = pluralize(sitting.solver_moves_shown as usize, "move");
        format!("{moves} shown by the solver")
    });
    let rest = [seed, undos, hints, shown].into_iter().flatten();
    let rest: Vec<String> = rest.collect();
    if !rest.is_empty() {
        // Numbers as large as a record can say take more lines than one.
        let told = wrap(&rest.join(", "), columns.into()).into_iter();
        lines.extend(told.map(|line| (line, StyleRole::Panel)));
    }
    if let Some(words) = comparison_line(app, seat, ending) {
        lines.push((words, StyleRole::PanelStrong));
    }
    if ending != Ending::Won
        && (app.settings.is_on(BoolSetting::WarnWhenLost) || seat.analysis.verdict_revealed)
    {
        lines.push((String::new(), StyleRole::Panel));
        lines.push((
            seat.analysis.postmortem_summary(game),
            StyleRole::PanelStrong,
        ));
        let looking = match app.search_request() {
            Some(question) if question.kind == SearchKind::Postmortem => {
                seat.postmortem_progress(question.task.position_index)
            }
            _ if seat.analysis.can_extend_postmortem(game) => {
                let longer = app.key_hint(Action::Analyze, "looks longer");
                longer.unwrap_or_default()
            }
            _ => String::new(),
        };
        lines.push((looking, StyleRole::Panel));
    }
    if let Some(file) = &app.export_path {
        let file = escape_text(&file.to_string_lossy());
        lines.push((
            format!("leaving writes the record to {file}"),
            StyleRole::Panel,
        ));
    }
    lines
}

/// How the game compares with the player's others of its kind.
fn comparison_line(app: &App, seat: &TableState, ending: Ending) -> Option<String> {
    let sitting = &seat.played;
    let rules = sitting.game.rules();
    let (profile, choices) = (rules.info(), rules.options());
    let before = Stats::for_game(
        &app.results_screen.results,
        profile,
        &choices,
        seat.save_state.id(),
    );
    let own = ending == Ending::Won && sitting.solver_moves_shown == 0 && sitting.parent.is_none();
    let win = own.then(|| (sitting.seconds, sitting.game.moves().len() as u64));
    stats_text::comparison(&before, win)
}
