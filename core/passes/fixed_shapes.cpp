// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/fixed_shapes.h"

#include "core/base/nearest_name.h"
#include "core/graph/graph_rewriter.h"

#include <charconv>
#include <string_view>

namespace quantiscope {

namespace {

Error wrong(const std::string& what)
{
    return {ErrorCode::InvalidArgument, "FixShapes " + what + " Write it as \"input:[1,3,224,224];output:[1,1000]\".",
            "FixShapes"};
}

/// "[1,3,224,224]" without its brackets.
std::optional<Shape> parseExtents(std::string_view text)
{
    constexpr std::int64_t kMost = std::int64_t(1) << 40;
    Shape shape;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view number = text.substr(0, comma);
        while (!number.empty() && number.front() == ' ')
            number.remove_prefix(1);
        while (!number.empty() && number.back() == ' ')
            number.remove_suffix(1);
        std::int64_t extent = 0;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), extent);
        if (error != std::errc() || end != number.data() + number.size() || extent < 1 || extent > kMost)
            return std::nullopt;
        shape.push_back(extent);
        if (comma == text.size())
            return shape;
        text.remove_prefix(comma + 1);
    }
    return std::nullopt;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

/// Does the model declare something else than @p shape for @p spec?
bool contradicts(const TensorSpec& spec, const Shape& shape)
{
    return spec.hasRank && !shapeMatches(shape, spec.shape);
}

} // namespace

Result<std::map<std::string, Shape>> parseFixedShapes(const std::string& text)
{
    std::map<std::string, Shape> shapes;
    std::string_view rest = text;
    while (!trimmed(rest).empty()) {
        const std::size_t end = rest.find(']');
        const std::size_t open = rest.substr(0, end).rfind(":[");
        const std::string_view name = trimmed(rest.substr(0, open));
        if (end == std::string_view::npos || open == std::string_view::npos || name.empty())
            return wrong("'" + text + "' cannot be read.");
        const auto shape = parseExtents(rest.substr(open + 2, end - open - 2));
        if (!shape)
            return wrong("gives '" + std::string(name) + "' a shape that is no list of positive integers.");
        if (!shapes.emplace(std::string(name), *shape).second)
            return wrong("names '" + std::string(name) + "' twice.");
        rest = trimmed(rest.substr(end + 1));
        if (!rest.empty() && rest.front() != ';')
            return wrong("has something else than ';' behind the shape of '" + std::string(name) + "'.");
        if (!rest.empty())
            rest.remove_prefix(1);
    }
    return shapes;
}

Result<std::vector<TensorSpec>> withFixedShapes(std::vector<TensorSpec> specs, const std::string& text)
{
    const auto shapes = parseFixedShapes(text);
    if (!shapes)
        return shapes.error();
    for (TensorSpec& spec : specs) {
        const auto shape = shapes->find(spec.name);
        if (shape == shapes->end())
            continue;
        if (contradicts(spec, shape->second))
            return wrong("gives '" + spec.name + "' the shape " + shapeListText(shape->second) + ", but it is "
                         + describe(spec) + ".");
        spec.shape = shape->second;
        spec.hasRank = true;
        spec.dimensionNames.assign(spec.shape.size(), std::string());
    }
    return specs;
}

Result<Model> fixShapes(const Model& model, const std::string& text)
{
    const auto shapes = parseFixedShapes(text);
    if (!shapes)
        return shapes.error();
    std::map<std::string, TensorSpec> specs;
    std::vector<std::string> names;
    for (const auto& list : {model.inputs(), model.outputs()}) {
        for (const TensorSpec& spec : list) {
            specs.emplace(spec.name, spec);
            names.push_back(spec.name);
        }
    }
    GraphRewriter rewriter(model.clone());
    for (const auto& [name, shape] : *shapes) {
        const auto spec = specs.find(name);
        if (spec == specs.end())
            return wrong("names '" + name + "', which is neither input nor output." + didYouMean(name, names));
        if (spec->second.type == DataType::Undefined)
            return wrong("gives '" + name + "' a shape, but it is not a tensor.");
        if (contradicts(spec->second, shape))
            return wrong("gives '" + name + "' the shape " + shapeListText(shape) + ", but it is "
                         + describe(spec->second) + ".");
        rewriter.setDeclaredShape(name, shape);
    }
    return rewriter.finish();
}

} // namespace quantiscope
