//! Games that could not be saved on exit.

use super::{Failure, file};
use crate::record::{PlayedGame, Record};
use crate::storage::save_manager::SaveError;
use crate::storage::{self, StorageError};

/// Returns one failure for all games and results that could not be saved.
pub(super) fn report(games: &[(PlayedGame, SaveError)]) -> Option<Failure> {
    let (mut unsaved, mut results) = (Vec::new(), Vec::new());
    for (played, error) in games {
        match error {
            SaveError::Game(why) => unsaved.push((played, why)),
            SaveError::Result(_) => results.push(error),
        }
    }
    let result = results.first().map(|one| Failure::Failed(one.to_string()));
    Failure::combine_all([emergency_save_all(&unsaved), result]).err()
}

/// Saves the records of unsaved games elsewhere, and returns a failure that says where.
fn emergency_save_all(unsaved: &[(&PlayedGame, &StorageError)]) -> Option<Failure> {
    let (_, why) = unsaved.first()?;
    let places: Vec<String> = unsaved
        .iter()
        .filter_map(|(played, _)| {
            storage::emergency_save(&Record::from_played_game(played).to_string()).ok()
        })
        .map(|place| file::display_name(&place))
        .collect();
    let games = match unsaved.len() {
        1 => "game".to_owned(),
        n => format!("{n} games"),
    };
    let instead = match places.len() {
        0 => String::new(),
        1 => format!("; its record is in {} instead", places[0]),
        n => format!("; {n} records are in {} instead", places.join(", ")),
    };
    Some(Failure::Failed(format!(
        "{games} not saved: {why}{instead}"
    )))
}
