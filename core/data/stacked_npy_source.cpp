// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/readers.h"
#include "core/data/stacking.h"

#include <utility>

namespace quantiscope {

namespace {

class StackedNpySource final : public SampleSource
{
public:
    StackedNpySource(std::shared_ptr<const NpyFile> file, std::filesystem::path path, StackPlan plan, std::string input)
        : m_file(std::move(file)), m_path(std::move(path)), m_plan(std::move(plan)), m_input(std::move(input))
    {
    }

    std::size_t size() const override { return m_plan.samples; }
    std::string name(std::size_t i) const override
    {
        return m_path.filename().string() + "[" + std::to_string(i) + "]";
    }

    std::optional<Origin> origin(std::size_t i) const override { return Origin{m_path, std::to_string(i)}; }

    Result<Sample> read(std::size_t i) const override
    {
        const auto bytesAt = [this](std::size_t offset, std::span<std::byte> bytes) {
            return m_file->readBytes(offset, bytes);
        };
        Result<Tensor> tensor = readStacked(m_plan, i, bytesAt, m_path.string() + "[" + std::to_string(i) + "]");
        if (!tensor)
            return tensor.error();
        Sample sample{name(i), i, {}};
        sample.inputs.emplace(m_input, std::move(*tensor));
        return sample;
    }

private:
    std::shared_ptr<const NpyFile> m_file;
    std::filesystem::path m_path;
    StackPlan m_plan;
    std::string m_input;
};

} // namespace

Result<std::unique_ptr<SampleSource>> openStackedNpy(const std::filesystem::path& path,
                                                     std::span<const TensorSpec> inputs, Feedback& feedback)
{
    if (inputs.size() != 1) {
        return Error{ErrorCode::DataRefused,
                     "The model has " + std::to_string(inputs.size())
                         + " inputs, a .npy file feeds one only. Use a .npz file with one array per input name.",
                     path.string()};
    }
    const auto file = NpyFile::open(path);
    if (!file)
        return file.error();
    const NpyHeader& header = (*file)->header();
    Result<StackPlan> plan = planStack(header, inputs[0], path.string());
    if (!plan)
        return plan.error();
    if (plan->fit.convertsType)
        feedback.warn(conversionWarning(header.type, inputs[0], path.string()));
    if (plan->leftOver > 0) {
        feedback.warn("The last " + std::to_string(plan->leftOver) + " rows of '" + path.string()
                      + "' do not fill a batch and are left out.");
    }
    return std::unique_ptr<SampleSource>(new StackedNpySource(*file, path, std::move(*plan), inputs[0].name));
}

} // namespace quantiscope
