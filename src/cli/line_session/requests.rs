//! What is wished of whoever keeps games, results and settings, and what comes of it.

use std::io::Write;

use jiff::Timestamp;

use super::clock::SessionTimer;
use super::{LineSession, OpenGame, Transition};
use crate::cli::play::new_session;
use crate::cli::{Failure, file, find_deal, game_args};
use crate::describe::CardNotation;
use crate::escape::io_error_message;
use crate::game::Game;
use crate::line_mode::{OutputOptions, Request, Response, SearchControl};
use crate::record::PlayedGame;
use crate::rules::Status;
use crate::seed::RANDOM_SEED_LIMIT;
use crate::stats_text::{self, PlotStyle};
use crate::storage;
use crate::storage::results::GameOutcome;
use crate::storage::save_manager::SaveState;
use crate::storage::settings::BoolSetting;
use crate::storage::stats::Stats;
use crate::variant::{self, Variant};

impl LineSession {
    /// What is wished of who keeps a sitting.
    pub(super) fn handle_request(
        &mut self,
        wish: Request,
        sitting: &mut PlayedGame,
        kept: &mut SaveState,
        clock: &mut SessionTimer,
        manner: &mut OutputOptions,
    ) -> Response {
        let now = Timestamp::now();
        clock.update(sitting, &self.process_continued, now);
        self.current_save = kept.id().cloned();
        let rules = sitting.game.rules();
        match wish {
            Request::Save { given_up } => {
                clock.is_stopped = given_up || sitting.game.status() != Status::Playing;
                let outcome = match given_up {
                    true => GameOutcome::GivenUp,
                    false => GameOutcome::from_status(sitting.game.status()),
                };
                let told = self
                    .save_manager
                    .save_if_changed(kept, sitting, outcome, now);
                told.map_or(Response::Silent, Response::Message)
            }
            Request::NewDeal(None) => self.transition_to(Transition::RandomDeal(rules.clone())),
            Request::NewDeal(Some(seed)) => self.open_new_game(Game::new(rules.clone(), seed)),
            Request::Restart => {
                let (seed, deck) = (sitting.game.seed(), sitting.game.deck());
                self.open_new_game(Game::from_deck(rules.clone(), seed, deck))
            }
            Request::PreviousGame => self.return_to_previous(rules, kept),
            Request::Results(of) if of.is_empty() => {
                let own = rules.info().id;
                self.describe_results(own, manner.notation())
            }
            Request::Replay(what) if what.is_empty() => self.start_replay(sitting.clone()),
            Request::CompareResult => Response::Message(self.compare_result(sitting, kept)),
            Request::Export(name) => Response::Message(export_session(sitting, &name)),
            wish => self.handle_global(wish, manner),
        }
    }

    /// What can be wished wherever one is.
    pub(super) fn handle_global(&mut self, wish: Request, manner: &mut OutputOptions) -> Response {
        match wish {
            Request::Menu => self.list_games(Timestamp::now()),
            Request::StartGame(words) => self.deal_game(&words),
            Request::Resume(number) => self.resume(&number),
            Request::Results(of) => self.describe_results(&of, manner.notation()),
            Request::FinishedGames(from) => Response::Message(self.list_finished(&from)),
            Request::Replay(what) => self.open_replay(&what),
            Request::Settings(words) => Response::Message(self.handle_settings(&words, manner)),
            _ => Response::Silent,
        }
    }

    pub(super) fn transition_to(&mut self, next: Transition) -> Response {
        self.pending_transition = Some(next);
        Response::Exit
    }

    pub(super) fn open_new_game(&mut self, game: Game) -> Response {
        self.transition_to(Transition::open_game(new_session(game)))
    }

    /// A deal by chance; one that can be won where that is wished.
    pub(super) fn deal_random(
        &self,
        rules: Variant,
        searching: &SearchControl,
        out: &mut impl Write,
    ) -> Result<OpenGame, Failure> {
        if !(self.force_winnable || self.settings.is_on(BoolSetting::WinnableDeals)) {
            let seed = rand::random_range(0..RANDOM_SEED_LIMIT);
            return Ok(OpenGame::new(new_session(Game::new(rules, seed))));
        }
        let (game, answer) = find_deal::find_winnable_deal(&rules, searching, out)?;
        let mut at_hand = OpenGame::new(new_session(game));
        at_hand
            .state
            .record_winnable_deal(&at_hand.played.game, &answer);
        Ok(at_hand)
    }

    /// What the player has come to: in a game, with any of its rules, or in all of them.
    fn describe_results(&mut self, of: &str, names: CardNotation) -> Response {
        let game = match (of, variant::parse_id_prefix(of)) {
            ("" | "all", _) => None,
            (_, Some((game, ""))) => Some(game.id),
            _ => return Response::Message(game_args::unknown_game_message(of)),
        };
        let wrong = self.save_manager.reload_results();
        let ink = match names {
            CardNotation::Symbols => PlotStyle::Blocks,
            CardNotation::Letters => PlotStyle::Ascii,
            CardNotation::Full => PlotStyle::TextOnly,
        };
        let all = Stats::for_all_games(self.save_manager.results());
        let wanted = all
            .iter()
            .filter(|figures| game.is_none_or(|id| figures.info.id == id));
        let mut told: Vec<String> = wanted.flat_map(|one| stats_text::lines(one, ink)).collect();
        if told.is_empty() {
            told.push("no game has come to a result yet".into());
        }
        told.extend(wrong);
        Response::Message(told.join("\n"))
    }
}

/// Puts the record of a sitting in a new file, and says where.
pub(super) fn export_session(sitting: &PlayedGame, name: &str) -> String {
    let exported = match name {
        "" => storage::export(sitting),
        name => storage::export_to(name.as_ref(), sitting).map(|()| name.into()),
    };
    match exported {
        Ok(path) => format!("exported to {}", file::display_name(&path)),
        Err(error) => format!("not exported: {}", io_error_message(&error)),
    }
}
