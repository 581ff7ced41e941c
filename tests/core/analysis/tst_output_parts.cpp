// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/output_metrics.h"
#include "core/analysis/output_parts.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <nlohmann/json.hpp>
#include <numeric>

using namespace quantiscope;
using nlohmann::json;

namespace {

/// 0, 1, 2, … of that shape.
Tensor counted(const Shape& shape)
{
    Tensor tensor(DataType::Float, shape);
    std::iota(tensor.as<float>().begin(), tensor.as<float>().end(), 0.0F);
    return tensor;
}

std::vector<double> numbers(const QString& text)
{
    std::vector<double> values;
    for (const QString& number : text.split(' ', Qt::SkipEmptyParts))
        values.push_back(number.toDouble());
    return values;
}

TensorSpec output(const char* name, Shape shape)
{
    return {name, DataType::Float, std::move(shape), {}, true};
}

} // namespace

class tst_OutputParts : public QObject
{
    Q_OBJECT

private slots:
    void part_takesWhatNumPyTakes_data();
    void part_takesWhatNumPyTakes();
    void part_isWrittenAsRead_data();
    void part_isWrittenAsRead();
    void wrongText_isRefused_data();
    void wrongText_isRefused();
    void json_isReadAndWritten();
    void wrongJson_isRefused();
    void parts_areCheckedAgainstOutputs_data();
    void parts_areCheckedAgainstOutputs();
    void otherTypes_areTaken();
    void placeOutside_isAnErrorOfTheTensor();
};

void tst_OutputParts::part_takesWhatNumPyTakes_data()
{
    QTest::addColumn<QString>("selection");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("values");
    // np.arange(24).reshape(2, 3, 4)[…]
    QTest::newRow("last columns") << "y[..., 2:]"
                                  << "[2, 3, 2]"
                                  << "2 3 6 7 10 11 14 15 18 19 22 23";
    QTest::newRow("first columns") << "y[..., :1]"
                                   << "[2, 3, 1]"
                                   << "0 4 8 12 16 20";
    QTest::newRow("from the end") << "y[..., -1:]"
                                  << "[2, 3, 1]"
                                  << "3 7 11 15 19 23";
    QTest::newRow("up to the end's neighbour") << "y[1, 2, :-1]"
                                               << "[3]"
                                               << "20 21 22";
    QTest::newRow("an index takes its axis away") << "y[1]"
                                                  << "[3, 4]"
                                                  << "12 13 14 15 16 17 18 19 20 21 22 23";
    QTest::newRow("a negative index") << "y[-1, -3]"
                                      << "[4]"
                                      << "12 13 14 15";
    QTest::newRow("an element") << "y[1, 0, 3]"
                                << "[]"
                                << "15";
    QTest::newRow("ellipsis between") << "y[0, ..., 1]"
                                      << "[3]"
                                      << "1 5 9";
    QTest::newRow("ellipsis for nothing") << "y[0, ..., 1, 1:3]"
                                          << "[2]"
                                          << "5 6";
    QTest::newRow("steps") << "y[:, ::2, 1::2]"
                           << "[2, 2, 2]"
                           << "1 3 9 11 13 15 21 23";
    QTest::newRow("a slice ends with the axis") << "y[0, 1:100]"
                                                << "[2, 4]"
                                                << "4 5 6 7 8 9 10 11";
    QTest::newRow("a slice begins with the axis") << "y[0, -100:1]"
                                                  << "[1, 4]"
                                                  << "0 1 2 3";
    QTest::newRow("nothing left") << "y[0, 3:]"
                                  << "[0, 4]"
                                  << "";
}

void tst_OutputParts::part_takesWhatNumPyTakes()
{
    QFETCH(QString, selection);
    QFETCH(QString, shape);
    QFETCH(QString, values);
    const auto part = partFromText("p", selection.toStdString());
    VERIFY_OK(part);
    const auto taken = takePart(*part, counted({2, 3, 4}));
    VERIFY_OK(taken);
    QCOMPARE(QString::fromStdString(shapeListText(taken->shape())), shape);
    QCOMPARE(elementsAsDouble(*taken), numbers(values));
}

