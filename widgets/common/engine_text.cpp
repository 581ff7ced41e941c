// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/engine_text.h"

#include <QCoreApplication>

#include <string>

namespace quantiscope {

QString engineText(std::string_view text)
{
    // The sources for lupdate come from the tables themselves: translations/engine_texts.cpp.
    return QCoreApplication::translate("quantiscope::EngineText", std::string(text).c_str());
}

} // namespace quantiscope
