// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/presets.h"
#include "core/runtime/runtime_environment.h"
#include "tests/support/model_builder.h"
#include "widgets/common/background_task.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/opened_model.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/mark_controller.h"
#include "widgets/recipe/recipe_editor.h"

#include <QUndoStack>

#include <memory>

namespace quantiscope::test {

/// /stem/Conv → /stem/Relu → (/left/Conv, /right/Conv) → /head/Add → /head/Softmax → y
inline OpenedModelPtr branchedModel()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    b.randomInitializer("w", {2, 2, 1, 1}).randomInitializer("v", {2, 2, 1, 1}).randomInitializer("u", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"s"}, "/stem/Conv");
    b.node("Relu", {"s"}, {"r"}, "/stem/Relu");
    b.node("Conv", {"r", "v"}, {"l"}, "/left/Conv");
    b.node("Conv", {"r", "u"}, {"q"}, "/right/Conv");
    b.node("Add", {"l", "q"}, {"a"}, "/head/Add");
    b.node("Softmax", {"a"}, {"y"}, "/head/Softmax");
    b.output("y");
    return std::make_shared<OpenedModel>(b.model());
}

/// What the recipe's widgets work on, with a model.
struct RecipeFixture
{
    explicit RecipeFixture(const char* preset = "U8S8_AAWS")
    {
        Recipe recipe;
        recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
        editor.reset(recipe);
        watcher.setModel(model);
        marks.setModel(model, std::make_shared<ScopeTree>(model->graph));
    }
    ~RecipeFixture() { BackgroundTask::waitForAll(); }

    [[nodiscard]] int node(const char* name) const { return int(model->graph.nodeNamed(name).value()); }
    [[nodiscard]] std::vector<ExclusionRule> exclude() const { return editor.recipe().config.exclude; }

    RuntimeEnvironment environment;
    OpenedModelPtr model = branchedModel();
    RecipeEditor editor;
    NodeSelection selection;
    EffectWatcher watcher{editor, environment};
    MarkController marks{editor, watcher, selection};
};

} // namespace quantiscope::test
