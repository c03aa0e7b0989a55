//! What the handlers of the table work with.

use crate::tui::layer::Requests;
use crate::tui::services::Services;

/// The shared state, and the requests to the application so far.
pub(super) struct Context<'a> {
    pub(super) services: &'a mut Services,
    pub(super) requests: Requests,
}

impl<'a> Context<'a> {
    pub(super) fn new(services: &'a mut Services) -> Context<'a> {
        Context {
            services,
            requests: Requests::new(),
        }
    }
}
