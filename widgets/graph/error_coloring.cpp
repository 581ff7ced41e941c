// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/error_coloring.h"

#include "widgets/common/number_text.h"
#include "widgets/common/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace quantiscope {

namespace {

class ErrorColoring final : public NodeColoring
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::NodeColoring)

public:
    using Decibels = std::vector<std::optional<double>>; ///< of each node

    ErrorColoring(ErrorColumn column, Decibels own, Decibels accumulated)
        : m_column(column), m_own(std::move(own)), m_accumulated(std::move(accumulated))
    {
    }

    [[nodiscard]] QString id() const override
    {
        return m_column == ErrorColumn::Own ? QStringLiteral("ownError") : QStringLiteral("accumulatedError");
    }
    [[nodiscard]] QString name() const override
    {
        return m_column == ErrorColumn::Own ? tr("Own error") : tr("Accumulated error");
    }
    [[nodiscard]] Style style() const override { return Style::Fill; }

    [[nodiscard]] QColor color(int node) const override { return colorOfAll({&node, 1}); }

    [[nodiscard]] QColor colorOfAll(std::span<const int> nodes) const override
    {
        const std::optional<double> worst = worstOf(shown(), nodes);
        return worst ? errorColor(*worst) : QColor();
    }

    [[nodiscard]] QString valueText(int node) const override
    {
        const std::optional<double> decibels = worstOf(shown(), {&node, 1});
        return decibels ? tr("%1 dB").arg(numberText(*decibels, 'f', 1)) : QString();
    }

    [[nodiscard]] std::pair<QString, QString> lineTexts(int node) const override
    {
        const std::optional<double> own = worstOf(m_own, {&node, 1});
        const std::optional<double> accumulated = worstOf(m_accumulated, {&node, 1});
        return {own ? tr("own %1 dB").arg(numberText(*own, 'f', 1)) : QString(),
                accumulated ? tr("acc %1", "accumulated error, dB").arg(numberText(*accumulated, 'f', 1)) : QString()};
    }

    [[nodiscard]] std::pair<QString, QString> lineTextsOfAll(std::span<const int> nodes) const override
    {
        const std::optional<double> worst = worstOf(shown(), nodes);
        return {worst ? tr("worst %1 dB").arg(numberText(*worst, 'f', 1)) : QString(), QString()};
    }

    [[nodiscard]] ColorLegend legend() const override
    {
        ColorLegend legend;
        legend.title = m_column == ErrorColumn::Own ? tr("Own error · SQNR, dB") : tr("Accumulated error · SQNR, dB");
        legend.isReversed = true;
        constexpr int kSteps = 3;
        for (int step = 0; step <= kSteps; ++step) {
            const double place = double(step) / kSteps;
            legend.ticks.push_back({place, numberText(kWorstSqnr + place * (kBestSqnr - kWorstSqnr), 'f', 0)});
        }
        legend.direction = tr("higher is better");
        return legend;
    }

private:
    [[nodiscard]] const Decibels& shown() const { return m_column == ErrorColumn::Own ? m_own : m_accumulated; }

    [[nodiscard]] static std::optional<double> worstOf(const Decibels& decibels, std::span<const int> nodes)
    {
        std::optional<double> worst;
        for (const int node : nodes) {
            const bool isThere = node >= 0 && node < int(decibels.size()) && decibels[std::size_t(node)];
            if (isThere)
                worst = std::min(worst.value_or(*decibels[std::size_t(node)]), *decibels[std::size_t(node)]);
        }
        return worst;
    }

    ErrorColumn m_column;
    Decibels m_own;
    Decibels m_accumulated;
};

/// The worst error of each node's tensors.
ErrorColoring::Decibels decibelsOf(const Graph& graph, const LayerErrors& errors,
                                   std::optional<ErrorFigures> TensorError::*column)
{
    ErrorColoring::Decibels decibels(graph.nodes().size());
    for (const TensorError& error : errors.tensors) {
        const std::optional<ErrorFigures>& figures = error.*column;
        if (!figures || (std::isnan(figures->sqnr.mean) && figures->broken == 0))
            continue;
        const double value =
            std::isnan(figures->sqnr.mean) ? -std::numeric_limits<double>::infinity() : figures->sqnr.mean;
        const auto take = [&](const std::string& name) {
            if (const auto node = graph.nodeNamed(name)) {
                std::optional<double>& known = decibels[std::size_t(*node)];
                known = std::min(known.value_or(value), value);
            }
        };
        if (error.userNodes.empty())
            take(error.node);
        for (const std::string& node : error.userNodes)
            take(node);
    }
    return decibels;
}

} // namespace

NodeColoringPtr colorByError(const OpenedModelPtr& model, const LayerErrors& errors, ErrorColumn column)
{
    return std::make_shared<ErrorColoring>(column, decibelsOf(model->graph, errors, &TensorError::own),
                                           decibelsOf(model->graph, errors, &TensorError::accumulated));
}

} // namespace quantiscope
