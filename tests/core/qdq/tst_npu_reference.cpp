// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/npu_case.h"
#include "tests/support/source_directory.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

std::vector<std::int64_t> integers(const QString& text)
{
    std::vector<std::int64_t> values;
    for (const QString& word : text.split(',', Qt::SkipEmptyParts))
        values.push_back(word.toLongLong());
    return values;
}

/// One graph of npu_reference.txt, which make_npu_reference.py explains.
struct ReferenceGraph
{
    QString name;
    ModelBuilder builder{13};
    QStringList outputs;
    QStringList read;
    QStringList before; ///< in the form of NpuCase
    std::map<std::string, int> after;
    QMap<QString, QString> owners; ///< first tensor by name of the scale

    void addNode(const QStringList& words)
    {
        std::vector<std::string> inputs;
        for (const QString& input : words[2].split(',')) {
            inputs.push_back(input.toStdString());
            read += input;
        }
        NodeBuilder node = builder.node(words[1].toStdString(), inputs, {words[4].toStdString()});
        for (const QString& attribute : words.mid(5)) {
            const std::string key = attribute.section('=', 0, 0).toStdString();
            const QString value = attribute.section('=', 1);
            if (key == "kernel_shape" || key == "pads")
                node.attribute(key, integers(value));
            else if (value.contains('.'))
                node.attribute(key, value.toDouble());
            else
                node.attribute(key, value.toLongLong());
        }
        outputs += words[4];
    }

    void addTensor(const QStringList& words)
    {
        const bool isOwner = !owners.contains(words[2]);
        if (isOwner)
            owners[words[2]] = words[1];
        before += isOwner ? words[1] + ":" + words[3] : words[1] + "=" + owners[words[2]];
        after[words[1].toStdString()] = words[4].toInt();
    }

    /// Everything that has no pair, written down behind the rest.
    [[nodiscard]] QString positions() const
    {
        QStringList all = before;
        for (const QString& output : outputs) {
            if (after.count(output.toStdString()) == 0)
                all += output + "-";
        }
        return all.join(' ');
    }

    void finish()
    {
        for (const QString& output : outputs) {
            if (!read.contains(output))
                builder.output(output.toStdString());
        }
    }
};

std::vector<ReferenceGraph> referenceGraphs()
{
    std::vector<ReferenceGraph> graphs;
    QFile file(sourceDirectory() / "tests/core/qdq/npu_reference.txt");
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return graphs;
    while (!file.atEnd()) {
        const QStringList words = QString::fromUtf8(file.readLine()).trimmed().split(' ', Qt::SkipEmptyParts);
        if (words.isEmpty())
            continue;
        if (words[0] == "graph") {
            graphs.emplace_back();
            graphs.back().name = words[1];
            graphs.back().builder.input("x", DataType::Float, {1, 4, 6, 6});
        } else if (words[0] == "constant") {
            graphs.back().builder.randomInitializer(words[1].toStdString(), integers(words[2]));
        } else if (words[0] == "integers") {
            graphs.back().builder.int64s(words[1].toStdString(), integers(words[2]));
        } else if (words[0] == "node") {
            graphs.back().addNode(words);
        } else if (words[0] == "tensor") {
            graphs.back().addTensor(words);
        }
    }
    for (ReferenceGraph& graph : graphs)
        graph.finish();
    return graphs;
}

} // namespace

/// Random graphs, and where the reference quantizer itself moved the positions of their scales.
class tst_NpuReference : public QObject
{
    Q_OBJECT

private slots:
    void positions_endWhereTheReferencePutsThem();
};

void tst_NpuReference::positions_endWhereTheReferencePutsThem()
{
    const std::vector<ReferenceGraph> graphs = referenceGraphs();
    QVERIFY(graphs.size() >= 8);
    int movedAtAll = 0;
    for (const ReferenceGraph& graph : graphs) {
        NpuCase npuCase(graph.builder, graph.positions().toStdString());
        const std::string moved = npuCase.moved();
        movedAtAll += int(std::count(moved.begin(), moved.end(), ':'));
        for (const auto& [name, position] : graph.after) {
            const auto ours = std::lround(-std::log2(npuCase.params.at(name).scale.at(0)));
            QVERIFY2(ours == position,
                     qPrintable(QString("graph %1, %2: %3 instead of %4")
                                    .arg(graph.name, QString::fromStdString(name))
                                    .arg(ours)
                                    .arg(position)));
        }
    }
    QVERIFY(movedAtAll >= 40);
}

QTEST_GUILESS_MAIN(tst_NpuReference)
#include "tst_npu_reference.moc"
