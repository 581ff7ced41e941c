// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace quantiscope::test {

/// Fills a folder with malformed files of every kind that the program reads, and the sound ones beside which they are
/// tried: model.onnx, quantized.onnx, two_inputs.onnx, calib/, preprocess.json, model.stats.

void makeModels(const QString& folder);
void makeData(const QString& folder);
void makeLabels(const QString& folder);
void makeRecipes(const QString& folder);
void makePreprocesses(const QString& folder);

/// Needs what makeModels() made, and model.stats of model.onnx as the program writes it.
void makeStatistics(const QString& folder);

} // namespace quantiscope::test
