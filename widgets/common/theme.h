// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QString>

#include <array>

class QApplication;

namespace quantiscope {

/// Which theme the user wants.
enum class ThemeChoice
{
    System, ///< as the desktop's palette was when the program started
    Light,
    Dark,
};

/// Colours of the window by what they mean. Texts (text1, text2, accent, error, warning, done, better, worse) have a
/// contrast of at least 4.5 on every background of views, the selected row included; text3, which never carries a fact
/// alone, 2.7. Marks (series, precisions, selection) have 3 on base and canvas and differ for people who are blind to
/// one colour. Never red against green; a state shown by a colour has a mark besides.
///
/// Views read Theme::current() when they paint and repaint on QEvent::PaletteChange.
struct Theme
{
    bool isDark = false;
    QColor window, head; ///< window background; titles of docks, tab bars
    QColor base, alternate; ///< views; section headers
    QColor canvas, gridDot; ///< the graph's background
    QColor border, hairline;
    QColor text1, text2, text3; ///< value; label; hint
    QColor accent, onAccent;
    QColor selectedRow, hover;
    QColor selection; ///< of nodes, in graph and plots; used for nothing else
    QColor int8, int16, floating; ///< precisions; floating is also "changed from the preset"
    QColor error, errorFill, warning, warningFill, done, doneFill;
    QColor better, worse, neutral;
    std::array<QColor, 4> series; ///< of plots
    /// Categories of operators: Conv/Gemm, activation, elementwise, pool/resize, shape and data movement, input/output.
    std::array<QColor, 6> categories;

    [[nodiscard]] static const Theme& light();
    [[nodiscard]] static const Theme& dark();
    [[nodiscard]] static const Theme& current();

    [[nodiscard]] QPalette palette() const;
    /// Of the whole program: what the palette cannot say.
    [[nodiscard]] QString styleSheet() const;
};

/// Puts the theme in force: style (WindowStyle), palette and style sheet. Widgets get QEvent::PaletteChange.
void applyTheme(QApplication& application, ThemeChoice choice);

/// The text colour that can be read on @p fill: near black or near white.
[[nodiscard]] QColor textOn(const QColor& fill);

/// Colour of @p fraction (0 … 1, clamped) on the sequential scale (viridis), worst at 1. In the light theme bright ends
/// are mixed with white and the worst is darkest; in the dark theme the worst glows.
[[nodiscard]] QColor sequentialColor(double fraction);

/// Signal to quantization noise, dB, between which errors are told apart; the same for every model, so that two runs
/// compare.
inline constexpr double kWorstSqnr = 14.0;
inline constexpr double kBestSqnr = 44.0;

/// Place of @p decibels on the scale of errors: 0 from kBestSqnr (and for +inf), 1 up to kWorstSqnr and for NaN.
[[nodiscard]] double errorFraction(double decibels);
/// sequentialColor() of it.
[[nodiscard]] QColor errorColor(double decibels);

/// @p a with @p share (0 … 1) of @p b in it.
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share);

} // namespace quantiscope
