// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/mark_controller.h"

#include "core/qdq/group_rules.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/text.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/recipe_editor.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace quantiscope {

using Kind = ExclusionRule::Kind;

MarkController::MarkController(RecipeEditor& editor, EffectWatcher& watcher, NodeSelection& selection, QObject* parent)
    : QObject(parent), m_editor(editor), m_watcher(watcher), m_selection(selection)
{
    connect(&selection, &NodeSelection::selectionChanged, this, &MarkController::updateActions);
    // An edited rule may have moved or gone.
    connect(&editor, &RecipeEditor::recipeChanged, this, [this] {
        m_offer.cancel();
        if (m_draft && m_draft->edited)
            cancel();
        else if (m_draft)
            updateFinding();
    });
}

void MarkController::setModel(OpenedModelPtr model, std::shared_ptr<const ScopeTree> scopes)
{
    if (model == m_model && scopes == m_scopes)
        return;
    cancel();
    m_offer.cancel();
    m_shown.clear();
    m_model = std::move(model);
    m_scopes = std::move(scopes);
    updateActions();
    emit modelChanged();
}

std::set<int> MarkController::targets() const
{
    std::set<int> nodes = m_target.empty() ? m_selection.nodes() : m_target;
    // What is selected may be of a model that is just being left.
    const int count = m_model ? int(m_model->graph.nodes().size()) : 0;
    nodes.erase(nodes.lower_bound(count), nodes.end());
    nodes.erase(nodes.begin(), nodes.lower_bound(0));
    return nodes;
}

QString MarkController::nameOf(int node) const
{
    return shownName(m_model->graph.nodes()[std::size_t(node)].name);
}

/// "Conv_7", "head.0, head.1", "12 nodes".
QString MarkController::nameOf(const std::set<int>& nodes) const
{
    if (nodes.size() == 1)
        return nameOf(*nodes.begin());
    const QString groups = m_scopes ? groupsText(*m_scopes, {nodes.begin(), nodes.end()}) : QString();
    return groups.isEmpty() ? tr("%n node(s)", nullptr, int(nodes.size())) : groups;
}

void MarkController::addRules(const QString& what, const std::vector<ExclusionRule>& rules, MarkPrecision precision)
{
    if (rules.empty())
        return;
    m_editor.apply(precision == MarkPrecision::Float ? tr("Keep %1 float").arg(what)
                                                     : tr("%1: %2").arg(what, precisionName(precision)),
                   withRules(m_editor.recipe(), rules, precision));
}

void MarkController::mark(const std::set<int>& nodes, MarkPrecision precision)
{
    if (!m_model || nodes.empty())
        return;
    const std::vector<ExclusionRule> rules =
        rulesForNodes(m_model->graph, m_scopes.get(), {nodes.begin(), nodes.end()});
    const bool areTypes = rules.front().kind == Kind::OpType; // then all of them are
    addRules(areTypes ? ruleTexts(rules) : nameOf(nodes), rules, precision);
}

void MarkController::markScope(int scope, MarkPrecision precision)
{
    if (m_model && m_scopes && scope > 0)
        addRules(scopeText(m_scopes->at(scope)), rulesForScopes(m_model->graph, *m_scopes, {scope}), precision);
}

void MarkController::markOperator(const std::string& opType, MarkPrecision precision)
{
    const std::vector<ExclusionRule> rules{{Kind::OpType, opType, {}, {}}};
    addRules(ruleTexts(rules), rules, precision);
}

