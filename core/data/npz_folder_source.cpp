// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/input_fit.h"
#include "core/data/npz_archive.h"
#include "core/data/readers.h"

#include <utility>

namespace quantiscope {

namespace {

class NpzFolderSource final : public SampleSource
{
public:
    NpzFolderSource(FolderListing listing, std::span<const TensorSpec> inputs)
        : m_listing(std::move(listing)), m_inputs(inputs.begin(), inputs.end())
    {
    }

    std::size_t size() const override { return m_listing.files.size(); }
    std::string name(std::size_t i) const override { return m_listing.files[i]; }

    std::optional<Origin> origin(std::size_t i) const override
    {
        return Origin{m_listing.folder / m_listing.files[i], {}};
    }

    Result<Sample> read(std::size_t i) const override
    {
        const std::filesystem::path path = m_listing.folder / m_listing.files[i];
        const auto archive = NpzArchive::open(path);
        if (!archive)
            return archive.error();
        const Result<NpzMatch> match = matchArrays((*archive)->names(), m_inputs, path.string());
        if (!match)
            return match.error();
        Sample sample{m_listing.files[i], i, {}};
        for (const TensorSpec& input : m_inputs) {
            Result<Tensor> tensor = readInput(**archive, match->arrayOfInput.at(input.name), input, path.string());
            if (!tensor)
                return tensor.error();
            sample.inputs.emplace(input.name, std::move(*tensor));
        }
        return sample;
    }

private:
    static Result<Tensor> readInput(const NpzArchive& archive, const std::string& arrayName, const TensorSpec& input,
                                    const std::string& path)
    {
        const auto array = archive.array(arrayName);
        if (!array)
            return array.error();
        const NpyHeader& header = (*array)->header();
        const std::string where = path + "[" + input.name + "]";
        const Result<InputFit> fit = fitInput(header.type, header.shape, input, where);
        if (!fit)
            return fit.error();
        Result<Tensor> stored = readNpyElements(
            header, [&array](std::span<std::byte> bytes) { return (*array)->readBytes(0, bytes); }, where);
        return stored ? applyFit(std::move(*stored), *fit, where) : stored.error();
    }

    FolderListing m_listing;
    std::vector<TensorSpec> m_inputs;
};

} // namespace

Result<std::unique_ptr<SampleSource>> openNpzFolder(const FolderListing& listing, std::span<const TensorSpec> inputs,
                                                    Feedback& feedback)
{
    const std::string first = (listing.folder / listing.files.front()).string();
    const auto archive = NpzArchive::open(first);
    if (!archive)
        return archive.error();
    const Result<NpzMatch> match = matchArrays((*archive)->names(), inputs, first);
    if (!match)
        return match.error();
    for (const TensorSpec& input : inputs) {
        const auto array = (*archive)->array(match->arrayOfInput.at(input.name));
        if (!array)
            return array.error();
        const NpyHeader& header = (*array)->header();
        const std::string where = first + "[" + input.name + "]";
        const Result<InputFit> fit = fitInput(header.type, header.shape, input, where);
        if (!fit)
            return fit.error();
        if (fit->convertsType)
            feedback.warn(conversionWarning(header.type, input, where));
    }
    if (!match->surplus.empty()) {
        feedback.warn("'" + first + "' has arrays that are no inputs of the model and are left out: "
                      + nameList(match->surplus) + ".");
    }
    return std::unique_ptr<SampleSource>(new NpzFolderSource(listing, inputs));
}

} // namespace quantiscope
