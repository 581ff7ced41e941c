// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

using namespace quantiscope;

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;
using Named = std::pair<const char*, QColor>;

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

Triple linearRgb(const QColor& color)
{
    return {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
}

/// Contrast of WCAG 2: 1 … 21.
double contrast(const QColor& a, const QColor& b)
{
    const auto luminance = [](const QColor& color) {
        const Triple rgb = linearRgb(color);
        return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    };
    const auto [dark, bright] = std::minmax({luminance(a), luminance(b)});
    return (bright + 0.05) / (dark + 0.05);
}

Triple times(const Matrix& matrix, const Triple& vector)
{
    Triple product{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t k = 0; k < 3; ++k)
            product[row] += matrix[row][k] * vector[k];
    }
    return product;
}

/// CIE L*a*b* of linear sRGB, white D65.
Triple lab(const Triple& rgb)
{
    constexpr Matrix kToXyz{
        {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    const Triple xyz = times(kToXyz, rgb);
    const auto f = [](double t) { return t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0; };
    const double x = f(xyz[0] / 0.95047);
    const double y = f(xyz[1]);
    const double z = f(xyz[2] / 1.08883);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

/// How people see: as most do, and without one kind of cones. Machado, Oliveira and Fernandes, "A Physiologically-based
/// Model for Simulation of Color Vision Deficiency", 2009, severity 1.0.
struct Vision
{
    const char* name;
    Matrix matrix;
};

const std::vector<Vision>& visions()
{
    static const std::vector<Vision> kVisions{
        {"full", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
        {"protanopia",
         {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
        {"deuteranopia",
         {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
        {"tritanopia",
         {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
    };
    return kVisions;
}

/// Distance in L*a*b* (CIE 1976) of two colours as somebody with @p vision sees them.
double difference(const QColor& a, const QColor& b, const Vision& vision)
{
    const auto seen = [&](const QColor& color) {
        Triple rgb = times(vision.matrix, linearRgb(color));
        for (double& channel : rgb)
            channel = std::clamp(channel, 0.0, 1.0);
        return lab(rgb);
    };
    const Triple x = seen(a);
    const Triple y = seen(b);
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

std::vector<Named> backgrounds(const Theme& theme)
{
    return {{"window", theme.window},       {"head", theme.head},   {"base", theme.base},
            {"alternate", theme.alternate}, {"hover", theme.hover}, {"selectedRow", theme.selectedRow},
            {"canvas", theme.canvas}};
}

std::vector<Named> texts(const Theme& theme)
{
    return {{"text1", theme.text1},     {"text2", theme.text2}, {"accent", theme.accent}, {"error", theme.error},
            {"warning", theme.warning}, {"done", theme.done},   {"better", theme.better}, {"worse", theme.worse}};
}

void addThemes()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

const Theme& theme()
{
    QFETCH_GLOBAL(bool, isDark);
    return isDark ? Theme::dark() : Theme::light();
}

QByteArray told(const Named& a, const Named& b, double value)
{
    return QByteArray(a.first) + " on " + b.first + ": " + QByteArray::number(value, 'f', 2);
}

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addThemes(); }

    void contrast_isThePublishedOne_forBlackWhiteAndGrey()
    {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QVERIFY(std::abs(contrast(QColor(0x767676), Qt::white) - 4.54) < 0.01);
    }

    void texts_haveContrast_onEveryBackground()
    {
        for (const Named& text : texts(theme())) {
            for (const Named& ground : backgrounds(theme())) {
                const double value = contrast(text.second, ground.second);
                QVERIFY2(value >= 4.5, told(text, ground, value));
            }
        }
    }

    void hints_haveContrast_whereTheyStand()
    {
        for (const Named& ground : backgrounds(theme())) {
            const double value = contrast(theme().text3, ground.second);
            const double least = ground.second == theme().selectedRow ? 2.7 : 3.0;
            QVERIFY2(value >= least, told({"text3", theme().text3}, ground, value));
        }
    }

    void texts_haveContrast_onFills()
    {
        const std::vector<std::pair<Named, Named>> pairs{
            {{"onAccent", theme().onAccent}, {"accent", theme().accent}},
            {{"error", theme().error}, {"errorFill", theme().errorFill}},
            {{"warning", theme().warning}, {"warningFill", theme().warningFill}},
            {{"done", theme().done}, {"doneFill", theme().doneFill}},
            {{"text1", theme().text1}, {"errorFill", theme().errorFill}},
            {{"text2", theme().text2}, {"errorFill", theme().errorFill}},
            {{"text1", theme().text1}, {"warningFill", theme().warningFill}},
            {{"text2", theme().text2}, {"warningFill", theme().warningFill}},
            {{"text1", theme().text1}, {"doneFill", theme().doneFill}},
            {{"text2", theme().text2}, {"doneFill", theme().doneFill}},
        };
        for (const auto& [text, fill] : pairs) {
            const double value = contrast(text.second, fill.second);
            QVERIFY2(value >= 4.5, told(text, fill, value));
        }
    }

    void marks_haveContrast_onBaseAndCanvas()
    {
        std::vector<Named> marks{{"int8", theme().int8},
                                 {"int16", theme().int16},
                                 {"floating", theme().floating},
                                 {"selection", theme().selection}};
        for (const QColor& color : theme().series)
            marks.emplace_back("series", color);
        for (const QColor& color : theme().categories)
            marks.emplace_back("category", color);
        for (const Named& mark : marks) {
            for (const Named& ground : {Named{"base", theme().base}, Named{"canvas", theme().canvas}}) {
                const double value = contrast(mark.second, ground.second);
                QVERIFY2(value >= 3.0, told(mark, ground, value));
            }
        }
    }

    void marksOfOnePlot_areTold_withEveryKindOfVision()
    {
        constexpr double kLeast = 11.0; // five times what a trained eye tells apart side by side (2.3)
        const std::vector<std::vector<Named>> groups{
            {{"series 1", theme().series[0]},
             {"series 2", theme().series[1]},
             {"series 3", theme().series[2]},
             {"series 4", theme().series[3]}},
            {{"int8", theme().int8},
             {"int16", theme().int16},
             {"floating", theme().floating},
             {"selection", theme().selection}},
            {{"better", theme().better}, {"worse", theme().worse}},
        };
        for (const Vision& vision : visions()) {
            for (const std::vector<Named>& group : groups) {
                for (std::size_t i = 0; i < group.size(); ++i) {
                    for (std::size_t k = 0; k < i; ++k) {
                        const double value = difference(group[i].second, group[k].second, vision);
                        QVERIFY2(value >= kLeast,
                                 QByteArray(vision.name + QByteArray(" ") + told(group[i], group[k], value)));
                    }
                }
            }
        }
    }

    void sequentialScale_goesOneWayInLightness_andTakesAnyNumber()
    {
        applyTheme(*qApp, theme().isDark ? ThemeChoice::Dark : ThemeChoice::Light);
        double before = lab(linearRgb(sequentialColor(0.0)))[0];
        for (int i = 1; i <= 20; ++i) {
            const double now = lab(linearRgb(sequentialColor(i / 20.0)))[0];
            QVERIFY2(theme().isDark ? now > before : now < before, QByteArray::number(i));
            before = now;
        }
        QCOMPARE(sequentialColor(-5.0), sequentialColor(0.0));
        QCOMPARE(sequentialColor(7.0), sequentialColor(1.0));
        QCOMPARE(sequentialColor(std::nan("")), sequentialColor(1.0));
    }

    void errorScale_isFixed_andWorstWhereNothingIsLeft()
    {
        applyTheme(*qApp, theme().isDark ? ThemeChoice::Dark : ThemeChoice::Light);
        QCOMPARE(errorFraction(44.0), 0.0);
        QCOMPARE(errorFraction(29.0), 0.5);
        QCOMPARE(errorFraction(14.0), 1.0);
        QCOMPARE(errorFraction(-7.0), 1.0);
        QCOMPARE(errorFraction(std::numeric_limits<double>::infinity()), 0.0);
        QCOMPARE(errorFraction(std::nan("")), 1.0);
        // Luma of the mock's rule for texts: the worst glows in the dark and is darkest in the light.
        const auto luma = [](const QColor& color) {
            return 0.299 * color.red() + 0.587 * color.green() + 0.114 * color.blue();
        };
        double before = luma(errorColor(46.0));
        for (double decibels = 43.0; decibels >= 14.0; decibels -= 1.0) {
            const double now = luma(errorColor(decibels));
            QVERIFY2(theme().isDark ? now > before : now < before, QByteArray::number(decibels));
            before = now;
        }
    }

    void textOn_canBeRead_onEveryFill()
    {
        for (const QColor& fill : theme().categories)
            QVERIFY(contrast(textOn(fill), fill) >= 4.1); // of a middling grey neither black nor white has more
        for (int i = 0; i <= 10; ++i)
            QVERIFY(contrast(textOn(sequentialColor(i / 10.0)), sequentialColor(i / 10.0)) >= 3.0);
    }

    void applyTheme_changesPalette_andTellsWidgets()
    {
        applyTheme(*qApp, theme().isDark ? ThemeChoice::Light : ThemeChoice::Dark);
        QLineEdit line;
        line.ensurePolished();
        applyTheme(*qApp, theme().isDark ? ThemeChoice::Dark : ThemeChoice::Light);
        QCOMPARE(&Theme::current(), &theme());
        QCOMPARE(line.palette().color(QPalette::Base), theme().base);
        QVERIFY(!theme().styleSheet().contains(QLatin1Char('@')));
    }

    void applyTheme_asTheSystem_staysWhatItWas_afterAnotherChoice()
    {
        applyTheme(*qApp, ThemeChoice::System);
        const bool systemIsDark = Theme::current().isDark;
        applyTheme(*qApp, systemIsDark ? ThemeChoice::Light : ThemeChoice::Dark);
        applyTheme(*qApp, ThemeChoice::System);
        QCOMPARE(Theme::current().isDark, systemIsDark);
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
