//! Where the player is: in the menu, at the table or in a replay; and what leads from one to another.

use std::path::Path;

use super::context::LineContext;
use super::deals::{self, TypedDeal};
use super::help;
use super::inspect::game_status;
use super::io::{NoticeKind, Rejection, Reply, no_game_open, unknown_command};
use super::menu::{self, MenuPlace, replay_usage};
use super::output::StateJson;
use super::place::Place;
use super::replay::ReplayPlace;
use super::table::TablePlace;
use crate::record::{PlayedGame, RecordError};
use crate::session::{DealSource, Dealt, GameReview, Replay, Session, Start, text, today};
use crate::storage;
use crate::storage::save_dir::SaveId;
use crate::variant::{self, Variant};

/// The places where lines are typed. A replay comes before the game at the table, and that before the menu.
pub(super) struct Places {
    menu: MenuPlace,
    table: Option<TablePlace>,
    replay: Option<ReplayPlace>,
    /// The number of games that have come to the front or were replayed.
    opened_games: usize,
    /// Reads the record in a file, or says why it cannot be read.
    read_record: fn(&Path) -> Result<PlayedGame, RecordError>,
}

impl Places {
    /// Begins in the menu.
    pub(super) fn new(read_record: fn(&Path) -> Result<PlayedGame, RecordError>) -> Places {
        Places {
            menu: MenuPlace::default(),
            table: None,
            replay: None,
            opened_games: 0,
            read_record,
        }
    }

    /// Goes to the first place; returns the greeting.
    pub(super) fn start(&mut self, start: Start, cx: &mut LineContext<'_>) -> Reply {
        match start {
            Start::Menu => Ok(self.menu.greeting(cx)),
            Start::Game(session) => Ok(self.open(*session, cx)),
            Start::NewDeal(rules) => self.deal_from(cx.deal_source(), &rules, cx),
            Start::Replay(played) => {
                let review = GameReview::new(&played.game, None);
                self.open_replay(Replay::new(*played, review), cx)
            }
        }
    }

