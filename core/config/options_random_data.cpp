// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/inert_reasons.h"
#include "core/config/option_builders.h"

#include <limits>

namespace quantiscope::options {

using C = QuantConfig;
using nlohmann::json;

namespace {

OptionSpec inputShapes()
{
    return {"RandomDataReaderInputShape", "{input: [sizes]}",
            "Random data: the shapes of inputs whose sizes the model leaves open.",
            [](const C& config) { return json(config.calibration.randomShapes); },
            [](C& config, const json& value) -> std::string {
                constexpr const char* kWanted = "an object with a list of sizes above 0 for each input";
                if (!value.is_object())
                    return kWanted;
                std::map<std::string, Shape> shapes;
                for (const auto& [input, sizes] : value.items()) {
                    if (!sizes.is_array())
                        return kWanted;
                    Shape& shape = shapes[input];
                    for (const json& size : sizes) {
                        const auto whole = wholeNumber(size, 1, INT64_MAX);
                        if (!whole)
                            return kWanted;
                        shape.push_back(*whole);
                    }
                }
                config.calibration.randomShapes = std::move(shapes);
                return {};
            }};
}

OptionSpec inputRanges()
{
    return {"RandomDataReaderInputDataRange", "{input: [lowest, highest]}",
            "Random data: between which values an input's lie; without it 0 and 1.",
            [](const C& config) { return json(config.calibration.randomRanges); },
            [](C& config, const json& value) -> std::string {
                constexpr const char* kWanted = "an object with [lowest, highest] for each input, or null";
                if (!value.is_object() && !value.is_null())
                    return kWanted;
                constexpr double kLargest = std::numeric_limits<float>::max();
                std::map<std::string, std::pair<double, double>> ranges;
                for (const auto& [input, range] : value.items()) {
                    if (!range.is_array() || range.size() != 2)
                        return kWanted;
                    const auto low = number(range[0], -kLargest, kLargest);
                    const auto high = number(range[1], -kLargest, kLargest);
                    if (!low || !high || *low > *high)
                        return kWanted;
                    ranges[input] = {*low, *high};
                }
                config.calibration.randomRanges = std::move(ranges);
                return {};
            }};
}

} // namespace

std::vector<OptionSpec> randomDataOptions()
{
    return grouped("Random data",
                   {unless(boolOption("UseRandomData", field(&C::calibration, &CalibrationConfig::useRandomData),
                                      "Calibrate on random data when no others are given."),
                           noActivations),
                    unless(inputShapes(), noActivations), unless(inputRanges(), noActivations)});
}

} // namespace quantiscope::options
