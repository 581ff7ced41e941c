// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"
#include "widgets/common/opened_model.h"
#include "widgets/recipe/rule_edits.h"

#include <QWidget>

class QPushButton;
class QTabBar;

namespace quantiscope {

class EffectWatcher;
class GatesEditor;
class MarkController;
class NodeSelection;
class OptionView;
class PartsEditor;
class PresetPopup;
class ProblemStrip;
class RecipeEditor;
class RuleView;

/// The dock "Recipe": preset, options, gates, parts of outputs and JSON above; precision rules and the effect of it all
/// below.
class RecipePanel final : public QWidget
{
    Q_OBJECT

public:
    RecipePanel(RecipeEditor& editor, EffectWatcher& watcher, MarkController& marks, NodeSelection& selection,
                QWidget* parent = nullptr);

    /// Follows the model of @p watcher for what depends on it (outputs for gates).
    void setModel(const OpenedModelPtr& model);
    void setPreset(const QString& name);
    [[nodiscard]] RuleView& rules() const { return *m_rules; }
    [[nodiscard]] OptionView& options() const { return *m_options; }

public slots:
    /// Opens the list of presets.
    void showPresetHelp();
    /// Opens the list of presets below @p anchor; null: below the panel's own button.
    void choosePreset(QWidget* anchor = nullptr);
    /// Brings an option, or a rule, into sight.
    void showOption(const QString& option);
    void showRule(const quantiscope::RuleRef& ref, const QString& sentence = {});

private:
    void updatePreset();
    void updateProblems();

    RecipeEditor& m_editor;
    EffectWatcher& m_watcher;
    QPushButton* m_preset;
    PresetPopup* m_presets;
    ProblemStrip* m_problems;
    QTabBar* m_tabs;
    OptionView* m_options;
    GatesEditor* m_gates;
    PartsEditor* m_parts;
    RuleView* m_rules;
};

} // namespace quantiscope
