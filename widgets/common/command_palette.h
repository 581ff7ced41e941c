// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>
#include <QString>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace quantiscope {

class PaletteModel;

/// One thing that the palette offers.
struct PaletteEntry
{
    QString text;
    QString detail = {}; ///< where it belongs: "Recipe", "Conv"
    QString alias = {}; ///< fits as well, and is not shown: a name that is the same in every language
    QString shortcut = {}; ///< as people read it
    QString icon = {}; ///< name of themedIcon()
    QString group = {}; ///< translated heading that it stands under; empty: none
    bool isOnSelection = false; ///< its group comes before the others
    QString disabledReason = {}; ///< not empty: shown, and cannot be run
    std::function<void()> run = {};
};

/// Where entries come from: all whose prefix the typed text begins with, or those without a prefix.
struct PaletteSource
{
    QChar prefix; ///< '@' for nodes, …
    QString title; ///< translated: "nodes"
    std::function<std::vector<PaletteEntry>()> entries; ///< asked for when the palette opens
};

/// A line to type in and what fits it, over the middle of a window: commands, nodes, tensors, options.
///
/// An entry fits when it contains every typed word, in any case; those where a word begins come first. Entries of a
/// group stand together, under its heading. Up and Down choose, Enter runs, Escape closes. The palette closes by itself
/// when something else gets the focus. The focus goes back to the widget that had it before an entry runs, so that the
/// entry acts there.
class CommandPalette final : public QFrame
{
    Q_OBJECT

public:
    /// A child of @p window, hidden.
    explicit CommandPalette(QWidget* window);

    void setSources(std::vector<PaletteSource> sources);

    /// Shows the palette for the source with @p prefix.
    void open(QChar prefix);

    /// Texts of the entries that are offered now, in order.
    [[nodiscard]] QStringList offered() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Shade;

    void filter(const QString& typed);
    void runCurrent();
    void dismiss();
    void returnFocus();
    void fitIntoWindow();
    enum class Direction
    {
        Down,
        Up,
    };
    /// The entry at @p row, or where a heading stands there the next one in @p direction that is an entry.
    void choose(int row, Direction direction = Direction::Down);
    void loadSource(QChar prefix);

    QLineEdit* m_line;
    QListView* m_list;
    QLabel* m_nothing; ///< in the place of the list when nothing fits
    QLabel* m_count;
    QLabel* m_prefixes;
    PaletteModel* m_model;
    Shade* m_shade;
    std::vector<PaletteSource> m_sources;
    QChar m_loaded;
    QPointer<QWidget> m_focusBefore;
};

} // namespace quantiscope
