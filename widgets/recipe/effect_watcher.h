// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/effect_preview.h"
#include "widgets/common/background_task.h"
#include "widgets/common/opened_model.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace quantiscope {

class RecipeEditor;
class RuntimeEnvironment;

/// What the recipe would do to the model, always up to date: found in the background whenever one of them changes.
class EffectWatcher final : public QObject
{
    Q_OBJECT

public:
    /// @p editor and @p environment must outlive it; the latter all background work (BackgroundTask::waitForAll()).
    EffectWatcher(RecipeEditor& editor, const RuntimeEnvironment& environment, QObject* parent = nullptr);
    ~EffectWatcher() override;

    /// Null: no model, and nothing to preview.
    void setModel(OpenedModelPtr model);
    [[nodiscard]] const OpenedModelPtr& model() const { return m_model; }

    /// Of the recipe; null while there is no model, before the first is ready, and while problems() has an error that
    /// hinders it. The last one stays until the next is ready: see isRunning().
    [[nodiscard]] std::shared_ptr<const EffectPreview> preview() const { return m_preview; }
    /// Recipe that preview() is of.
    [[nodiscard]] const Recipe& previewedRecipe() const { return m_previewed; }
    /// What would end a run of the recipe, apart from dead rules: contradictions, dead names, missing files.
    [[nodiscard]] const std::vector<Error>& problems() const { return m_problems; }
    /// Of the recipe, and of its preview: what a run would warn of before it calibrates.
    [[nodiscard]] const std::vector<std::string>& warnings() const { return m_warnings; }
    [[nodiscard]] bool isRunning() const { return m_task.isRunning(); }

    /// What runs are to keep to, for memory().
    void setLimits(CalibrationLimits limits);
    /// What a run of previewedRecipe() would say of the memory that it needs, or why that is too much; empty without a
    /// model or data, and until the first is known; that of an edited recipe takes a moment.
    [[nodiscard]] const std::string& memory() const { return m_memory; }

    /// Previews another recipe besides (with a rule that is being made); nothing: ends that.
    void setDraft(std::optional<Recipe> draft);
    /// Null without a draft, and until it is ready.
    [[nodiscard]] std::shared_ptr<const EffectPreview> draftPreview() const { return m_draftPreview; }
    /// How long the last draft took, in milliseconds.
    [[nodiscard]] double draftMilliseconds() const { return m_draftMilliseconds; }

signals:
    /// Preview, problems or warnings are others.
    void previewChanged();
    void draftPreviewChanged();
    void memoryChanged();
    void runningChanged(bool running);

private:
    class Previewer;
    void update();
    void updateMemory();
    void setMemory(std::string memory);

    RecipeEditor& m_editor;
    const RuntimeEnvironment& m_environment;
    OpenedModelPtr m_model;
    std::shared_ptr<Previewer> m_previewer; ///< shared with background work; null without a model
    BackgroundTask m_task;
    BackgroundTask m_draftTask;
    BackgroundTask m_memoryTask;
    CalibrationLimits m_limits;
    std::string m_memory;
    std::optional<Recipe> m_memoryOf; ///< recipe without its exclusions that m_memory is of, or is being found for
    Recipe m_previewed;
    std::shared_ptr<const EffectPreview> m_preview;
    std::vector<Error> m_problems;
    std::vector<std::string> m_warnings;
    std::shared_ptr<const EffectPreview> m_draftPreview;
    double m_draftMilliseconds = 0.0;
};

} // namespace quantiscope
