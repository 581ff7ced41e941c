// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/npz_archive.h"
#include "core/data/readers.h"
#include "core/data/stacking.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace quantiscope {

namespace {

/// The array that feeds one input.
struct StackedInput
{
    std::string input;
    std::unique_ptr<NpzArray> array;
    StackPlan plan;
};

class StackedNpzSource final : public SampleSource
{
public:
    StackedNpzSource(std::shared_ptr<NpzArchive> archive, std::filesystem::path path, std::vector<StackedInput> inputs)
        : m_archive(std::move(archive)), m_path(std::move(path)), m_inputs(std::move(inputs))
    {
    }

    std::size_t size() const override { return m_inputs.front().plan.samples; }
    std::string name(std::size_t i) const override
    {
        return m_path.filename().string() + "[" + std::to_string(i) + "]";
    }

    std::optional<Origin> origin(std::size_t i) const override { return Origin{m_path, std::to_string(i)}; }

    Result<Sample> read(std::size_t i) const override
    {
        const std::lock_guard lock(m_mutex);
        Sample sample{name(i), i, {}};
        for (const StackedInput& input : m_inputs) {
            const auto bytesAt = [&input](std::size_t offset, std::span<std::byte> bytes) {
                return input.array->readBytes(offset, bytes);
            };
            Result<Tensor> tensor = readStacked(input.plan, i, bytesAt,
                                                m_path.string() + "[" + input.input + "][" + std::to_string(i) + "]");
            if (!tensor)
                return tensor.error();
            sample.inputs.emplace(input.input, std::move(*tensor));
        }
        return sample;
    }

private:
    std::shared_ptr<NpzArchive> m_archive; // before the arrays that read from it
    std::filesystem::path m_path;
    std::vector<StackedInput> m_inputs;
    mutable std::mutex m_mutex; // of the archive
};

} // namespace

Result<std::unique_ptr<SampleSource>> openStackedNpz(const std::filesystem::path& path,
                                                     std::span<const TensorSpec> inputs, Feedback& feedback)
{
    auto archive = NpzArchive::open(path);
    if (!archive)
        return archive.error();
    const Result<NpzMatch> match = matchArrays((*archive)->names(), inputs, path.string());
    if (!match)
        return match.error();
    std::vector<StackedInput> stacked;
    for (const TensorSpec& input : inputs) {
        auto array = (*archive)->array(match->arrayOfInput.at(input.name));
        if (!array)
            return array.error();
        const std::string where = path.string() + "[" + input.name + "]";
        Result<StackPlan> plan = planStack((*array)->header(), input, where);
        if (!plan)
            return plan.error();
        if (plan->fit.convertsType)
            feedback.warn(conversionWarning((*array)->header().type, input, where));
        if (plan->leftOver > 0) {
            feedback.warn("The last " + std::to_string(plan->leftOver) + " rows of '" + where
                          + "' do not fill a batch and are left out.");
        }
        if (!stacked.empty() && stacked.front().plan.samples != plan->samples) {
            return Error{ErrorCode::DataRefused,
                         "The arrays of '" + path.string() + "' hold different numbers of samples: '"
                             + stacked.front().input + "' " + std::to_string(stacked.front().plan.samples) + ", '"
                             + input.name + "' " + std::to_string(plan->samples) + ".",
                         path.string()};
        }
        stacked.push_back({input.name, std::move(*array), std::move(*plan)});
    }
    if (!match->surplus.empty()) {
        feedback.warn("'" + path.string() + "' has arrays that are no inputs of the model and are left out: "
                      + nameList(match->surplus) + ".");
    }
    return std::unique_ptr<SampleSource>(new StackedNpzSource(std::move(*archive), path, std::move(stacked)));
}

} // namespace quantiscope
