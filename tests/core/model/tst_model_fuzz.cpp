// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "tests/support/model_builder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// A small model with a bit of everything: convolution, pooling, shape calculation, subgraph, Constant, Resize.
onnx::ModelProto seedModel()
{
    ModelBuilder branch;
    branch.node("Constant", {}, {"b"}).tensor("value", makeFloatTensor("", {}, {1}));
    branch.node("Add", {"p", "b"}, {"branch_y"});
    branch.output("branch_y");
    ModelBuilder other;
    other.node("Neg", {"p"}, {"other_y"});
    other.output("other_y");

    ModelBuilder b(11);
    b.irVersion(6).input("x", DataType::Float, {"N", 2, 6, 6}).input("c", DataType::Bool, {});
    b.randomInitializer("w", {2, 2, 3, 3});
    b.int64s("axes", {2}).initializer("scales", {4}, {1, 1, 2, 2}).initializer("roi", {0}, {});
    b.node("Conv", {"x", "w"}, {"conv"}, "conv").attribute("pads", {1, 1, 1, 1}).attribute("strides", {1, 1});
    b.node("MaxPool", {"conv"}, {"p"}, "pool").attribute("kernel_shape", {2, 2}).attribute("strides", {2, 2});
    b.node("If", {"c"}, {"i"}, "choice").graph("then_branch", branch.graph()).graph("else_branch", other.graph());
    b.node("Resize", {"i", "roi", "scales"}, {"r"}, "resize").attribute("mode", "nearest");
    b.node("DepthToSpace", {"conv"}, {"d"}, "d2s").attribute("blocksize", 1);
    b.node("Shape", {"r"}, {"s"});
    b.node("Slice", {"s", "axes", "axes"}, {"sliced"});
    b.node("Concat", {"sliced", "s"}, {"target"}).attribute("axis", 0);
    b.node("Split", {"r"}, {"r1", "r2"}, "split").attribute("axis", 1).attribute("split", {1, 1});
    b.node("Reshape", {"r", "s"}, {"y"}, "reshape");
    b.node("Softmax", {"d"}, {"z"}, "softmax").attribute("axis", 1);
    b.output("y").output("z");
    return b.build();
}

/// Loads @p bytes from a file; a refusal must be a sentence. Returns whether the model was accepted.
bool isAccepted(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("the test's file cannot be written");
    file.close();
    Feedback feedback;
    const auto model = Model::load(path.toStdString(), {}, feedback);
    if (model) {
        for (const auto& initializer : model->graph().initializer())
            (void)model->bytesOf(initializer);
        (void)model->values();
        (void)model->contentHash();
        return true;
    }
    const QString message = QString::fromStdString(model.error().message);
    const bool isSentence = message.size() > 20 && message.endsWith('.') && message[0].isPrint()
        && !message.contains('\n') && !message.contains("==>") && !message.contains("Assertion")
        && !message.contains("onnx::");
    if (!isSentence)
        qFatal("not a sentence: %s", qPrintable(message));
    return false;
}

} // namespace

class tst_ModelFuzz : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyPrefix_isRefused();
    void flippedBytes_neverCrash();
    void replacedBytes_neverCrash();
    void hostileNumbers_neverCrash();

private:
    QTemporaryDir m_folder;
    QString m_path;
    QByteArray m_bytes;
};

void tst_ModelFuzz::initTestCase()
{
    m_path = m_folder.filePath("m.onnx");
    m_bytes = QByteArray::fromStdString(seedModel().SerializeAsString());
    Feedback feedback;
    onnx::ModelProto seed = seedModel();
    const auto model = Model::fromProto(std::move(seed), {}, {}, feedback);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
}

void tst_ModelFuzz::everyPrefix_isRefused()
{
    for (int size = 0; size < m_bytes.size(); ++size)
        QVERIFY2(!isAccepted(m_path, m_bytes.left(size)), qPrintable(QString::number(size)));
}

void tst_ModelFuzz::flippedBytes_neverCrash()
{
    std::mt19937 random(7);
    int accepted = 0;
    for (int i = 0; i < 2000; ++i) {
        QByteArray damaged = m_bytes;
        const auto at = static_cast<int>(random() % static_cast<unsigned>(m_bytes.size()));
        damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1U << (random() % 8)));
        accepted += isAccepted(m_path, damaged) ? 1 : 0;
    }
    qInfo("%d of 2000 models with one flipped bit are still valid", accepted);
}

void tst_ModelFuzz::replacedBytes_neverCrash()
{
    std::mt19937 random(11);
    for (int i = 0; i < 2000; ++i) {
        QByteArray damaged = m_bytes;
        const int count = 1 + static_cast<int>(random() % 4);
        for (int k = 0; k < count; ++k)
            damaged[static_cast<int>(random() % static_cast<unsigned>(m_bytes.size()))] = static_cast<char>(random());
        (void)isAccepted(m_path, damaged);
    }
}

void tst_ModelFuzz::hostileNumbers_neverCrash()
{
    // Every integer attribute, extent and axis in turn becomes something extreme.
    const std::int64_t extremes[] = {0,         -1,        -2,        1,         1000,
                                     INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, std::int64_t(1) << 40};
    const onnx::ModelProto seed = seedModel();
    for (int n = 0; n < seed.graph().node_size(); ++n) {
        for (int a = 0; a < seed.graph().node(n).attribute_size(); ++a) {
            for (const std::int64_t extreme : extremes) {
                onnx::ModelProto model = seed;
                auto* attribute = model.mutable_graph()->mutable_node(n)->mutable_attribute(a);
                if (attribute->has_i())
                    attribute->set_i(extreme);
                for (int k = 0; k < attribute->ints_size(); ++k)
                    attribute->set_ints(k, extreme);
                (void)isAccepted(m_path, QByteArray::fromStdString(model.SerializeAsString()));
            }
        }
    }
    for (int d = 0; d < 4; ++d) {
        for (const std::int64_t extreme : extremes) {
            onnx::ModelProto model = seed;
            auto* graph = model.mutable_graph();
            graph->mutable_input(0)
                ->mutable_type()
                ->mutable_tensor_type()
                ->mutable_shape()
                ->mutable_dim(d)
                ->set_dim_value(extreme);
            (void)isAccepted(m_path, QByteArray::fromStdString(model.SerializeAsString()));
            *graph->mutable_initializer(1) = makeInt64Tensor("axes", {1}, {extreme});
            (void)isAccepted(m_path, QByteArray::fromStdString(model.SerializeAsString()));
        }
    }
}

QTEST_GUILESS_MAIN(tst_ModelFuzz)
#include "tst_model_fuzz.moc"
