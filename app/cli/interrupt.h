// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace quantiscope {

/// Lets Ctrl-C and SIGTERM set a flag instead of ending the process. A second signal removes the
/// temporary files and ends it at once with status 130.
void installInterruptHandler();

/// Has the user asked to stop? Safe from any thread.
[[nodiscard]] bool isInterrupted();

} // namespace quantiscope
