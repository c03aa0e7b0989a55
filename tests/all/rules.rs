//! The rules of the five games, compared with an independent naive implementation.

mod both;
mod commands;
mod data;
mod deals;
mod naive;
mod perft;
mod players;
mod random_games;
mod random_tables;
mod refusals;
mod rulings;
pub(crate) mod sample_games;
mod setup;
