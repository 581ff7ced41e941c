// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

class QAction;

namespace quantiscope {

/// How an action is registered.
struct ActionSpec
{
    QString id; ///< stable, for settings and tests: "graph.fit"
    QString text; ///< translated, with a mnemonic: "&Fit graph"
    QString category; ///< translated heading in palette and shortcut list: "Graph"
    QList<QKeySequence> shortcuts = {};
    QString icon = {}; ///< name of themedIcon(); may be empty
    QString help = {}; ///< one translated sentence, for the tooltip
    bool isCheckable = false;
    /// Where its shortcut works: Qt::WidgetWithChildrenShortcut for single letters that must not act while one types.
    Qt::ShortcutContext context = Qt::WindowShortcut;
};

/// Every action of the window, registered once: menus, palette and the list of shortcuts are made from it.
class ActionRegistry final : public QObject
{
    Q_OBJECT

public:
    explicit ActionRegistry(QObject* parent = nullptr);

    /// Registers an action that calls @p run. @p owner gets it (QWidget::addAction) so that its shortcut works there;
    /// null: the window adds it.
    QAction* add(const ActionSpec& spec, const std::function<void()>& run, QWidget* owner = nullptr);

    /// Null when there is none of that id.
    [[nodiscard]] QAction* action(const QString& id) const;
    /// In the order of registration.
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; }
    [[nodiscard]] static QString category(const QAction* action);
    [[nodiscard]] static QString id(const QAction* action);
    /// The name of themedIcon() that it was registered with; may be empty.
    [[nodiscard]] static QString iconName(const QAction* action);
    /// Its text without the mnemonic: "Fit graph" of "&Fit graph", "适应窗口" of "适应窗口(&F)".
    [[nodiscard]] static QString plainText(const QAction* action);

    /// Disables @p action and keeps @p reason (translated: "No model is open") for its tooltip and the palette; an
    /// empty one enables it.
    static void setDisabledReason(QAction* action, const QString& reason);
    [[nodiscard]] static QString disabledReason(const QAction* action);

signals:
    void actionAdded(QAction* action);

private:
    std::vector<QAction*> m_actions;
};

} // namespace quantiscope
