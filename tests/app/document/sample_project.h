// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/project.h"
#include "tests/support/source_directory.h"
#include "widgets/recipe/recipe_editor.h"

#include <QTemporaryDir>
#include <QtGlobal>

#include <filesystem>

namespace quantiscope::test {

namespace fs = std::filesystem;

inline fs::path in(const QTemporaryDir& folder, const char* name)
{
    return fs::path(folder.path().toStdString()) / name;
}

inline Recipe sampleRecipe()
{
    Result<Recipe> recipe = loadRecipe(sampleDirectory() / "recipe.json");
    if (!recipe)
        qFatal("%s", recipe.error().message.c_str());
    recipe->origin = {};
    recipe->calibration->samples = 4;
    return std::move(*recipe);
}

/// A project with a copy of the sample's model.
inline void startSample(Project& project, const QTemporaryDir& folder)
{
    fs::copy_file(sampleDirectory() / "fashion_cnn.onnx", in(folder, "net.onnx"));
    project.start(in(folder, "net.onnx"), sampleRecipe());
}

inline void exclude(Project& project, const char* type)
{
    Recipe recipe = project.editor().recipe();
    recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, type, {}, {}});
    project.editor().apply(QStringLiteral("Exclude"), recipe);
}

} // namespace quantiscope::test
