// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/common/window_style.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QMenuBar>
#include <QPainter>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

#include <cmath>

using namespace quantiscope;

class tst_WindowStyle : public QObject
{
    Q_OBJECT

private slots:
    void checkBox_isSeenInBothThemes_data();
    void checkBox_isSeenInBothThemes();
    void itemCheck_isFilledWhenChecked();
    void comboBox_hasTheAccentFrameWhenFocused();
    void spinBox_hasAFrame();
    void row_showsItsFocus();
    void mnemonics_showWithAltOnly();
    void cell_keepsItsDistance();
    void icons_haveTheColourOfTheirState();

private:
    /// How many pixels of @p widget are nearly @p color.
    [[nodiscard]] static int count(QWidget& widget, const QColor& color)
    {
        const QImage image = widget.grab().toImage();
        int found = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor pixel = image.pixelColor(x, y);
                found += std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green())
                        + std::abs(pixel.blue() - color.blue())
                    < 12;
            }
        }
        return found;
    }
};

void tst_WindowStyle::checkBox_isSeenInBothThemes_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void tst_WindowStyle::checkBox_isSeenInBothThemes()
{
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? ThemeChoice::Dark : ThemeChoice::Light);
    QCheckBox box;
    box.resize(40, 24);
    QVERIFY(count(box, Theme::current().text3) > 20); // the frame
    QCOMPARE(count(box, Theme::current().accent), 0);
    box.setChecked(true);
    QVERIFY(count(box, Theme::current().accent) > 60);
    box.setEnabled(false);
    QCOMPARE(count(box, Theme::current().accent), 0);
}

void tst_WindowStyle::itemCheck_isFilledWhenChecked()
{
    applyTheme(*qApp, ThemeChoice::Dark);
    QListWidget list;
    list.resize(120, 60);
    auto* item = new QListWidgetItem(QStringLiteral("a"), &list);
    item->setCheckState(Qt::Unchecked);
    QCOMPARE(count(list, Theme::current().accent), 0);
    item->setCheckState(Qt::Checked);
    QVERIFY(count(list, Theme::current().accent) > 60);
}

void tst_WindowStyle::comboBox_hasTheAccentFrameWhenFocused()
{
    applyTheme(*qApp, ThemeChoice::Light);
    QWidget window;
    QComboBox box(&window);
    QCheckBox other(&window);
    box.addItem(QStringLiteral("one"));
    box.resize(100, 28);
    other.setGeometry(0, 40, 40, 24);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    other.setFocus();
    QVERIFY(count(box, Theme::current().border) > 150);
    box.setFocus();
    QVERIFY(count(box, Theme::current().accent) > 150);
}

void tst_WindowStyle::spinBox_hasAFrame()
{
    applyTheme(*qApp, ThemeChoice::Dark);
    QSpinBox box;
    box.resize(100, 28);
    QVERIFY(count(box, Theme::current().border) > 150);
}

void tst_WindowStyle::row_showsItsFocus()
{
    applyTheme(*qApp, ThemeChoice::Light);
    QListWidget list;
    list.addItems({QStringLiteral("a"), QStringLiteral("b")});
    list.resize(120, 60);
    list.show();
    QVERIFY(QTest::qWaitForWindowActive(&list));
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_Down);
    QVERIFY(count(list, Theme::current().accent) > 80);
}

void tst_WindowStyle::mnemonics_showWithAltOnly()
{
    applyTheme(*qApp, ThemeChoice::Light);
    QCheckBox box(QStringLiteral("&Word"));
    const auto isUnderlined = [&box] { return box.style()->styleHint(QStyle::SH_UnderlineShortcut, nullptr, &box); };
    QVERIFY(!isUnderlined());
    QTest::keyPress(&box, Qt::Key_Alt);
    QVERIFY(isUnderlined());
    QTest::keyRelease(&box, Qt::Key_Alt);
    QVERIFY(!isUnderlined());
}

void tst_WindowStyle::cell_keepsItsDistance()
{
    applyTheme(*qApp, ThemeChoice::Light);
    const QTableWidget table;
    const QListWidget list;
    const auto margin = [](const QWidget& widget) {
        return widget.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &widget);
    };
    QVERIFY(margin(table) > margin(list));
}

void tst_WindowStyle::icons_haveTheColourOfTheirState()
{
    applyTheme(*qApp, ThemeChoice::Light);
    const auto middle = [](const QIcon& icon) {
        const QImage image = icon.pixmap(32, 32).toImage();
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, 16).alpha() > 250)
                return QColor(image.pixelColor(x, 16).rgb());
        }
        return QColor();
    };
    QCOMPARE(middle(themedIcon(QStringLiteral("warning"))), Theme::current().warning);
    QCOMPARE(middle(themedIcon(QStringLiteral("error"))), Theme::current().error);
    QCOMPARE(middle(themedIcon(QStringLiteral("play"), IconGround::Outlined)), Theme::current().accent);
    QCOMPARE(themedIcon(QStringLiteral("play")).name(), QStringLiteral("play"));
}

QTEST_MAIN(tst_WindowStyle)
#include "tst_window_style.moc"
