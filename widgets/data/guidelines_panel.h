// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include <functional>

class QHBoxLayout;
class QLabel;
class QMenu;
class QVBoxLayout;

namespace quantiscope {

class DataSession;
class ThumbnailCache;
struct Finding;

/// What the guidelines for calibration data say to the chosen samples: each finding with the pictures concerned and,
/// where leaving samples out mends it, the button that does.
class GuidelinesPanel final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive the panel.
    GuidelinesPanel(DataSession& session, ThumbnailCache& thumbnails, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QWidget* findingWidget(const Finding& finding);
    [[nodiscard]] QWidget* messageWidget(const QString& icon, const QString& text);
    /// A button at the end of @p layout that does @p mend, also in the context menu of @p row.
    void addFix(QWidget& row, QHBoxLayout& layout, const QString& text, const std::function<void()>& mend);
    void openMenu(const QWidget& row, const QPoint& place);
    void showThumbnails();

    DataSession& m_session;
    ThumbnailCache& m_thumbnails;
    bool m_needed = true; ///< DataSession::needsCalibration() as shown
    QLabel* m_count;
    QLabel* m_time;
    QWidget* m_body;
    QVBoxLayout* m_rows;
    QPointer<QMenu> m_menu; ///< of a row, while it is open
};

} // namespace quantiscope
