// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/background_task.h"
#include "widgets/common/opened_model.h"

#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QLineEdit;

namespace quantiscope {

/// Finds nodes while one types, and steps through them with Enter, Up and Down. The search runs in the background; what
/// is wrong with its text stands in the field.
class GraphFindField final : public QWidget
{
    Q_OBJECT

public:
    explicit GraphFindField(QWidget* parent = nullptr);

    /// Where it searches; null: nowhere.
    /// Gives way where there is little room.
    void setNarrow(bool isNarrow);
    void setModel(OpenedModelPtr model);
    [[nodiscard]] const std::vector<int>& hits() const { return m_hits; }
    /// Translated; empty when the search is in order.
    [[nodiscard]] const QString& error() const { return m_error; }

    void setText(const QString& text);
    [[nodiscard]] bool isRegex() const;
    void setRegex(bool isRegex);
    /// Takes the focus, with everything selected.
    void activate();
    /// To the next or previous hit, around the ends.
    void next();
    void previous();
    /// The node that was current elsewhere: stepping goes on from there.
    void setCurrentNode(int node);
    void clear();

signals:
    void hitsChanged();
    /// A step led to @p node.
    void hitReached(int node);
    void errorChanged();
    /// It got or lost the keyboard.
    void activeChanged(bool isActive);
    /// Esc, or Down where nothing is found: the graph gets the focus back.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void search();
    void step(int direction);
    void setHits(std::vector<int> hits);
    void setError(const QString& error);
    void updateCount();

    OpenedModelPtr m_model;
    std::vector<int> m_hits;
    QString m_error;
    int m_current = -1; ///< node
    bool m_isAtHit = false; ///< is m_current a hit that was stepped to?
    int m_pendingStep = 0; ///< asked for while the search runs
    bool m_isNarrow = false;
    QLineEdit* m_text;
    QAction* m_regex;
    QLabel* m_count;
    BackgroundTask m_task;
};

} // namespace quantiscope
