// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/recipe_panel.h"

#include "core/config/presets.h"
#include "widgets/common/engine_text.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/page_stack.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/effect_section.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/gates_editor.h"
#include "widgets/recipe/json_view.h"
#include "widgets/recipe/mark_controller.h"
#include "widgets/recipe/option_view.h"
#include "widgets/recipe/parts_editor.h"
#include "widgets/recipe/preset_help.h"
#include "widgets/recipe/preset_list.h"
#include "widgets/recipe/problem_strip.h"
#include "widgets/recipe/recipe_editor.h"
#include "widgets/recipe/rule_model.h"
#include "widgets/recipe/rule_view.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>

namespace quantiscope {

RecipePanel::RecipePanel(RecipeEditor& editor, EffectWatcher& watcher, MarkController& marks, NodeSelection& selection,
                         QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_watcher(watcher)
    , m_preset(new QPushButton(this))
    , m_presets(new PresetPopup(this))
    , m_problems(new ProblemStrip(this))
    , m_tabs(new QTabBar(this))
    , m_options(new OptionView(editor, this))
    , m_gates(new GatesEditor(editor, this))
    , m_parts(new PartsEditor(editor, this))
    , m_rules(new RuleView(editor, watcher, selection, this))
{
    m_preset->setAccessibleName(tr("Preset"));
    m_preset->setStyleSheet(QStringLiteral("text-align: left;"));
    auto* arrow = new QToolButton(m_preset); // at the end, where lists have it
    arrow->setIcon(themedIcon(QStringLiteral("chevron-down")));
    arrow->setAttribute(Qt::WA_TransparentForMouseEvents);
    arrow->setFocusPolicy(Qt::NoFocus);
    arrow->setStyleSheet(QStringLiteral("border: 0; padding: 0;"));
    auto* inside = new QHBoxLayout(m_preset);
    inside->setContentsMargins(0, 0, 6, 0);
    inside->addStretch(1);
    inside->addWidget(arrow);
    auto* label = new QLabel(tr("&Preset"), this);
    label->setBuddy(m_preset);
    label->setProperty("caption", true);
    auto* help = new QToolButton(this);
    help->setIcon(themedIcon(QStringLiteral("info")));
    help->setToolTip(tr("Which preset?"));
    help->setAccessibleName(help->toolTip());
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 6, 8, 6);
    top->setSpacing(8);
    top->addWidget(label);
    top->addWidget(m_preset, 1);
    top->addWidget(help);

    auto* pages = new PageStack(this);
    for (const auto& [page, text] : {std::pair<QWidget*, QString>{m_options, tr("Options")},
                                     {m_gates, tr("Gates")},
                                     {m_parts, tr("Parts")},
                                     {new JsonView(editor, this), tr("JSON")}}) {
        pages->addWidget(page);
        m_tabs->addTab(text);
    }
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    auto* upper = new QWidget(this);
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    upperLayout->setSpacing(0);
    upperLayout->addWidget(m_tabs);
    upperLayout->addWidget(pages, 1);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(upper);
    splitter->addWidget(m_rules);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* body = new QWidget(this);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_problems);
    column->addWidget(splitter, 1);
    auto* scroll = new QScrollArea(this); // some rows of everything are worth more than no scroll bar
    scroll->setWidget(body);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // It is scrolled, not what is around it: in a dock with wrapped texts that goes by what contents ask for.
    scroll->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    scroll->setMinimumHeight(fontMetrics().height() * 8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(scroll, 1);
    layout->addWidget(new EffectSection(watcher, this)); // in sight whatever is scrolled

    connect(m_tabs, &QTabBar::currentChanged, pages, &QStackedWidget::setCurrentIndex);
    connect(m_preset, &QPushButton::clicked, this, [this] { choosePreset(); });
    connect(m_presets, &PresetPopup::chosen, this, &RecipePanel::setPreset);
    connect(m_presets, &PresetPopup::helpRequested, this, &RecipePanel::showPresetHelp);
    connect(help, &QToolButton::clicked, this, &RecipePanel::showPresetHelp);
    connect(m_problems, &ProblemStrip::optionActivated, this, &RecipePanel::showOption);
    connect(m_options, &OptionView::refused, this,
            [this](const QString&, const QString& sentence) { m_problems->setNote(sentence); });
    connect(m_rules, &RuleView::newRuleRequested, &marks, [&marks] { marks.begin(ExclusionRule::Kind::Between); });
    connect(m_rules, &RuleView::editRequested, &marks, &MarkController::edit);
    connect(m_rules, &RuleView::catchChanged, &marks, &MarkController::showCatch);
    connect(&marks, &MarkController::modelChanged, this, [this, &marks] {
        m_rules->model().setScopes(marks.scopes());
        m_options->clearSearch();
    });
    connect(&marks, &MarkController::ruleOffered, this, &RecipePanel::showRule);
    connect(&editor, &RecipeEditor::recipeChanged, this, [this] {
        m_problems->clearNote();
        updatePreset();
    });
    connect(&watcher, &EffectWatcher::previewChanged, this, &RecipePanel::updateProblems);
    m_rules->model().setScopes(marks.scopes());
    updatePreset();
    updateProblems();
}

void RecipePanel::setModel(const OpenedModelPtr& model)
{
    QStringList outputs;
    if (model) {
        for (const TensorSpec& output : model->model.outputs())
            outputs.append(toQt(output.name));
    }
    m_gates->setOutputs(outputs);
    m_parts->setOutputs(model ? model->model.outputs() : std::vector<TensorSpec>());
}

void RecipePanel::choosePreset(QWidget* anchor)
{
    m_presets->openAt(anchor ? anchor : m_preset, toQt(m_editor.recipe().config.preset));
}

void RecipePanel::showPresetHelp()
{
    auto* help = new PresetHelp(this);
    help->setAttribute(Qt::WA_DeleteOnClose);
    connect(help, &PresetHelp::presetChosen, this, &RecipePanel::setPreset);
    help->open();
}

void RecipePanel::setPreset(const QString& name)
{
    const Result<Preset> preset = findPreset(toStd(name), ErrorCode::InvalidArgument);
    if (!preset) {
        m_problems->setNote(toQt(preset.error().message));
        return;
    }
    // Rules are about the model and stay; options are about the preset, as with --preset of the command line.
    Recipe next = m_editor.recipe();
    QuantConfig config = preset->config;
    config.exclude = next.config.exclude;
    config.layers = next.config.layers;
    next.config = std::move(config);
    m_editor.apply(tr("Preset %1").arg(toQt(preset->name)), std::move(next));
}

void RecipePanel::updatePreset()
{
    const std::string& name = m_editor.recipe().config.preset;
    const Result<Preset> preset = findPreset(name, ErrorCode::InvalidArgument);
    m_preset->setText(preset ? QStringLiteral("%1 · %2").arg(toQt(preset->name), engineText(preset->family))
                             : tr("Choose a preset"));
    m_preset->setToolTip(preset ? engineText(preset->summary) + QLatin1Char('\n') + engineText(preset->when)
                                : QString());
}

void RecipePanel::updateProblems()
{
    m_problems->setMessages(m_watcher.problems(), m_watcher.warnings());
}

void RecipePanel::showOption(const QString& option)
{
    m_tabs->setCurrentIndex(0);
    m_options->showOption(option);
}

void RecipePanel::showRule(const RuleRef& ref, const QString& sentence)
{
    m_rules->showRule(ref);
    m_problems->setNote(sentence);
}

} // namespace quantiscope
