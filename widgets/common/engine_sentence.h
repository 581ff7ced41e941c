// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace quantiscope {

/// What the engine says of a model ("The codes of 'w' keep only 12 dB of its values: 16 bits gain 48 dB."), which it
/// puts together from phrases with names and numbers, in the window's language. Also of sentences that were read from a
/// file. One that is not made of known phrases alone comes back as it is.
[[nodiscard]] QString engineSentence(const std::string& sentence);

} // namespace quantiscope
