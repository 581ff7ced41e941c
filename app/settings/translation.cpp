// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace quantiscope {

QStringList languages()
{
    return {QStringLiteral("en"), QStringLiteral("zh_CN")};
}

QString languageName(const QString& language)
{
    return language == QStringLiteral("zh_CN") ? QStringLiteral("简体中文") : QStringLiteral("English");
}

void installTranslations(QCoreApplication& application, const QString& language)
{
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    QLocale::setDefault(locale);
    // Qt's own dialogs first: the newest translator is asked first.
    auto* qt = new QTranslator(&application);
    if (qt->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qt);
    // English has a file, too: its plurals.
    auto* own = new QTranslator(&application);
    if (own->load(locale, QStringLiteral("quantiscope"), QStringLiteral("_"), QStringLiteral(":/i18n"))
        || own->load(QStringLiteral(":/i18n/quantiscope_en.qm")))
        QCoreApplication::installTranslator(own);
}

} // namespace quantiscope
