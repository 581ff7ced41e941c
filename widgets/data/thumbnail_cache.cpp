// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/thumbnail_cache.h"

#include "core/data/image_decoder.h"
#include "core/data/picture_geometry.h"
#include "widgets/common/background_task.h"
#include "widgets/common/text.h"
#include "widgets/data/picture_image.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

constexpr int kMostThumbnails = 2000; ///< of the usual side: about 40 MB
constexpr std::size_t kMostWanted = 256;
constexpr std::size_t kAtATime = 12;

using Made = std::vector<std::pair<QString, Thumbnail>>;

} // namespace

ThumbnailCache::ThumbnailCache(QObject* parent, int side)
    : QObject(parent)
    , m_side(side)
    , m_cache(kMostThumbnails * kUsualSide / side * kUsualSide / side)
    , m_task(new BackgroundTask(this))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        if (!m_task->isRunning())
            startNext();
    });
}

const Thumbnail* ThumbnailCache::find(const QString& path)
{
    if (const Thumbnail* found = m_cache.object(path))
        return found;
    if (m_task->isRunning() && std::find(m_inWork.begin(), m_inWork.end(), path) != m_inWork.end())
        return nullptr;
    if (std::find(m_wanted.begin(), m_wanted.end(), path) == m_wanted.end())
        m_wanted.push_back(path);
    if (m_wanted.size() > kMostWanted)
        m_wanted.erase(m_wanted.begin());
    if (!m_task->isRunning())
        m_soon.start(); // when all wishes of one repaint are known
    return nullptr;
}

void ThumbnailCache::startNext()
{
    const std::size_t count = std::min(kAtATime, m_wanted.size());
    if (count == 0)
        return;
    std::vector<QString> paths(m_wanted.end() - std::ptrdiff_t(count), m_wanted.end());
    m_wanted.resize(m_wanted.size() - count);
    m_inWork = paths;
    m_task->start(
        [paths = std::move(paths), side = m_side](Feedback& feedback) {
            Made made;
            for (const QString& path : paths) {
                if (feedback.isCanceled())
                    break;
                Thumbnail thumbnail;
                if (const Result<Picture> picture = readPicture(toPath(path))) {
                    thumbnail.size = QSize(picture->width, picture->height);
                    ChannelPixels pixels{picture->height, picture->width, 3, picture->bgr};
                    thumbnail.image = pictureImage(reducedPixels(pixels, side)).rgbSwapped();
                }
                made.emplace_back(path, std::move(thumbnail));
            }
            return made;
        },
        [this](Made made) {
            for (auto& [path, thumbnail] : made)
                m_cache.insert(path, new Thumbnail(std::move(thumbnail)));
            startNext(); // before the views ask for more: what they start would be superseded
            emit ready();
        });
}

} // namespace quantiscope
