// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace quantiscope {

class LogModel;

/// From now on what the engine and ONNX Runtime log goes to @p log instead of standard error, from any thread; with the
/// environment variable QUANTISCOPE_DEBUG also what is for developers. @p log may go before the program ends.
void sendEngineLogTo(LogModel& log);

} // namespace quantiscope
