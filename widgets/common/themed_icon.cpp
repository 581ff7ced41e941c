// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/themed_icon.h"

#include "widgets/common/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <algorithm>

namespace quantiscope {

namespace {

class ThemedIconEngine final : public QIconEngine
{
public:
    ThemedIconEngine(QString name, IconGround ground) : m_name(std::move(name)), m_ground(ground) { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        painter->drawPixmap(rect, drawn(rect.size(), ratio, mode, state));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return drawn(size, 1.0, mode, state);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        return drawn(size / scale, scale, mode, state);
    }

    QString iconName() override { return m_name; }

    [[nodiscard]] QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

private:
    [[nodiscard]] QPixmap drawn(const QSize& size, qreal ratio, QIcon::Mode mode, QIcon::State state) const
    {
        const QColor color = colorOf(mode, state);
        const QString key = QStringLiteral("icon/%1/%2/%3x%4@%5")
                                .arg(m_name, color.name(QColor::HexArgb))
                                .arg(size.width())
                                .arg(size.height())
                                .arg(ratio);
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        QFile file(QStringLiteral(":/icons/") + m_name + QStringLiteral(".svg"));
        pixmap = QPixmap(size * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        if (file.open(QIODevice::ReadOnly)) {
            QSvgRenderer renderer(file.readAll().replace("currentColor", color.name().toLatin1()));
            QPainter painter(&pixmap);
            const qreal side = std::min(size.width(), size.height()); // never stretched; room is left at the right
            renderer.render(&painter, QRectF(0.0, (size.height() - side) / 2.0, side, side));
        }
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    [[nodiscard]] QColor colorOf(QIcon::Mode mode, QIcon::State state) const
    {
        const Theme& theme = Theme::current();
        if (mode == QIcon::Disabled)
            return theme.text3;
        if (m_ground == IconGround::Accent)
            return theme.onAccent;
        if (m_ground == IconGround::Error)
            return theme.error;
        if (m_ground == IconGround::Done)
            return theme.done;
        if (m_ground == IconGround::Outlined)
            return theme.accent;
        if (m_name == QStringLiteral("warning"))
            return theme.warning;
        if (m_name == QStringLiteral("error"))
            return theme.error;
        return state == QIcon::On ? theme.accent : theme.text1;
    }

    QString m_name;
    IconGround m_ground;
};

} // namespace

QIcon themedIcon(const QString& name, IconGround ground)
{
    return QIcon(new ThemedIconEngine(name, ground));
}

} // namespace quantiscope
