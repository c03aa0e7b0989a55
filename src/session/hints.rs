//! The hints for a position, and what they are for.

use super::command::GivenHint;
use crate::describe::{brief_move_text, plain_effect, purpose};
use crate::game::Game;
use crate::hint::{Hint, HintReason, hints};
use crate::player::{Advice, View};
use crate::proofs::Proofs;
use crate::rules::Move;
use crate::solver::{Tally, Verdict};

/// Number of sample deals, and difference in points, from which a comparison of two moves tells something.
const MIN_COMPARED_SAMPLES: u64 = 20;
const MIN_DIFFERENCE: u64 = 10;

/// A position for which hints are given.
#[derive(Clone, Copy)]
pub(super) struct HintPosition<'a> {
    game: &'a Game,
    proofs: &'a Proofs,
    /// The winning line that the player has seen.
    shown_line: Option<&'a [Move]>,
}

impl<'a> HintPosition<'a> {
    /// `shown_line` is the winning line that the player has seen.
    pub(super) fn new(
        game: &'a Game,
        proofs: &'a Proofs,
        shown_line: Option<&'a [Move]>,
    ) -> HintPosition<'a> {
        HintPosition {
            game,
            proofs,
            shown_line,
        }
    }
}

/// The hints for a position. The first is the next move of a winning line that the player has seen, or
/// else that of the fair player; then come those that improve what can be seen. If hints keep the win, no
/// move that is proven to lose is among them, those that are known to win come first, and where none is,
/// the next move of the winning line that the player has not seen.
pub(super) struct Hints<'a> {
    position: HintPosition<'a>,
    advice: Option<&'a Advice>,
    keeps_win: bool,
}

/// A line of moves, of which the first is a hint.
struct HintLine {
    moves: Vec<Move>,
    reason: HintReason,
}

