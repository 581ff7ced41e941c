// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/well_formed_xml.h"

#include <QString>

namespace quantiscope {

QByteArray wellFormedXml(const QByteArray& xml)
{
    QString text = QString::fromUtf8(xml);
    for (QChar& c : text) {
        const char16_t code = c.unicode();
        if ((code < 0x20 && code != u'\t' && code != u'\n' && code != u'\r') || code >= 0xFFFE)
            c = QChar(QChar::ReplacementCharacter);
    }
    return text.toUtf8();
}

} // namespace quantiscope
