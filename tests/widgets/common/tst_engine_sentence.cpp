// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/engine_sentence.h"

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
        Bracketing language;
        QVERIFY(QCoreApplication::installTranslator(&language));
        for (const std::string& sentence : said) {
            const QString shown = engineSentence(sentence);
            QVERIFY2(shown.startsWith(QLatin1Char('<')), sentence.c_str());
            QCOMPARE(withoutBrackets(shown), withoutBrackets(toQt(sentence)));
        }
        QCoreApplication::removeTranslator(&language);
    }
};

QTEST_GUILESS_MAIN(tst_EngineSentence)
#include "tst_engine_sentence.moc"
