//! Larboard: five uncommon solitaires in a terminal.
//!
//! The library contains the whole program. Data flows one way: a seed shuffles a deck, and the
//! [`rules`] of a game deal it to a table, list the legal moves and apply them. A [`game`] is a table
//! with its history, a [`record`] is its file format, and the [`solver`] decides whether it can be won.
//!
//! ```
//! use larboard::game::Game;
//! use larboard::record::{Record, PlayedGame};
//! use larboard::rules::Status;
//! use larboard::variant;
//!
//! let info = variant::find("single-left").unwrap();
//! let rules = variant::new(info, &[]).unwrap();
//! let mut game = Game::new(rules, 14);
//! while let Some(&mv) = game.legal_moves().first() {
//!     game.play(mv).unwrap();
//! }
//! assert_eq!(game.status(), Status::Won);
//!
//! let record = Record::from_played_game(&PlayedGame::new(game)).to_string();
//! let again = Record::from_slice(record.as_bytes()).unwrap().to_played_game().unwrap();
//! assert_eq!(again.game.status(), Status::Won);
//! ```
//!
//! The solver says whether a deal can be won, and how:
//!
//! ```
//! use std::time::Duration;
//!
//! use larboard::game::Game;
//! use larboard::solver::{Budget, CancelToken, Verdict};
//! use larboard::variant;
//!
//! let moosehide = variant::new(variant::find("moosehide").unwrap(), &[]).unwrap();
//! let mut game = Game::new(moosehide.clone(), 2);
//! let budget = Budget::for_verdict(Duration::from_secs(10), 64 << 20);
//! let result = moosehide.solve(game.table(), &budget, &CancelToken::default(), &mut |_| {});
//! let Verdict::Winnable(line) = result.verdict else {
//!     panic!("not found");
//! };
//! for mv in line {
//!     game.play(mv).unwrap();
//! }
//! assert_eq!(game.cards_home(), 52);
//! ```
//!
//! A game of your own implements [`Rules`](rules::Rules), [`Presentation`](presentation::Presentation)
//! and [`SearchKnowledge`](solver::SearchKnowledge). `tests/all/klondike.rs` shows one that is played,
//! described, recorded and solved without a change in `src/`.

pub mod cards;
pub mod confidence;
pub mod difficulty;
pub mod escape;
pub mod game;
pub mod hint;
pub mod player;
pub mod policy_knowledge;
pub mod presentation;
pub mod proofs;
pub mod record;
pub mod review;
pub mod rules;
pub mod seed;
pub mod solver;
pub mod variant;

// The program, public for its tests and benchmarks.
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod describe;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod line_mode;
#[doc(hidden)]
pub mod session;
#[doc(hidden)]
pub mod stats_text;
#[doc(hidden)]
pub mod storage;
#[doc(hidden)]
pub mod terminal;
#[doc(hidden)]
pub mod tui;
