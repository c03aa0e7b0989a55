//! Random seeds for new deals.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::difficulty::{Difficulty, GradedDeals};
use crate::seed::RANDOM_SEED_LIMIT;
use crate::variant::Variant;

/// Draws the seeds of random deals.
#[derive(Clone, Debug)]
pub struct SeedSource(ChaCha20Rng);

impl SeedSource {
    /// Draws the same seeds in every run.
    pub fn from_seed(seed: u64) -> SeedSource {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        SeedSource(ChaCha20Rng::from_seed(key))
    }

    /// Draws different seeds in every run.
    pub fn from_system() -> SeedSource {
        SeedSource::from_seed(rand::rng().next_u64())
    }

    /// Draws a seed below [`RANDOM_SEED_LIMIT`].
    pub fn next_seed(&mut self) -> u64 {
        self.0.next_u64() % RANDOM_SEED_LIMIT
    }

    /// Draws the seed of a graded deal. `None` if no deals of the game with these options are graded.
    pub fn next_graded_seed(&mut self, rules: &Variant, difficulty: Difficulty) -> Option<u64> {
        let seeds = GradedDeals::bundled(rules)?.seeds(difficulty);
        let index = self.0.next_u64() % (seeds.len() as u64).max(1);
        seeds.get(usize::try_from(index).ok()?).copied()
    }

    /// Draws the seed of a random deal, of the difficulty that the player wants if there are such deals.
    /// `None` if a winnable deal has to be found.
    pub fn next_deal(
        &mut self,
        rules: &Variant,
        difficulty: Option<Difficulty>,
        is_winnable_required: bool,
    ) -> Option<u64> {
        let graded = difficulty.and_then(|difficulty| self.next_graded_seed(rules, difficulty));
        graded.or_else(|| (!is_winnable_required).then(|| self.next_seed()))
    }
}
