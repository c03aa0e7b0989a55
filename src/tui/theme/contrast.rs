//! Contrast between two colors, as the Web Content Accessibility Guidelines define it.

use super::palette::Rgb;

/// Contrast below which text is hard to read.
pub(super) const MIN_CONTRAST: f64 = 3.0;

/// Returns the contrast between two colors: from 1, if they are equal, to 21.
pub(super) fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Whether dark text is easier to read on a ground than light text.
pub(super) fn is_light(ground: Rgb) -> bool {
    contrast(ground, (0, 0, 0)) > contrast(ground, (0xff, 0xff, 0xff))
}

/// Returns the relative luminance of a color, from 0 to 1.
fn luminance((red, green, blue): Rgb) -> f64 {
    let linear = |value: u8| {
        let value = f64::from(value) / 255.0;
        match value <= 0.040_45 {
            true => value / 12.92,
            false => ((value + 0.055) / 1.055).powf(2.4),
        }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrasts_are_those_of_the_guidelines() {
        for (one, other, expected) in [
            ((0, 0, 0), (255, 255, 255), 21.0),
            ((255, 0, 0), (255, 255, 255), 4.0),
            ((0x77, 0x77, 0x77), (255, 255, 255), 4.48),
            ((18, 52, 86), (18, 52, 86), 1.0),
        ] {
            assert!((contrast(one, other) - expected).abs() < 0.01, "{one:?}");
            assert!((contrast(other, one) - expected).abs() < 0.01, "{one:?}");
        }
        assert!(is_light((255, 192, 64)) && !is_light((0x12, 0x4a, 0x2c)));
    }
}
