// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/first_wrong.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace quantiscope;

namespace {

/// A tensor of a chain of Relu nodes, with its figures in dB.
struct Link
{
    const char* name;
    double own;
    double accumulated;
    double excess;
};

/// Errors of @p links, each computed from the one before; cosines are sound.
LayerErrors chain(const std::vector<Link>& links)
{
    LayerErrors errors;
    for (const Link& link : links) {
        TensorError& tensor = errors.tensors.emplace_back();
        tensor.tensor = link.name;
        tensor.node = std::string("n_") + link.name;
        tensor.opType = "Relu";
        for (const auto& [figures, sqnr] :
             {std::pair{&tensor.own, link.own}, {&tensor.accumulated, link.accumulated}}) {
            figures->emplace().samples = 1;
            (*figures)->sqnr.mean = sqnr;
            (*figures)->cosine.mean = 1.0;
        }
        tensor.excess = link.excess;
        if (errors.tensors.size() > 1)
            tensor.inFront = {errors.tensors.size() - 2};
    }
    return errors;
}

} // namespace

class tst_FirstWrong : public QObject
{
    Q_OBJECT

private slots:
    void notFinite_isFirstWrong();
    void errorsThatMakeATensorInfinite_areTold();
    void floatModelWithoutFiniteOutputs_isNotBlamed();
    void largeLoss_isWrongBeforeWhatIsOutOfProportion();
    void soundOutputs_nothingStandsOut();
    void unsoundOutputs_areExplained();
    void cause_isWhatScaleAndRoundingTell();
};

void tst_FirstWrong::notFinite_isFirstWrong()
{
    LayerErrors errors;
    for (const char* name : {"far out", "infinite"}) {
        TensorError& tensor = errors.tensors.emplace_back();
        tensor.tensor = name;
        tensor.own.emplace().samples = 2;
        tensor.accumulated = tensor.own;
    }
    errors.tensors[0].excess = 20.0;
    errors.tensors[1].own = ErrorFigures();
    errors.tensors[1].own->notFinite = 2;
    errors.tensors[1].own->broken = 2;
    findFirstWrong({"infinite"}, errors);
    QVERIFY(errors.firstWrong.has_value());
    QCOMPARE(errors.firstWrong->tensor, std::size_t(1));
    // In one sample of two it is as bad, and no wide scale goes before it.
    errors.tensors[1].own->samples = 1;
    errors.tensors[1].own->notFinite = 1;
    errors.tensors[1].own->broken = 1;
    errors.tensors[0].scaleExcess = 18.0;
    findFirstWrong({"infinite"}, errors);
    QCOMPARE(errors.firstWrong->tensor, std::size_t(1));
    QVERIFY(QString::fromStdString(errors.firstWrong->sentence).endsWith("infinite or NaN in 1 sample."));
    QCOMPARE(worstFirst(errors, ErrorColumn::Own)[0], std::size_t(1));
    // Where the float graph has no finite value, quantization is not to blame.
    errors.tensors[1].own->broken = 0;
    errors.tensors[0].scaleExcess.reset();
    findFirstWrong({"infinite"}, errors);
    QCOMPARE(errors.firstWrong->tensor, std::size_t(0));
    QCOMPARE(worstFirst(errors, ErrorColumn::Own)[0], std::size_t(0));
}

void tst_FirstWrong::errorsThatMakeATensorInfinite_areTold()
{
    // As a logarithm of values that become 0 in front of it: its own quantization does nothing.
    LayerErrors errors = chain({{"x", 48.0, 48.0, 6.0}, {"a", 40.0, 45.0, 6.0}, {"y", 45.0, 42.0, 14.0}});
    errors.tensors[2].accumulated->notFinite = 5;
    errors.tensors[2].accumulated->broken = 5;
    findFirstWrong({"y"}, errors);
    QVERIFY(errors.firstWrong.has_value());
    QCOMPARE(errors.firstWrong->tensor, std::size_t(2));
    QCOMPARE(QString::fromStdString(errors.firstWrong->sentence),
             QString("It first goes wrong at 'y' (Relu 'n_y'): the errors that reach it make it infinite or NaN in 5 "
                     "samples."));
    // What does harm in front of it is why, as is a scale that is too wide.
    errors.tensors[1].excess = 14.0;
    findFirstWrong({"y"}, errors);
    QCOMPARE(errors.firstWrong->tensor, std::size_t(1));
    errors.tensors[1].excess = 6.0;
    errors.tensors[1].scaleExcess = 18.0;
    findFirstWrong({"y"}, errors);
    QCOMPARE(errors.firstWrong->tensor, std::size_t(1));
}

