// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QStringList>
#include <QXmlStreamReader>

#include <string>

namespace quantiscope::test {

/// What an XML reader finds in a page.
struct Page
{
    QStringList elements;
    QStringList attributes; ///< "name=value"
    QStringList texts;
    QString error;
};

inline Page pageOf(const std::string& html)
{
    Page page;
    QXmlStreamReader reader(QByteArray::fromStdString(html));
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            page.elements += reader.name().toString();
            for (const QXmlStreamAttribute& attribute : reader.attributes())
                page.attributes += attribute.name().toString() + "=" + attribute.value().toString();
        } else if (reader.isCharacters() && !reader.isWhitespace()) {
            page.texts += reader.text().toString();
        }
    }
    page.error = reader.errorString();
    return page;
}

/// What a page refers to outside of itself; empty as it has to be.
inline QStringList referencesOf(const std::string& html)
{
    static const QRegularExpression kReference("^(src|href|data|action|srcset)=(?!#|data:)");
    static const QRegularExpression kLoading("url\\(|@import|fetch\\(|XMLHttp|import ");
    QStringList found = pageOf(html).attributes.filter(kReference);
    const QString text = QString::fromStdString(html);
    for (auto all = kLoading.globalMatch(text); all.hasNext();)
        found += all.next().captured();
    return found;
}

} // namespace quantiscope::test
