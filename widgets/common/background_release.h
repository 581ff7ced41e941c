// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/background_task.h"

#include <memory>

namespace quantiscope {

/// Shares @p object, which is big, so that the last to let go of it need not wait until its memory is given back: that
/// happens in a thread beside the window, for which BackgroundTask::waitForAll() waits as well. Its destructor must not
/// depend on the thread.
template <typename Object>
[[nodiscard]] std::shared_ptr<const Object> releasedInBackground(std::unique_ptr<Object> object)
{
    return {object.release(), [](const Object* last) {
                BackgroundTask::runBeside([last] { std::default_delete<const Object>()(last); });
            }};
}

} // namespace quantiscope
