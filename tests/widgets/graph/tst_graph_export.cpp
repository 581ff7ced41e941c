// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_export.h"

#include "tests/widgets/graph/graph_scenes.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/graph/graph_export_dialog.h"

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_GraphExport : public QObject
{
    Q_OBJECT

private slots:
    void pngSize_isBounded_data();
    void pngSize_isBounded();
    void png_showsTheGraph();
    void svg_isWellFormedAndHoldsTheNames();
    void svg_isWellFormedWhateverTheNames();
    void file_isLeftAlone_whenItCannotBeWritten();
    void dialog_tellsTheSize();

private:
    [[nodiscard]] static GraphScene scene()
    {
        GraphScene made({smallModel(), nullptr}, smallPicture());
        made.setColoring(colorByOperator(made.content().model));
        return made;
    }
};

void tst_GraphExport::pngSize_isBounded_data()
{
    QTest::addColumn<QSizeF>("area");
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("isReduced");
    QTest::newRow("small") << QSizeF(250, 442) << 2.0 << false;
    QTest::newRow("high") << QSizeF(1000, 100000) << 1.0 << true;
    QTest::newRow("wide") << QSizeF(1e6, 10) << 4.0 << true;
    QTest::newRow("many pixels") << QSizeF(9000, 9000) << 1.5 << true;
    QTest::newRow("empty") << QSizeF(0, 0) << 1.0 << false;
}

void tst_GraphExport::pngSize_isBounded()
{
    QFETCH(QSizeF, area);
    QFETCH(double, scale);
    QFETCH(bool, isReduced);
    const PngSize size = pngSize(QRectF(QPointF(), area), scale);
    QCOMPARE(size.isReduced, isReduced);
    QVERIFY(size.pixels.width() >= 1 && size.pixels.width() <= kLargestPngSide);
    QVERIFY(size.pixels.height() >= 1 && size.pixels.height() <= kLargestPngSide);
    QVERIFY(double(size.pixels.width()) * size.pixels.height() < kMostPngPixels * 1.01);
    if (!isReduced)
        QCOMPARE(size.scale, scale);
}

void tst_GraphExport::png_showsTheGraph()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("graph.png"));
    QVERIFY(exportPng(scene(), QRectF(-10, -10, 270, 470), 2.0, toPath(path)));
    const QImage image(path);
    QCOMPARE(image.size(), QSize(540, 940));
    QCOMPARE(image.pixelColor(2, 2), Theme::current().canvas);
    // The band at the left of the convolution (at 100, 80).
    QCOMPARE(image.pixelColor(int((100 + 10 + 2.5) * 2), int((80 + 10 + 33) * 2)), Theme::current().categories[0]);
}

void tst_GraphExport::svg_isWellFormedAndHoldsTheNames()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("graph.svg"));
    QVERIFY(exportSvg(scene(), QRectF(-10, -10, 270, 470), toPath(path)));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QString texts;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::Characters)
            texts += xml.text();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    for (const char* word : {"Conv", "conv", "Sigmoid", "act", "tail", "1×16×8×8"})
        QVERIFY2(texts.contains(QString::fromUtf8(word)), word);
}

void tst_GraphExport::svg_isWellFormedWhateverTheNames()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.node("Relu", {"x"}, {"y"}, "bad\x01name\xef\xbf\xbf<&");
    b.output("y");
    auto picture = std::make_shared<GraphPicture>();
    picture->items = {nodeBox(0, 0, 0)};
    picture->bounds = QRectF(0, 0, 250, 100);
    const GraphScene odd({std::make_shared<const OpenedModel>(b.model()), nullptr},
                         std::make_shared<const IndexedPicture>(picture));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("graph.svg"));
    QVERIFY(exportSvg(odd, picture->bounds, toPath(path)));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    while (!xml.atEnd())
        xml.readNext();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
}

void tst_GraphExport::file_isLeftAlone_whenItCannotBeWritten()
{
    QTemporaryDir folder;
    QFile inTheWay(folder.filePath(QStringLiteral("file")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.write("kept");
    inTheWay.close();
    const Result<void> result =
        exportPng(scene(), QRectF(0, 0, 20, 20), 1.0, toPath(folder.filePath(QStringLiteral("file/graph.png"))));
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::DiskError);
    QVERIFY(!result.error().message.empty());
    QVERIFY(inTheWay.open(QIODevice::ReadOnly));
    QCOMPARE(inTheWay.readAll(), QByteArray("kept"));
}

void tst_GraphExport::dialog_tellsTheSize()
{
    GraphExportDialog dialog(QRectF(0, 0, 20000, 500), QRectF(0, 0, 800, 600), QStringLiteral("model"));
    auto* size = dialog.findChild<QLabel*>(QStringLiteral("size"));
    auto* part = dialog.findChild<QComboBox*>(QStringLiteral("part"));
    auto* format = dialog.findChild<QComboBox*>(QStringLiteral("format"));
    auto* scale = dialog.findChild<QComboBox*>(QStringLiteral("scale"));
    QVERIFY(size && part && format && scale);
    QVERIFY2(size->text().contains(QStringLiteral("larger pictures are not written")), qPrintable(size->text()));
    part->setCurrentIndex(1);
    QVERIFY(size->text().startsWith(QLocale().toString(1600)));
    QCOMPARE(dialog.request().area, QRectF(0, 0, 800, 600));
    format->setCurrentIndex(1);
    QVERIFY(!scale->isEnabled());
    QVERIFY(dialog.request().format == GraphExportRequest::Format::Svg);
}

QTEST_MAIN(tst_GraphExport)
#include "tst_graph_export.moc"