    /// Returns where the player is, with the game that commands are about.
    pub(super) fn current(&self) -> Place<'_> {
        match (&self.replay, &self.table) {
            (Some(replay), _) => Place::Replay(replay.replay().game()),
            (None, Some(table)) => Place::Table(table.session().game()),
            (None, None) => Place::Menu,
        }
    }

    /// Returns the position shown, as JSON.
    pub(super) fn state(&self) -> Option<StateJson<'_>> {
        if let Some(replay) = &self.replay {
            let replay = replay.replay();
            return Some(StateJson::new(replay.played(), replay.outcome()));
        }
        let session = self.table.as_ref()?.session();
        Some(StateJson::new(session.played(), session.outcome()))
    }

    /// Returns the number of games that have come to the front or were replayed.
    pub(super) fn opened_games(&self) -> usize {
        self.opened_games
    }

    pub(super) fn menu(&mut self) -> &mut MenuPlace {
        &mut self.menu
    }

    /// Lets the game at the table answer.
    pub(super) fn at_table(&mut self, answer: impl FnOnce(&mut TablePlace) -> Reply) -> Reply {
        answer(self.table.as_mut().ok_or_else(no_game_open)?)
    }

    /// Lets the replay answer.
    pub(super) fn in_replay(&mut self, answer: impl FnOnce(&mut ReplayPlace) -> Reply) -> Reply {
        answer(self.replay.as_mut().ok_or_else(no_game_open)?)
    }

    /// Answers a line that is no command: the name of a game, or a move.
    pub(super) fn handle_line(&mut self, line: &str, cx: &mut LineContext<'_>) -> Reply {
        let lower = line.to_ascii_lowercase();
        if variant::parse_id_prefix(&lower).is_some() {
            return self.deal_described(&lower, cx);
        }
        match (&mut self.replay, &mut self.table) {
            (Some(replay), _) => replay.go_to_move(line, cx),
            (None, Some(table)) => table.handle_move(line, cx),
            (None, None) if line.is_empty() => Err(Rejection::NotUnderstood(
                "Type the name of a game, or help".into(),
            )),
            (None, None) => Err(unknown_command(line)),
        }
    }

    /// Watches the game at the table while no line comes, and looks for the next deal.
    pub(super) fn watch(&mut self, cx: &mut LineContext<'_>) {
        if let (None, Some(table)) = (&self.replay, &mut self.table) {
            table.watch(cx);
            cx.search_next_deal(table.session().game().rules());
        }
    }

    /// Counts the time since the last line, and starts the clock again if no replay is open.
    pub(super) fn restart_clock(&mut self, cx: &mut LineContext<'_>) {
        let (is_at_table, now) = (self.replay.is_none(), cx.play_time());
        if let Some(table) = &mut self.table {
            let session = table.session_mut();
            session.advance_clock(now);
            session.note_activity(now);
            session.set_clock_running(is_at_table, now);
        }
    }

    fn advance_clock(&mut self, cx: &LineContext<'_>) {
        if let Some(table) = &mut self.table {
            table.session_mut().advance_clock(cx.play_time());
        }
    }

    /// Saves the game at the table if it has changed; returns what went wrong.
    pub(super) fn save(&mut self, cx: &mut LineContext<'_>) -> Option<String> {
        self.advance_clock(cx);
        let (is_at_table, now) = (self.replay.is_none(), cx.now());
        let session = self.table.as_mut()?.session_mut();
        let notice = cx.profile.save(session, now);
        session.set_clock_running(is_at_table, cx.play_time());
        notice.as_ref().map(text::save_notice)
    }

    /// Leaves all places; returns the game at the table.
    pub(super) fn close(mut self, cx: &LineContext<'_>) -> Option<Session> {
        self.advance_clock(cx);
        self.table.map(TablePlace::into_session)
    }

    /// Opens a game in place of the one at the table; returns how it stands.
    fn open(&mut self, mut session: Session, cx: &mut LineContext<'_>) -> String {
        self.advance_clock(cx);
        let introduction = help::introduction(&session, cx);
        let left = self.table.take().map(TablePlace::into_session);
        let left = cx.profile.open(&mut session, left, cx.now());
        self.table = Some(TablePlace::new(session));
        if let Some(error) = left.error {
            cx.printer
                .print_notice(NoticeKind::Error, &error.to_string());
        }
        let kept = left
            .is_kept
            .then(|| text::game_kept("menu, resume 1") + "\n");
        kept.unwrap_or_default() + &introduction + &self.close_replay(cx)
    }

    /// Ends the replay: back to the game at the table, or to the menu.
    pub(super) fn close_replay(&mut self, cx: &mut LineContext<'_>) -> String {
        self.replay = None;
        self.opened_games += 1;
        self.restart_clock(cx);
        match &mut self.table {
            Some(table) => table.greeting(cx),
            None => self.menu.greeting(cx),
        }
    }

    fn open_replay(&mut self, replay: Replay, cx: &LineContext<'_>) -> Reply {
        let (replay, greeting) = ReplayPlace::open(replay)?;
        self.advance_clock(cx);
        self.replay = Some(replay);
        self.opened_games += 1;
        Ok(greeting)
    }

    /// Answers `replay`: replays the game at the table, a finished one by its number, or a record.
    pub(super) fn replay(&mut self, argument: &str, cx: &LineContext<'_>) -> Reply {
        let replay = match (argument, argument.parse::<usize>(), &self.table) {
            ("", _, Some(table)) if self.replay.is_none() => {
                let session = table.session();
                let review = session.advisor().review_for_replay();
                Replay::new(session.played().clone(), review)
            }
            // The lines come from standard input.
            ("" | "-", ..) => return Err(replay_usage()),
            (_, Ok(number), _) => self.menu.finished_game(number, cx)?,
            (path, Err(_), _) => {
                let played = (self.read_record)(path.as_ref())?;
                let review = GameReview::new(&played.game, None);
                Replay::new(played, review)
            }
        };
        self.open_replay(replay, cx)
    }

    /// Starts a game of its own at the place of the replay.
    pub(super) fn play_from_here(&mut self, cx: &mut LineContext<'_>) -> Reply {
        let replay = self.replay.as_ref().ok_or_else(no_game_open)?;
        let session = replay.replay().play_from_here(cx.now())?;
        let from = text::playing_from(session.game().moves().len());
        Ok(format!("{from}\n{}", self.open(session, cx)))
    }

    /// Reviews the game that is replayed, or the one at the table once it is over.
    pub(super) fn review(&mut self, cx: &mut LineContext<'_>) -> Reply {
        match &mut self.replay {
            Some(replay) => replay.review(cx),
            None => self.at_table(|table| table.review(cx)),
        }
    }

    pub(super) fn describe_status(&mut self) -> Reply {
        match &self.replay {
            Some(replay) => Ok(game_status(replay.replay().game())),
            None => self.at_table(|table| Ok(table.status())),
        }
    }

    /// Exports the game to a file of this path, else to one named after the game.
    pub(super) fn export(&self, path: &str) -> Reply {
        let path = (!path.is_empty()).then_some(path.as_ref());
        let played = match (&self.replay, &self.table) {
            (Some(replay), _) => replay.replay().played(),
            (None, Some(table)) => table.session().played(),
            (None, None) => return Err(no_game_open()),
        };
        match storage::export(played, path) {
            Ok(path) => Ok(text::exported(&path)),
            Err(error) => Err(Rejection::Refused(text::not_exported(&error))),
        }
    }

    /// Describes the results of the game at the table, of another, or of all.
    pub(super) fn describe_results(&self, name: &str, cx: &mut LineContext<'_>) -> Reply {
        let at_table = match self.current() {
            Place::Table(game) => Some(game.rules().info()),
            Place::Menu | Place::Replay(_) => None,
        };
        menu::results(name, at_table, cx)
    }

    /// Deals the game that is described.
    pub(super) fn deal_described(&mut self, description: &str, cx: &mut LineContext<'_>) -> Reply {
        match deals::parse_description(description)? {
            (rules, Some(deal)) => self.deal(deal, &rules, cx),
            (rules, None) => self.deal_from(cx.deal_source(), &rules, cx),
        }
    }

    fn deal(&mut self, deal: TypedDeal, rules: &Variant, cx: &mut LineContext<'_>) -> Reply {
        match deal {
            TypedDeal::From(source) => self.deal_from(source, rules, cx),
            TypedDeal::Seed(seed) => {
                let session = Session::deal(rules.clone(), seed, cx.now());
                Ok(self.open(session, cx))
            }
        }
    }

    fn deal_from(
        &mut self,
        source: DealSource,
        rules: &Variant,
        cx: &mut LineContext<'_>,
    ) -> Reply {
        let (at_table, now) = (self.saved_id(), cx.now());
        let dealt = cx.profile.deal(source, rules, today, at_table, now);
        let (session, note) = match dealt {
            Dealt::New(session, note) => (*session, note),
            Dealt::Resumed { session, is_won } => {
                let restart = Some("restart: from the deal");
                let note = text::daily_resumed(session.game(), is_won, restart);
                (*session, Some(note))
            }
            Dealt::AtTable { .. } => return Ok(self.return_to_table()),
            Dealt::Searching => {
                let dealt = cx.deal_winnable(rules);
                let canceled = |text: &str| Rejection::Refused(text.into());
                (dealt.map_err(canceled)?, None)
            }
        };
        let opened = self.open(session, cx);
        Ok(note.map_or_else(|| opened.clone(), |note| format!("{note}\n{opened}")))
    }

    /// Returns the rules of the game at the table.
    fn rules(&self) -> Result<Variant, Rejection> {
        let table = self.table.as_ref().ok_or_else(no_game_open)?;
        Ok(table.session().game().rules().clone())
    }

    /// Deals the game at the table again, from a source or a seed that was typed, or else as before.
    pub(super) fn deal_another(&mut self, deal: &str, cx: &mut LineContext<'_>) -> Reply {
        if !deal.is_empty() {
            return self.deal_typed(deal, cx);
        }
        self.deal_from(cx.source_of_another_deal(), &self.rules()?, cx)
    }

    pub(super) fn deal_other_kind(&mut self, cx: &mut LineContext<'_>) -> Reply {
        let source = cx.source_of_another_deal().other_kind();
        self.deal_from(source, &self.rules()?, cx)
    }

    pub(super) fn deal_typed(&mut self, typed: &str, cx: &mut LineContext<'_>) -> Reply {
        let rules = self.rules()?;
        match TypedDeal::parse(typed, &rules) {
            Some(deal) => self.deal(deal?, &rules, cx),
            None => {
                let text = format!("{}: new 66", text::NOT_A_NUMBER);
                Err(Rejection::NotUnderstood(text))
            }
        }
    }

    pub(super) fn restart(&mut self, cx: &mut LineContext<'_>) -> Reply {
        let table = self.table.as_ref().ok_or_else(no_game_open)?;
        let restarted = table.session().restart(cx.now());
        Ok(self.open(restarted, cx))
    }

    pub(super) fn resume(&mut self, number: &str, cx: &mut LineContext<'_>) -> Reply {
        let id = self.menu.saved_game(number)?;
        if self.saved_id() == Some(&id) {
            return Ok(self.return_to_table());
        }
        let session = cx.profile.load(&id, cx.now())?;
        let resumed = text::resumed(session.game());
        Ok(format!("{resumed}\n{}", self.open(session, cx)))
    }

    pub(super) fn forget(&mut self, number: &str, cx: &mut LineContext<'_>) -> Reply {
        let at_table = self.table.as_ref();
        let at_table = at_table.and_then(|table| table.session().save_state().id());
        self.menu.forget(number, at_table, cx)
    }

    /// Returns the id of the game at the table, if it is saved.
    fn saved_id(&self) -> Option<&SaveId> {
        self.table.as_ref()?.session().save_state().id()
    }

    /// Answers to a wish for the game that is at the table.
    fn return_to_table(&mut self) -> String {
        self.opened_games += usize::from(self.replay.take().is_some());
        "This game is open".into()
    }
}
