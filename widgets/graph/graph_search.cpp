// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_search.h"

#include "core/graph/attribute_text.h"
#include "core/tensor/tensor_spec.h"
#include "widgets/common/text.h"

namespace quantiscope {

namespace {

QString withoutSpaces(QString text)
{
    text.remove(QLatin1Char(' '));
    return text;
}

/// Calls @p test with every text of a node in which words are looked for, until one holds.
template <typename Test>
bool anyText(const Graph& graph, const Node& node, const Test& test)
{
    if (test(toQt(node.name)) || test(toQt(node.opType)))
        return true;
    const auto holds = [&test](const std::string& value) { return !value.empty() && test(toQt(value)); };
    if (std::any_of(node.outputs.begin(), node.outputs.end(), holds))
        return true;
    // What no node makes is found where it is read.
    return std::any_of(node.inputs.begin(), node.inputs.end(),
                       [&](const std::string& value) { return !graph.producerOf(value) && holds(value); });
}

} // namespace

GraphSearch::GraphSearch(const QString& text, Mode mode)
{
    if (mode == Mode::Regex) {
        if (text.isEmpty())
            return;
        Term term;
        term.kind = Term::Kind::Regex;
        term.regex = QRegularExpression(text);
        if (!term.regex.isValid()) {
            m_error = tr("The expression is wrong at character %1: %2")
                          .arg(term.regex.patternErrorOffset() + 1)
                          .arg(term.regex.errorString());
            return;
        }
        term.regex.optimize(); // before several threads may use it
        m_terms.push_back(std::move(term));
        return;
    }
    qsizetype at = 0;
    while (at < text.size() && m_error.isEmpty()) {
        if (text[at].isSpace()) {
            ++at;
            continue;
        }
        QString term;
        bool isQuoted = false;
        bool inQuotes = false;
        for (; at < text.size() && (inQuotes || !text[at].isSpace()); ++at) {
            if (text[at] == QLatin1Char('"')) {
                isQuoted = isQuoted || term.isEmpty();
                inQuotes = !inQuotes;
            } else {
                term += text[at];
            }
        }
        if (inQuotes)
            m_error = tr("A quotation mark is not closed");
        else
            addTerm(term, isQuoted);
    }
    if (!m_error.isEmpty())
        m_terms.clear();
}

void GraphSearch::addTerm(QString text, bool isQuoted)
{
    Term term;
    if (!isQuoted && text.size() > 1 && text.startsWith(QLatin1Char('-'))) {
        term.isNegated = true;
        text.remove(0, 1);
    }
    const QString key = isQuoted ? QString() : text.section(QLatin1Char(':'), 0, 0).toLower();
    const QString rest = text.section(QLatin1Char(':'), 1);
    const bool hasKey = !isQuoted && text.contains(QLatin1Char(':'))
        && (key == QLatin1String("op") || key == QLatin1String("attr") || key == QLatin1String("shape"));
    if (!hasKey) {
        term.text = text;
        if (!text.isEmpty())
            m_terms.push_back(std::move(term));
        return;
    }
    if (rest.isEmpty()) {
        m_error = key == QLatin1String("op") ? tr("After op: an operator is missing, as in op:Conv")
            : key == QLatin1String("attr")   ? tr("After attr: an attribute is missing, as in attr:group=1")
                                             : tr("After shape: extents are missing, as in shape:1x64x*");
        return;
    }
    if (key == QLatin1String("op")) {
        term.kind = Term::Kind::Operator;
        term.text = rest;
    } else if (key == QLatin1String("attr")) {
        term.kind = Term::Kind::Attribute;
        term.text = rest.section(QLatin1Char('='), 0, 0);
        if (rest.contains(QLatin1Char('=')))
            term.value = withoutSpaces(rest.section(QLatin1Char('='), 1));
        if (term.text.isEmpty())
            m_error = tr("Before = an attribute is missing, as in attr:group=1");
    } else {
        term.kind = Term::Kind::OutputShape;
        QString list = rest;
        list.replace(QChar(0x2026), QLatin1String("..."));
        list.replace(QChar(0x00D7), QLatin1Char(','));
        list.remove(QLatin1Char('[')).remove(QLatin1Char(']'));
        // With commas, names of extents may hold an x.
        term.extents = list.split(list.contains(QLatin1Char(',')) ? QLatin1Char(',') : QLatin1Char('x'));
        if (term.extents.contains(QString()))
            m_error = tr("An extent is missing in shape:%1; * stands for any").arg(rest);
    }
    m_terms.push_back(std::move(term));
}

bool GraphSearch::shapeHolds(const Term& term, const TensorSpec& spec)
{
    if (!spec.hasRank)
        return false;
    const bool isOpenEnded = term.extents.last() == QLatin1String("...");
    const qsizetype given = term.extents.size() - (isOpenEnded ? 1 : 0);
    const qsizetype rank = qsizetype(spec.shape.size());
    if (isOpenEnded ? rank < given : rank != given)
        return false;
    for (qsizetype i = 0; i < given; ++i) {
        const QString& extent = term.extents[i];
        if (extent == QLatin1String("*"))
            continue;
        const std::int64_t known = spec.shape[std::size_t(i)];
        const std::string name =
            std::size_t(i) < spec.dimensionNames.size() ? spec.dimensionNames[std::size_t(i)] : std::string();
        const QString own = known >= 0 ? QString::number(known) : name.empty() ? QStringLiteral("?") : toQt(name);
        if (own.compare(extent, Qt::CaseInsensitive) != 0)
            return false;
    }
    return true;
}

bool GraphSearch::holds(const Term& term, const OpenedModel& model, std::size_t position)
{
    const Node& node = model.graph.nodes()[position];
    switch (term.kind) {
    case Term::Kind::Word:
        return anyText(model.graph, node,
                       [&term](const QString& text) { return text.contains(term.text, Qt::CaseInsensitive); });
    case Term::Kind::Regex:
        return anyText(model.graph, node, [&term](const QString& text) { return term.regex.match(text).hasMatch(); });
    case Term::Kind::Operator:
        return toQt(node.opType).compare(term.text, Qt::CaseInsensitive) == 0;
    case Term::Kind::Attribute: {
        const std::vector<AttributeText> attributes = attributeTexts(model.graph, position);
        return std::any_of(attributes.begin(), attributes.end(), [&term](const AttributeText& attribute) {
            return toQt(attribute.name).compare(term.text, Qt::CaseInsensitive) == 0
                && (term.value.isNull()
                    || withoutSpaces(toQt(attribute.value)).compare(term.value, Qt::CaseInsensitive) == 0);
        });
    }
    case Term::Kind::OutputShape:
        return std::any_of(node.outputs.begin(), node.outputs.end(), [&term, &model](const std::string& output) {
            const TensorSpec* spec = model.graph.spec(output);
            return spec && shapeHolds(term, *spec);
        });
    }
    return false;
}

bool GraphSearch::matches(const OpenedModel& model, int node) const
{
    if (m_terms.empty() || !m_error.isEmpty())
        return false;
    return std::all_of(m_terms.begin(), m_terms.end(), [&model, node](const Term& term) {
        return holds(term, model, std::size_t(node)) != term.isNegated;
    });
}

std::vector<int> GraphSearch::find(const OpenedModel& model, const Feedback& feedback) const
{
    std::vector<int> found;
    if (isEmpty())
        return found;
    for (int node = 0; node < int(model.graph.nodes().size()) && !feedback.isCanceled(); ++node) {
        if (matches(model, node))
            found.push_back(node);
    }
    return found;
}

} // namespace quantiscope
