// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace quantiscope {

/// The invitation to drop a file, with a button for those who would rather choose one; also tells that one is being
/// read, or why it could not be.
class DropArea final : public QWidget
{
    Q_OBJECT

public:
    explicit DropArea(QWidget* parent = nullptr);

    void setInvitation();
    void setOpening(const QString& path);
    void setError(const QString& path, const QString& message);
    /// Something that can be opened hovers over the page.
    void setHovered(bool hovered);
    /// The newest document, for one click; empty: none.
    void setContinue(const QString& path);

signals:
    void openRequested();
    void continueRequested(const QString& path);
    void cancelRequested();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    enum class State
    {
        Invitation,
        Opening,
        Error,
    };
    void show(State state, const QString& title, const QString& text);
    void showIcon();

    State m_state = State::Invitation;
    bool m_isHovered = false;
    QString m_continuePath;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_open;
    QPushButton* m_continue;
    QPushButton* m_cancel;
};

} // namespace quantiscope
