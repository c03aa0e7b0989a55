//! The rules of the five games, compared with an independent naive implementation.

mod deals;
pub(crate) mod naive;
mod perft;
pub(crate) mod players;
mod random_games;
pub(crate) mod random_tables;
mod refusals;
mod rulings;
pub(crate) mod sample_games;
pub(crate) mod setup;

pub(crate) use rulings::assert_ruling;
