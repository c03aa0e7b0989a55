//! The positions a search has met, in a table of a set size.

/// Keys that share a place; two cache lines.
const BUCKET_SIZE: usize = 8;

/// The table grows when more than one in so many of its slots is taken.
const MIN_SLOTS_PER_KEY: usize = 3;

/// A set of keys that grows up to a set size and then forgets old ones for new.
///
/// A search that asks it whether a position was met before may so meet it again, but never takes
/// a new position for one met before: a full bucket costs time, not truth.
///
/// It grows bucket by bucket, so that no key waits for a large table to be copied: the buckets
/// below `split` have given half of their keys to the new ones at the end.
pub(super) struct TranspositionTable {
    /// Buckets of [`BUCKET_SIZE`] keys; 0 is no key.
    keys: Vec<u128>,
    /// The most keys there may be room for.
    max_slots: usize,
    /// How many keys there are.
    count: usize,
    /// How many buckets there were when the last round of splitting began: a power of two.
    round_buckets: usize,
    /// How many of those were split.
    split_buckets: usize,
}

impl TranspositionTable {
    /// An empty set that never takes more than so many bytes.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let mut buckets = (bytes / (BUCKET_SIZE * size_of::<u128>())).max(1);
        let mut keys = Vec::new();
        while keys.try_reserve_exact(buckets * BUCKET_SIZE).is_err() && buckets > 1 {
            buckets /= 2;
        }
        keys.resize(BUCKET_SIZE, 0);
        TranspositionTable {
            keys,
            max_slots: buckets * BUCKET_SIZE,
            count: 0,
            round_buckets: 1,
            split_buckets: 0,
        }
    }

    /// Adds a key that is not 0; whether it is new, as far as is remembered.
    #[inline]
    pub(super) fn insert(&mut self, key: u128) -> bool {
        if self.count * MIN_SLOTS_PER_KEY > self.keys.len() && self.keys.len() < self.max_slots {
            self.grow();
        }
        let mut bucket = key as usize & (self.round_buckets - 1);
        if bucket < self.split_buckets {
            bucket = key as usize & (2 * self.round_buckets - 1);
        }
        let bucket = &mut self.keys[bucket * BUCKET_SIZE..][..BUCKET_SIZE];
        for slot in bucket.iter_mut() {
            if *slot == key {
                return false;
            }
            if *slot == 0 {
                *slot = key;
                self.count += 1;
                return true;
            }
        }
        bucket[(key >> 125) as usize] = key;
        true
    }

    /// Adds a bucket at the end, which half of the keys of the next bucket to split belong to.
    fn grow(&mut self) {
        let new = self.keys.len();
        self.keys.resize(new + BUCKET_SIZE, 0);
        let (old, new) = self.keys.split_at_mut(new);
        let old = &mut old[self.split_buckets * BUCKET_SIZE..][..BUCKET_SIZE];
        let (mut stay, mut go) = (0, 0);
        for at in 0..BUCKET_SIZE {
            let key = std::mem::take(&mut old[at]);
            if key as usize & self.round_buckets == 0 {
                old[stay] = key;
                stay += usize::from(key != 0);
            } else {
                new[go] = key;
                go += 1;
            }
        }
        self.split_buckets += 1;
        if self.split_buckets == self.round_buckets {
            self.round_buckets *= 2;
            self.split_buckets = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u128) -> u128 {
        n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    #[test]
    fn a_key_is_new_once_but_for_a_few_that_are_forgotten() {
        let mut seen = TranspositionTable::new(1 << 20);
        for n in 1..10_000 {
            assert!(seen.insert(key(n)));
        }
        let forgotten = (1..10_000).filter(|&n| seen.insert(key(n))).count();
        assert!(forgotten < 200, "{forgotten}");
    }

    #[test]
    fn a_full_table_forgets_but_never_invents_and_never_grows() {
        let mut seen = TranspositionTable::new(5000);
        for n in 1..100_000 {
            assert!(seen.insert(key(n)), "no key is taken for another");
        }
        assert_eq!(seen.keys.len() * size_of::<u128>(), 4992);
        assert!(seen.keys.capacity() * size_of::<u128>() <= 5000);
    }
}
