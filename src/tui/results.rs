//! The results: a page of figures, and a page of the games that are over.

use std::ops::Range;
use std::sync::Arc;

use super::app::App;
use crate::stats_text::{self, PlotStyle};
use crate::storage::results::{GameResult, Results};
use crate::storage::stats::Stats;

/// A page of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultsPage {
    /// What it all comes to, game by game.
    #[default]
    Stats,
    /// The games that are over, the last first.
    Games,
}

impl ResultsPage {
    /// The other one.
    #[must_use]
    pub fn other(self) -> ResultsPage {
        match self {
            ResultsPage::Stats => ResultsPage::Games,
            ResultsPage::Games => ResultsPage::Stats,
        }
    }

    /// What stands on its tab.
    pub fn title(self) -> &'static str {
        match self {
            ResultsPage::Stats => "results",
            ResultsPage::Games => "games that are over",
        }
    }
}

/// The results, and where the player is in them.
#[derive(Clone, Debug, Default)]
pub struct ResultsScreen {
    /// What became of all the sittings.
    pub results: Arc<Results>,
    /// What that comes to, as it was when the results were opened.
    stats: Vec<Stats>,
    /// The games that were over then, the last first.
    games: Vec<Arc<GameResult>>,
    /// The page shown.
    pub page: ResultsPage,
    /// How many lines of figures are above the window.
    pub scroll: usize,
    /// The game the keys are on, from 0.
    pub selected_game: usize,
}

impl ResultsScreen {
    /// Counts up the results, to be read.
    pub fn refresh(&mut self) {
        self.stats = Stats::for_all_games(&self.results);
        self.games = self.results.finished().cloned().collect();
    }

    /// The games that are over, the last first.
    pub fn games(&self) -> &[Arc<GameResult>] {
        &self.games
    }

    /// The figures in lines; those that name a game are marked.
    pub fn stats_lines(&self, ink: PlotStyle) -> Vec<(String, bool)> {
        let mut lines = Vec::new();
        for figures in &self.stats {
            if !lines.is_empty() {
                lines.push((String::new(), false));
            }
            let told = stats_text::lines(figures, ink).into_iter().enumerate();
            lines.extend(told.map(|(n, line)| (line, n == 0)));
        }
        lines
    }
}

/// The columns and rows of the results, beside those of their text.
const FRAME_SIZE: (u16, u16) = (4, 4);
/// The columns of their text.
const MAX_TEXT_WIDTH: u16 = 76;

/// How many columns and rows of text there is room for in a window.
pub fn text_size((columns, rows): (u16, u16)) -> (u16, u16) {
    let width = columns.saturating_sub(FRAME_SIZE.0).min(MAX_TEXT_WIDTH);
    (width, rows.saturating_sub(FRAME_SIZE.1))
}

/// How many lines of figures can be above the window at most.
pub fn max_scroll(app: &App) -> usize {
    let (_, rows) = text_size(app.size);
    let lines = app.results_screen.stats_lines(plot_style(app)).len();
    lines.saturating_sub(rows.into())
}

/// The games that there is room for, below a line of headings.
pub fn visible_games(app: &App) -> Range<usize> {
    let rows = usize::from(text_size(app.size).1).saturating_sub(1);
    let count = app.results_screen.games().len();
    let first = app.results_screen.selected_game.saturating_sub(rows / 2);
    let first = first.min(count.saturating_sub(rows));
    first..count.min(first + rows)
}

/// What the plots are drawn with.
pub fn plot_style(app: &App) -> PlotStyle {
    if app.appearance.ascii {
        PlotStyle::Ascii
    } else {
        PlotStyle::Blocks
    }
}
