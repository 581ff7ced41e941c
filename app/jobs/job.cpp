// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job.h"

#include "core/pipeline/command_line_text.h"
#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace quantiscope {

namespace {

struct JobText
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::Job)
};

/// The lowest mean cosine of outputs and parts; NaN, which is worse than any, when quantization made one of them NaN
/// or infinite. Nothing when nothing was compared, or all that was are zeros, which have none.
std::optional<double> lowestCosine(const Evaluation& evaluation)
{
    std::optional<double> lowest;
    const auto look = [&lowest](const OutputSummary& output) {
        if (output.broken > 0)
            lowest = std::numeric_limits<double>::quiet_NaN();
        else if (output.samples > 0 && !std::isnan(output.cosine.mean) && (!lowest || output.cosine.mean < *lowest))
            lowest = output.cosine.mean;
    };
    for (const OutputSummary& output : evaluation.outputs)
        look(output);
    for (const MeasuredPart& part : evaluation.parts)
        look(part.summary);
    return lowest;
}

QString cosineText(const Evaluation& evaluation)
{
    const std::optional<double> lowest = lowestCosine(evaluation);
    if (!lowest)
        return {};
    const QString text = JobText::tr("cosine %1").arg(QLocale().toString(*lowest, 'f', 4));
    return *lowest >= kLeastCosine ? text : JobText::tr("%1, far from FP32").arg(text); // NaN is far as well
}

/// What a job measured; null when it measured nothing.
const Evaluation* evaluationOf(const JobResult& result)
{
    if (const auto* report = std::get_if<RunReport>(&result)) {
        const auto& measured = report->evaluation ? report->evaluation : report->check;
        return measured ? &*measured : nullptr;
    }
    return std::get_if<Evaluation>(&result);
}

QString resultText(const JobResult& result, std::uint64_t outputBytes)
{
    QStringList facts;
    if (const auto* report = std::get_if<RunReport>(&result)) {
        // Shown at every repaint: nothing may look at the disk here.
        facts << bytesText(outputBytes);
        if (const Evaluation* measured = evaluationOf(result))
            facts << cosineText(*measured);
        if (!report->gates.empty()) {
            const auto met = std::count_if(report->gates.begin(), report->gates.end(),
                                           [](const GateResult& gate) { return gate.met; });
            facts << JobText::tr("%1 of %2 gates met").arg(met).arg(report->gates.size());
        }
        if (report->cache && report->cache->hit)
            facts << JobText::tr("statistics reused");
    } else if (const auto* calibration = std::get_if<CalibrationOutcome>(&result)) {
        facts << JobText::tr("%n tensor(s)", nullptr, int(calibration->tensors))
              << JobText::tr("%n sample(s)", nullptr, int(calibration->samples));
    } else if (const auto* evaluation = std::get_if<Evaluation>(&result)) {
        facts << JobText::tr("%n sample(s)", nullptr, int(evaluation->samples)) << cosineText(*evaluation);
    } else if (const auto* loaded = std::get_if<LoadedSession>(&result)) {
        facts << JobText::tr("%n tensor(s)", nullptr, int(loaded->tensors))
              << JobText::tr("%n sample(s)", nullptr, int(loaded->samples));
    } else if (const auto* analysis = std::get_if<LayerAnalysis>(&result)) {
        facts << JobText::tr("%n tensor(s)", nullptr, int(analysis->errors.tensors.size()))
              << JobText::tr("%n sample(s)", nullptr, int(analysis->errors.samples));
    } else if (const auto* sensitivity = std::get_if<Sensitivity>(&result)) {
        facts << JobText::tr("%n part(s) of the network", nullptr, int(sensitivity->units.size()))
              << JobText::tr("%n sample(s)", nullptr, int(sensitivity->samples));
        if (!sensitivity->isComplete)
            facts << JobText::tr("not finished");
    } else if (const auto* advice = std::get_if<Advice>(&result)) {
        facts << (advice->plan ? JobText::tr("a better recipe was found") : JobText::tr("no better recipe was found"));
        if (!advice->isComplete)
            facts << JobText::tr("not finished");
    }
    facts.removeAll(QString());
    return facts.join(QStringLiteral(" · "));
}

