// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_decoder.h"
#include "core/data/readers.h"

#include <utility>

namespace quantiscope {

namespace {

class ImageFolderSource final : public SampleSource
{
public:
    ImageFolderSource(FolderListing listing, PreprocessSpec spec, TensorSpec input)
        : m_listing(std::move(listing)), m_spec(std::move(spec)), m_input(std::move(input))
    {
    }

    std::size_t size() const override { return m_listing.files.size(); }
    std::string name(std::size_t i) const override { return m_listing.files[i]; }
    bool skipsUnreadable() const override { return true; }

    std::optional<Origin> origin(std::size_t i) const override
    {
        return Origin{m_listing.folder / m_listing.files[i], {}, true};
    }

    Result<Sample> read(std::size_t i) const override
    {
        const std::string& file = m_listing.files[i];
        const Result<Picture> picture = readPicture(m_listing.folder / file);
        if (!picture)
            return picture.error();
        Result<Tensor> tensor = preprocess(*picture, m_spec, m_input, file);
        if (!tensor)
            return tensor.error();
        Sample sample{file, i, {}};
        sample.inputs.emplace(m_input.name, std::move(*tensor));
        return sample;
    }

private:
    FolderListing m_listing;
    PreprocessSpec m_spec;
    TensorSpec m_input;
};

} // namespace

Result<std::unique_ptr<SampleSource>> openImageFolder(const FolderListing& listing, const PreprocessSpec& preprocess,
                                                      std::span<const TensorSpec> inputs)
{
    if (inputs.size() != 1) {
        return Error{ErrorCode::DataRefused,
                     "The model has " + std::to_string(inputs.size())
                         + " inputs, pictures can be fed to one only. Use a folder of .npz files with one array per "
                           "input name.",
                     listing.folder.string()};
    }
    if (const Result<void> fits = checkPreprocess(preprocess, inputs[0]); !fits)
        return fits.error();
    // Loaded here, before threads read with it.
    if (const auto decoder = ImageDecoder::instance(); !decoder)
        return decoder.error();
    return std::unique_ptr<SampleSource>(new ImageFolderSource(listing, preprocess, inputs[0]));
}

} // namespace quantiscope
