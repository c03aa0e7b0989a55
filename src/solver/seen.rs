//! The positions a search has met, in a table of a set size.

/// Keys that share a place; two cache lines.
const BUCKET: usize = 8;

/// A set of keys that grows up to a set size and then forgets old ones for new.
///
/// A search that asks it whether a position was met before may so meet it again, but never takes
/// a new position for one met before: a full table costs time, not truth.
pub(super) struct Seen {
    /// Buckets of [`BUCKET`] keys, as many as a power of two; 0 is no key.
    keys: Vec<u128>,
    most: usize,
}

impl Seen {
    /// An empty set that never takes more than so many bytes.
    pub(super) fn new(bytes: usize) -> Seen {
        let room = bytes / (BUCKET * size_of::<u128>());
        let mut buckets = 1 << room.max(1).ilog2();
        let mut keys = Vec::new();
        while keys.try_reserve_exact(buckets * BUCKET).is_err() && buckets > 1 {
            buckets /= 2;
        }
        keys.resize(BUCKET, 0);
        Seen {
            keys,
            most: buckets * BUCKET,
        }
    }

    /// Adds a key that is not 0; whether it is new, as far as is remembered.
    pub(super) fn insert(&mut self, key: u128) -> bool {
        loop {
            let buckets = self.keys.len() / BUCKET;
            let start = (key as usize & (buckets - 1)) * BUCKET;
            let full = self.keys.len() == self.most;
            let bucket = &mut self.keys[start..start + BUCKET];
            for slot in bucket.iter_mut() {
                if *slot == key {
                    return false;
                }
                if *slot == 0 {
                    *slot = key;
                    return true;
                }
            }
            if full {
                bucket[(key >> 125) as usize] = key;
                return true;
            }
            self.grow();
        }
    }

    /// Doubles the table in place: each bucket gives half of its keys to a new one.
    fn grow(&mut self) {
        let half = self.keys.len();
        let buckets = half / BUCKET;
        self.keys.resize(2 * half, 0);
        let (old, new) = self.keys.split_at_mut(half);
        for (old, new) in old.chunks_mut(BUCKET).zip(new.chunks_mut(BUCKET)) {
            let (mut stay, mut go) = (0, 0);
            for at in 0..BUCKET {
                let key = std::mem::take(&mut old[at]);
                if key as usize & buckets == 0 {
                    old[stay] = key;
                    stay += usize::from(key != 0);
                } else {
                    new[go] = key;
                    go += 1;
                }
            }
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
    fn a_key_is_new_once() {
        let mut seen = Seen::new(1 << 20);
        for n in 1..10_000 {
            assert!(seen.insert(key(n)));
        }
        for n in 1..10_000 {
            assert!(!seen.insert(key(n)));
        }
    }

    #[test]
    fn a_full_table_forgets_but_never_invents_and_never_grows() {
        let mut seen = Seen::new(4096);
        for n in 1..100_000 {
            assert!(seen.insert(key(n)), "no key is taken for another");
        }
        assert_eq!(seen.keys.len() * size_of::<u128>(), 4096);
        assert!(seen.keys.capacity() * size_of::<u128>() <= 4096);
    }
}
