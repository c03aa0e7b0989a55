//! Confidence intervals.

/// Returns the 95 % Wilson score interval of a proportion, observed as `successes` of `trials`.
///
/// ```
/// let (low, high) = larboard::confidence::wilson_interval(123, 130);
/// assert!(low < 123.0 / 130.0 && 123.0 / 130.0 < high);
/// assert_eq!(larboard::confidence::wilson_interval(0, 0), (0.0, 1.0));
/// ```
pub fn wilson_interval(successes: u64, trials: u64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let share = successes as f64 / n;
    let center = share + Z * Z / (2.0 * n);
    let margin = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    let low = if successes == 0 {
        0.0
    } else {
        (center - margin) / scale
    };
    let high = if successes == trials {
        1.0
    } else {
        (center + margin) / scale
    };
    (low, high)
}

/// Returns a 95 % confidence interval of a proportion of which some trials are undecided. These
/// count as failures for the lower bound and as successes for the upper.
pub fn interval_with_unknown(successes: u64, unknown: u64, trials: u64) -> (f64, f64) {
    let (low, _) = wilson_interval(successes, trials);
    let (_, high) = wilson_interval(successes + unknown, trials);
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_the_wilson_score_interval() {
        for (successes, trials, low, high) in [
            (0, 10, 0.0, 0.27753),
            (5, 10, 0.23659, 0.76341),
            (10, 10, 0.72247, 1.0),
            (123, 130, 0.89302, 0.97368),
        ] {
            let (found_low, found_high) = wilson_interval(successes, trials);
            assert!(
                (found_low - low).abs() < 1e-5,
                "{successes} of {trials}: {found_low}"
            );
            assert!(
                (found_high - high).abs() < 1e-5,
                "{successes} of {trials}: {found_high}"
            );
        }
        assert_eq!(wilson_interval(0, 0), (0.0, 1.0));
    }

    #[test]
    fn unknown_trials_widen_the_interval_both_ways() {
        let interval = (wilson_interval(1, 3).0, wilson_interval(2, 3).1);
        assert_eq!(interval_with_unknown(1, 1, 3), interval);
    }
}
