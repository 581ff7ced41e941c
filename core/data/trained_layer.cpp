// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/trained_layer.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr std::size_t kPlacesASide = 24;

/// At most kPlacesASide places from 0 to @p last.
std::vector<std::size_t> evenPlaces(std::size_t last)
{
    const std::size_t count = std::min(kPlacesASide, last + 1);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < count; ++i)
        places.push_back(count == 1 ? 0 : i * last / (count - 1));
    return places;
}

} // namespace

void NumberSums::add(double value)
{
    ++elements;
    const double difference = value - mean;
    mean += difference / double(elements);
    squares += difference * (value - mean);
}

void NumberSums::join(const NumberSums& other)
{
    if (other.elements == 0)
        return;
    const double total = double(elements + other.elements), difference = other.mean - mean;
    squares += other.squares + difference * difference * double(elements) * double(other.elements) / total;
    mean += difference * double(other.elements) / total;
    elements += other.elements;
}

double NumberSums::deviation() const
{
    return elements == 0 ? 0.0 : std::sqrt(squares / double(elements));
}

std::vector<NumberSums> layerAnswers(const TrainedLayer& layer, std::size_t height, std::size_t width,
                                     const ElementAt& at)
{
    if (height < layer.height || width < layer.width)
        return {};
    std::vector<NumberSums> answers(layer.outputs());
    std::vector<double> patch(layer.channels * layer.height * layer.width);
    for (const std::size_t top : evenPlaces(height - layer.height)) {
        for (const std::size_t left : evenPlaces(width - layer.width)) {
            std::size_t next = 0;
            for (std::size_t channel = 0; channel < layer.channels; ++channel) {
                for (std::size_t row = 0; row < layer.height; ++row) {
                    for (std::size_t column = 0; column < layer.width; ++column)
                        patch[next++] = at(channel, top + row, left + column);
                }
            }
            const float* weight = layer.weights.data();
            for (std::size_t output = 0; output < answers.size(); ++output) {
                double sum = layer.bias[output];
                for (const double element : patch)
                    sum += double(*weight++) * element;
                if (std::isfinite(sum))
                    answers[output].add(sum);
            }
        }
    }
    return answers;
}

std::optional<TrainedFit> trainedFit(const TrainedLayer& layer, const std::vector<NumberSums>& answers)
{
    std::vector<double> factors;
    for (std::size_t output = 0; output < answers.size(); ++output) {
        if (const double deviation = answers[output].deviation(); deviation > 0.0)
            factors.push_back(layer.deviation[output] / deviation);
    }
    if (factors.empty())
        return std::nullopt;
    const auto middle = factors.begin() + std::ptrdiff_t(factors.size() / 2);
    std::nth_element(factors.begin(), middle, factors.end());
    TrainedFit fit{*middle, 0.0};
    // The offset that brings the means nearest to the trained ones, in units of their deviations: least squares.
    const std::size_t each = layer.weights.size() / layer.outputs();
    double upper = 0.0, lower = 0.0;
    for (std::size_t output = 0; output < answers.size(); ++output) {
        double sum = 0.0; // what an offset of 1 adds to this output
        for (std::size_t i = 0; i < each; ++i)
            sum += double(layer.weights[output * each + i]);
        const double variance = layer.deviation[output] * layer.deviation[output];
        const double fed = fit.factor * (answers[output].mean - layer.bias[output]) + layer.bias[output];
        upper += sum * (layer.mean[output] - fed) / variance;
        lower += sum * sum / variance;
    }
    fit.offset = lower > 0.0 ? upper / lower : 0.0;
    return std::isfinite(fit.factor) && std::isfinite(fit.offset) ? std::optional(fit) : std::nullopt;
}

} // namespace quantiscope
