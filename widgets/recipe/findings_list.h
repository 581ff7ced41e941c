// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

namespace quantiscope {

class EffectWatcher;

/// What one should know before running a recipe: which operators it leaves in float and why, what hinders the run, and
/// what the engine warns of. Says so in one sentence when there is nothing.
class FindingsList final : public QListWidget
{
    Q_OBJECT

public:
    /// @p watcher must outlive it.
    explicit FindingsList(EffectWatcher& watcher, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void reload();
    void add(const QString& icon, const QString& text);

    EffectWatcher& m_watcher;
};

} // namespace quantiscope
