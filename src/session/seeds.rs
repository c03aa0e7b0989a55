//! Random seeds for new deals.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::seed::RANDOM_SEED_LIMIT;

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

    /// Draws other seeds in every run.
    pub fn from_system() -> SeedSource {
        SeedSource::from_seed(rand::rng().next_u64())
    }

    /// Draws a seed below [`RANDOM_SEED_LIMIT`].
    pub fn next_seed(&mut self) -> u64 {
        self.0.next_u64() % RANDOM_SEED_LIMIT
    }
}
