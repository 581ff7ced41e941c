// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/cell_delegate.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

using namespace quantiscope;

class tst_CellDelegate : public QObject
{
    Q_OBJECT

private slots:
    void selectedCell_keepsItsColour_data();
    void selectedCell_keepsItsColour();
};

void tst_CellDelegate::selectedCell_keepsItsColour_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::newRow("light") << ThemeChoice::Light;
    QTest::newRow("dark") << ThemeChoice::Dark;
}

void tst_CellDelegate::selectedCell_keepsItsColour()
{
    QFETCH(ThemeChoice, theme);
    applyTheme(*qApp, theme);
    QStandardItemModel model(1, 2);
    model.setData(model.index(0, 0), QStringLiteral("██████"));
    model.setData(model.index(0, 1), QStringLiteral("██████"));
    model.setData(model.index(0, 1), Theme::current().error, Qt::ForegroundRole);
    QTableView view;
    view.setModel(&model);
    view.setItemDelegate(new CellDelegate(&view));
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.selectRow(0);
    const auto colorOf = [&view, &model](int column) {
        const QImage image = view.viewport()->grab().toImage();
        const QRect cell = view.visualRect(model.index(0, column));
        return image.pixelColor((QPointF(cell.left() + 16, cell.center().y()) * image.devicePixelRatio()).toPoint());
    };
    QCOMPARE(colorOf(0), Theme::current().text1);
    QCOMPARE(colorOf(1), Theme::current().error);
}

QTEST_MAIN(tst_CellDelegate)
#include "tst_cell_delegate.moc"