/// What a job that looks into a recipe is about; null for others.
const AnalysisRequest* analysisOf(const JobRequest& request)
{
    return std::visit(
        [](const auto& job) -> const AnalysisRequest* {
            if constexpr (std::is_same_v<decltype(job.request), AnalysisRequest>)
                return &job.request;
            else
                return nullptr;
        },
        request);
}

} // namespace

QString jobTitle(const JobRequest& request)
{
    if (const auto* quantize = std::get_if<QuantizeJob>(&request))
        return JobText::tr("Quantize %1 · %2", "model, preset")
            .arg(pathText(quantize->request.model.stem()), toQt(quantize->request.recipe.config.preset));
    if (const auto* calibrate = std::get_if<CalibrateJob>(&request))
        return JobText::tr("Calibrate %1 · %2", "model, preset")
            .arg(pathText(calibrate->request.model.stem()), toQt(calibrate->request.recipe.config.preset));
    if (const auto* analyse = std::get_if<AnalyseJob>(&request))
        return JobText::tr("Analyse %1 · %2", "model, preset")
            .arg(pathText(analyse->request.model.stem()), toQt(analyse->request.recipe.config.preset));
    if (const auto* sensitivity = std::get_if<SensitivityJob>(&request))
        return JobText::tr("Sensitivity of %1 · %2", "model, preset")
            .arg(pathText(sensitivity->request.model.stem()), toQt(sensitivity->request.recipe.config.preset));
    if (const auto* advise = std::get_if<AdviseJob>(&request))
        return JobText::tr("Advice for %1 · %2", "model, preset")
            .arg(pathText(advise->request.model.stem()), toQt(advise->request.recipe.config.preset));
    if (const auto* load = std::get_if<LoadJob>(&request))
        return JobText::tr("Load the values of %1 · %2", "model, preset")
            .arg(pathText(load->request.model.stem()), toQt(load->request.recipe.config.preset));
    const EvaluateRequest& evaluate = std::get<EvaluateJob>(request).request;
    return JobText::tr("Evaluate %1 · %2", "model, its quantized model")
        .arg(pathText(evaluate.floatModel.stem()), pathText(evaluate.quantizedModel.filename()));
}

QStringList jobStages(const JobRequest& request)
{
    QStringList names;
    if (const auto* quantize = std::get_if<QuantizeJob>(&request)) {
        for (const std::string_view stage : quantizeStages()) {
            const bool measures = quantize->request.evaluation || quantize->request.checkSamples > 0;
            const bool isNeeded = (stage != "calibrate" || quantize->request.recipe.config.needsStatistics())
                && (stage != "evaluate" || measures);
            if (isNeeded)
                names << toQt(stage);
        }
    } else if (std::holds_alternative<CalibrateJob>(request)) {
        names << QStringLiteral("load") << QStringLiteral("prepare") << QStringLiteral("calibrate");
    } else if (const AnalysisRequest* analysis = analysisOf(request)) {
        names << QStringLiteral("load") << QStringLiteral("prepare");
        if (analysis->recipe.config.needsStatistics())
            names << QStringLiteral("calibrate");
        if (std::holds_alternative<AnalyseJob>(request))
            names << QStringLiteral("analyse") << QStringLiteral("weights") << QStringLiteral("shares");
        else if (std::holds_alternative<AdviseJob>(request))
            names << QStringLiteral("baseline") << QStringLiteral("culprits") << QStringLiteral("fixes");
        else if (std::holds_alternative<SensitivityJob>(request))
            names << QStringLiteral("sensitivity");
        if (const auto* sensitivity = std::get_if<SensitivityJob>(&request); sensitivity && sensitivity->what.hasCurve)
            names << QStringLiteral("curve");
    } else {
        names << QStringLiteral("load") << QStringLiteral("evaluate");
    }
    return names;
}

