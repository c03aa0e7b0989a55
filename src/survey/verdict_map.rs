//! Verdicts by seed, in two bits each.

use std::collections::BTreeMap;

use crate::solver::Verdict;

/// Number of seeds whose verdicts share an integer, a page. Small, because seeds that are far apart
/// have a page each.
const SEEDS_PER_PAGE: u64 = 8;

const MASK: u16 = 0b11;

/// The verdicts of any number of seeds. Consecutive seeds take the least memory.
#[derive(Clone, Debug, Default)]
pub(super) struct VerdictMap(BTreeMap<u64, u16>);

impl VerdictMap {
    pub(super) fn get(&self, seed: u64) -> Option<Verdict<()>> {
        let page = self.0.get(&(seed / SEEDS_PER_PAGE))?;
        match page >> shift(seed) & MASK {
            1 => Some(Verdict::Winnable(())),
            2 => Some(Verdict::Unwinnable),
            3 => Some(Verdict::Unknown),
            _ => None,
        }
    }

    pub(super) fn set(&mut self, seed: u64, verdict: Verdict<()>) {
        let bits = match verdict {
            Verdict::Winnable(()) => 1,
            Verdict::Unwinnable => 2,
            Verdict::Unknown => 3,
        };
        let page = self.0.entry(seed / SEEDS_PER_PAGE).or_default();
        *page = *page & !(MASK << shift(seed)) | bits << shift(seed);
    }

    /// Returns the lowest and the highest seed with a verdict.
    pub(super) fn bounds(&self) -> Option<(u64, u64)> {
        let (first, low) = self.0.first_key_value()?;
        let (last, high) = self.0.last_key_value()?;
        let lowest = u64::from(low.trailing_zeros() / 2);
        let highest = u64::from(high.ilog2() / 2);
        Some((
            first * SEEDS_PER_PAGE + lowest,
            last * SEEDS_PER_PAGE + highest,
        ))
    }
}

/// Returns the position of a verdict in its page.
fn shift(seed: u64) -> u64 {
    seed % SEEDS_PER_PAGE * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_has_its_own_verdict() {
        let mut verdicts = VerdictMap::default();
        assert_eq!(verdicts.bounds(), None);
        let all = [Verdict::Winnable(()), Verdict::Unwinnable, Verdict::Unknown];
        let seeds = [5, 30, 31, 32, 33, 1 << 40, u64::MAX - 1, u64::MAX];
        for (seed, verdict) in seeds.into_iter().zip(all.into_iter().cycle()) {
            assert_eq!(verdicts.get(seed), None);
            verdicts.set(seed, verdict);
        }
        for (seed, verdict) in seeds.into_iter().zip(all.into_iter().cycle()) {
            assert_eq!(verdicts.get(seed), Some(verdict), "{seed}");
        }
        verdicts.set(31, Verdict::Winnable(()));
        assert_eq!(verdicts.get(30), Some(Verdict::Unwinnable));
        assert_eq!(verdicts.get(31), Some(Verdict::Winnable(())));
        assert_eq!(verdicts.bounds(), Some((5, u64::MAX)));
    }
}
