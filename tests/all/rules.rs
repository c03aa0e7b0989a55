//! The rules of the five games, held against a second reading of them.

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
mod scene;
mod stories;
