// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess_json.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/base/nearest_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

using Json = nlohmann::json;

template <typename T>
using NameTable = std::span<const std::pair<const char*, T>>;

constexpr std::array<std::pair<const char*, ChannelOrder>, 3> kChannels{
    {{"RGB", ChannelOrder::Rgb}, {"BGR", ChannelOrder::Bgr}, {"GRAY", ChannelOrder::Gray}}};
constexpr std::array<std::pair<const char*, ResizeMode>, 3> kModes{{{"stretch", ResizeMode::Stretch},
                                                                    {"shorter-side", ResizeMode::ShorterSide},
                                                                    {"letterbox", ResizeMode::Letterbox}}};
constexpr std::array<std::pair<const char*, Interpolation>, 4> kInterpolations{{{"nearest", Interpolation::Nearest},
                                                                                {"linear", Interpolation::Linear},
                                                                                {"cubic", Interpolation::Cubic},
                                                                                {"area", Interpolation::Area}}};
constexpr std::array<std::pair<const char*, LetterboxAlign>, 2> kAligns{
    {{"top-left", LetterboxAlign::TopLeft}, {"centre", LetterboxAlign::Centre}}};
constexpr std::array<std::pair<const char*, PixelLayout>, 2> kLayouts{
    {{"NCHW", PixelLayout::Nchw}, {"NHWC", PixelLayout::Nhwc}}};

/// "'scale' in PLACE WHAT."
Error refused(const std::string& where, const std::string& key, const std::string& what)
{
    return {ErrorCode::ConfigRefused, "'" + key + "' in " + where + " " + what + ".", key};
}

Result<void> checkKeys(const Json& object, const std::string& where, std::span<const std::string> known)
{
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            return Error{ErrorCode::ConfigRefused,
                         "Unknown key '" + key + "' in " + where + "." + didYouMean(key, known), key};
        }
    }
    return {};
}

template <typename T>
const char* nameOf(NameTable<T> table, T value)
{
    for (const auto& [name, named] : table) {
        if (named == value)
            return name;
    }
    return "";
}

template <typename T>
Result<T> readName(const Json& value, NameTable<T> table, const std::string& where, const std::string& key)
{
    std::vector<std::string> names;
    std::string list;
    for (const auto& [name, named] : table) {
        names.emplace_back(name);
        list += (list.empty() ? "'" : ", '") + names.back() + "'";
    }
    if (!value.is_string())
        return refused(where, key, "must be one of " + list);
    const auto& text = value.get_ref<const std::string&>();
    for (const auto& [name, named] : table) {
        if (text == name)
            return named;
    }
    Error error = refused(where, key, "is '" + text + "' but must be one of " + list);
    error.message += didYouMean(text, names);
    return error;
}

/// A number that is finite as float32, the type that it is used in.
Result<double> readNumber(const Json& value, const std::string& where, const std::string& key)
{
    if (!value.is_number())
        return refused(where, key, "must be a number");
    const double number = value.get<double>();
    if (!(std::abs(number) <= std::numeric_limits<float>::max()))
        return refused(where, key, "must be a finite number in float32's range");
    return number;
}

Result<std::int32_t> readInteger(const Json& value, std::pair<std::int64_t, std::int64_t> range,
                                 const std::string& where, const std::string& key)
{
    const auto isInside = [&] {
        if (value.is_number_unsigned())
            return value.get<std::uint64_t>() <= static_cast<std::uint64_t>(range.second)
                && value.get<std::uint64_t>() >= static_cast<std::uint64_t>(range.first);
        return value.is_number_integer() && value.get<std::int64_t>() >= range.first
            && value.get<std::int64_t>() <= range.second;
    };
    if (!isInside()) {
        return refused(where, key,
                       "must be a whole number from " + std::to_string(range.first) + " to "
                           + std::to_string(range.second));
    }
    return value.get<std::int32_t>();
}

Result<PictureSize> readSize(const Json& value, const std::string& where, const std::string& key)
{
    if (value.is_array() && value.size() != 2)
        return refused(where, key, "must be [height, width]");
    const auto height = readInteger(value.is_array() ? value[0] : value, {1, kLargestPictureSide}, where, key);
    if (!height)
        return height.error();
    const auto width = readInteger(value.is_array() ? value[1] : value, {1, kLargestPictureSide}, where, key);
    if (!width)
        return width.error();
    return PictureSize{*height, *width};
}

Result<std::vector<double>> readChannelNumbers(const Json& value, const std::string& where, const std::string& key)
{
    if (value.is_array() && value.size() != 1 && value.size() != 3)
        return refused(where, key, "must be a number, or a list of 1 or 3 numbers, one per channel");
    std::vector<double> numbers;
    for (const Json& element : value.is_array() ? value : Json::array({value})) {
        const auto number = readNumber(element, where, key);
        if (!number)
            return number.error();
        numbers.push_back(*number);
    }
    return numbers;
}

/// Reads one optional key into @p target with @p read.
template <typename Target, typename Reader>
Result<void> readKey(const Json& object, const char* key, Target& target, const Reader& read)
{
    const auto found = object.find(key);
    if (found == object.end())
        return {};
    auto value = read(*found);
    if (!value)
        return value.error();
    target = std::move(*value);
    return {};
}

