// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/output_parts.h"

#include "core/base/nearest_name.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <set>

namespace quantiscope {

using nlohmann::json;

namespace {

using Kind = AxisSelection::Kind;

constexpr std::int64_t kFarthest = std::int64_t(1) << 62; ///< no sum of two places overflows
constexpr const char* kForm = "a part is OUTPUT[SELECTION, …] with selections as NumPy writes them, such as "
                              "'output[..., 4:]'.";

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> pieces;
    for (;;) {
        const std::size_t end = text.find(separator);
        pieces.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos)
            return pieces;
        text.remove_prefix(end + 1);
    }
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || value > kFarthest || value < -kFarthest)
        return std::nullopt;
    return value;
}

Error refused(const OutputPart& part, const std::string& what)
{
    return {ErrorCode::InvalidArgument, "Part '" + part.name + "': " + what, part.name};
}

/// One selection, or what is wrong with it.
std::optional<AxisSelection> selectionOf(std::string_view text, std::string& problem)
{
    if (text == "...")
        return AxisSelection{Kind::Ellipsis, {}, {}, 1};
    const std::vector<std::string_view> numbers = split(text, ':');
    AxisSelection selection;
    selection.kind = numbers.size() == 1 ? Kind::Index : Kind::Slice;
    if (numbers.size() > 3) {
        problem = "'" + std::string(text) + "' has too many ':'; a slice is FIRST:END or FIRST:END:STEP.";
        return std::nullopt;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i].empty() && selection.kind == Kind::Slice)
            continue;
        const auto value = wholeNumber(numbers[i]);
        if (!value) {
            problem = "'" + std::string(numbers[i]) + "' is not a whole number; " + kForm;
            return std::nullopt;
        }
        if (i == 2 && *value < 1) {
            problem = "the step of '" + std::string(text) + "' must be at least 1: the order says nothing to a metric.";
            return std::nullopt;
        }
        if (i == 0)
            selection.first = value;
        else if (i == 1)
            selection.end = value;
        else
            selection.step = *value;
    }
    return selection;
}

std::string selectionText(const AxisSelection& selection)
{
    const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? std::to_string(*value) : std::string();
    };
    switch (selection.kind) {
    case Kind::Ellipsis:
        return "...";
    case Kind::Index:
        return number(selection.first);
    case Kind::Slice:
        break;
    }
    return number(selection.first) + ":" + number(selection.end)
        + (selection.step > 1 ? ":" + std::to_string(selection.step) : "");
}

/// The places of one axis that a part takes.
struct Places
{
    std::int64_t first = 0;
    std::int64_t count = 0;
    std::int64_t step = 1;
    bool staysAxis = true;
};

Places placesOf(const AxisSelection& selection, std::int64_t extent)
{
    const auto within = [extent](std::int64_t place) {
        return std::clamp<std::int64_t>(place < 0 ? place + extent : place, 0, extent);
    };
    const std::int64_t first = within(selection.first.value_or(0));
    const std::int64_t end = within(selection.end.value_or(extent));
    const std::int64_t count = end > first ? (end - first - 1) / selection.step + 1 : 0;
    return {first, count, selection.step, true};
}

/// The places that @p part takes of each axis of @p shape; those of an open extent are {0, kDynamic}.
Result<std::vector<Places>> placesOf(const OutputPart& part, const Shape& shape)
{
    const auto isEllipsis = [](const AxisSelection& selection) { return selection.kind == Kind::Ellipsis; };
    const auto ellipsis = std::find_if(part.axes.begin(), part.axes.end(), isEllipsis);
    const bool hasEllipsis = ellipsis != part.axes.end();
    const std::size_t named = part.axes.size() - (hasEllipsis ? 1 : 0);
    const auto refusedShape = [&part, &shape](const std::string& what) {
        return refused(part, what + " ('" + part.output + "' is " + shapeListText(shape) + ").");
    };
    if (named > shape.size())
        return refusedShape("'" + selectionText(part) + "' selects of " + std::to_string(named)
                            + " axes, the output has " + std::to_string(shape.size()));
    std::vector<AxisSelection> all(part.axes.begin(), ellipsis);
    all.resize(all.size() + shape.size() - named);
    if (hasEllipsis)
        all.insert(all.end(), ellipsis + 1, part.axes.end());
    std::vector<Places> places;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const AxisSelection& selection = all[axis];
        const std::int64_t extent = shape[axis];
        if (selection.kind == Kind::Slice) {
            places.push_back(extent < 0 ? Places{0, kDynamic, 1, true} : placesOf(selection, extent));
            continue;
        }
        const std::int64_t place = *selection.first;
        if (extent >= 0 && (place >= extent || place < -extent))
            return refusedShape("axis " + std::to_string(axis) + " has no place " + std::to_string(place));
        places.push_back({place < 0 ? place + extent : place, 1, 1, false});
    }
    return places;
}

