//! The words about the end of a game.

use super::action::Action;
use super::app::App;
use super::seat::{Ending, Seat};
use super::study::Purpose;
use super::theme::Role;
use super::wrap::wrap;
use crate::escape::escaped;
use crate::report::{self, time};
use crate::rules::Rules;
use crate::store::figures::Figures;
use crate::store::settings::Switch;
use crate::words::{counted, home_word};

/// What is told of the end, in lines of at most so many columns where that can be.
pub(super) fn words(app: &App, seat: &Seat, ending: Ending, columns: u16) -> Vec<(String, Role)> {
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
        let told = wrap(&rest.join(", "), columns.into()).into_iter();
        lines.extend(told.map(|line| (line, Role::Panel)));
    }
    if let Some(words) = so_far(app, seat, ending) {
        lines.push((words, Role::PanelStrong));
    }
    if ending != Ending::Won && (app.settings.is_on(Switch::Watch) || seat.study.asked) {
        lines.push((String::new(), Role::Panel));
        lines.push((seat.study.hindsight(game), Role::PanelStrong));
        let looking = match app.question() {
            Some(question) if question.purpose == Purpose::LookBack => {
                seat.looking(question.look.at)
            }
            _ if seat.study.could_look_longer(game) => {
                let longer = app.by_key(Action::Verdict, "looks longer");
                longer.unwrap_or_default()
            }
            _ => String::new(),
        };
        lines.push((looking, Role::Panel));
    }
    if let Some(file) = &app.export {
        let file = escaped(&file.to_string_lossy());
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
