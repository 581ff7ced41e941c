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
    ErrorColoring(ErrorColumn column, std::vector<std::optional<double>> decibels)
        : m_column(column), m_decibels(std::move(decibels))
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

    [[nodiscard]] QColor color(int node) const override
    {
        const std::optional<double> decibels = decibelsOf(node);
        return decibels ? errorColor(*decibels) : QColor();
    }

    [[nodiscard]] QColor colorOfAll(std::span<const int> nodes) const override
    {
        std::optional<double> worst;
        for (const int node : nodes) {
            if (const std::optional<double> own = decibelsOf(node))
                worst = std::min(worst.value_or(*own), *own);
        }
        return worst ? errorColor(*worst) : QColor();
    }

    [[nodiscard]] QString valueText(int node) const override
    {
        const std::optional<double> decibels = decibelsOf(node);
        return decibels ? tr("%1 dB").arg(numberText(*decibels, 'f', 1)) : QString();
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
    [[nodiscard]] std::optional<double> decibelsOf(int node) const
    {
        return node >= 0 && node < int(m_decibels.size()) ? m_decibels[std::size_t(node)] : std::nullopt;
    }

    ErrorColumn m_column;
    std::vector<std::optional<double>> m_decibels; ///< of each node
};

} // namespace

NodeColoringPtr colorByError(const OpenedModelPtr& model, const LayerErrors& errors, ErrorColumn column)
{
    std::vector<std::optional<double>> decibels(model->graph.nodes().size());
    for (const TensorError& error : errors.tensors) {
        const std::optional<ErrorFigures>& figures = column == ErrorColumn::Own ? error.own : error.accumulated;
        if (!figures || (std::isnan(figures->sqnr.mean) && figures->notFinite == 0))
            continue;
        const double value =
            std::isnan(figures->sqnr.mean) ? -std::numeric_limits<double>::infinity() : figures->sqnr.mean;
        const auto take = [&](const std::string& name) {
            if (const auto node = model->graph.nodeNamed(name)) {
                std::optional<double>& known = decibels[std::size_t(*node)];
                known = std::min(known.value_or(value), value);
            }
        };
        if (error.userNodes.empty())
            take(error.node);
        for (const std::string& node : error.userNodes)
            take(node);
    }
    return std::make_shared<ErrorColoring>(column, std::move(decibels));
}

} // namespace quantiscope
