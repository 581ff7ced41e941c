// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/qdq/op_rules.h"

#include <QTest>

#include <vector>

using namespace quantiscope;

namespace {

using Names = std::set<std::string, std::less<>>;

constexpr auto kOnnxRuntime = Flow::OnnxRuntime;
constexpr auto kQuark = Flow::Plain;
constexpr auto kNpu = Flow::Npu;
constexpr auto kExtended = Flow::Extended;

/// onnxruntime 1.31.1, quantization/registry.py: keys of QLinearOpsRegistry.
Names integerRegistry()
{
    return {"ArgMax",      "Conv",
            "Gemm",        "MatMul",
            "Add",         "Mul",
            "Relu",        "Clip",
            "LeakyRelu",   "Sigmoid",
            "MaxPool",     "Split",
            "Pad",         "GlobalAveragePool",
            "Reshape",     "Squeeze",
            "Unsqueeze",   "Flatten",
            "Resize",      "Softmax",
            "AveragePool", "Concat",
            "Where",       "Gather",
            "Transpose",   "EmbedLayerNormalization"};
}

Names operator+(Names names, const Names& more)
{
    names.insert(more.begin(), more.end());
    return names;
}

/// The list of a configuration that names nothing but its rules.
Names typesOf(PlacementRules rules)
{
    QuantConfig config;
    config.placement.rules = rules;
    return defaultOpTypes(config);
}

} // namespace

class tst_OpRules : public QObject
{
    Q_OBJECT

private slots:
    void nodeRule_followsTheReferences_data();
    void nodeRule_followsTheReferences();
    void nodeRule_isGeneric_forUnknownOperators();
    void defaultOpTypes_areTheReferencesLists();
    void npuFlags_chooseTheList_inEveryFlowOfQuark();
    void transformerPresets_quantizeProductsOnly();
    void allDefaultOpTypes_areThoseOfEveryList();
    void fusedProducers_areTheReferencesList();
};

void tst_OpRules::nodeRule_followsTheReferences_data()
{
    QTest::addColumn<int>("onnxRuntime");
    QTest::addColumn<int>("quark");
    QTest::addColumn<int>("extended");
    QTest::addColumn<int>("npu");
    const auto row = [](const char* opType, NodeRule onnxRuntime, NodeRule quark, NodeRule extended) {
        // Between the NPU's rules and those of the extended format there is one difference.
        const NodeRule npu = std::string_view(opType) == "Split" ? NodeRule::Split : extended;
        QTest::newRow(opType) << int(onnxRuntime) << int(quark) << int(extended) << int(npu);
    };
    using R = NodeRule;
    row("Add", R::Generic, R::Generic, R::Generic);
    row("AveragePool", R::PassThrough, R::PassThrough, R::Generic);
    row("BatchNormalization", R::Normalization, R::Generic, R::Generic);
    row("Clip", R::RemovableActivation, R::RemovableActivation, R::RemovableActivation);
    row("Concat", R::Generic, R::Generic, R::Generic);
    row("Conv", R::Convolution, R::Convolution, R::Convolution);
    row("ConvTranspose", R::Convolution, R::Convolution, R::Convolution);
    row("CumSum", R::Generic, R::Generic, R::Generic);
    row("Flatten", R::PassThrough, R::Generic, R::Generic);
    row("Gather", R::Gather, R::Gather, R::Gather);
    row("GatherElements", R::Gather, R::Generic, R::Generic);
    row("Gemm", R::Gemm, R::Gemm, R::Gemm);
    row("GlobalAveragePool", R::Generic, R::Generic, R::Generic);
    row("InstanceNormalization", R::Normalization, R::Normalization, R::Normalization);
    row("LayerNormalization", R::Normalization, R::Normalization, R::Normalization);
    row("LeakyRelu", R::Generic, R::Generic, R::Generic);
    row("MatMul", R::MatMul, R::MatMul, R::MatMul);
    row("MaxPool", R::MaxPool, R::MaxPool, R::MaxPool);
    row("Pad", R::Pad, R::Generic, R::Generic);
    row("Relu", R::RemovableActivation, R::RemovableActivation, R::RemovableActivation);
    row("Reshape", R::PassThrough, R::PassThrough, R::PassThrough);
    row("Resize", R::Resize, R::Resize, R::Resize);
    row("Slice", R::PassThrough, R::Generic, R::Generic);
    row("Softmax", R::Generic, R::Generic, R::Generic);
    row("Split", R::Split, R::Split, R::Generic);
    row("Squeeze", R::PassThrough, R::PassThrough, R::PassThrough);
    row("TopK", R::PassThrough, R::Generic, R::Generic);
    row("Transpose", R::PassThrough, R::PassThrough, R::PassThrough);
    row("Unsqueeze", R::PassThrough, R::PassThrough, R::PassThrough);
    row("Where", R::Where, R::Where, R::Where);
}

