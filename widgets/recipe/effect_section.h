// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace quantiscope {

class EffectCard;
class EffectWatcher;

/// What the recipe does to the model, always in sight: a line of figures that opens to all of them.
class EffectSection final : public QFrame
{
    Q_OBJECT

public:
    explicit EffectSection(EffectWatcher& watcher, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void update();
    void showMemory();
    void fitText();

    EffectWatcher& m_watcher;
    QToolButton* m_open;
    QLabel* m_text;
    QLabel* m_memory; ///< what a run will need
    EffectCard* m_card;
};

} // namespace quantiscope
