// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/tensor_spec.h"
#include "tests/support/source_directory.h"
#include "widgets/common/background_task.h"
#include "widgets/common/number_text.h"
#include "widgets/common/opened_model.h"
#include "widgets/common/text.h"

#include <QLocale>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;
using namespace Qt::StringLiterals;

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void toQt_marksWhatIsNotUtf8()
    {
        QCOMPARE(toQt("h\xc3\xa9llo"), u"héllo"_s);
        QCOMPARE(toQt("a\xff"
                      "b"),
                 u"a\ufffdb"_s);
        QCOMPARE(toStd(u"héllo"_s), std::string("h\xc3\xa9llo"));
    }

    void paths_surviveTheWayThere_andBack()
    {
        const QString path = u"/tmp/中文 név/a.onnx"_s;
        QCOMPARE(pathText(toPath(path)), path);
    }

    void numberNearOne_isToldFromIt()
    {
        QCOMPARE(numberNearOneText(0.75, 'f', 4), u"0.7500"_s);
        QCOMPARE(numberNearOneText(0.99997, 'f', 4), u"0.99997"_s);
        QCOMPARE(numberNearOneText(0.9999997, 'f', 4), u"0.9999997"_s);
        QCOMPARE(numberNearOneText(1.0, 'f', 4), u"1.0000"_s);
        QCOMPARE(numberNearOneText(0.99997, 'g', 4), u"0.99997"_s);
        QCOMPARE(numberNearOneText(1.00003, 'g', 4), u"1.00003"_s);
        QCOMPARE(numberNearOneText(12.345, 'g', 4), u"12.35"_s);
        QCOMPARE(numberNearOneText(qQNaN(), 'f', 4), u"—"_s);
    }

    void shownName_isOneLine_andCannotTurnTheWriting()
    {
        QCOMPARE(shownName("Conv_41"), u"Conv_41"_s);
        QCOMPARE(shownName("a\nb\tc"), u"a\ufffdb\ufffdc"_s);
        QCOMPARE(shownName("a\xe2\x80\xae"
                           "b"),
                 u"a\ufffdb"_s); // U+202E, right-to-left override
        QCOMPARE(shownName("a\xe2\x80\xa8"
                           "b"),
                 u"a\ufffdb"_s); // U+2028, line separator
    }

    void shownName_isCutInTheMiddle_whenItIsLong()
    {
        const QString shown = shownName("begin" + std::string(2'000'000, 'x') + "end");
        QVERIFY(shown.startsWith(u"beginx"_s));
        QVERIFY(shown.endsWith(u"xend"_s));
        QVERIFY(shown.contains(u'…'));
        QCOMPARE(shown.size(), 401);
    }

    void plainToolTip_isNeverHtmlOfTheFile()
    {
        QCOMPARE(plainToolTip(u"<img src=\"x\">"_s), u"<span>&lt;img src=&quot;x&quot;&gt;</span>"_s);
        QVERIFY(plainToolTip({}).isEmpty()); // no empty box
    }

    void bytesText_usesBinaryUnits()
    {
        QCOMPARE(bytesText(0), u"0 bytes"_s);
        QCOMPARE(bytesText(3 * 1024 * 1024 + 512 * 1024), u"3.50 MiB"_s);
    }

    void shapeText_namesOpenExtents()
    {
        TensorSpec spec;
        spec.hasRank = false;
        QVERIFY(shapeText(spec).isEmpty());
        spec.hasRank = true;
        QCOMPARE(shapeText(spec), u"scalar"_s);
        spec.shape = {kDynamic, 3, kDynamic};
        spec.dimensionNames = {"N"};
        QCOMPARE(shapeText(spec), u"N×3×?"_s);
    }

    void shortTypeText_isShort()
    {
        TensorSpec spec;
        spec.type = DataType::Float;
        QCOMPARE(shortTypeText(spec), u"f32"_s);
        spec.type = DataType::Int8;
        QCOMPARE(shortTypeText(spec), u"s8"_s);
        spec.type = DataType::Bool;
        QCOMPARE(shortTypeText(spec), u"bool"_s);
        spec.type = DataType::Undefined;
        QCOMPARE(shortTypeText(spec), u"?"_s);
    }

    void openModel_readsTheSample()
    {
        CancelFlag feedback;
        const auto opened = openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
        QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        QVERIFY((*opened)->graph.nodes().size() > 5);
        QCOMPARE((*opened)->model.inputs().size(), std::size_t(1));
    }

    void openModel_saysWhatIsWrong()
    {
        CancelFlag feedback;
        const auto missing = openModel("/nowhere/at/all.onnx", feedback);
        QVERIFY(!missing);
        QVERIFY(!missing.error().message.empty());
        const auto other = openModel(sampleDirectory() / "recipe.json", feedback);
        QVERIFY(!other);
        QVERIFY(other.error().code != missing.error().code || other.error().message != missing.error().message);
    }

    void openModel_endsWithCanceled()
    {
        CancelFlag flag;
        flag.cancel();
        const auto opened = openModel(sampleDirectory() / "fashion_cnn.onnx", flag);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Canceled);
    }
};

QTEST_MAIN(TestText)
#include "tst_text.moc"