void tst_OpRules::nodeRule_followsTheReferences()
{
    const std::string opType = QTest::currentDataTag();
    QFETCH(int, onnxRuntime);
    QFETCH(int, quark);
    QFETCH(int, extended);
    QCOMPARE(int(nodeRule(opType, kOnnxRuntime)), onnxRuntime);
    QCOMPARE(int(nodeRule(opType, kQuark)), quark);
    QCOMPARE(int(nodeRule(opType, kExtended)), extended);
    QFETCH(int, npu);
    QCOMPARE(int(nodeRule(opType, kNpu)), npu);
}

void tst_OpRules::nodeRule_isGeneric_forUnknownOperators()
{
    for (const Flow flow : {kOnnxRuntime, kQuark, kNpu, Flow::Transformer, kExtended}) {
        for (const char* opType : {"", "conv", "Conv2", "Einsum", "Celu"})
            QCOMPARE(int(nodeRule(opType, flow)), int(NodeRule::Generic));
    }
}

void tst_OpRules::defaultOpTypes_areTheReferencesLists()
{
    // registry.py: QLinearOpsRegistry and QDQRegistry together, as quantize_static() does.
    const Names onnxRuntime = integerRegistry()
        + Names{"ConvTranspose",      "Slice", "GatherElements", "InstanceNormalization", "LayerNormalization",
                "BatchNormalization", "TopK",  "CumSum"};
    QVERIFY(typesOf(PlacementRules::OnnxRuntime) == onnxRuntime);

    // The reference quantizer's lists (section 4.1 of its description): no Flatten, its own extras.
    Names quark =
        integerRegistry() + Names{"ConvTranspose", "Tanh", "Gelu", "InstanceNormalization", "LayerNormalization"};
    quark.erase("Flatten");
    QVERIFY(typesOf(PlacementRules::Quark) == quark);

    const Names extended =
        quark + Names{"HardSigmoid", "Div",          "Erf",          "Sub",   "Min",   "Max",
                      "ReduceMean",  "DepthToSpace", "SpaceToDepth", "Slice", "PRelu", "LpNormalization"};
    QVERIFY(typesOf(PlacementRules::QuarkExtended) == extended);
}

void tst_OpRules::npuFlags_chooseTheList_inEveryFlowOfQuark()
{
    // Probed with AMD Quark 0.13: one node of each type behind inputs of their own, presets XINT8, U8S8_AAWS and A8W8
    // with enable_npu_cnn and enable_npu_transformer set and not.
    const Names extended = typesOf(PlacementRules::QuarkExtended);
    QuantConfig config;
    for (const ScaleType scales : {ScaleType::Float32, ScaleType::PowerOf2}) {
        for (const PlacementRules rules : {PlacementRules::Quark, PlacementRules::QuarkExtended}) {
            config.scaleType = scales;
            config.placement.rules = rules;
            config.npu = {};
            config.npu.enableNPUCnn = true;
            QVERIFY(defaultOpTypes(config) == extended);
            config.npu.enableNPUTransformer = true;
            QVERIFY(defaultOpTypes(config) == (Names{"Gemm", "MatMul"}));
        }
    }
    config.placement.rules = PlacementRules::OnnxRuntime;
    QVERIFY(defaultOpTypes(config) == typesOf(PlacementRules::OnnxRuntime));
}

void tst_OpRules::transformerPresets_quantizeProductsOnly()
{
    int found = 0;
    for (const Preset& preset : presets()) {
        if (preset.name.find("TRANSFORMER") == std::string::npos)
            continue;
        ++found;
        QVERIFY2(defaultOpTypes(preset.config) == (Names{"Gemm", "MatMul"}), preset.name.c_str());
        QVERIFY2(!preset.config.selection.quantizeAllOpTypes, preset.name.c_str());
        QVERIFY(preset.config.selection.opTypesToQuantize.empty()
                && preset.config.selection.extraOpTypesToQuantize.empty());
    }
    QVERIFY(found >= 2);
}

void tst_OpRules::allDefaultOpTypes_areThoseOfEveryList()
{
    const std::set<std::string> all = allDefaultOpTypes();
    std::size_t count = 0;
    for (const PlacementRules rules :
         {PlacementRules::OnnxRuntime, PlacementRules::Quark, PlacementRules::QuarkExtended}) {
        for (const std::string& type : typesOf(rules))
            QVERIFY2(all.contains(type), type.c_str());
    }
    for (const std::string& type : all)
        count += typesOf(PlacementRules::OnnxRuntime).contains(type)
            || typesOf(PlacementRules::QuarkExtended).contains(type);
    QCOMPARE(count, all.size());
}

void tst_OpRules::fusedProducers_areTheReferencesList()
{
    for (const char* opType :
         {"Conv", "Add", "MaxPool", "AveragePool", "GlobalAveragePool", "MatMul", "Gemm", "ConvTranspose"})
        QVERIFY2(isFusedProducer(opType), opType);
    for (const char* opType : {"Relu", "Mul", "Concat", "InstanceNormalization", "Pad", "Reshape", "conv", ""})
        QVERIFY2(!isFusedProducer(opType), opType);
}

QTEST_GUILESS_MAIN(tst_OpRules)
#include "tst_op_rules.moc"
