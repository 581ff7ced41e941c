// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/error_strip_box.h"

#include "widgets/common/text.h"
#include "widgets/models/layer_error_model.h"
#include "widgets/plots/error_strip.h"
#include "widgets/plots/plot_legend.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>
#include <limits>

namespace quantiscope {

namespace {

double meanSqnr(const std::optional<ErrorFigures>& figures)
{
    return figures ? figures->sqnr.mean : std::numeric_limits<double>::quiet_NaN();
}

/// The name of the outermost block around @p node that is not the whole graph; empty when there is none.
QString blockOf(const ScopeTree& scopes, int node)
{
    int scope = scopes.scopeOf(node);
    while (scope > 0 && scopes.at(scope).parent > 0)
        scope = scopes.at(scope).parent;
    return scope > 0 ? shownName(scopes.at(scope).name) : QString();
}

} // namespace

ErrorStripBox::ErrorStripBox(QWidget* parent) : QWidget(parent), m_strip(new ErrorStrip)
{
    auto* title = new QLabel(tr("SQNR along the graph, dB"));
    QFont font = title->font();
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    auto* legend = new PlotLegend;
    legend->setEntries(ErrorStrip::legend());
    m_strip->setLegend(legend);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 3, 10, 0);
    head->addWidget(title);
    head->addSpacing(12);
    head->addWidget(legend, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_strip, 1);
    setFocusProxy(m_strip);
    connect(m_strip, &ErrorStrip::picked, this, [this](std::size_t point) { emit tensorChosen(m_tensors[point]); });
}

void ErrorStripBox::setErrors(const GraphDrawingPtr& drawing, const TensorPlaces& places,
                              const std::shared_ptr<const LayerErrors>& errors)
{
    m_tensors.clear();
    std::vector<ErrorStrip::Point> points;
    std::vector<ErrorStrip::Block> blocks;
    for (std::size_t place = 0; errors && drawing && place < errors->tensors.size(); ++place) {
        const TensorError& tensor = errors->tensors[place];
        if (tensor.kind == TensorError::Kind::Weight)
            continue;
        const std::vector<std::string> names = userNodesOf(tensor);
        const std::set<int>& nodes = places.nodesOf(place);
        const QString block = nodes.empty() ? QString() : blockOf(drawing->scopes(), *nodes.begin());
        if (!block.isEmpty() && (blocks.empty() || blocks.back().name != block))
            blocks.push_back({points.size(), block});
        points.push_back({toQt(names.empty() ? tensor.tensor : names.front()), meanSqnr(tensor.own),
                          meanSqnr(tensor.accumulated), toQt(tensor.tensor)});
        m_tensors.push_back(place);
    }
    m_strip->setPoints(std::move(points), std::move(blocks));
}

void ErrorStripBox::setCurrent(std::optional<std::size_t> tensor)
{
    const auto found = tensor ? std::find(m_tensors.begin(), m_tensors.end(), *tensor) : m_tensors.end();
    m_strip->setSelected(found != m_tensors.end() ? std::optional(std::size_t(found - m_tensors.begin()))
                                                  : std::nullopt);
}

} // namespace quantiscope