void MarkController::unmark(const std::set<int>& nodes)
{
    if (!m_model || nodes.empty())
        return;
    std::set<std::string_view> names;
    for (const int node : nodes)
        names.insert(m_model->graph.nodes()[std::size_t(node)].name);
    // What a rule catches is known as long as the preview is of this recipe.
    const auto preview = m_watcher.preview();
    const bool isKnown = preview && m_watcher.model() == m_model && m_watcher.previewedRecipe() == m_editor.recipe();
    const auto isOfThem = [&](const ExclusionRule& rule, const std::vector<RuleFinding>* found, std::size_t at) {
        if (rule.kind == Kind::Node)
            return names.contains(rule.pattern);
        if (!isKnown || !rule.enabled || (*found)[at].error || (*found)[at].nodes.empty())
            return false;
        return std::all_of((*found)[at].nodes.begin(), (*found)[at].nodes.end(),
                           [&nodes](std::size_t node) { return nodes.contains(int(node)); });
    };
    const Recipe& recipe = m_editor.recipe();
    Recipe next = recipe;
    next.config.exclude.clear();
    next.config.layers.clear();
    for (std::size_t i = 0; i < recipe.config.exclude.size(); ++i) {
        if (!isOfThem(recipe.config.exclude[i], isKnown ? &preview->exclude : nullptr, i))
            next.config.exclude.push_back(recipe.config.exclude[i]);
    }
    for (std::size_t i = 0; i < recipe.config.layers.size(); ++i) {
        if (!isOfThem(recipe.config.layers[i].match, isKnown ? &preview->layers : nullptr, i))
            next.config.layers.push_back(recipe.config.layers[i]);
    }
    m_editor.apply(tr("%1 as the preset says").arg(nameOf(nodes)), std::move(next));
    offerRuleOf(nodes);
}

/// What is left catches the nodes with others: only the user knows whether they are to go, too.
void MarkController::offerRuleOf(const std::set<int>& nodes)
{
    struct Offer
    {
        RuleRef ref;
        int node = 0;
        int others = 0;
    };
    std::vector<RuleRef> refs = ruleRefs(m_editor.recipe());
    std::vector<ExclusionRule> rules;
    for (const RuleRef& ref : refs)
        rules.push_back(ruleAt(m_editor.recipe(), ref));
    const auto work = [model = m_model, refs = std::move(refs), rules = std::move(rules),
                       nodes](Feedback& feedback) -> std::optional<Offer> {
        for (std::size_t i = 0; i < rules.size() && !feedback.isCanceled(); ++i) {
            const auto found = findRules(model->graph, {&rules[i], 1}, "Rule", feedback);
            if (!found || found->front().error)
                continue;
            for (const std::size_t node : found->front().nodes) {
                if (nodes.contains(int(node)))
                    return Offer{refs[i], int(node), int(found->front().nodes.size()) - 1};
            }
        }
        return std::nullopt;
    };
    // Another recipe or model cancels it, so that these are still the same in the end.
    m_offer.start(work, [this](const std::optional<Offer>& offer) {
        if (!offer)
            return;
        const ExclusionRule& rule = ruleAt(m_editor.recipe(), offer->ref);
        emit ruleOffered(offer->ref,
                         tr("%1 is caught by the rule “%2”, with %n other node(s). Switch the rule off, edit "
                            "or delete it.",
                            nullptr, offer->others)
                             .arg(nameOf(offer->node), ruleText(rule)));
    });
}

std::vector<int> MarkController::targetScopes() const
{
    const std::set<int> targeted = targets();
    if (!m_scopes || targeted.empty())
        return {};
    const std::vector<std::size_t> nodes(targeted.begin(), targeted.end());
    if (std::vector<int> whole = wholeScopes(*m_scopes, nodes); !whole.empty())
        return whole;
    const int around = commonScope(*m_scopes, nodes);
    return around > 0 ? std::vector<int>{around} : std::vector<int>();
}

void MarkController::markTargetScopes(MarkPrecision precision)
{
    const std::vector<int> scopes = targetScopes();
    if (scopes.empty())
        return;
    const QString few = scopesText(*m_scopes, scopes);
    addRules(few.isEmpty() ? nameOf(targets()) : few, rulesForScopes(m_model->graph, *m_scopes, scopes), precision);
}

void MarkController::markTargetOperators(MarkPrecision precision)
{
    std::vector<ExclusionRule> rules;
    for (const std::string& type : targetTypes())
        rules.push_back({Kind::OpType, type, {}, {}});
    addRules(ruleTexts(rules), rules, precision);
}

std::set<std::string> MarkController::targetTypes() const
{
    std::set<std::string> types;
    for (const int node : targets())
        types.insert(m_model->graph.nodes()[std::size_t(node)].opType);
    return types;
}

void MarkController::selectOperator()
{
    const std::set<std::string> types = targetTypes();
    if (types.empty())
        return;
    const int current = *targets().begin();
    const std::vector<Node>& nodes = m_model->graph.nodes();
    std::set<int> same;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (types.contains(nodes[i].opType))
            same.insert(int(i));
    }
    m_selection.select(std::move(same), current);
}

