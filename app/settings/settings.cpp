// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings.h"

#include <algorithm>

namespace quantiscope {

namespace {

// All keys in one place. Values that somebody else wrote there are read as their defaults.
const QString kTheme = QStringLiteral("window/theme");
const QString kLanguage = QStringLiteral("window/language");
const QString kThreads = QStringLiteral("jobs/threads");
const QString kMemoryBudget = QStringLiteral("jobs/memoryBudget");
const QString kAnalysisSamples = QStringLiteral("analysis/samples");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kLayouts = QStringLiteral("layouts");
const QString kShortcuts = QStringLiteral("shortcuts/");
const QString kFolders = QStringLiteral("folders/");

constexpr int kMostThreads = 256;
constexpr int kUsualSamples = 32; ///< to analyse with: seconds for most models

} // namespace

Settings::Settings(QObject* parent)
    : QObject(parent)
    , m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("quantiscope"), QStringLiteral("quantiscope"))
{
}

ThemeChoice Settings::theme() const
{
    const QString name = m_store.value(kTheme).toString();
    return name == QStringLiteral("light") ? ThemeChoice::Light
        : name == QStringLiteral("dark")   ? ThemeChoice::Dark
                                           : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice)
{
    if (choice == theme())
        return;
    m_store.setValue(kTheme,
                     choice == ThemeChoice::Light      ? QStringLiteral("light")
                         : choice == ThemeChoice::Dark ? QStringLiteral("dark")
                                                       : QStringLiteral("system"));
    emit themeChanged();
}

QString Settings::language() const
{
    return m_store.value(kLanguage).toString();
}

void Settings::setLanguage(const QString& chosen)
{
    if (chosen == language())
        return;
    m_store.setValue(kLanguage, chosen);
    emit languageChanged();
}

int Settings::threads() const
{
    return std::clamp(m_store.value(kThreads).toInt(), 0, kMostThreads);
}

void Settings::setThreads(int threads)
{
    m_store.setValue(kThreads, threads);
}

int Settings::memoryBudget() const
{
    return std::max(0, m_store.value(kMemoryBudget).toInt());
}

void Settings::setMemoryBudget(int mebibytes)
{
    m_store.setValue(kMemoryBudget, mebibytes);
}

int Settings::analysisSamples() const
{
    bool isNumber = false;
    const int samples = m_store.value(kAnalysisSamples, kUsualSamples).toInt(&isNumber);
    return isNumber && samples >= 0 ? samples : kUsualSamples;
}

void Settings::setAnalysisSamples(int samples)
{
    m_store.setValue(kAnalysisSamples, samples);
}

QByteArray Settings::windowGeometry() const
{
    return m_store.value(kGeometry).toByteArray();
}

void Settings::setWindowGeometry(const QByteArray& geometry)
{
    m_store.setValue(kGeometry, geometry);
}

QByteArray Settings::layout(const QString& perspective) const
{
    return m_store.value(kLayouts + QLatin1Char('/') + perspective).toByteArray();
}

void Settings::setLayout(const QString& perspective, const QByteArray& state)
{
    m_store.setValue(kLayouts + QLatin1Char('/') + perspective, state);
}

void Settings::forgetLayouts()
{
    m_store.remove(kLayouts);
}

QStringList Settings::shortcuts(const QString& id, const QStringList& fallback) const
{
    return m_store.value(kShortcuts + id, fallback).toStringList();
}

void Settings::setShortcuts(const QString& id, const QStringList& shortcuts)
{
    m_store.setValue(kShortcuts + id, shortcuts);
}

void Settings::forgetShortcuts(const QString& id)
{
    m_store.remove(kShortcuts + id);
}

QString Settings::folder(const QString& kind) const
{
    return m_store.value(kFolders + kind).toString();
}

void Settings::setFolder(const QString& kind, const QString& folder)
{
    m_store.setValue(kFolders + kind, folder);
}

} // namespace quantiscope
