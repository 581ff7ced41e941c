// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/input_fit.h"
#include "core/data/readers.h"
#include "core/tensor/npy.h"

#include <utility>

namespace quantiscope {

namespace {

class NpyFolderSource final : public SampleSource
{
public:
    NpyFolderSource(FolderListing listing, TensorSpec input) : m_listing(std::move(listing)), m_input(std::move(input))
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
        const auto file = NpyFile::open(path);
        if (!file)
            return file.error();
        const NpyHeader& header = (*file)->header();
        const Result<InputFit> fit = fitInput(header.type, header.shape, m_input, path.string());
        if (!fit)
            return fit.error();
        Result<Tensor> stored = readNpyElements(
            header, [&file](std::span<std::byte> bytes) { return (*file)->readBytes(0, bytes); }, path.string());
        if (!stored)
            return stored.error();
        Result<Tensor> tensor = applyFit(std::move(*stored), *fit, path.string());
        if (!tensor)
            return tensor.error();
        Sample sample{m_listing.files[i], i, {}};
        sample.inputs.emplace(m_input.name, std::move(*tensor));
        return sample;
    }

private:
    FolderListing m_listing;
    TensorSpec m_input;
};

} // namespace

Result<std::unique_ptr<SampleSource>> openNpyFolder(const FolderListing& listing, std::span<const TensorSpec> inputs,
                                                    Feedback& feedback)
{
    if (inputs.size() != 1) {
        return Error{ErrorCode::DataRefused,
                     "The model has " + std::to_string(inputs.size())
                         + " inputs, a .npy file feeds one only. Use a folder of .npz files with one array per input "
                           "name.",
                     listing.folder.string()};
    }
    const std::filesystem::path first = listing.folder / listing.files.front();
    const auto file = NpyFile::open(first);
    if (!file)
        return file.error();
    const NpyHeader& header = (*file)->header();
    const Result<InputFit> fit = fitInput(header.type, header.shape, inputs[0], first.string());
    if (!fit)
        return fit.error();
    if (fit->convertsType)
        feedback.warn(conversionWarning(header.type, inputs[0], first.string()));
    return std::unique_ptr<SampleSource>(new NpyFolderSource(listing, inputs[0]));
}

} // namespace quantiscope
