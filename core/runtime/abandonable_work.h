// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"

#include <functional>

namespace quantiscope {

/// Runs @p work, which cannot be interrupted, on a thread of its own and waits for it. True when it is done; false as
/// soon as @p feedback is canceled: the thread then goes on by itself, so @p work must own everything that it uses and
/// must not throw.
///
/// When the process ends, abandoned work is not waited for: @p cleanUp is called (it may run while the work does, and
/// removes its files), and with glibc the process ends without the destructors of static objects, which the work may
/// be using. Elsewhere the end waits for the work.
[[nodiscard]] bool runAbandonable(std::function<void()> work, std::function<void()> cleanUp, const Feedback& feedback);

} // namespace quantiscope
