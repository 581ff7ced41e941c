// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace quantiscope {

/// Fusion with what neither a palette nor a style sheet can say: check boxes, combo and spin boxes, arrows and focus
/// frames in the theme's colours (in item views too), cells of tables that keep their distance, and mnemonics
/// underlined only while Alt is held or the menu bar has the keyboard.
class WindowStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    WindowStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* returned) const override;

    using QProxyStyle::polish;
    void polish(QApplication* application) override;
    void polish(QWidget* widget) override;
    using QProxyStyle::unpolish;
    void unpolish(QApplication* application) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool m_isAltHeld = false;
};

} // namespace quantiscope
