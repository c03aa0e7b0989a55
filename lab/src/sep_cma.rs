//! Separable CMA-ES: an evolution strategy that adapts the step of each coordinate and the length of
//! all steps (R. Ros and N. Hansen: *A Simple Modification in CMA-ES Achieving Linear Time and Space
//! Complexity*, PPSN 2008).

use std::cmp::Ordering;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

/// Number of points in a generation, and of those from which the next mean is made.
const POPULATION: usize = 16;
const PARENTS: usize = POPULATION / 2;

/// The state of a search for the point with the greatest value.
pub(crate) struct SepCma {
    mean: Vec<f64>,
    /// The variance of each coordinate, without the length of the steps.
    variances: Vec<f64>,
    step_length: f64,
    /// The weighted sums of the last steps, by which their length and the variances are adapted.
    length_path: Vec<f64>,
    variance_path: Vec<f64>,
    generation: i32,
    random: ChaCha20Rng,
}

impl SepCma {
    /// Starts at a point, with a standard deviation for each coordinate.
    pub(crate) fn new(mean: Vec<f64>, deviations: &[f64], seed: u64) -> SepCma {
        SepCma {
            variances: deviations
                .iter()
                .map(|deviation| deviation * deviation)
                .collect(),
            step_length: 1.0,
            length_path: vec![0.0; mean.len()],
            variance_path: vec![0.0; mean.len()],
            mean,
            generation: 0,
            random: ChaCha20Rng::seed_from_u64(seed),
        }
    }

    /// Returns the mean of the points, the best guess.
    pub(crate) fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// Makes a generation of points, has them valued and moves towards the best. Returns the mean value.
    pub(crate) fn step(&mut self, value: impl FnOnce(&[Vec<f64>]) -> Vec<f64>) -> f64 {
        let steps: Vec<Vec<f64>> = (0..POPULATION)
            .map(|_| self.mean.iter().map(|_| normal(&mut self.random)).collect())
            .collect();
        let point = |step: &Vec<f64>| {
            let deviations = self.variances.iter().map(|variance| variance.sqrt());
            let moved = self.mean.iter().zip(deviations).zip(step);
            moved
                .map(|((mean, deviation), step)| mean + self.step_length * deviation * step)
                .collect()
        };
        let values = value(&steps.iter().map(point).collect::<Vec<_>>());
        let mut ranking: Vec<_> = steps.iter().zip(&values).collect();
        ranking.sort_by(|(_, one), (_, other)| other.partial_cmp(one).unwrap_or(Ordering::Equal));
        let best: Vec<&Vec<f64>> = ranking
            .iter()
            .take(PARENTS)
            .map(|(step, _)| *step)
            .collect();
        self.adapt(&best);
        values.iter().sum::<f64>() / POPULATION as f64
    }

    /// Moves the mean and adapts the steps to the best ones, the very best first. The constants are those
    /// of the paper.
    fn adapt(&mut self, best: &[&Vec<f64>]) {
        self.generation += 1;
        let n = self.mean.len() as f64;
        let share = |rank: usize| (PARENTS as f64 + 0.5).ln() - (rank as f64 + 1.0).ln();
        let total: f64 = (0..PARENTS).map(share).sum();
        let shares: Vec<f64> = (0..PARENTS).map(|rank| share(rank) / total).collect();
        let parents = 1.0 / shares.iter().map(|share| share * share).sum::<f64>();
        let length_rate = (parents + 2.0) / (n + parents + 3.0);
        let path_rate = 4.0 / (n + 4.0);
        let of_parents = ((2.0 * parents - 1.0) / ((n + 2.0).powi(2) + parents)).min(1.0);
        let variance_rate = (n + 2.0) / 3.0
            * (2.0 / (n + std::f64::consts::SQRT_2).powi(2) / parents
                + (1.0 - 1.0 / parents) * of_parents);
        let usual_length = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        let mean_of = |i: usize, power: i32| -> f64 {
            let parts = best.iter().zip(&shares);
            parts.map(|(step, share)| share * step[i].powi(power)).sum()
        };
        let keep = |rate: f64| (rate * (2.0 - rate) * parents).sqrt();
        for (i, path) in self.length_path.iter_mut().enumerate() {
            *path = (1.0 - length_rate) * *path + keep(length_rate) * mean_of(i, 1);
        }
        let length = self
            .length_path
            .iter()
            .map(|part| part * part)
            .sum::<f64>()
            .sqrt();
        let expected = (1.0 - (1.0 - length_rate).powi(2 * self.generation)).sqrt();
        let is_steady = length / expected < (1.4 + 2.0 / (n + 1.0)) * usual_length;
        for i in 0..self.mean.len() {
            let (variance, path) = (self.variances[i], &mut self.variance_path[i]);
            self.mean[i] += self.step_length * variance.sqrt() * mean_of(i, 1);
            *path *= 1.0 - path_rate;
            if is_steady {
                *path += keep(path_rate) * variance.sqrt() * mean_of(i, 1);
            }
            let learned =
                *path * *path / parents + (1.0 - 1.0 / parents) * variance * mean_of(i, 2);
            self.variances[i] = (1.0 - variance_rate) * variance + variance_rate * learned;
        }
        let damping = length_rate / (1.0 + length_rate);
        self.step_length *= (damping * (length / usual_length - 1.0)).exp();
    }
}

/// Returns a number of the standard normal distribution.
fn normal(random: &mut ChaCha20Rng) -> f64 {
    let (radius, angle): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}
