//! The plots, as SVG. Their colors have about the same contrast on a white page and on a dark one.

use larboard::solver::Tally;

use super::{Survey, label, short};

/// Color of texts and axes.
const INK: &str = "#6e7a86";

/// Color and dashes of a line, so that lines differ by more than color.
const LINES: [(&str, &str); 6] = [
    ("#2f7fd0", "none"),
    ("#c96a12", "10 3"),
    ("#2b9348", "4 3"),
    ("#9a62d4", "2 2"),
    ("#d6453d", "10 3 2 3"),
    ("#0e8f9c", "16 4"),
];

/// Returns an SVG picture of a size.
fn picture(title: &str, [width, height]: [f64; 2], content: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="'DejaVu Sans','Segoe UI',sans-serif" font-size="13" fill="{INK}">
<title>{title}</title>
{content}</svg>
"#
    )
}

fn text([x, y]: [f64; 2], anchor: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>\n")
}

/// Returns a straight line with the style of axes.
fn axis([x1, y1]: [f64; 2], [x2, y2]: [f64; 2], opacity: f64) -> String {
    format!(
        "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{INK}\" opacity=\"{opacity}\"/>\n"
    )
}

/// Draws for each game the shares of winnable and unknown deals as a bar, with marks at the bounds.
pub(super) fn shares(surveys: &[Survey]) -> String {
    let [left, right, top, row_height] = [412.0, 820.0, 36.0, 24.0];
    let x = |share: f64| left + (right - left) * share;
    let bottom = top + row_height * surveys.len() as f64;
    let mut content = String::new();
    for percent in [0, 25, 50, 75, 100] {
        let x = x(f64::from(percent) / 100.0);
        content += &axis([x, top], [x, bottom], 0.4);
        content += &text([x, bottom + 18.0], "middle", &format!("{percent} %"));
    }
    let blue = LINES[0].0;
    let legend = [(left, 1.0, "winnable"), (left + 105.0, 0.3, "unknown")];
    for (left, opacity, label) in legend {
        content += &format!(
            "<rect x=\"{left}\" y=\"10\" width=\"14\" height=\"12\" fill=\"{blue}\" opacity=\"{opacity}\"/>\n"
        );
        content += &text([left + 20.0, 21.0], "start", label);
    }
    content += &axis([left + 207.0, 8.0], [left + 207.0, 24.0], 1.0);
    content += &text([left + 214.0, 21.0], "start", "95 % bounds");
    for (row, survey) in surveys.iter().enumerate() {
        let top = top + row_height * row as f64;
        let Tally { won, unknown, .. } = survey.tally;
        let count = survey.tally.count() as f64;
        let [won, open] = [won, won + unknown].map(|deals| x(deals as f64 / count));
        content += &text([left - 10.0, top + 17.0], "end", &label(&survey.subject));
        for (from, to, opacity) in [(left, won, 1.0), (won, open, 0.3)] {
            content += &format!(
                "<rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"12\" fill=\"{blue}\" opacity=\"{opacity}\"/>\n",
                top + 6.0,
                to - from
            );
        }
        let (low, high) = survey.tally.confidence_interval();
        for bound in [low, high] {
            content += &axis([x(bound), top + 3.0], [x(bound), top + 21.0], 1.0);
        }
        content += &text([right + 12.0, top + 17.0], "start", &survey.share());
    }
    picture("Share of winnable deals", [960.0, bottom + 30.0], &content)
}

/// Draws the share of deals decided within a number of positions, up to the number after which the
/// first deal was given up, for the games searched with more than a million positions a deal.
pub(super) fn decided(surveys: &[Survey]) -> String {
    let [left, right, top, bottom] = [60.0, 620.0, 16.0, 396.0];
    let x = |positions: f64| left + (right - left) * (positions.log10() - 3.0) / 5.0;
    let y = |share: f64| bottom - (bottom - top) * share;
    let mut content = String::new();
    for decade in [3, 4, 5, 6, 7, 8] {
        let positions = 10_u64.pow(decade);
        let x = x(positions as f64);
        content += &axis([x, top], [x, bottom], 0.4);
        content += &text([x, bottom + 18.0], "middle", &short(positions));
    }
    for percent in [0, 25, 50, 75, 100] {
        let y = y(f64::from(percent) / 100.0);
        content += &axis([left, y], [right, y], 0.4);
        content += &text([left - 8.0, y + 4.0], "end", &format!("{percent} %"));
    }
    let middle = (left + right) / 2.0;
    content += &text([middle, bottom + 40.0], "middle", "positions searched");
    let large = surveys.iter().filter(|survey| survey.is_large());
    for (row, (survey, (color, dashes))) in large.zip(LINES.into_iter().cycle()).enumerate() {
        let limit = (survey.given_up[0] as f64).min(1e8);
        let points = (0..=100).map(|step| 10_f64.powf(3.0 + f64::from(step) / 20.0));
        let points = points
            .take_while(|&positions| positions < limit)
            .chain([limit]);
        let points = points.map(|positions| {
            let decided = survey
                .decided
                .partition_point(|&needed| needed as f64 <= positions);
            let share = decided as f64 / survey.tally.count() as f64;
            format!("{:.1} {:.1}", x(positions), y(share))
        });
        let style = format!(
            "fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\""
        );
        let points: Vec<_> = points.collect();
        content += &format!("<path d=\"M{}\" {style}/>\n", points.join("L"));
        let y = top + 16.0 + 28.0 * row as f64;
        content += &format!("<path d=\"M{} {y}h36\" {style}/>\n", right + 24.0);
        content += &text([right + 68.0, y + 4.0], "start", &label(&survey.subject));
    }
    picture(
        "Share of deals decided within a number of positions",
        [960.0, bottom + 54.0],
        &content,
    )
}
