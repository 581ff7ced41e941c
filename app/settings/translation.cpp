// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/translation.h"

#include <QCoreApplication>
#include <QFont>
#include <QFontDatabase>
#include <QGuiApplication>
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

namespace {

/// Han characters differ between countries. Of fonts that have them the system takes those of its own language, which
/// need not be the window's.
void preferSimplifiedForms()
{
    QFont font = QGuiApplication::font();
    QStringList families = font.families();
    for (const char* name : {"Noto Sans CJK SC", "Source Han Sans SC", "Noto Sans SC", "Microsoft YaHei", "PingFang SC",
                             "WenQuanYi Micro Hei"}) {
        const QString family = QString::fromLatin1(name);
        if (QFontDatabase::hasFamily(family) && !families.contains(family))
            families.append(family);
    }
    font.setFamilies(families);
    QGuiApplication::setFont(font);
}

} // namespace

void installTranslations(QCoreApplication& application, const QString& language)
{
    const QString name = QStringLiteral("quantiscope.translation");
    qDeleteAll(application.findChildren<QTranslator*>(name, Qt::FindDirectChildrenOnly));
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    QLocale::setDefault(locale);
    if (locale.language() == QLocale::Chinese && qobject_cast<QGuiApplication*>(&application))
        preferSimplifiedForms();
    // Qt's own dialogs first: the newest translator is asked first.
    auto* qt = new QTranslator(&application);
    qt->setObjectName(name);
    if (qt->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qt);
    // English has a file, too: its plurals.
    auto* own = new QTranslator(&application);
    own->setObjectName(name);
    if (own->load(locale, QStringLiteral("quantiscope"), QStringLiteral("_"), QStringLiteral(":/i18n"))
        || own->load(QStringLiteral(":/i18n/quantiscope_en.qm")))
        QCoreApplication::installTranslator(own);
}

} // namespace quantiscope
