// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/quantized_facts.h"

#include "tests/widgets/graph/graph_scenes.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_QuantizedFacts : public QObject
{
    Q_OBJECT

private slots:
    void scales_areReadable_data();
    void scales_areReadable();
    void facts_areThoseOfTheQuantizeNodes();
    void zeroPoint_isTold_alsoWhenItIsNought();
};

void tst_QuantizedFacts::scales_areReadable_data()
{
    QTest::addColumn<double>("scale");
    QTest::addColumn<QString>("text");
    QTest::newRow("half") << 0.5 << QStringLiteral("2⁻¹");
    QTest::newRow("one") << 1.0 << QStringLiteral("2⁰");
    QTest::newRow("large") << 1024.0 << QStringLiteral("2¹⁰");
    QTest::newRow("small") << std::ldexp(1.0, -12) << QStringLiteral("2⁻¹²");
    QTest::newRow("any") << 0.01234567 << QStringLiteral("0.01235");
    QTest::newRow("none") << 0.0 << QStringLiteral("0");
}

void tst_QuantizedFacts::scales_areReadable()
{
    QFETCH(double, scale);
    QFETCH(QString, text);
    QCOMPARE(scaleText(scale), text);
}

void tst_QuantizedFacts::facts_areThoseOfTheQuantizeNodes()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.initializer("scale", {}, {0.25F});
    b.initializer(makeTensor("point", DataType::UInt8, {}, std::string(1, char(7))));
    b.node("QuantizeLinear", {"x", "scale", "point"}, {"q"}, "q");
    b.node("DequantizeLinear", {"q", "scale", "point"}, {"y"}, "dq");
    b.output("y");
    Model::LoadOptions options;
    options.allowQuantized = true;
    const auto facts = quantizedFacts(std::make_shared<const OpenedModel>(b.model(options)));
    QCOMPARE(facts->text("x"), QStringLiteral("u8 · 2⁻² · zero point 7"));
    QVERIFY(facts->text("q").isEmpty());
    QVERIFY(facts->text("unknown").isEmpty());
}

void tst_QuantizedFacts::zeroPoint_isTold_alsoWhenItIsNought()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.initializer("scale", {}, {0.5F});
    b.initializer(makeTensor("point", DataType::Int8, {}, std::string(1, '\0')));
    b.node("QuantizeLinear", {"x", "scale", "point"}, {"q"}, "q");
    b.node("DequantizeLinear", {"q", "scale", "point"}, {"y"}, "dq");
    b.output("y");
    const auto facts = quantizedFacts(std::make_shared<const OpenedModel>(b.model({.allowQuantized = true})));
    QCOMPARE(facts->text("x"), QStringLiteral("s8 · 2⁻¹ · zero point 0"));
}

QTEST_MAIN(tst_QuantizedFacts)
#include "tst_quantized_facts.moc"