void tst_FirstWrong::floatModelWithoutFiniteOutputs_isNotBlamed()
{
    LayerErrors errors = chain({{"x", 50.5, 50.5, 6.0}, {"y", 45.0, 42.0, 6.0}});
    for (auto& figures : {&errors.tensors[1].own, &errors.tensors[1].accumulated}) {
        *figures = ErrorFigures();
        (*figures)->notFinite = 4;
        (*figures)->sqnr.mean = std::numeric_limits<double>::quiet_NaN();
    }
    findFirstWrong({"y"}, errors);
    QVERIFY(!errors.firstWrong);
    QCOMPARE(QString::fromStdString(errors.lowest->sentence),
             QString("No tensor stands out, but the outputs are infinite or NaN in the float model itself. The lowest "
                     "accumulated SQNR is 50.5 dB, at 'x' (Relu 'n_x')."));
}

void tst_FirstWrong::largeLoss_isWrongBeforeWhatIsOutOfProportion()
{
    // As the first convolution of yolox_nano in VINT8: its channels differ so much that 8 bits do no better.
    LayerErrors errors = chain({{"input", 46.0, 46.0, 6.0}, {"stem", 18.0, 18.0, 5.0}, {"next", 19.0, 12.0, 14.0}});
    findFirstWrong({"next"}, errors);
    QVERIFY(errors.firstWrong.has_value());
    QCOMPARE(errors.firstWrong->tensor, std::size_t(1));
    // Not where its own error is small, nor where what arrives was bad already.
    errors.tensors[1].own->sqnr.mean = 21.0;
    findFirstWrong({"next"}, errors);
    QCOMPARE(errors.firstWrong->tensor, std::size_t(2));
    errors.tensors[1].own->sqnr.mean = 18.0;
    errors.tensors[0].accumulated->sqnr.mean = 29.0;
    findFirstWrong({"next"}, errors);
    QCOMPARE(errors.firstWrong->tensor, std::size_t(2));
}

void tst_FirstWrong::soundOutputs_nothingStandsOut()
{
    // Own errors far out of proportion that no output shows: as in squeezenet, with 19 dB at its output.
    LayerErrors errors = chain({{"x", 48.0, 48.0, 6.0}, {"a", 25.0, 14.0, 20.0}, {"y", 40.0, 19.0, 6.0}});
    findFirstWrong({"y"}, errors);
    QVERIFY(!errors.firstWrong);
    QVERIFY(errors.lowest.has_value());
    QCOMPARE(errors.lowest->tensor, std::size_t(1));
    QCOMPARE(QString::fromStdString(errors.lowest->sentence),
             QString("No tensor stands out: the outputs keep 19.0 dB or more. The lowest accumulated SQNR is 14.0 dB, "
                     "at 'a' (Relu 'n_a')."));

    // A wrong scale is told, whatever comes of it; a large loss is not.
    LayerErrors wide = errors;
    wide.tensors[2].scaleExcess = 18.0;
    findFirstWrong({"y"}, wide);
    QCOMPARE(wide.firstWrong.value().tensor, std::size_t(2));
    QVERIFY(!wide.lowest);
    LayerErrors lost = errors;
    lost.tensors[1].own->sqnr.mean = 15.0;
    findFirstWrong({"y"}, lost);
    QVERIFY(!lost.firstWrong && lost.lowest);

    // Outputs are not sound with less than 15 dB, with samples that are lost beside others that are sure, with one
    // that is not finite, or of other extents; the tensor that is out of proportion is told then.
    const std::vector<std::function<void(ErrorFigures&)>> spoil{
        [](ErrorFigures& figures) { figures.sqnr.mean = 14.9; },
        [](ErrorFigures& figures) { figures.cosine.mean = 0.97; }, [](ErrorFigures& figures) { figures.broken = 1; },
        [](ErrorFigures& figures) { figures.shapesDiffer = 1; }};
    for (const auto& change : spoil) {
        LayerErrors unsound = errors;
        change(*unsound.tensors[2].accumulated);
        findFirstWrong({"y"}, unsound);
        QCOMPARE(unsound.firstWrong.value().tensor, std::size_t(1));
        QVERIFY(!unsound.lowest);
    }
    // An output that others read ends a path, too, and so does what an output is joined of.
    errors.tensors[2].accumulated->sqnr.mean = 40.0;
    LayerErrors two = errors;
    findFirstWrong({"a", "y"}, two);
    QCOMPARE(two.firstWrong.value().tensor, std::size_t(1));
    errors.tensors[2].opType = "Concat";
    findFirstWrong({"y"}, errors);
    QCOMPARE(errors.firstWrong.value().tensor, std::size_t(1));
}

