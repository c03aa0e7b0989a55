//! The end of a game: a win worth having, an honest loss.

use ratatui::layout::Rect;

use super::card;
use super::pen::{Pen, width};
use crate::cards::Card;
use crate::report::{self, time};
use crate::rules::Rules;
use crate::store::figures::Figures;
use crate::store::settings::Switch;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::scene::{EDGES, EndPanel, Scene, Shape};
use crate::tui::seat::{Ending, Seat};
use crate::tui::study::Purpose;
use crate::tui::theme::Role;
use crate::tui::wrap::wrap;
use crate::words::{counted, home_word};

/// Draws how the game ended, over the table.
pub(super) fn draw(pen: &mut Pen<'_>, scene: &Scene, seat: &Seat, end: &EndPanel) {
    pen.panel(end.area);
    for &(area, card) in &end.feast {
        if !seat.motion.is_coming(area) {
            match area.height {
                1 => card::face(pen, area, card, Role::Paper),
                _ => king(pen, area, card),
            }
        }
    }
    for (n, (line, role)) in end.words.iter().enumerate() {
        let x = end.area.x + end.area.width.saturating_sub(width(line)) / 2;
        pen.write(x, end.top + n as u16, line, *role);
    }
    for item in &scene.items {
        if let Shape::Button(key, brief) = item.shape
            && end.area.intersects(item.area)
        {
            let key = key.to_string();
            let x = pen.write(item.area.x, item.area.y, &key, Role::PanelStrong);
            pen.write(x + 1, item.area.y, brief, Role::Panel);
        }
    }
}

fn king(pen: &mut Pen<'_>, at: Rect, card: Card) {
    pen.fill(at, " ", Role::Paper);
    let edge = Rect::new(at.x, at.y, at.width, 1);
    pen.fill(edge, pen.look.glyphs().hairline, Role::Hairline);
    let ink = pen.look.ink(card, Role::Paper);
    let face = pen.look.face(card);
    let pip = pen.look.pip(card.suit());
    let crown = if pen.look.ascii { "WWW" } else { "♛" };
    pen.write_styled(at.x, at.y, &face, ink);
    pen.write_styled(at.x + (at.width - width(crown)) / 2, at.y + 1, crown, ink);
    let pips = format!("{pip} {pip} {pip}");
    pen.write_styled(at.x + (at.width - width(&pips)) / 2, at.y + 2, &pips, ink);
    pen.write_styled(at.x + at.width / 2, at.y + 3, &pip.to_string(), ink);
    let end = at.right() - width(&face);
    pen.write_styled(end, at.bottom() - 1, &face, ink);
}

/// What is told of the end, line by line.
pub(in crate::tui) fn words(app: &App, seat: &Seat, ending: Ending) -> Vec<(String, Role)> {
    let sitting = &seat.sitting;
    let game = &sitting.game;
    let (moves, home, cards) = (game.moves().len(), game.home(), game.deck().len());
    let title = game.rules().profile().title;
    let head = match ending {
        Ending::Won => format!("{title}: won!"),
        Ending::Lost if moves == 0 => "This deal opens without a single legal move.".into(),
        Ending::Lost => "No legal move is left.".into(),
        Ending::GivenUp => "Given up.".into(),
    };
    let mut lines = vec![(head, Role::PanelStrong), (String::new(), Role::Panel)];
    if moves > 0 {
        let so_far = match ending {
            Ending::Won => format!("all {cards} cards"),
            Ending::Lost | Ending::GivenUp => format!("{home} of {cards} cards"),
        };
        let word = home_word(game);
        let (moves, time) = (counted(moves, "move"), time(sitting.seconds));
        lines.push((format!("{so_far} {word} in {moves}, {time}"), Role::Panel));
    }
    let seed = game.seed().map(|seed| format!("seed {seed}"));
    let undos = (game.undos() > 0).then(|| counted(game.undos() as usize, "undo"));
    let hints = (sitting.hints > 0).then(|| counted(sitting.hints as usize, "hint"));
    let shown = (sitting.shown > 0).then(|| {
        let moves = counted(sitting.shown as usize, "move");
        format!("{moves} shown by the solver")
    });
    let rest = [seed, undos, hints, shown].into_iter().flatten();
    let rest: Vec<String> = rest.collect();
    if !rest.is_empty() {
        // Numbers as large as a record can say take more lines than one.
        let columns = usize::from(app.size.0.saturating_sub(EDGES));
        let told = wrap(&rest.join(", "), columns).into_iter();
        lines.extend(told.map(|line| (line, Role::Panel)));
    }
    if let Some(words) = so_far(app, seat, ending) {
        lines.push((words, Role::PanelStrong));
    }
    if ending != Ending::Won && (app.settings.is_on(Switch::Watch) || seat.study.asked) {
        lines.push((String::new(), Role::Panel));
        lines.push((seat.study.hindsight(game), Role::PanelStrong));
        let looking = match app.question().map(|question| question.purpose) {
            Some(Purpose::LookBack(at)) => seat.study.looking(at),
            _ if seat.study.could_look_longer(game) => {
                let longer = app.by_key(Action::Verdict, "looks longer");
                longer.unwrap_or_default()
            }
            _ => String::new(),
        };
        lines.push((looking, Role::Panel));
    }
    if let Some(file) = &app.export {
        let file = crate::escape::escaped(&file.to_string_lossy());
        lines.push((format!("leaving writes the record to {file}"), Role::Panel));
    }
    lines
}

/// How the game compares with the player's others of its kind.
fn so_far(app: &App, seat: &Seat, ending: Ending) -> Option<String> {
    let sitting = &seat.sitting;
    let rules = sitting.game.rules();
    let (profile, choices) = (rules.profile(), rules.choices());
    let before = Figures::of(&app.ledger.results, profile, &choices, seat.kept.id());
    let own = ending == Ending::Won && sitting.shown == 0 && sitting.parent.is_none();
    let win = own.then(|| (sitting.seconds, sitting.game.moves().len() as u64));
    report::so_far(&before, win)
}
