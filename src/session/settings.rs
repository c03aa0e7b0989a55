//! What the settings and the command line say about deals.

use crate::storage::settings::{BoolSetting, Settings};
use crate::variant::Variant;

/// Whether a random deal of a game has to be winnable: always if that is `forced`, else as the
/// settings say, in a game of which a winnable deal is known.
pub fn is_winnable_deal_required(settings: &Settings, forced: bool, rules: &Variant) -> bool {
    forced || settings.is_on(BoolSetting::WinnableDeals) && rules.has_known_winnable_deals()
}