void tst_FirstWrong::unsoundOutputs_areExplained()
{
    // As the variance in magika's layer normalization: the difference of what is nearly equal.
    LayerErrors errors = chain({{"x", 48.0, 48.0, 6.0}, {"difference", 41.0, 13.0, 6.0}, {"y", 40.0, 5.0, 6.0}});
    findFirstWrong({"y"}, errors);
    QCOMPARE(errors.firstWrong.value().tensor, std::size_t(1));
    QVERIFY(!errors.firstWrong->weight);
    QCOMPARE(errors.firstWrong->path, (std::vector<std::size_t>{1, 2}));
    QCOMPARE(QString::fromStdString(errors.firstWrong->sentence),
             QString("It first goes wrong at 'difference' (Relu 'n_difference'): it makes the errors that reach it "
                     "35.0 dB larger against its values, so that 13.0 dB are left; its own quantization leaves "
                     "41.0 dB."));

    // Little by little.
    errors = chain({{"x", 30.0, 30.0, 6.0}, {"a", 25.0, 20.0, 6.0}, {"y", 24.0, 12.0, 6.0}});
    findFirstWrong({"y"}, errors);
    QVERIFY(!errors.firstWrong);
    QCOMPARE(errors.lowest.value().tensor, std::size_t(2));
    QVERIFY2(errors.lowest->sentence.starts_with("No tensor stands out, but the errors of all add up."),
             errors.lowest->sentence.c_str());

    // Without any error, and with nothing to compare.
    const double infinity = std::numeric_limits<double>::infinity();
    errors = chain({{"x", infinity, infinity, -infinity}, {"y", infinity, infinity, -infinity}});
    findFirstWrong({"y"}, errors);
    QVERIFY(!errors.firstWrong);
    QCOMPARE(errors.lowest.value().sentence,
             std::string("Nothing goes wrong: quantization changes none of the values."));
    errors.tensors.clear();
    findFirstWrong({"y"}, errors);
    QVERIFY(!errors.firstWrong && !errors.lowest);
}

void tst_FirstWrong::cause_isWhatScaleAndRoundingTell()
{
    LayerErrors errors;
    TensorError& tensor = errors.tensors.emplace_back();
    tensor.tensor = "y";
    tensor.node = "sigmoid";
    tensor.opType = "Sigmoid";
    tensor.params = QuantParams{DataType::Int8, {1.0F / 128.0F}, {0}, {}};
    tensor.range = {0.0F, 0.99F};
    tensor.own.emplace().samples = 1;
    tensor.own->sqnr.mean = 18.0;
    tensor.accumulated = tensor.own;
    tensor.excess = 29.0;
    const auto sentence = [&errors](double timesRounding, double scaleExcess) {
        errors.tensors[0].own->rmse.mean = timesRounding / 128.0 / std::sqrt(12.0);
        errors.tensors[0].scaleExcess = scaleExcess;
        findFirstWrong({"y"}, errors);
        return errors.firstWrong ? QString::fromStdString(errors.firstWrong->sentence) : QString();
    };
    QVERIFY2(sentence(10.0, -6.0).contains("are cut off"), qPrintable(sentence(10.0, -6.0)));
    // Its values fit: a Sigmoid that the target has in another form.
    QVERIFY2(sentence(10.0, 0.0).contains("rounding alone would leave 38.0 dB"), qPrintable(sentence(10.0, 0.0)));
    QVERIFY2(!sentence(10.0, -0.01).contains("cut off"), qPrintable(sentence(10.0, -0.01)));
    QVERIFY2(sentence(1.0, 0.0).contains("levels of its scale"), qPrintable(sentence(1.0, 0.0)));
}

QTEST_GUILESS_MAIN(tst_FirstWrong)
#include "tst_first_wrong.moc"
