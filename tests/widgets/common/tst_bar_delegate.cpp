// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/bar_delegate.h"
#include "widgets/common/flow_layout.h"
#include "widgets/common/number_text.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QStandardItemModel>
#include <QTest>

#include <cmath>
#include <limits>

using namespace quantiscope;

namespace {

/// How many pixels of a painted cell have exactly @p color.
int pixels(const QImage& picture, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            count += picture.pixelColor(x, y) == color ? 1 : 0;
    }
    return count;
}

QImage painted(const BarDelegate& delegate, const QVariant& value, const QFont& font = {})
{
    QStandardItemModel model(1, 1);
    model.setData(model.index(0, 0), value, Qt::UserRole);
    model.setData(model.index(0, 0), QStringLiteral("16.0"), Qt::DisplayRole);
    QStyleOptionViewItem option;
    option.font = font;
    option.fontMetrics = QFontMetrics(font);
    option.state = QStyle::State_Enabled;
    model.setData(model.index(0, 0), font, Qt::FontRole);
    option.rect = QRect(QPoint(), delegate.sizeHint(option, model.index(0, 0)));
    QImage picture(option.rect.size(), QImage::Format_RGB32);
    picture.fill(Theme::current().base);
    QPainter painter(&picture);
    delegate.paint(&painter, option, model.index(0, 0));
    return picture;
}

} // namespace

class tst_BarDelegate : public QObject
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeChoice::Light); }
    void share_isOfTheFixedRange_eitherWay();
    void bar_isAsLongAsTheValue();
    void bar_hasTheErrorsColour();
    void bar_isLeftOut_withoutAValue();
    void cell_growsWithTheFont();
    void flow_breaksRows_andPutsTheLastAtTheEnd();
    void numbers_haveRealMinusSigns();
};

void tst_BarDelegate::share_isOfTheFixedRange_eitherWay()
{
    BarDelegate delegate({14.0, 44.0, BarDelegate::Fill::Error, 0}, Qt::UserRole);
    QCOMPARE(*delegate.share(29.0), 0.5);
    QCOMPARE(*delegate.share(-3.0), 0.0);
    QCOMPARE(*delegate.share(std::numeric_limits<double>::infinity()), 1.0);
    QVERIFY(!delegate.share(std::nan("")));
    delegate.setScale({1.0, 0.0, BarDelegate::Fill::Series, 0});
    QCOMPARE(*delegate.share(0.25), 0.75);
}

void tst_BarDelegate::bar_isAsLongAsTheValue()
{
    const BarDelegate delegate({0.0, 10.0, BarDelegate::Fill::Series, 1}, Qt::UserRole);
    const QColor color = Theme::current().series[1];
    const int whole = pixels(painted(delegate, 10.0), color);
    const int half = pixels(painted(delegate, 5.0), color);
    QVERIFY(whole > 0);
    QVERIFY2(std::abs(2 * half - whole) <= whole / 8, QByteArray::number(half));
    QCOMPARE(pixels(painted(delegate, 0.0), color), 0);
    QVERIFY(pixels(painted(delegate, 0.01), color) > 0); // what is not nothing is seen
}

void tst_BarDelegate::bar_hasTheErrorsColour()
{
    const BarDelegate delegate({14.0, 44.0, BarDelegate::Fill::Error, 0}, Qt::UserRole);
    QVERIFY(pixels(painted(delegate, 30.0), errorColor(30.0)) > 0);
    QCOMPARE(pixels(painted(delegate, 30.0), errorColor(20.0)), 0);
}

void tst_BarDelegate::bar_isLeftOut_withoutAValue()
{
    const BarDelegate delegate({0.0, 10.0, BarDelegate::Fill::Series, 1}, Qt::UserRole);
    QCOMPARE(pixels(painted(delegate, QVariant()), Theme::current().hairline), 0);
    QVERIFY(pixels(painted(delegate, 0.0), Theme::current().hairline) > 0);
}

void tst_BarDelegate::cell_growsWithTheFont()
{
    const BarDelegate delegate({0.0, 10.0, BarDelegate::Fill::Series, 1}, Qt::UserRole);
    QFont large;
    large.setPointSizeF(2.0 * large.pointSizeF());
    const QImage small = painted(delegate, 10.0);
    const QImage big = painted(delegate, 10.0, large);
    QVERIFY(big.width() > small.width() * 3 / 2);
    const QColor color = Theme::current().series[1];
    QVERIFY(pixels(big, color) > 2 * pixels(small, color));
}

void tst_BarDelegate::flow_breaksRows_andPutsTheLastAtTheEnd()
{
    QWidget parent;
    auto* flow = new FlowLayout(&parent);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setGaps(10, 5);
    flow->setLastAtEnd(true);
    std::vector<QWidget*> children;
    for (const int height : {20, 40, 20}) {
        children.push_back(new QWidget);
        children.back()->setFixedSize(100, height);
        flow->addWidget(children.back());
    }
    flow->setGeometry(QRect(0, 0, 400, 100));
    QCOMPARE(children[0]->geometry(), QRect(0, 10, 100, 20)); // in the middle of the row
    QCOMPARE(children[2]->geometry(), QRect(300, 10, 100, 20));
    QCOMPARE(flow->heightForWidth(400), 40);
    QCOMPARE(flow->heightForWidth(210), 65);
    flow->setGeometry(QRect(0, 0, 210, 100));
    QCOMPARE(children[2]->geometry(), QRect(110, 45, 100, 20));
    QCOMPARE(flow->sizeHint(), QSize(320, 40));
    QCOMPARE(flow->minimumSize(), QSize(100, 40));
}

void tst_BarDelegate::numbers_haveRealMinusSigns()
{
    QCOMPARE(numberText(-1.24, 'f', 1), QStringLiteral("−1.2"));
    QCOMPARE(numberText(-0.01, 'f', 1), QStringLiteral("0.0"));
    QCOMPARE(numberText(-std::numeric_limits<double>::infinity(), 'f', 1), QStringLiteral("−∞"));
    QCOMPARE(numberText(std::nan(""), 'f', 1), QStringLiteral("—"));
    QCOMPARE(superscript(-12), QStringLiteral("⁻¹²"));
}

QTEST_MAIN(tst_BarDelegate)
#include "tst_bar_delegate.moc"