QString stageText(const QString& stage)
{
    const std::pair<const char*, QString> names[] = {
        {"load", JobText::tr("Read the model")},
        {"prepare", JobText::tr("Prepare the graph")},
        {"calibrate", JobText::tr("Collect statistics")},
        {"ranges", JobText::tr("Choose scales")},
        {"quantize", JobText::tr("Place Q/DQ")},
        {"verify", JobText::tr("Check that it loads")},
        {"save", JobText::tr("Write the model")},
        {"evaluate", JobText::tr("Compare with FP32")},
        {"analyse", JobText::tr("Compare every tensor")},
        {"weights", JobText::tr("Look at the weights")},
        {"shares", JobText::tr("Find shares of the final error")},
        {"sensitivity", JobText::tr("Switch parts on and off")},
        {"curve", JobText::tr("Keep more and more in float")},
        {"baseline", JobText::tr("Measure the recipe as it is")},
        {"culprits", JobText::tr("Quantize suspects alone")},
        {"fixes", JobText::tr("Try changes of the recipe")},
        {"layers", JobText::tr("Treat single layers")},
        {"layers together", JobText::tr("Treat layers together")},
        {"confirm", JobText::tr("Measure the best on all samples")},
    };
    for (const auto& [name, text] : names) {
        if (stage == QLatin1String(name))
            return text;
    }
    return stage;
}

QString statusText(JobStatus status)
{
    switch (status) {
    case JobStatus::Queued:
        return JobText::tr("Waiting");
    case JobStatus::Running:
        return JobText::tr("Running");
    case JobStatus::Paused:
        return JobText::tr("Paused");
    case JobStatus::Finished:
        return JobText::tr("Done");
    case JobStatus::Failed:
        return JobText::tr("Failed");
    case JobStatus::Canceled:
        return JobText::tr("Cancelled");
    }
    return {};
}

QString outcomeText(const Job& job)
{
    if (job.isSuperseded)
        return JobText::tr("Replaced by a newer job");
    if (job.status == JobStatus::Finished && job.result) {
        const QString text = resultText(*job.result, job.outputBytes);
        const auto* quantize = std::get_if<QuantizeJob>(&job.request);
        const int warnings = quantize ? int(quantize->dataWarnings) : 0;
        return warnings == 0 ? text : JobText::tr("%1 · %n warning(s) about the data", nullptr, warnings).arg(text);
    }
    if (job.status == JobStatus::Failed && job.error)
        return toQt(job.error->message);
    return statusText(job.status);
}

bool isDoubtful(const Job& job)
{
    if (job.status != JobStatus::Finished || !job.result)
        return false;
    const auto* quantize = std::get_if<QuantizeJob>(&job.request);
    const Evaluation* measured = evaluationOf(*job.result);
    return (quantize && quantize->dataWarnings > 0)
        || (measured
            && std::any_of(measured->outputs.begin(), measured->outputs.end(),
                           [](const OutputSummary& output) { return output.cosine.mean < kLeastCosine; }));
}

QString commandLineOf(const JobRequest& request)
{
    if (const auto* quantize = std::get_if<QuantizeJob>(&request))
        return toQt(commandLineText(quantize->request, quantize->report));
    if (const auto* calibrate = std::get_if<CalibrateJob>(&request))
        return toQt(commandLineText(calibrate->request, calibrate->output));
    if (const auto* analyse = std::get_if<AnalyseJob>(&request))
        return toQt(commandLineText(analyse->request, analyse->report, true));
    if (const auto* sensitivity = std::get_if<SensitivityJob>(&request))
        return toQt(commandLineText(sensitivity->request, sensitivity->what, sensitivity->report));
    if (const auto* advise = std::get_if<AdviseJob>(&request))
        return toQt(commandLineText(advise->request, advise->what, advise->report));
    if (const auto* load = std::get_if<LoadJob>(&request)) // a program of its own has nothing to load for
        return toQt(commandLineText(load->request));
    const auto& evaluate = std::get<EvaluateJob>(request);
    return toQt(commandLineText(evaluate.request, evaluate.report));
}

std::optional<std::uint64_t> memoryBudgetOf(const JobRequest& request)
{
    if (const auto* quantize = std::get_if<QuantizeJob>(&request))
        return quantize->request.memoryBudget;
    if (const auto* calibrate = std::get_if<CalibrateJob>(&request))
        return calibrate->request.memoryBudget;
    const AnalysisRequest* analysis = analysisOf(request);
    return analysis ? analysis->memoryBudget : std::nullopt;
}

} // namespace quantiscope
