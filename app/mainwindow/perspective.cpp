// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/perspective.h"

#include <QCoreApplication>

namespace quantiscope {

QString perspectiveKey(Perspective perspective)
{
    switch (perspective) {
    case Perspective::Inspect:
        return QStringLiteral("inspect");
    case Perspective::Calibrate:
        return QStringLiteral("calibrate");
    case Perspective::Analyse:
        return QStringLiteral("analyse");
    case Perspective::Compare:
        break;
    }
    return QStringLiteral("compare");
}

QString perspectiveText(Perspective perspective)
{
    switch (perspective) {
    case Perspective::Inspect:
        return QCoreApplication::translate("quantiscope::Perspective", "Inspect");
    case Perspective::Calibrate:
        return QCoreApplication::translate("quantiscope::Perspective", "Calibrate");
    case Perspective::Analyse:
        return QCoreApplication::translate("quantiscope::Perspective", "Analyse");
    case Perspective::Compare:
        break;
    }
    return QCoreApplication::translate("quantiscope::Perspective", "Compare");
}

} // namespace quantiscope
