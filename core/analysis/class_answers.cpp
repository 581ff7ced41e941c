// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/class_answers.h"

namespace quantiscope {

bool areTakenForScores(const Shape& shape, bool hasLabels, bool mayBeScores)
{
    return hasLabels ? isOneVector(shape) : mayBeScores && isShapeOfScores(shape);
}

Result<std::optional<ClassAnswers>> classAnswers(const Sample& sample, const std::string& output, const Tensor& real,
                                                 const Tensor& quantized, const LabelMap* labels, bool mayBeScores)
{
    const bool areScores = areTakenForScores(real.shape(), labels, mayBeScores);
    if (labels && areScores && real.shape() != quantized.shape()) {
        return Error{ErrorCode::ModelRefused,
                     "Labels were given, but the first output '" + output + "' has " + std::to_string(real.elements())
                         + " class scores in the float model and " + std::to_string(quantized.elements())
                         + " in the quantized one.",
                     output};
    }
    if (!areScores || real.shape() != quantized.shape()) {
        if (!labels)
            return std::optional<ClassAnswers>();
        return Error{ErrorCode::DataRefused,
                     "Labels were given, but the first output '" + output
                         + "' is not one vector of class scores a sample.",
                     output};
    }
    const std::vector<double> a = scoresOf(real);
    const std::vector<double> b = scoresOf(quantized);
    ClassAnswers answers;
    answers.floatClass = topClass(a);
    answers.quantizedClass = topClass(b);
    answers.label = labels ? labels->labelOf(sample) : std::nullopt;
    if (!answers.label)
        return std::optional(answers);
    const std::int64_t label = *answers.label;
    if (label < 0 || static_cast<std::size_t>(label) >= real.elements()) {
        return Error{ErrorCode::DataRefused,
                     "The label of sample '" + sample.name + "' is class " + std::to_string(label)
                         + ", but the model knows classes 0 to " + std::to_string(real.elements() - 1) + ".",
                     sample.name};
    }
    answers.hits = hitsOf(a, b, label);
    return std::optional(answers);
}

} // namespace quantiscope
