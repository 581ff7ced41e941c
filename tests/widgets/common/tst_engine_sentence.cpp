// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/engine_sentence.h"

#include "core/analysis/first_wrong.h"
#include "core/analysis/weight_findings.h"
#include "core/config/presets.h"
#include "core/pipeline/advisor.h"
#include "core/pipeline/layer_analysis.h"
#include "core/pipeline/recipe.h"
#include "core/runtime/runtime_environment.h"
#include "tests/support/source_directory.h"
#include "tests/support/verify_result.h"
#include "widgets/common/text.h"

#include <QTest>
#include <QTranslator>

#include <algorithm>
#include <limits>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Another language: the same phrases in angle brackets.
class Bracketing final : public QTranslator
{
public:
    [[nodiscard]] QString translate(const char* context, const char* source, const char*, int) const override
    {
        return QLatin1String(context) == QLatin1String("quantiscope::EngineSentence")
            ? QStringLiteral("<%1>").arg(QLatin1String(source))
            : QString();
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

QString withoutBrackets(QString text)
{
    return text.remove(QLatin1Char('<')).remove(QLatin1Char('>'));
}

/// Of an input x and the output y, whose own quantization does no harm, with what has accumulated in dB.
LayerErrors errorsOf(double first, double last)
{
    LayerErrors errors;
    for (const auto& [name, sqnr] : {std::pair("x", first), {"y", last}}) {
        TensorError& tensor = errors.tensors.emplace_back();
        tensor.tensor = name;
        for (auto* figures : {&tensor.own, &tensor.accumulated}) {
            figures->emplace().samples = 1;
            (*figures)->sqnr.mean = sqnr;
            (*figures)->cosine.mean = 1.0;
        }
        tensor.own->sqnr.mean = std::max(sqnr, 30.0);
        tensor.excess = 6.0;
    }
    errors.tensors[1].node = "last";
    errors.tensors[1].opType = "Relu";
    errors.tensors[1].inFront = {0};
    return errors;
}

void verifyKnown(const std::set<std::string>& said)
{
    Bracketing language;
    QVERIFY(QCoreApplication::installTranslator(&language));
    for (const std::string& sentence : said) {
        const QString shown = engineSentence(sentence);
        QVERIFY2(shown.startsWith(QLatin1Char('<')), sentence.c_str());
        QCOMPARE(withoutBrackets(shown), withoutBrackets(toQt(sentence)));
    }
    QCoreApplication::removeTranslator(&language);
}

} // namespace

class tst_EngineSentence : public QObject
{
    Q_OBJECT

private slots:
    void withoutTranslation_itStaysAsItIs()
    {
        const std::string sentence = "The codes of 'w' keep only 12 dB of its values: 16 bits gain 48 dB.";
        QCOMPARE(engineSentence(sentence), toQt(sentence));
    }

    void phrases_areTranslatedOneByOne()
    {
        Bracketing language;
        QVERIFY(QCoreApplication::installTranslator(&language));
        QCOMPARE(engineSentence("The codes of 'w' keep only 12 dB of its values: 16 bits gain 48 dB."),
                 QStringLiteral("<The codes of 'w' keep only 12 dB of its values><: ><16 bits gain>< 48 dB><.>"));
        // A name may hold anything.
        QCOMPARE(engineSentence("It first goes wrong at 'a, 100 %1: 'b'' (Conv 'c d')."),
                 QStringLiteral("<It first goes wrong at 'a, 100 %1: 'b'' (Conv 'c d')><.>"));
        QCOMPARE(engineSentence("float layer 're_lu;bn, 6: a.'"), QStringLiteral("<float layer 're_lu;bn, 6: a.'>"));
        // What is not known in full is not translated in part.
        QCOMPARE(engineSentence("The codes of 'w' keep only 12 dB of its values, luckily."),
                 QStringLiteral("The codes of 'w' keep only 12 dB of its values, luckily."));
        QCOMPARE(engineSentence({}), QString());
        QCoreApplication::removeTranslator(&language);
    }

    void whatTheEngineSays_isKnown()
    {
        AnalysisRequest request;
        request.model = sampleDirectory() / "fashion_cnn.onnx";
        request.recipe = *loadRecipe((sampleDirectory() / "recipe.json").string());
        request.recipe.calibration->samples = 4;
        request.threads = 1;
        std::set<std::string> said;
        RuntimeEnvironment environment;
        for (const char* preset : {"VINT8", "XINT8", "U8S8_AAWS"}) {
            request.recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
            Feedback feedback;
            const auto session = AnalysisSession::open(environment, request, feedback);
            VERIFY_OK(session);
            const auto variant = (*session)->quantize(request.recipe.config, feedback);
            VERIFY_OK(variant);
            const auto analysis = analyseLayers(**session, *variant, feedback);
            VERIFY_OK(analysis);
            QVERIFY(analysis->weights);
            for (const WeightFinding& finding : weightFindings(*analysis->weights))
                said.insert(finding.sentence);
            if (const auto& first = analysis->errors.firstWrong) // nothing where the outputs are sound
                said.insert({first->sentence, first->why});
            if (const auto& lowest = analysis->errors.lowest)
                said.insert(lowest->sentence);
            AdviceRequest wanted;
            wanted.goal.min = 0.99999;
            wanted.evaluations = 40;
            const auto advice = advise(**session, wanted, {}, feedback);
            VERIFY_OK(advice);
            said.insert(advice->left);
            for (const AdviceCulprit& culprit : advice->culprits)
                said.insert(culprit.reason);
            for (const AdviceFix& fix : advice->fixes)
                said.insert({fix.title, fix.cost});
            if (advice->plan)
                said.insert(advice->plan->steps.begin(), advice->plan->steps.end());
        }
        said.erase("");
        QVERIFY(said.size() > 20);
        verifyKnown(said);
    }

    void lowestTensor_isKnownInAllItsForms()
    {
        const double exact = std::numeric_limits<double>::infinity();
        std::set<std::string> said;
        for (const auto& [first, last] :
             {std::pair(exact, exact), {14.0, exact}, {14.0, 19.0}, {20.0, 12.0}, {19.0, 20.0}}) {
            LayerErrors errors = errorsOf(first, last);
            findFirstWrong({"y"}, errors);
            QVERIFY(!errors.firstWrong && errors.lowest);
            said.insert(errors.lowest->sentence);
        }
        LayerErrors unknown = errorsOf(14.0, 19.0);
        for (auto* figures : {&unknown.tensors.back().own, &unknown.tensors.back().accumulated}) {
            figures->emplace().notFinite = 1;
            (*figures)->sqnr.mean = std::numeric_limits<double>::quiet_NaN();
        }
        findFirstWrong({"y"}, unknown);
        QVERIFY(!unknown.firstWrong && unknown.lowest);
        said.insert(unknown.lowest->sentence);
        QCOMPARE(said.size(), std::size_t(6));
        verifyKnown(said);
    }

    void brokenTensors_areKnown()
    {
        std::set<std::string> said;
        for (const std::uint64_t samples : {1U, 5U}) {
            LayerErrors errors = errorsOf(14.0, 19.0);
            errors.tensors.back().accumulated->broken = samples;
            findFirstWrong({"y"}, errors);
            QVERIFY(errors.firstWrong.has_value());
            said.insert(errors.firstWrong->sentence);
        }
        QCOMPARE(said.size(), std::size_t(2));
        verifyKnown(said);
    }
};

QTEST_GUILESS_MAIN(tst_EngineSentence)
#include "tst_engine_sentence.moc"
