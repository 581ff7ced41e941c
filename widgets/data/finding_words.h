// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_inspection.h"

#include <QString>

namespace quantiscope {

/// A finding in the user's language: a title with the count, a sentence with the numbers, and what to do.
struct FindingWords
{
    QString title;
    QString detail;
    QString advice;
};

[[nodiscard]] FindingWords findingWords(const Finding& finding);

} // namespace quantiscope
