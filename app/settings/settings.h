// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/theme.h"

#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace quantiscope {

/// What the window remembers for its user between sessions. One object, made in main() and passed on.
class Settings final : public QObject
{
    Q_OBJECT

public:
    explicit Settings(QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);
    /// "en", "zh_CN", or empty: as the system.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& language);

    /// Threads of jobs; 0: one per core. Does not change results.
    [[nodiscard]] int threads() const;
    void setThreads(int threads);
    /// Most memory of the process while a job runs, in MiB; 0: no limit.
    [[nodiscard]] int memoryBudget() const;
    void setMemoryBudget(int mebibytes);
    /// Samples that layers, sensitivity, what-if and advice are measured on, at most; 0: all.
    [[nodiscard]] int analysisSamples() const;
    void setAnalysisSamples(int samples);

    [[nodiscard]] QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    /// Places of the docks in a perspective ("inspect"), as QMainWindow::saveState() gives them; empty: the default.
    [[nodiscard]] QByteArray layout(const QString& perspective) const;
    void setLayout(const QString& perspective, const QByteArray& state);
    void forgetLayouts();

    /// Shortcuts of action @p id that the user chose; @p fallback when none were.
    [[nodiscard]] QStringList shortcuts(const QString& id, const QStringList& fallback) const;
    void setShortcuts(const QString& id, const QStringList& shortcuts);
    void forgetShortcuts(const QString& id);

    /// Folder where the last file of that kind ("model", "data") was chosen.
    [[nodiscard]] QString folder(const QString& kind) const;
    void setFolder(const QString& kind, const QString& folder);

    /// What belongs to other parts of the window ("recent/…"), which keep keys of their own below theirs.
    [[nodiscard]] QSettings& store() { return m_store; }

signals:
    void themeChanged();
    void languageChanged();

private:
    QSettings m_store;
};

} // namespace quantiscope
