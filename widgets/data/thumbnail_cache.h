// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

#include <vector>

namespace quantiscope {

class BackgroundTask;

/// A picture made small, and how large it is.
struct Thumbnail
{
    QImage image; ///< null when the file cannot be decoded
    QSize size;
};

/// Small pictures of files, decoded in the background when they are first asked for. The newest wishes come first, so
/// that what is scrolled past does not hold up what is looked at; a bounded number is kept.
class ThumbnailCache final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kUsualSide = 96;

    /// @p side is the longest that a picture gets, in pixels; what is kept takes about 40 MB whatever it is.
    explicit ThumbnailCache(QObject* parent = nullptr, int side = kUsualSide);

    /// The thumbnail of a picture file; null when it is not there yet: ready() tells.
    [[nodiscard]] const Thumbnail* find(const QString& path);

signals:
    void ready();

private:
    void startNext();

    int m_side;
    QCache<QString, Thumbnail> m_cache;
    std::vector<QString> m_wanted; ///< the newest last
    std::vector<QString> m_inWork; ///< what the running task makes
    BackgroundTask* m_task;
    QTimer m_soon;
};

} // namespace quantiscope
