// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/calibration_statistics.h"
#include "core/data/sample_source.h"
#include "core/model/model.h"
#include "core/runtime/inference_session.h"

#include <string>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// Is shown what a calibration computes besides its statistics. Thread-safe; a sample runs on one thread from end to
/// end.
class CalibrationWitness : public ValueObserver
{
public:
    /// The calling thread has run @p sample; what observe() was called with on it since the last time was computed from
    /// it. Called in each pass.
    virtual void finished(const Sample& sample) = 0;
};

struct CalibrationOptions
{
    StatisticsDetail detail = StatisticsDetail::Histogram;
    int threads = 0; ///< samples that run at the same time; 0 = one per core
    /// Values that are collected in one pass over the samples; 0 = all. More passes take more time and less memory.
    std::size_t valuesPerPass = 0;
    std::string modelHash = {}; ///< Model::contentHash() of the model, if it is known
    std::vector<std::string> values = {}; ///< observable ones that are collected; empty: all
    CalibrationWitness* witness = nullptr; ///< is shown the collected values, by their place among them
};

/// Every float32 value of the top-level graph that is computed or fed, in the order in which it comes to be.
[[nodiscard]] std::vector<std::string> observableValues(const Model& model);

/// Runs @p model over all samples and collects the statistics of the observable values while it runs.
///
/// Memory: the model's weights and the statistics, and for every sample that runs at the same time the sample and the
/// values of one run; it does not grow with the number of samples. The result is the same, bit for bit, for any number
/// of threads, any order of samples and any number of passes; up to rounding it is the same whichever values are
/// collected. Progress is told per sample. DataRefused when there is no sample, or when the samples are others in a
/// later pass; Canceled at once when the user cancels, also inside a run.
Result<CalibrationStatistics> calibrate(const RuntimeEnvironment& environment, const Model& model,
                                        const SampleSource& source, const CalibrationOptions& options,
                                        Feedback& feedback);

} // namespace quantiscope
