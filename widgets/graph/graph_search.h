// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "widgets/common/opened_model.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <vector>

namespace quantiscope {

/// A search over the nodes of a graph.
///
/// As words: terms with spaces between them, all of which must hold; a term with spaces inside stands in quotes.
///
///     conv_3            in the name of the node, its operator, a value that it makes, or an initializer or input of
///                       the model that it reads
///     op:Conv           the operator, exactly
///     attr:group        has the attribute
///     attr:axis=1       has it with that value; lists as kernel_shape=[3,3]
///     shape:1x64x*      makes a value of that shape; * is any extent, … at the end any further ones
///     -op:Conv          a term that must not hold
///
/// Letters' case does not count, but in regular expressions, where it does, and which are looked for in names,
/// operators and values like words.
class GraphSearch
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::GraphSearch)

public:
    enum class Mode
    {
        Words,
        Regex,
    };

    /// A search that finds nothing.
    GraphSearch() = default;
    /// Check error() afterwards.
    GraphSearch(const QString& text, Mode mode);

    /// Translated: what is wrong and where; empty when nothing is. A search with an error finds nothing.
    [[nodiscard]] const QString& error() const { return m_error; }
    [[nodiscard]] bool isEmpty() const { return m_terms.empty(); }

    [[nodiscard]] bool matches(const OpenedModel& model, int node) const;
    /// Positions of the nodes that match, ascending; what was found when @p feedback is cancelled.
    [[nodiscard]] std::vector<int> find(const OpenedModel& model, const Feedback& feedback) const;

private:
    struct Term
    {
        enum class Kind
        {
            Word,
            Regex,
            Operator,
            Attribute,
            OutputShape,
        };

        Kind kind = Kind::Word;
        bool isNegated = false;
        QString text; ///< word, operator or name of the attribute
        QString value; ///< of an attribute without spaces; null: any
        QRegularExpression regex;
        QStringList extents;
    };

    void addTerm(QString text, bool isQuoted);
    [[nodiscard]] static bool holds(const Term& term, const OpenedModel& model, std::size_t node);
    [[nodiscard]] static bool shapeHolds(const Term& term, const TensorSpec& spec);

    std::vector<Term> m_terms;
    QString m_error;
};

} // namespace quantiscope