void MarkController::showCatch(const std::vector<std::size_t>& nodes)
{
    std::set<int> shown(nodes.begin(), nodes.end());
    if (shown == m_shown)
        return;
    m_shown = std::move(shown);
    emitMarks();
}

void MarkController::setDraft(std::optional<MarkDraft> draft)
{
    if (draft == m_draft)
        return;
    m_draft = std::move(draft);
    emit draftChanged();
    updateFinding();
}

void MarkController::begin(Kind kind)
{
    if (!m_model)
        return;
    MarkDraft draft;
    draft.kind = kind;
    const std::set<int> nodes = targets();
    if (kind == Kind::Upstream)
        draft.ends = nodes;
    else if (kind == Kind::Between || kind == Kind::Downstream)
        draft.starts = nodes;
    else if (!nodes.empty())
        draft.pattern = kind == Kind::OpType ? m_model->graph.nodes()[std::size_t(*nodes.begin())].opType
                                             : m_model->graph.nodes()[std::size_t(*nodes.begin())].name;
    if (kind == Kind::Regex && !draft.pattern.empty())
        draft.pattern = rulesForGroup(m_model->graph, {std::size_t(*nodes.begin())}, {}).front().pattern;
    setDraft(std::move(draft));
}

void MarkController::edit(const RuleRef& ref)
{
    if (!m_model)
        return;
    MarkDraft draft = draftOf(ruleAt(m_editor.recipe(), ref), precisionOf(m_editor.recipe(), ref), m_model->graph);
    draft.edited = ref;
    setDraft(std::move(draft));
}

void MarkController::addToStarts()
{
    MarkDraft draft = m_draft.value_or(MarkDraft());
    for (const int node : targets()) {
        draft.starts.insert(node);
        draft.ends.erase(node);
    }
    setDraft(std::move(draft));
}

void MarkController::addToEnds()
{
    MarkDraft draft = m_draft.value_or(MarkDraft());
    for (const int node : targets()) {
        draft.ends.insert(node);
        draft.starts.erase(node);
    }
    setDraft(std::move(draft));
}

void MarkController::setDraftPrecision(MarkPrecision precision)
{
    if (!m_draft || m_draft->precision == precision)
        return;
    MarkDraft draft = *m_draft;
    draft.precision = precision;
    setDraft(std::move(draft));
}

bool MarkController::accept()
{
    const auto rule = m_draft && m_model ? ruleOf(*m_draft, m_model->graph) : std::nullopt;
    m_isAcceptWished = rule && m_search.isRunning();
    if (!rule || !m_finding || m_finding->error)
        return false;
    const MarkDraft draft = *m_draft;
    cancel();
    const QString text = draft.edited
        ? tr("Edit rule: %1").arg(ruleText(*rule))
        : tr("Add rule: %1, %2").arg(ruleText(*rule), precisionName(draft.precision.value_or(MarkPrecision::Float)));
    m_editor.apply(text, recipeWith(m_editor.recipe(), draft, *rule));
    return true;
}

QString MarkController::draftText(std::size_t most) const
{
    return quantiscope::draftText(m_editor.recipe(), *m_draft, m_model->graph, most);
}

void MarkController::updateFinding()
{
    m_search.cancel();
    m_isAcceptWished = false;
    m_finding.reset();
    const auto rule = m_draft && m_model ? ruleOf(*m_draft, m_model->graph) : std::nullopt;
    if (rule) {
        m_watcher.setDraft(recipeWith(m_editor.recipe(), *m_draft, *rule));
        const auto work = [model = m_model, rule = *rule](Feedback& feedback) {
            return findRules(model->graph, {&rule, 1}, "Rule", feedback);
        };
        m_search.start(work, [this](Result<std::vector<RuleFinding>> found) {
            if (!found)
                return;
            m_finding = std::move(found->front());
            emit findingChanged();
            emitMarks();
            if (m_isAcceptWished)
                accept();
        });
    } else {
        m_watcher.setDraft(std::nullopt);
    }
    emit findingChanged();
    emitMarks();
}

void MarkController::emitMarks()
{
    std::set<int> caught = m_draft ? std::set<int>() : m_shown;
    if (m_draft && m_finding) {
        for (const std::size_t node : m_finding->nodes)
            caught.insert(int(node));
    }
    emit marksChanged(caught, m_draft ? m_draft->starts : std::set<int>(), m_draft ? m_draft->ends : std::set<int>());
}

} // namespace quantiscope
