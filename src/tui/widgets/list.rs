//! Lists in columns as wide as what is in them, below their titles.

use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Row, Table, Widget};

use super::panel::entries_around;
use crate::tui::frame::Canvas;
use crate::tui::theme::glyphs::{CURSOR, DOWN, UP};
use crate::tui::wrap::display_width;

/// Columns between two columns of a list, and before the first one.
const GAP: u16 = 2;
/// Most columns of the titles of games.
pub const TITLE_WIDTH: usize = 21;
/// Least columns of the names, before other columns are left out.
const MIN_NAME_WIDTH: u16 = 12;

/// A column of a list: its title, and its rank. Where there is no room for all, those of the highest rank are left
/// out. That of rank 0 has the names, which are cut.
pub type Column = (&'static str, Alignment, u8);

/// A row of a list.
#[derive(Clone, Debug)]
pub struct ListRow {
    /// The entry of the screen that a click chooses.
    pub entry: usize,
    /// The text in each column; what has no style of its own has that of the row.
    pub cells: Vec<Line<'static>>,
    pub style: Style,
}

/// Returns the name of a value that can be chosen, in brackets if it is.
pub fn choice_text(value: &str, is_chosen: bool) -> String {
    let name = value.replace('-', " ");
    if is_chosen { format!("[{name}]") } else { name }
}

/// Draws a list below the titles of its columns, the rows around the one with the cursor if there is no room for all.
/// Arrows at the right say where others are.
pub fn draw_list(
    columns: &[Column],
    rows: &[ListRow],
    cursor: Option<usize>,
    titles: Style,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let widths = column_widths(columns, rows, area.width);
    let shown = (0..columns.len()).filter(|&index| widths[index] > 0);
    let shown: Vec<usize> = shown.collect();
    let line = |line: Line<'static>, index: usize| {
        let width = usize::from(widths[index]);
        let line = if line.width() > width {
            let text = line.to_string();
            let cut = text.chars().take(width.saturating_sub(1)).chain(['…']);
            Line::styled(cut.collect::<String>(), line.style)
        } else {
            line
        };
        line.alignment(columns[index].1)
    };
    let room = usize::from(area.height).saturating_sub(1);
    let visible = entries_around(cursor.unwrap_or(0), room, rows.len());
    for (index, area) in visible.clone().zip(area.rows().skip(1)) {
        canvas.fill(area, " ", rows[index].style);
        canvas.add_entry(rows[index].entry, area, cursor == Some(index));
        if cursor == Some(index) {
            canvas.write(area.x, area.y, CURSOR, rows[index].style);
        }
    }
    let ends = [
        (visible.start > 0, area.y + 1, UP),
        (visible.end < rows.len(), area.bottom() - 1, DOWN),
    ];
    for (_, y, arrow) in ends.into_iter().filter(|end| end.0 && room > 0) {
        canvas.write(area.right(), y, arrow, titles);
    }
    let header = Row::new(
        shown
            .iter()
            .map(|&index| line(columns[index].0.into(), index)),
    );
    let table_rows = rows[visible].iter().map(|row| {
        let cells = shown
            .iter()
            .map(|&index| line(row.cells[index].clone(), index));
        Row::new(cells).style(row.style)
    });
    let widths = shown.iter().map(|&index| Constraint::Length(widths[index]));
    let table = Table::new(table_rows, widths).header(header.style(titles));
    let table = table.column_spacing(GAP);
    let [_, area] = area.layout(&Layout::horizontal([
        Constraint::Length(GAP),
        Constraint::Fill(1),
    ]));
    Widget::render(table, area, canvas.buf);
}

/// Returns the width of each column, as wide as its text; 0 if it is left out, because there is no room for all.
fn column_widths(columns: &[Column], rows: &[ListRow], room: u16) -> Vec<u16> {
    let width = |index: usize| {
        let cells = rows.iter().map(|row| row.cells[index].width() as u16);
        let title = display_width(columns[index].0);
        cells.max().unwrap_or(0).max(title)
    };
    let mut widths: Vec<u16> = (0..columns.len()).map(width).collect();
    let mut by_rank: Vec<usize> = (0..columns.len()).collect();
    by_rank.sort_by_key(|&index| columns[index].2);
    let excess = |widths: &[u16]| {
        let shown = widths.iter().filter(|width| **width > 0);
        let used: u16 = shown.map(|width| width + GAP).sum();
        used.saturating_sub(room)
    };
    let name = by_rank[0];
    for &index in by_rank[1..].iter().rev() {
        if excess(&widths) > widths[name].saturating_sub(MIN_NAME_WIDTH) {
            widths[index] = 0;
        }
    }
    widths[name] -= excess(&widths).min(widths[name]);
    widths
}
