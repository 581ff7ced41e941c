// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess.h"

namespace quantiscope {

std::span<const std::string> builtinPreprocessNames()
{
    static const std::vector<std::string> names{"imagenet", "yolo", "yolox", "unit", "raw"};
    return names;
}

std::optional<PreprocessSpec> builtinPreprocess(std::string_view name)
{
    PreprocessSpec spec;
    spec.resize.emplace();
    if (name == "raw")
        return spec;
    if (name == "yolox") {
        spec.channels = ChannelOrder::Bgr;
        spec.resize->mode = ResizeMode::Letterbox;
        spec.resize->align = LetterboxAlign::TopLeft;
        return spec;
    }
    spec.scale = 1.0 / 255.0;
    if (name == "unit")
        return spec;
    spec.channels = ChannelOrder::Rgb;
    if (name == "yolo") {
        spec.resize->mode = ResizeMode::Letterbox;
        return spec;
    }
    if (name == "imagenet") {
        spec.resize->mode = ResizeMode::ShorterSide;
        spec.resize->size = PictureSize{256, 256};
        spec.crop = PictureSize{224, 224};
        spec.mean = {0.485, 0.456, 0.406};
        spec.std = {0.229, 0.224, 0.225};
        return spec;
    }
    return std::nullopt;
}

} // namespace quantiscope