impl<'a> Hints<'a> {
    /// Ranks by what the fair player has found and the player has seen; or, to keep the win, by what is
    /// proven too.
    pub(super) fn new(
        position: HintPosition<'a>,
        advice: Option<&'a Advice>,
        keeps_win: bool,
    ) -> Hints<'a> {
        Hints {
            position,
            advice,
            keeps_win,
        }
    }

    /// Returns the hint with this number, counting from the first again after the last.
    pub(super) fn nth(&self, number: usize) -> Option<GivenHint> {
        let (game, lines) = (self.position.game, self.lines());
        let index = number.checked_rem(lines.len())?;
        let line = &lines[index];
        let mv = *line.moves.first()?;
        let text = |mv| brief_move_text(game, mv, false);
        let begins = lines.iter().filter_map(|line| line.moves.first());
        let alike = begins.filter(|&&other| text(other) == text(mv));
        Some(GivenHint {
            hint: Hint {
                mv,
                reason: line.reason,
            },
            index,
            count: lines.len(),
            is_ambiguous: alike.count() > 1,
            purpose: self.purpose(line),
        })
    }

    /// Returns the lines that the hints begin, the best first.
    fn lines(&self) -> Vec<HintLine> {
        let mut lines = self.fair_lines();
        if self.keeps_win && self.position.shown_line.is_none() && !self.position.proofs.is_lost() {
            lines = self.winning_lines_first(lines);
        }
        let mut first_moves = Vec::new();
        lines.retain(|line| match line.moves.first() {
            Some(mv) if !first_moves.contains(mv) => {
                first_moves.push(*mv);
                true
            }
            _ => false,
        });
        lines
    }

    /// Returns the lines by what the player can see or has seen.
    fn fair_lines(&self) -> Vec<HintLine> {
        let mut lines = Vec::new();
        if let Some(line) = self.position.shown_line {
            lines.push(HintLine {
                moves: line.to_vec(),
                reason: HintReason::ProvenWin,
            });
        } else if let Some(advice) = self.advice {
            let next_best = advice.next_best.iter().map(|(moves, _)| moves);
            let plans = std::iter::once(&advice.moves).chain(next_best);
            let plans = plans.filter(|moves| self.is_new_way(moves));
            let count = if self.keeps_win { 2 } else { 1 };
            lines.extend(plans.take(count).map(|moves| HintLine {
                moves: moves.clone(),
                reason: advice.reason,
            }));
        }
        let visible = hints(&**self.position.game.rules(), self.position.game.table()).into_iter();
        let visible = visible.map(|Hint { mv, reason }| HintLine {
            moves: vec![mv],
            reason,
        });
        lines.extend(visible.filter(|line| self.is_new_way(&line.moves)));
        lines
    }

    /// Leaves out the lines that are proven to lose, and puts those first that are known to win, of these the
    /// one that begins with a safe card home.
    fn winning_lines_first(&self, lines: Vec<HintLine>) -> Vec<HintLine> {
        let verdict = |line: &HintLine| {
            self.position
                .proofs
                .verdict_after(self.position.game, &line.moves)
        };
        let not_lost = lines.into_iter();
        let not_lost = not_lost.filter(|line| verdict(line) != Verdict::Unwinnable);
        let is_win = |line: &HintLine| verdict(line) == Verdict::Winnable(());
        let (mut won, unknown): (Vec<HintLine>, Vec<HintLine>) = not_lost.partition(is_win);
        let hidden = self
            .position
            .proofs
            .winning_line()
            .filter(|line| !line.is_empty());
        won.extend(hidden.map(|line| HintLine {
            moves: line.to_vec(),
            reason: HintReason::KeepsWin,
        }));
        // A card that cannot be needed again costs nothing, and may turn up another.
        let safe = self.position.game.safe_autoplay_move();
        if let Some(safe) = safe.filter(|safe| self.is_new_way(&[*safe])) {
            won.sort_by_key(|line| line.moves.first() != Some(&safe));
        }
        won.into_iter().chain(unknown).collect()
    }

    /// Whether there are moves and they lead to no position that the game has been in.
    fn is_new_way(&self, moves: &[Move]) -> bool {
        !moves.is_empty() && !self.position.proofs.leads_back(self.position.game, moves)
    }

    /// Says what the first move of a line is for, by what can be seen; nothing if the move says it.
    fn purpose(&self, line: &HintLine) -> String {
        let (line, reason) = (&line.moves[..], line.reason);
        let rules = self.position.game.rules();
        let view = View::new(self.position.game);
        let table = view.to_table(view.unseen());
        let advice = self
            .advice
            .filter(|advice| advice.moves == line && advice.reason == reason);
        let compared = advice.and_then(comparison);
        let seen = view.seen_cards();
        let visible = seen.until_new_card(&**rules, &table, line.to_vec());
        let purpose = purpose(&**rules, &table, visible.as_deref().unwrap_or(line));
        let is_lone_majority = |(best, next): (u64, u64)| best >= 50 && next < 50;
        if purpose.is_none() && compared.is_some_and(is_lone_majority) {
            return "the only move that still wins in most deals".into();
        }
        if purpose.is_none() && reason == HintReason::KeepsWin {
            return "keeps the win".into();
        }
        let purpose = purpose.unwrap_or_else(|| plain_effect(&table, line[0]));
        let text = match (reason, compared) {
            (HintReason::OnlyMove, _) => format!("{purpose}; the only move"),
            (HintReason::ProvenWin, _) => format!("{purpose}; this wins"),
            (_, Some((best, next))) => format!("{purpose}, {best} % against {next} %"),
            (_, None) => purpose,
        };
        text.trim_start_matches([';', ',', ' ']).to_owned()
    }
}

/// The shares of the same sample deals that the best and the next best moves win, in percent, if their
/// difference tells something about a position that the advice was given for.
pub(super) fn comparison(advice: &Advice) -> Option<(u64, u64)> {
    let (_, next) = advice.next_best.as_ref()?;
    let percent = |tally: Tally| (100 * tally.won).checked_div(tally.count());
    let (best, next_best) = (percent(advice.tally)?, percent(*next)?);
    let is_enough = next.count() >= MIN_COMPARED_SAMPLES && next.count() == advice.tally.count();
    let is_clear = best >= next_best + MIN_DIFFERENCE;
    (is_enough && is_clear && !advice.is_continued).then_some((best, next_best))
}