void tst_OutputParts::part_isWrittenAsRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    QTest::newRow("usual") << "output[..., 4:]"
                           << "output[..., 4:]";
    QTest::newRow("blanks") << " output [ ...,0 : 4 ] "
                            << "output[..., 0:4]";
    QTest::newRow("steps") << "y[:3:2, -1, ::]"
                           << "y[:3:2, -1, :]";
    QTest::newRow("brackets in a name") << "out[0][1, :]"
                                        << "out[0][1, :]";
}

void tst_OutputParts::part_isWrittenAsRead()
{
    QFETCH(QString, text);
    QFETCH(QString, written);
    const auto part = partFromText("p", text.toStdString());
    VERIFY_OK(part);
    QCOMPARE(QString::fromStdString(selectionText(*part)), written);
    const auto again = partFromText("p", selectionText(*part));
    VERIFY_OK(again);
    QCOMPARE(*again, *part);
}

void tst_OutputParts::wrongText_isRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const QString form = "a part is OUTPUT[SELECTION, …] with selections as NumPy writes them, such as "
                         "'output[..., 4:]'.";
    QTest::newRow("no brackets") << "output"
                                 << "Part 'p': 'output': " + form;
    QTest::newRow("no name") << "[0:1]"
                             << "Part 'p': '[0:1]': " + form;
    QTest::newRow("blank name") << " [0]"
                                << "Part 'p': '[0]': " + form;
    QTest::newRow("behind the brackets") << "y[0]z"
                                         << "Part 'p': 'y[0]z': " + form;
    QTest::newRow("nothing selected") << "y[]"
                                      << "Part 'p': '' is not a whole number; " + form;
    QTest::newRow("a word") << "y[all]"
                            << "Part 'p': 'all' is not a whole number; " + form;
    QTest::newRow("a fraction") << "y[1.5:]"
                                << "Part 'p': '1.5' is not a whole number; " + form;
    QTest::newRow("too far") << "y[99999999999999999999]"
                             << "Part 'p': '99999999999999999999' is not a whole number; " + form;
    QTest::newRow("no step") << "y[::0]"
                             << "Part 'p': the step of '::0' must be at least 1: the order says nothing to a metric.";
    QTest::newRow("backwards")
        << "y[::-1]"
        << "Part 'p': the step of '::-1' must be at least 1: the order says nothing to a metric.";
    QTest::newRow("colons") << "y[1:2:3:4]"
                            << "Part 'p': '1:2:3:4' has too many ':'; a slice is FIRST:END or FIRST:END:STEP.";
    QTest::newRow("two ellipses") << "y[..., 1, ...]"
                                  << "Part 'p': 'y[..., 1, ...]' has more than one '...'.";
}

void tst_OutputParts::wrongText_isRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto part = partFromText("p", text.toStdString());
    QVERIFY(!part);
    QCOMPARE(part.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(QString::fromStdString(part.error().message), message);
}

void tst_OutputParts::json_isReadAndWritten()
{
    const json object = json::parse(R"({"scores": "output[..., 4:]", "boxes": "output[..., 0:4]"})");
    const auto parts = partsFromJson(object, "recipe.metrics.parts");
    VERIFY_OK(parts);
    QCOMPARE(parts->size(), std::size_t(2));
    QCOMPARE((*parts)[0].name, std::string("boxes"));
    QCOMPARE((*parts)[1].output, std::string("output"));
    QVERIFY(toJson(*parts) == object);
    const auto assigned = partFromAssignment("scores = output[..., 4:]");
    VERIFY_OK(assigned);
    QCOMPARE(*assigned, (*parts)[1]);
}

