// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/effect_watcher.h"

#include "core/pipeline/recipe_check.h"
#include "widgets/recipe/recipe_editor.h"

#include <QElapsedTimer>

#include <algorithm>
#include <mutex>
#include <utility>

namespace quantiscope {

/// An EffectPreviewer that is made by the work that first needs it, since that takes a while for a large model.
class EffectWatcher::Previewer
{
public:
    Previewer(const RuntimeEnvironment& environment, OpenedModelPtr model)
        : m_environment(environment), m_model(std::move(model))
    {
    }

    Result<EffectPreview> preview(const Recipe& recipe, Feedback& feedback)
    {
        std::call_once(m_made, [this] { m_previewer.emplace(m_environment, m_model->model); });
        return m_previewer->preview(recipe, feedback);
    }

    /// After preview().
    Result<std::string> memory(const Recipe& recipe, const CalibrationLimits& limits, Feedback& feedback)
    {
        return m_previewer->memory(recipe, limits, feedback);
    }

private:
    const RuntimeEnvironment& m_environment;
    OpenedModelPtr m_model;
    std::once_flag m_made;
    std::optional<EffectPreviewer> m_previewer;
};

EffectWatcher::EffectWatcher(RecipeEditor& editor, const RuntimeEnvironment& environment, QObject* parent)
    : QObject(parent), m_editor(editor), m_environment(environment)
{
    connect(&editor, &RecipeEditor::recipeChanged, this, &EffectWatcher::update);
    connect(&m_task, &BackgroundTask::runningChanged, this, &EffectWatcher::runningChanged);
    update();
}

EffectWatcher::~EffectWatcher() = default;

void EffectWatcher::setModel(OpenedModelPtr model)
{
    if (model == m_model)
        return;
    m_model = std::move(model);
    m_previewer = m_model ? std::make_shared<Previewer>(m_environment, m_model) : nullptr;
    m_preview.reset();
    updateMemory();
    setDraft(std::nullopt);
    emit previewChanged();
    update();
}

void EffectWatcher::update()
{
    struct Found
    {
        Recipe recipe;
        std::optional<Result<EffectPreview>> preview;
        RecipeCheck check;
    };
    const auto work = [recipe = m_editor.recipe(), previewer = m_previewer](Feedback& feedback) {
        Found found{recipe, {}, checkRecipe(recipe)};
        if (previewer)
            found.preview = previewer->preview(recipe, feedback);
        return found;
    };
    m_task.start(work, [this](Found found) {
        m_previewed = std::move(found.recipe);
        m_problems = std::move(found.check.errors);
        m_warnings = std::move(found.check.warnings);
        m_preview.reset();
        if (found.preview && found.preview->has_value()) {
            m_preview = std::make_shared<EffectPreview>(std::move(**found.preview));
            for (const std::string& warning : m_preview->warnings) {
                if (std::find(m_warnings.begin(), m_warnings.end(), warning) == m_warnings.end())
                    m_warnings.push_back(warning);
            }
        } else if (found.preview) {
            const Error& error = found.preview->error();
            const bool isKnown = std::any_of(m_problems.begin(), m_problems.end(), [&](const Error& known) {
                return known.message.find(error.message) != std::string::npos;
            });
            if (!isKnown)
                m_problems.push_back(error);
        }
        emit previewChanged();
        updateMemory();
    });
}

void EffectWatcher::setLimits(CalibrationLimits limits)
{
    m_limits = std::move(limits);
    m_memoryOf.reset();
    updateMemory();
}

void EffectWatcher::updateMemory()
{
    if (!m_previewer || !m_preview) {
        m_memoryTask.cancel();
        m_memoryOf.reset();
        setMemory({});
        return;
    }
    Recipe wanted = m_previewed; // the data are looked at again only where something else than a mark has changed
    wanted.config.exclude.clear();
    if (m_memoryOf == wanted)
        return;
    m_memoryOf = std::move(wanted);
    const auto work = [recipe = m_previewed, limits = m_limits, previewer = m_previewer](Feedback& feedback) {
        return previewer->memory(recipe, limits, feedback);
    };
    m_memoryTask.start(work, [this](const Result<std::string>& memory) {
        if (memory)
            setMemory(*memory);
        else
            setMemory(memory.error().code == ErrorCode::OutOfMemory ? memory.error().message : std::string());
    });
}

void EffectWatcher::setMemory(std::string memory)
{
    if (memory == m_memory)
        return;
    m_memory = std::move(memory);
    emit memoryChanged();
}

void EffectWatcher::setDraft(std::optional<Recipe> draft)
{
    if (!draft || !m_previewer) {
        m_draftTask.cancel();
        if (std::exchange(m_draftPreview, nullptr))
            emit draftPreviewChanged();
        return;
    }
    using Timed = std::pair<Result<EffectPreview>, double>;
    const auto work = [recipe = std::move(*draft), previewer = m_previewer](Feedback& feedback) {
        QElapsedTimer timer;
        timer.start();
        Result<EffectPreview> preview = previewer->preview(recipe, feedback);
        return Timed(std::move(preview), double(timer.nsecsElapsed()) / 1e6);
    };
    m_draftTask.start(work, [this](Timed timed) {
        m_draftMilliseconds = timed.second;
        m_draftPreview = timed.first ? std::make_shared<EffectPreview>(std::move(*timed.first)) : nullptr;
        emit draftPreviewChanged();
    });
}

} // namespace quantiscope
