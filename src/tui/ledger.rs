//! The results: a page of figures, and a page of the games that are over.

use std::ops::Range;
use std::sync::Arc;

use super::app::App;
use crate::report::{self, Ink};
use crate::store::figures::Figures;
use crate::store::results::{Played, Results};

/// A page of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// What it all comes to, game by game.
    #[default]
    Figures,
    /// The games that are over, the last first.
    Games,
}

impl Page {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Page {
        match self {
            Page::Figures => Page::Games,
            Page::Games => Page::Figures,
        }
    }

    /// What stands on its tab.
    pub fn title(self) -> &'static str {
        match self {
            Page::Figures => "results",
            Page::Games => "games that are over",
        }
    }
}

/// The results, and where the player is in them.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// What became of all the sittings.
    pub results: Arc<Results>,
    /// What that comes to, as it was when the results were opened.
    figures: Vec<Figures>,
    /// The games that were over then, the last first.
    games: Vec<Arc<Played>>,
    /// The page shown.
    pub page: Page,
    /// How many lines of figures are above the window.
    pub scroll: usize,
    /// The game the keys are on, from 0.
    pub game: usize,
}

impl Ledger {
    /// Counts up the results, to be read.
    pub fn open(&mut self) {
        self.figures = Figures::all(&self.results);
        self.games = self.results.over().cloned().collect();
    }

    /// The games that are over, the last first.
    pub fn games(&self) -> &[Arc<Played>] {
        &self.games
    }

    /// The figures in lines; those that name a game are marked.
    pub fn figures(&self, ink: Ink) -> Vec<(String, bool)> {
        let mut lines = Vec::new();
        for figures in &self.figures {
            if !lines.is_empty() {
                lines.push((String::new(), false));
            }
            let told = report::lines(figures, ink).into_iter().enumerate();
            lines.extend(told.map(|(n, line)| (line, n == 0)));
        }
        lines
    }
}

/// The columns and rows of the results, beside those of their text.
const FRAME: (u16, u16) = (4, 4);
/// The columns of their text.
const TEXT: u16 = 76;

/// How many columns and rows of text there is room for in a window.
pub fn room((columns, rows): (u16, u16)) -> (u16, u16) {
    let width = columns.saturating_sub(FRAME.0).min(TEXT);
    (width, rows.saturating_sub(FRAME.1))
}

/// How many lines of figures can be above the window at most.
pub fn last_scroll(app: &App) -> usize {
    let (_, rows) = room(app.size);
    let lines = app.ledger.figures(ink(app)).len();
    lines.saturating_sub(rows.into())
}

/// The games that there is room for, below a line of headings.
pub fn shown(app: &App) -> Range<usize> {
    let rows = usize::from(room(app.size).1).saturating_sub(1);
    let count = app.ledger.games().len();
    let first = app.ledger.game.saturating_sub(rows / 2);
    let first = first.min(count.saturating_sub(rows));
    first..count.min(first + rows)
}

/// What the plots are drawn with.
pub fn ink(app: &App) -> Ink {
    if app.look.ascii {
        Ink::Ascii
    } else {
        Ink::Blocks
    }
}
