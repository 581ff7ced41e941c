// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/scale_alignment.h"
#include "tests/core/qdq/npu_case.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

// What tst_tensor_params_alignment, which goes through computeTensorParams(), does not reach.

namespace {

ModelBuilder transpose()
{
    return npuModel([](ModelBuilder& b) {
        b.node("Transpose", {"x"}, {"y"}, "node");
        b.output("y");
    });
}

ModelBuilder reshape()
{
    return npuModel([](ModelBuilder& b) {
        b.int64s("shape", {4, 64});
        b.node("Reshape", {"x", "shape"}, {"y"}, "node");
        b.output("y");
    });
}

/// Concat(x, a) → c → GlobalAveragePool → y
ModelBuilder poolings()
{
    return npuModel([](ModelBuilder& b) {
        b.input("a", DataType::Float, {1, 4, 8, 8});
        b.node("Concat", {"x", "a"}, {"c"}, "concat").attribute("axis", 1);
        b.node("GlobalAveragePool", {"c"}, {"y"}, "pool");
        b.output("y");
    });
}

QuantConfig aligning(bool NpuConfig::*option)
{
    QuantConfig config = extendedConfig();
    config.npu.*option = true;
    return config;
}

QuantParams withScale(float scale)
{
    return {DataType::UInt8, {scale}, {7}, {}};
}

} // namespace

class tst_ScaleAlignment : public QObject
{
    Q_OBJECT

private slots:
    void transposeAndReshape_copyTheOutputToTheInput();
    void otherOptions_doNotAlignThem();
    void zeroPoint_isCopiedWithTheScale();
    void anotherType_isNotCopied();
    void scaleLaidDown_stays();
    void noLoop_alignsNothing();
    void otherDomains_areLeftAlone();
};

void tst_ScaleAlignment::transposeAndReshape_copyTheOutputToTheInput()
{
    for (const auto& [model, option] :
         {std::pair(transpose(), &NpuConfig::alignTranspose), std::pair(reshape(), &NpuConfig::alignReshape)}) {
        NpuCase npuCase(model, "x:5 y:3");
        alignScales(npuCase.graph, aligning(option), npuCase.plan, npuCase.params);
        QVERIFY(npuCase.params.at("x").scale == std::vector<float>{0.125F});
        QVERIFY(npuCase.params.at("y").scale == std::vector<float>{0.125F});
    }
}

void tst_ScaleAlignment::otherOptions_doNotAlignThem()
{
    NpuCase first(transpose(), "x:5 y:3");
    alignScales(first.graph, aligning(&NpuConfig::alignReshape), first.plan, first.params);
    QVERIFY(first.params.at("x").scale == std::vector<float>{1.0F / 32});
    NpuCase second(reshape(), "x:5 y:3");
    alignScales(second.graph, aligning(&NpuConfig::alignTranspose), second.plan, second.params);
    QVERIFY(second.params.at("x").scale == std::vector<float>{1.0F / 32});
}

void tst_ScaleAlignment::zeroPoint_isCopiedWithTheScale()
{
    NpuCase npuCase(transpose(), "x:5 y:3");
    npuCase.params.at("y") = withScale(0.3F);
    alignScales(npuCase.graph, aligning(&NpuConfig::alignTranspose), npuCase.plan, npuCase.params);
    QVERIFY(npuCase.params.at("x") == withScale(0.3F));
}

void tst_ScaleAlignment::anotherType_isNotCopied()
{
    NpuCase npuCase(transpose(), "x:5 y:3");
    npuCase.params.at("y").type = DataType::UInt16;
    const QuantParams before = npuCase.params.at("x");
    alignScales(npuCase.graph, aligning(&NpuConfig::alignTranspose), npuCase.plan, npuCase.params);
    QVERIFY(npuCase.params.at("x") == before);
}

void tst_ScaleAlignment::scaleLaidDown_stays()
{
    NpuCase npuCase(transpose(), "x@5 y:3");
    const QuantParams before = npuCase.params.at("x");
    alignScales(npuCase.graph, aligning(&NpuConfig::alignTranspose), npuCase.plan, npuCase.params);
    QVERIFY(npuCase.params.at("x") == before);
}

void tst_ScaleAlignment::noLoop_alignsNothing()
{
    QuantConfig config = extendedConfig();
    config.npu.alignConcat = true;
    config.npu.alignPool = true;
    config.npu.maxLoopNum = 0;
    NpuCase npuCase(poolings(), "x:5 a:4 c:3 y:2");
    const TensorParams before = npuCase.params;
    alignScales(npuCase.graph, config, npuCase.plan, npuCase.params);
    QVERIFY(npuCase.params == before);
    config.npu.maxLoopNum = 1;
    alignScales(npuCase.graph, config, npuCase.plan, npuCase.params);
    for (const char* name : {"x", "a", "y"})
        QVERIFY2(npuCase.params.at(name) == before.at("c"), name);
}

void tst_ScaleAlignment::otherDomains_areLeftAlone()
{
    ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.import("com.microsoft", 1);
        b.node("Transpose", {"x"}, {"y"}, "node").domain("com.microsoft");
        b.output("y", DataType::Float, {8, 8, 4, 1});
    });
    NpuCase npuCase(model, "x:5 y:3");
    const TensorParams before = npuCase.params;
    alignScales(npuCase.graph, aligning(&NpuConfig::alignTranspose), npuCase.plan, npuCase.params);
    QVERIFY(npuCase.params == before);
}

QTEST_GUILESS_MAIN(tst_ScaleAlignment)
#include "tst_scale_alignment.moc"