void tst_OutputParts::wrongJson_isRefused()
{
    const auto refusal = [](const char* text) {
        const auto parts = partsFromJson(json::parse(text), "recipe.metrics.parts");
        return parts ? QString() : QString::fromStdString(parts.error().message);
    };
    QCOMPARE(refusal("[]"), QString("recipe.metrics.parts must be an object with a member per part."));
    QVERIFY(refusal(R"({"a": 3})").startsWith("recipe.metrics.parts.a must be a text; a part is "));
    QVERIFY(refusal(R"({"a": "y"})").startsWith("recipe.metrics.parts: Part 'a': 'y': a part is "));
    QVERIFY(refusal(R"({"": "y[0]"})").startsWith("recipe.metrics.parts: Part '': it needs a name, without '='."));
    QVERIFY(!partFromAssignment("output[..., 4:]"));
}

void tst_OutputParts::parts_areCheckedAgainstOutputs_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("message");
    QTest::newRow("fits") << "scores=output[..., 4:]"
                          << "";
    QTest::newRow("open extents are left") << "some=open[3, 5:9]"
                                           << "";
    QTest::newRow("unknown rank") << "any=unknown[1, 2, 3]"
                                  << "";
    QTest::newRow("output") << "p=outputs[0]"
                            << "Part 'p': the model has no output 'outputs'. Did you mean 'output'?";
    QTest::newRow("name of an output")
        << "open=output[0]"
        << "Part 'open': an output or another part has that name already; choose another one.";
    QTest::newRow("axes") << "p=output[0, 0, 0, 0]"
                          << "Part 'p': 'output[0, 0, 0, 0]' selects of 4 axes, the output has 3 ('output' is [1, "
                             "3549, 85]).";
    QTest::newRow("place") << "p=output[..., 85]"
                           << "Part 'p': axis 2 has no place 85 ('output' is [1, 3549, 85]).";
    QTest::newRow("negative place") << "p=output[..., -86]"
                                    << "Part 'p': axis 2 has no place -86 ('output' is [1, 3549, 85]).";
    QTest::newRow("nothing") << "p=output[..., 85:]"
                             << "Part 'p': 'output[..., 85:]' takes nothing of axis 2 ('output' is [1, 3549, 85]).";
    QTest::newRow("other axis is open") << "p=open[0, 4:4]"
                                        << "Part 'p': 'open[0, 4:4]' takes nothing of axis 1 "
                                           "('open' is [?, 10]).";
}

void tst_OutputParts::parts_areCheckedAgainstOutputs()
{
    QFETCH(QString, part);
    QFETCH(QString, message);
    TensorSpec unknown = output("unknown", {});
    unknown.hasRank = false;
    const std::vector<TensorSpec> outputs{output("output", {1, 3549, 85}), output("open", {kDynamic, 10}), unknown};
    const std::vector<OutputPart> parts{*partFromAssignment(part.toStdString())};
    const auto fits = checkPartsFit(parts, outputs);
    QCOMPARE(fits ? QString() : QString::fromStdString(fits.error().message), message);
    const std::vector<OutputPart> twice{parts[0], parts[0]};
    QVERIFY(!checkPartsFit(twice, outputs));
}

void tst_OutputParts::otherTypes_areTaken()
{
    Tensor halves(DataType::Float16, {2, 2});
    halves.as<std::uint16_t>()[1] = 0x3C00; // 1
    halves.as<std::uint16_t>()[3] = 0x4000; // 2
    const auto taken = takePart(*partFromText("p", "y[:, 1]"), halves);
    VERIFY_OK(taken);
    QCOMPARE(taken->type(), DataType::Float16);
    QCOMPARE(elementsAsDouble(*taken), (std::vector<double>{1, 2}));
}

void tst_OutputParts::placeOutside_isAnErrorOfTheTensor()
{
    const auto taken = takePart(*partFromText("p", "y[5]"), counted({5, 2}));
    QVERIFY(!taken);
    QCOMPARE(taken.error().message, std::string("Part 'p': axis 0 has no place 5 ('y' is [5, 2])."));
    QVERIFY(!takePart(*partFromText("p", "y[0, 0, 0]"), counted({5, 2})));
}

QTEST_GUILESS_MAIN(tst_OutputParts)
#include "tst_output_parts.moc"
