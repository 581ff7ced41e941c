// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/recipe/rule_edits.h"

#include <QWidget>

class QButtonGroup;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QPushButton;

namespace quantiscope {

class CatchBars;
class MarkController;
class NodeSelection;

/// The rule that is being made: its kind, starts and ends, what it catches by operator, its precision, and how it is
/// saved. Enter adds it, Escape leaves.
class NewRulePanel final : public QWidget
{
    Q_OBJECT

public:
    NewRulePanel(MarkController& marks, NodeSelection& selection, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct NodeSet
    {
        QWidget* section = nullptr;
        QLabel* title = nullptr;
        QListWidget* list = nullptr;
        QPushButton* add = nullptr;
    };

    NodeSet makeSet(bool isStart);
    void removeFrom(bool isStart, const QList<QListWidgetItem*>& items);
    void updateDraft();
    void updateFinding();
    void fillSet(NodeSet& set, const QString& title, bool isStart);
    void makeMenus();
    [[nodiscard]] std::set<int> caughtNodes() const;
    void setKind(int index);
    void setPattern(const QString& pattern);

    MarkController& m_marks;
    NodeSelection& m_selection;
    QComboBox* m_kind;
    QLabel* m_hint;
    QWidget* m_patternSection;
    QLineEdit* m_pattern;
    NodeSet m_starts;
    NodeSet m_ends;
    QLabel* m_caught;
    CatchBars* m_bars;
    QLabel* m_problem;
    QButtonGroup* m_precision;
    QPlainTextEdit* m_json;
    QPushButton* m_add;
};

} // namespace quantiscope
