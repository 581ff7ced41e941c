// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job.h"
#include "tests/support/source_directory.h"

#include <QTemporaryDir>

namespace quantiscope::test {

/// The bundled sample's recipe with @p samples pictures.
inline Recipe sampleRecipe(std::size_t samples)
{
    Result<Recipe> recipe = loadRecipe(sampleDirectory() / "recipe.json");
    if (!recipe)
        qFatal("%s", recipe.error().message.c_str());
    recipe->calibration->samples = samples;
    return std::move(*recipe);
}

inline std::filesystem::path in(const QTemporaryDir& folder, const char* name)
{
    return std::filesystem::path(folder.path().toStdString()) / name;
}

inline QuantizeJob sampleQuantize(const QTemporaryDir& folder, std::size_t samples = 8)
{
    QuantizeJob job;
    job.request.model = sampleDirectory() / "fashion_cnn.onnx";
    job.request.output = in(folder, "runs/out.onnx");
    job.request.recipe = sampleRecipe(samples);
    job.request.threads = 1;
    job.report = in(folder, "runs/out.report.json");
    return job;
}

inline CalibrateJob sampleCalibrate(const QTemporaryDir& folder, std::size_t samples = 8)
{
    CalibrateJob job;
    job.request.model = sampleDirectory() / "fashion_cnn.onnx";
    job.request.recipe = sampleRecipe(samples);
    job.request.threads = 1;
    job.output = in(folder, "runs/out.stats");
    return job;
}

/// Of the sample's network against itself.
inline EvaluateJob sampleEvaluate(const QTemporaryDir& folder, std::size_t samples = 8)
{
    EvaluateJob job;
    job.request.floatModel = sampleDirectory() / "fashion_cnn.onnx";
    job.request.quantizedModel = job.request.floatModel;
    job.request.evaluation = {*sampleRecipe(samples).calibration, {}};
    job.request.threads = 1;
    job.report = in(folder, "runs/out.evaluation.json");
    return job;
}

} // namespace quantiscope::test
