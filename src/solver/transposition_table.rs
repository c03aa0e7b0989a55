//! Transposition table: the positions that a search has met, in bounded memory.

/// Number of keys in a bucket, which takes two cache lines.
const BUCKET_SIZE: usize = 8;

/// Number of slots that the table keeps for each key. It grows when there are fewer.
const MIN_SLOTS_PER_KEY: usize = 3;

/// Set of position keys that grows up to a limit and then replaces old keys by new ones.
///
/// After a replacement, a search may expand a position twice, but it never mistakes a new position
/// for a known one. A full table costs time and does not affect the verdict. Below the limit each
/// replacement makes the table grow.
///
/// The table grows bucket by bucket (linear hashing), so that no insertion waits for a large table
/// to be copied. The buckets below `split_buckets` have given half of their keys to the new buckets
/// at the end.
pub(super) struct TranspositionTable {
    /// Buckets of [`BUCKET_SIZE`] keys. 0 marks a free slot.
    keys: Vec<u128>,
    /// Maximum number of slots.
    max_slots: usize,
    /// Number of keys.
    count: usize,
    /// Number of buckets when the current round of splitting began, a power of two.
    round_buckets: usize,
    /// Number of those buckets that have been split.
    split_buckets: usize,
}

impl TranspositionTable {
    /// Creates an empty table that uses at most `bytes`.
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

    /// Inserts a key, which must not be 0. Returns `true` if the key is not in the table.
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
        // If two positions that follow each other replaced each other's keys, a depth-first search would
        // expand them in turn and never end. Growing splits their bucket in time.
        if self.keys.len() < self.max_slots {
            self.grow();
        }
        true
    }

    /// Adds a bucket at the end and moves the keys of the next bucket to split that belong there.
    fn grow(&mut self) {
        let new = self.keys.len();
        self.keys.resize(new + BUCKET_SIZE, 0);
        let (old, new) = self.keys.split_at_mut(new);
        let old = &mut old[self.split_buckets * BUCKET_SIZE..][..BUCKET_SIZE];
        let (mut kept, mut moved) = (0, 0);
        for slot in 0..BUCKET_SIZE {
            let key = std::mem::take(&mut old[slot]);
            if key as usize & self.round_buckets == 0 {
                old[kept] = key;
                kept += usize::from(key != 0);
            } else {
                new[moved] = key;
                moved += 1;
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
    fn keys_are_new_once_except_for_a_few_replaced_ones() {
        let mut table = TranspositionTable::new(1 << 20);
        for n in 1..10_000 {
            assert!(table.insert(key(n)));
        }
        let replaced = (1..10_000).filter(|&n| table.insert(key(n))).count();
        assert!(replaced < 200, "{replaced}");
    }

    #[test]
    fn keys_replace_each_other_only_until_the_table_has_grown() {
        let mut table = TranspositionTable::new(1 << 20);
        // Nine keys of one bucket, all of which would take the same slot.
        let keys = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|n: u128| n << 5);
        let rounds = (0..1_000).take_while(|_| keys.map(|key| table.insert(key)).contains(&true));
        assert!(rounds.count() < 100);
    }

    #[test]
    fn a_full_table_replaces_keys_and_keeps_its_size() {
        let mut table = TranspositionTable::new(5000);
        for n in 1..100_000 {
            assert!(table.insert(key(n)), "no key is mistaken for another");
        }
        assert_eq!(table.keys.len() * size_of::<u128>(), 4992);
        assert!(table.keys.capacity() * size_of::<u128>() <= 5000);
    }
}