/// Copies the places of @p tensor from axis @p axis on, the element @p from being the first of what is left.
void copyPlaces(const Tensor& tensor, std::span<const Places> places, std::span<const std::size_t> strides,
                std::size_t from, std::byte*& to)
{
    const std::size_t size = byteSize(tensor.type());
    if (places.empty()) {
        std::memcpy(to, tensor.bytes().data() + from * size, size);
        to += size;
        return;
    }
    const Places& here = places.front();
    const auto count = static_cast<std::size_t>(here.count);
    from += static_cast<std::size_t>(here.first) * strides.front();
    if (places.size() == 1 && here.step == 1) { // the innermost axis, in one piece
        std::memcpy(to, tensor.bytes().data() + from * size, count * size);
        to += count * size;
        return;
    }
    for (std::size_t i = 0; i < count; ++i, from += static_cast<std::size_t>(here.step) * strides.front())
        copyPlaces(tensor, places.subspan(1), strides.subspan(1), from, to);
}

} // namespace

Result<OutputPart> partFromText(std::string name, std::string_view text)
{
    OutputPart part{std::move(name), {}, {}};
    if (part.name.empty() || part.name.find('=') != std::string::npos)
        return refused(part, "it needs a name, without '='.");
    text = trimmed(text);
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos || open == 0 || text.back() != ']')
        return refused(part, "'" + std::string(text) + "': " + kForm);
    part.output = std::string(trimmed(text.substr(0, open)));
    if (part.output.empty())
        return refused(part, "'" + std::string(text) + "': " + kForm);
    for (const std::string_view piece : split(text.substr(open + 1, text.size() - open - 2), ',')) {
        std::string problem;
        const auto selection = selectionOf(piece, problem);
        if (!selection)
            return refused(part, problem);
        const bool isSecond = selection->kind == Kind::Ellipsis
            && std::any_of(part.axes.begin(), part.axes.end(),
                           [](const AxisSelection& axis) { return axis.kind == Kind::Ellipsis; });
        if (isSecond)
            return refused(part, "'" + std::string(text) + "' has more than one '...'.");
        part.axes.push_back(*selection);
    }
    return part;
}

std::string selectionText(const OutputPart& part)
{
    std::string text = part.output + "[";
    for (const AxisSelection& axis : part.axes)
        text += (text.back() == '[' ? "" : ", ") + selectionText(axis);
    return text + "]";
}

Result<OutputPart> partFromAssignment(std::string_view text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos)
        return Error{ErrorCode::InvalidArgument,
                     "'" + std::string(text) + "' is no part; give NAME=OUTPUT[SELECTION, …], such as "
                         + "'scores=output[..., 4:]'.",
                     std::string(text)};
    return partFromText(std::string(trimmed(text.substr(0, equals))), text.substr(equals + 1));
}

Result<std::vector<OutputPart>> partsFromJson(const json& value, const std::string& where)
{
    if (!value.is_object())
        return Error{ErrorCode::ConfigRefused, where + " must be an object with a member per part.", where};
    std::vector<OutputPart> parts;
    for (const auto& [name, text] : value.items()) {
        const std::string key = where + "." + name;
        if (!text.is_string())
            return Error{ErrorCode::ConfigRefused, key + " must be a text; " + kForm, key};
        Result<OutputPart> part = partFromText(name, text.get<std::string>());
        if (!part)
            return Error{ErrorCode::ConfigRefused, where + ": " + part.error().message, key};
        parts.push_back(std::move(*part));
    }
    return parts;
}

json toJson(std::span<const OutputPart> parts)
{
    json object = json::object();
    for (const OutputPart& part : parts)
        object[part.name] = selectionText(part);
    return object;
}

Result<void> checkPartsFit(std::span<const OutputPart> parts, std::span<const TensorSpec> outputs)
{
    std::vector<std::string> names;
    for (const TensorSpec& output : outputs)
        names.push_back(output.name);
    std::set<std::string> taken(names.begin(), names.end());
    for (const OutputPart& part : parts) {
        const auto output = std::find(names.begin(), names.end(), part.output);
        if (output == names.end())
            return refused(part, "the model has no output '" + part.output + "'." + didYouMean(part.output, names));
        if (!taken.insert(part.name).second)
            return refused(part, "an output or another part has that name already; choose another one.");
        const TensorSpec& spec = outputs[static_cast<std::size_t>(output - names.begin())];
        if (!spec.hasRank)
            continue;
        const Result<std::vector<Places>> places = placesOf(part, spec.shape);
        if (!places)
            return places.error();
        for (std::size_t axis = 0; axis < places->size(); ++axis) {
            if ((*places)[axis].count == 0 && spec.shape[axis] > 0)
                return refused(part,
                               "'" + selectionText(part) + "' takes nothing of axis " + std::to_string(axis) + " ('"
                                   + part.output + "' is " + shapeListText(spec.shape) + ").");
        }
    }
    return {};
}

Result<Tensor> takePart(const OutputPart& part, const Tensor& tensor)
{
    const Result<std::vector<Places>> places = placesOf(part, tensor.shape());
    if (!places)
        return places.error();
    std::vector<std::size_t> strides(places->size(), 1);
    for (std::size_t axis = strides.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * static_cast<std::size_t>(tensor.shape()[axis]);
    Shape shape;
    for (const Places& axis : *places) {
        if (axis.staysAxis)
            shape.push_back(axis.count);
    }
    Tensor taken(tensor.type(), std::move(shape));
    std::byte* to = taken.bytes().data();
    if (taken.elements() > 0)
        copyPlaces(tensor, *places, strides, 0, to);
    return taken;
}

} // namespace quantiscope