Result<ResizeStep> readResize(const Json& json, const std::string& where)
{
    static const std::vector<std::string> kKeys{"mode", "size", "interpolation", "pad", "align"};
    if (!json.is_object())
        return Error{ErrorCode::ConfigRefused, "'resize' must be an object with a 'mode', in " + where + ".", "resize"};
    const std::string here = where + ".resize";
    if (const auto known = checkKeys(json, here, kKeys); !known)
        return known.error();
    if (!json.contains("mode"))
        return Error{ErrorCode::ConfigRefused, "'mode' is missing in " + here + ".", "mode"};

    ResizeStep step;
    const auto mode = readName<ResizeMode>(json["mode"], kModes, here, "mode");
    if (!mode)
        return mode.error();
    step.mode = *mode;
    if (step.mode == ResizeMode::ShorterSide && json.contains("size") && json["size"].is_array())
        return refused(here, "size", "must be one number, the length of the shorter side");
    for (const char* key : {"pad", "align"}) {
        if (json.contains(key) && step.mode != ResizeMode::Letterbox)
            return refused(here, key, "belongs to the mode 'letterbox' only");
    }
    for (const Result<void>& done : {
             readKey(json, "size", step.size, [&](const Json& v) { return readSize(v, here, "size"); }),
             readKey(json, "interpolation", step.interpolation,
                     [&](const Json& v) { return readName<Interpolation>(v, kInterpolations, here, "interpolation"); }),
             readKey(json, "pad", step.pad,
                     [&](const Json& v) {
                         return readInteger(v, {0, 255}, here, "pad");
                     }),
             readKey(json, "align", step.align,
                     [&](const Json& v) { return readName<LetterboxAlign>(v, kAligns, here, "align"); }),
         }) {
        if (!done)
            return done.error();
    }
    return step;
}

} // namespace

Result<PreprocessSpec> preprocessFromJson(const Json& json, const std::string& where)
{
    static const std::vector<std::string> kKeys{"channels", "resize", "crop", "scale", "mean", "std", "layout"};
    if (json.is_string()) {
        const auto& name = json.get_ref<const std::string&>();
        if (const auto builtin = builtinPreprocess(name))
            return *builtin;
        return Error{ErrorCode::ConfigRefused,
                     "No built-in preprocessing is called '" + name + "' in " + where + "."
                         + didYouMean(name, builtinPreprocessNames()),
                     name};
    }
    if (!json.is_object())
        return Error{ErrorCode::ConfigRefused, "The preprocessing in " + where + " must be an object or a name.",
                     where};
    if (const auto known = checkKeys(json, where, kKeys); !known)
        return known.error();

    PreprocessSpec spec;
    for (const Result<void>& done : {
             readKey(json, "channels", spec.channels,
                     [&](const Json& v) { return readName<ChannelOrder>(v, kChannels, where, "channels"); }),
             readKey(json, "resize", spec.resize, [&](const Json& v) { return readResize(v, where); }),
             readKey(json, "crop", spec.crop, [&](const Json& v) { return readSize(v, where, "crop"); }),
             readKey(json, "scale", spec.scale, [&](const Json& v) { return readNumber(v, where, "scale"); }),
             readKey(json, "mean", spec.mean, [&](const Json& v) { return readChannelNumbers(v, where, "mean"); }),
             readKey(json, "std", spec.std, [&](const Json& v) { return readChannelNumbers(v, where, "std"); }),
             readKey(json, "layout", spec.layout,
                     [&](const Json& v) { return readName<PixelLayout>(v, kLayouts, where, "layout"); }),
         }) {
        if (!done)
            return done.error();
    }
    if (spec.scale && static_cast<float>(*spec.scale) == 0.0F)
        return refused(where, "scale", "must not be 0");
    for (const double deviation : spec.std) {
        if (!(static_cast<float>(deviation) > 0.0F))
            return refused(where, "std", "must be greater than 0");
    }
    return spec;
}

Json preprocessToJson(const PreprocessSpec& spec)
{
    Json json = Json::object();
    if (spec.channels)
        json["channels"] = nameOf<ChannelOrder>(kChannels, *spec.channels);
    if (spec.resize) {
        Json& resize = json["resize"] = Json::object();
        resize["mode"] = nameOf<ResizeMode>(kModes, spec.resize->mode);
        resize["interpolation"] = nameOf<Interpolation>(kInterpolations, spec.resize->interpolation);
        if (const auto& size = spec.resize->size) {
            if (spec.resize->mode == ResizeMode::ShorterSide)
                resize["size"] = size->height;
            else
                resize["size"] = {size->height, size->width};
        }
        if (spec.resize->mode == ResizeMode::Letterbox) {
            resize["pad"] = spec.resize->pad;
            resize["align"] = nameOf<LetterboxAlign>(kAligns, spec.resize->align);
        }
    }
    if (spec.crop)
        json["crop"] = {spec.crop->height, spec.crop->width};
    if (spec.scale)
        json["scale"] = *spec.scale;
    if (!spec.mean.empty())
        json["mean"] = spec.mean;
    if (!spec.std.empty())
        json["std"] = spec.std;
    if (spec.layout)
        json["layout"] = nameOf<PixelLayout>(kLayouts, *spec.layout);
    return json;
}

Result<PreprocessSpec> loadPreprocess(const std::string& nameOrFile)
{
    if (const auto builtin = builtinPreprocess(nameOrFile))
        return *builtin;
    std::error_code ec;
    if (!std::filesystem::exists(nameOrFile, ec)) {
        return Error{ErrorCode::ConfigRefused,
                     "'" + nameOrFile
                         + "' is neither a built-in preprocessing (imagenet, yolo, yolox, unit, raw) nor a file."
                         + didYouMean(nameOrFile, builtinPreprocessNames()),
                     nameOrFile};
    }
    const Result<std::string> text = readTextFile(nameOrFile, ErrorCode::ConfigRefused, std::size_t(1) << 20);
    if (!text)
        return text.error();
    Json json;
    if (const auto error = parseJson(*text, "'" + nameOrFile + "'", json))
        return *error;
    return preprocessFromJson(json, "'" + nameOrFile + "'");
}

} // namespace quantiscope
