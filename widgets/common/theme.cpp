// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme.h"

#include "widgets/common/window_style.h"

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

Theme makeLight()
{
    Theme theme;
    theme.window = QColor(0xF1F3F5);
    theme.head = QColor(0xE9ECF0);
    theme.base = QColor(0xFFFFFF);
    theme.alternate = QColor(0xF7F8FA);
    theme.canvas = QColor(0xFAFBFC);
    theme.gridDot = QColor(0xEDF0F3);
    theme.border = QColor(0xD3D8DE);
    theme.hairline = QColor(0xE4E7EB);
    theme.text1 = QColor(0x1A2027);
    theme.text2 = QColor(0x56616E);
    theme.text3 = QColor(0x717F90);
    theme.accent = QColor(0x1E5FBF);
    theme.onAccent = QColor(0xFFFFFF);
    theme.selectedRow = QColor(0xCFE0F8);
    theme.hover = QColor(0xE3EDFB);
    theme.selection = QColor(0xD6006C);
    theme.int8 = QColor(0x2F6FB5);
    theme.int16 = QColor(0x5A3B87);
    theme.floating = QColor(0xC77700);
    theme.error = QColor(0xB6331B);
    theme.errorFill = QColor(0xFBE9E5);
    theme.warning = QColor(0x865900);
    theme.warningFill = QColor(0xFFF5DA);
    theme.done = QColor(0x0A6F63);
    theme.doneFill = QColor(0xDFF3EF);
    theme.better = QColor(0x1E5FBF);
    theme.worse = QColor(0x9A4D00);
    theme.neutral = QColor(0xB8BEC6);
    theme.series = {QColor(0x1E5FBF), QColor(0xC77700), QColor(0x0A6F63), QColor(0x5A3B87)};
    theme.categories = {QColor(0x2F5F94), QColor(0xA0622D), QColor(0x4C7A5A),
                        QColor(0x6A5D9C), QColor(0x6B7682), QColor(0x1A2027)};
    return theme;
}

Theme makeDark()
{
    Theme theme;
    theme.isDark = true;
    theme.window = QColor(0x212429);
    theme.head = QColor(0x2A2E34);
    theme.base = QColor(0x191B1F);
    theme.alternate = QColor(0x1D2024);
    theme.canvas = QColor(0x16181B);
    theme.gridDot = QColor(0x1E2125);
    theme.border = QColor(0x383D45);
    theme.hairline = QColor(0x2C3037);
    theme.text1 = QColor(0xE2E6EB);
    theme.text2 = QColor(0xA0A9B4);
    theme.text3 = QColor(0x7C8793);
    theme.accent = QColor(0x6BA4F5);
    theme.onAccent = QColor(0x0E1116);
    theme.selectedRow = QColor(0x253857);
    theme.hover = QColor(0x212B39);
    theme.selection = QColor(0xFF5CA8);
    theme.int8 = QColor(0x5B9BE0);
    theme.int16 = QColor(0xC8AFE9);
    theme.floating = QColor(0xE3A13A);
    theme.error = QColor(0xF08262);
    theme.errorFill = QColor(0x3A231D);
    theme.warning = QColor(0xE0B040);
    theme.warningFill = QColor(0x352D18);
    theme.done = QColor(0x45B8A5);
    theme.doneFill = QColor(0x183029);
    theme.better = QColor(0x6BA4F5);
    theme.worse = QColor(0xE8964A);
    theme.neutral = QColor(0xB8BEC6);
    theme.series = {QColor(0x6BA4F5), QColor(0xE3A13A), QColor(0x45B8A5), QColor(0xC8AFE9)};
    theme.categories = {QColor(0x5C8FC7), QColor(0xC58A55), QColor(0x7CAA88),
                        QColor(0x9A8DCB), QColor(0x8D98A5), QColor(0xE2E6EB)};
    return theme;
}

const Theme*& currentTheme()
{
    static const Theme* current = &Theme::light();
    return current;
}

/// Is the desktop's own palette dark? Asked before any theme is applied, and remembered.
bool systemIsDark()
{
    static const bool kIsDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    return kIsDark;
}

} // namespace

const Theme& Theme::light()
{
    static const Theme kTheme = makeLight();
    return kTheme;
}

const Theme& Theme::dark()
{
    static const Theme kTheme = makeDark();
    return kTheme;
}

const Theme& Theme::current()
{
    return *currentTheme();
}

QPalette Theme::palette() const
{
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text1);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, alternate);
    palette.setColor(QPalette::Text, text1);
    palette.setColor(QPalette::PlaceholderText, text3);
    palette.setColor(QPalette::Button, base);
    palette.setColor(QPalette::ButtonText, text1);
    palette.setColor(QPalette::ToolTipBase, base);
    palette.setColor(QPalette::ToolTipText, text1);
    palette.setColor(QPalette::Highlight, selectedRow);
    palette.setColor(QPalette::HighlightedText, text1);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::BrightText, error);
    palette.setColor(QPalette::Light, isDark ? border : base);
    palette.setColor(QPalette::Midlight, hairline);
    palette.setColor(QPalette::Mid, border);
    palette.setColor(QPalette::Dark, border);
    palette.setColor(QPalette::Shadow, isDark ? QColor(0, 0, 0) : text3);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, text3);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, hairline);
    return palette;
}

void applyTheme(QApplication& application, ThemeChoice choice)
{
    const bool isSystemDark = systemIsDark();
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && isSystemDark);
    currentTheme() = dark ? &Theme::dark() : &Theme::light();
    application.setStyle(new WindowStyle);
    application.setPalette(Theme::current().palette());
    application.setStyleSheet(Theme::current().styleSheet());
}

QColor textOn(const QColor& fill)
{
    // Relative luminance as of WCAG 2.1; at 0.18 both texts have the same contrast.
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const double luminance =
        0.2126 * linear(fill.redF()) + 0.7152 * linear(fill.greenF()) + 0.0722 * linear(fill.blueF());
    return luminance > 0.18 ? QColor(0x101215) : QColor(0xF2F4F7);
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](int x, int y) { return int(std::lround(x + (y - x) * share)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QColor sequentialColor(double fraction)
{
    static const std::array<QColor, 6> kViridis{QColor(0x440154), QColor(0x414487), QColor(0x2A788E),
                                                QColor(0x22A884), QColor(0x7AD151), QColor(0xFDE725)};
    const bool dark = Theme::current().isDark;
    double place = std::clamp(std::isfinite(fraction) ? fraction : 1.0, 0.0, 1.0);
    if (!dark)
        place = 1.0 - place;
    const double step = place * double(kViridis.size() - 1);
    const auto below = std::min(std::size_t(step), kViridis.size() - 2);
    const QColor color = mixed(kViridis[below], kViridis[below + 1], step - double(below));
    return dark ? color : mixed(color, QColor(Qt::white), 0.5 * place);
}

double errorFraction(double decibels)
{
    if (std::isnan(decibels))
        return 1.0;
    return std::clamp((kBestSqnr - decibels) / (kBestSqnr - kWorstSqnr), 0.0, 1.0);
}

QColor errorColor(double decibels)
{
    return sequentialColor(errorFraction(decibels));
}

} // namespace quantiscope
