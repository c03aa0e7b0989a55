//! Preview of the chosen game: the opening of an example deal, in which the piles slide once.

use jiff::{SignedDuration, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::game::{CardMove, CardMoveKind, CardPosition, Game, GameKind};
use crate::rules::{Move, PileId};
use crate::tui::board::BoardView;
use crate::tui::board::scene::BoardScene;
use crate::tui::context::Context;
use crate::tui::frame::Frame;
use crate::tui::theme::Role;
use crate::variant::Variant;

/// A deal in which a pile can be emptied at once in the games whose piles slide.
const SEED: u64 = 5;
/// Time until a pile is emptied.
const DELAY: SignedDuration = SignedDuration::from_secs(1);

/// The example deal of a game, as it is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Preview {
    game: Option<Game>,
    view: BoardView,
    /// When a pile is to be emptied.
    moves_at: Option<Timestamp>,
}

impl Preview {
    /// Draws a game in an area. Another one begins with its deal.
    pub(super) fn draw(
        &mut self,
        rules: Option<Variant>,
        area: Rect,
        cx: &Context,
        buf: &mut Buffer,
    ) {
        let Some(rules) = rules else {
            return;
        };
        let is_shown = |game: &Game| GameKind::new(game.rules()) == GameKind::new(&rules);
        if !self.game.as_ref().is_some_and(is_shown) {
            let game = Game::new(rules, SEED);
            let moves = sliding_move(&game).filter(|_| cx.config.is_animation_enabled());
            *self = Preview {
                moves_at: moves.and_then(|_| cx.now.checked_add(DELAY).ok()),
                game: Some(game),
                ..Preview::default()
            };
        }
        if let Some(game) = &self.game {
            // No pile of a grid has the cursor.
            let no_card = CardPosition {
                pile: PileId::HAND,
                index: 0,
            };
            let (theme, scene) = (cx.theme(), BoardScene::new(game, no_card));
            // A board begins in the first cell.
            let place = Rect::from((Position::ORIGIN, area.as_size()));
            let mut board = Buffer::empty(place);
            board.set_style(place, theme[Role::Background]);
            self.view
                .draw(&scene, cx, place, &mut Frame::default(), &mut board);
            self.view.render_floating(theme, &mut board);
            board.area = area;
            buf.merge(&board);
        }
    }

    /// Shows what is due: the next frame, or the pile that is emptied.
    pub(super) fn handle_tick(&mut self, now: Timestamp) {
        self.view.animation_mut().tick(now);
        if self.moves_at.take_if(|due| *due <= now).is_some()
            && let Some(game) = &mut self.game
            && let Some(mv) = sliding_move(game)
        {
            _ = game.play(mv);
        }
    }

    /// Returns when something is due. `None` once the preview has come to rest.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        let next_frame = self.view.animation().next_frame_at();
        self.moves_at.into_iter().chain(next_frame).min()
    }
}

/// Returns a move after which piles slide.
fn sliding_move(game: &Game) -> Option<Move> {
    let mut moves = game.legal_moves().into_iter();
    moves.find(|mv| {
        let mut after = game.clone();
        let slid = |card: &CardMove| card.kind == CardMoveKind::Slid;
        after.play(*mv).is_ok() && after.last_move_diff().card_moves().iter().any(slid)
    })
}
