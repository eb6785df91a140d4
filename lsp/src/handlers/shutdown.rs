//! `shutdown`: no more work; the client says `exit` next.

use crate::server::State;

pub fn shutdown(state: &State) {
    state.stop();
}
