// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/inference_run.h"

#include "core/base/nearest_name.h"
#include "core/data/folder_listing.h"
#include "core/data/sample_workers.h"
#include "core/model/model.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/npy_writer.h"

#include <algorithm>
#include <map>
#include <set>

namespace quantiscope {

namespace {

/// A name as part of a file's name: no folders, and nothing that a file system or a shell stumbles over.
std::string fileText(const std::string& name)
{
    std::string text = name;
    std::replace_if(
        text.begin(), text.end(),
        [](unsigned char c) {
            return c < 0x20 || c == 0x7f || std::string_view("/\\:*?\"<>|").find(c) != std::string::npos;
        },
        '_');
    return text;
}

/// Gives names that are there more than once their number behind.
void makeUnique(std::vector<std::string>& names)
{
    std::map<std::string, std::size_t> uses;
    for (const std::string& name : names)
        ++uses[name];
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (uses[names[i]] == 1)
            continue;
        std::string numbered = names[i] + "_" + std::to_string(i);
        while (uses.contains(numbered))
            numbered += "_";
        names[i] = numbered;
        ++uses[numbered];
    }
}

/// The files of a run: every sample's, in the order of the outputs.
class ResultFiles
{
public:
    ResultFiles(const SampleSource& source, const std::vector<std::string>& outputs) : m_outputs(outputs.size())
    {
        std::vector<std::string> samples;
        for (std::size_t i = 0; i < source.size(); ++i) {
            std::filesystem::path name = source.name(i);
            if (dataFileKind(name) != DataFileKind::Other)
                name.replace_extension();
            samples.push_back(fileText(name.string()));
            m_samples.emplace(source.name(i), i);
        }
        makeUnique(samples);
        std::vector<std::string> endings;
        for (const std::string& output : outputs)
            endings.push_back(fileText(output));
        makeUnique(endings); // "y/a" and "y:a"
        for (const std::string& sample : samples) {
            for (const std::string& ending : endings)
                m_names.push_back(outputs.size() > 1 ? sample + "." + ending : sample);
        }
        makeUnique(m_names); // sample "a.b" with output "c", and "a" with "b.c"
        for (std::string& name : m_names)
            name += ".npy";
    }

    [[nodiscard]] const std::string& of(const std::string& sample, std::size_t output) const
    {
        return m_names[m_samples.at(sample) * m_outputs + output];
    }

    [[nodiscard]] std::set<std::string> all() const { return {m_names.begin(), m_names.end()}; }

private:
    std::size_t m_outputs;
    std::map<std::string, std::size_t> m_samples; ///< positions by name
    std::vector<std::string> m_names; ///< sample by sample
};

Result<std::vector<std::string>> writtenOutputs(const InferenceSession& session, const InferRequest& request,
                                                Feedback& feedback)
{
    const std::vector<std::string>& known = session.outputNames();
    std::vector<std::string> outputs;
    for (const std::string& name : request.outputs) {
        if (std::find(known.begin(), known.end(), name) == known.end())
            return Error{ErrorCode::InvalidArgument,
                         "The model has no output '" + name + "'." + didYouMean(name, known), name};
    }
    for (const std::string& name : known) {
        const bool isNamed = std::find(request.outputs.begin(), request.outputs.end(), name) != request.outputs.end();
        if (!request.outputs.empty() && !isNamed)
            continue;
        if (session.isNumericOutput(name))
            outputs.push_back(name);
        else
            feedback.warn("Output '" + name + "' is not a tensor of numbers; it is not written.");
    }
    if (outputs.empty()) {
        return Error{ErrorCode::ModelRefused, "'" + request.model.string() + "' has no output to write.",
                     request.model.string()};
    }
    return outputs;
}

void warnOfOthers(const std::filesystem::path& folder, const std::set<std::string>& own, Feedback& feedback)
{
    std::size_t others = 0;
    std::error_code ec;
    std::filesystem::directory_iterator at(folder, ec);
    for (; !ec && at != std::filesystem::directory_iterator(); at.increment(ec)) {
        const bool isResult = at->path().extension() == ".npy";
        others += isResult && !own.contains(at->path().filename().string());
    }
    if (others > 0) {
        feedback.warn("'" + folder.string() + "' holds " + std::to_string(others)
                      + " other .npy files, which a comparison of the folder would see.");
    }
}

} // namespace

Result<InferSummary> inferModel(const RuntimeEnvironment& environment, const InferRequest& request, Feedback& feedback)
{
    feedback.progress({"load", 0, 0, {}});
    std::error_code ec;
    if (std::filesystem::exists(request.folder, ec) && !std::filesystem::is_directory(request.folder, ec)) {
        return Error{ErrorCode::InvalidArgument,
                     "'" + request.folder.string() + "' is not a folder; results are written one file a sample.",
                     request.folder.string()};
    }
    const Result<Model> model = Model::load(request.model, {.allowQuantized = true}, feedback);
    if (!model)
        return model.error();
    const auto source = openSampleSource(request.data, model->inputs(), feedback);
    if (!source)
        return source.error();
    const OptimizationLevel level = request.optimized ? OptimizationLevel::All : OptimizationLevel::Disabled;
    const SessionOptions options{.optimization = level, .threads = 1};
    const auto session = modelTraits(*model).namedOutputs == 0
        ? InferenceSession::createFromFile(environment, request.model.string(), options)
        : InferenceSession::create(environment, *model, options);
    if (!session)
        return refusedModel(session.error());
    const auto outputs = writtenOutputs(*session, request, feedback);
    if (!outputs)
        return outputs.error();

    const ResultFiles files(**source, *outputs);
    warnOfOthers(request.folder, files.all(), feedback);

    InferSummary summary{0, *outputs, 0};
    SamplePrefetcher samples(**source, feedback);
    const auto work = [&](const Sample& sample, std::stop_token stop) -> Result<SampleConclusion> {
        const Result<std::vector<Tensor>> results = session->run(sample.inputs, *outputs, stop);
        if (!results)
            return refusedModel(results.error());
        for (std::size_t i = 0; i < results->size(); ++i) {
            const auto written = writeNpy(request.folder / files.of(sample.name, i), (*results)[i]);
            if (!written)
                return written.error();
        }
        return SampleConclusion();
    };
    const Result<std::uint64_t> done = forEachSample(samples, request.threads, "infer", work, feedback);
    if (!done)
        return done.error();
    summary.samples = *done;
    summary.files = *done * outputs->size();
    return summary;
}

} // namespace quantiscope
