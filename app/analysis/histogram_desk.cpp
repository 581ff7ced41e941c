// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/histogram_desk.h"

#include "app/analysis/empty_page.h"
#include "core/qdq/range_requests.h"
#include "widgets/common/text.h"
#include "widgets/models/layer_error_model.h"
#include "widgets/plots/histogram_view.h"

#include <QStackedLayout>

#include <algorithm>
#include <mutex>

namespace quantiscope {

struct HistogramDesk::Quantized
{
    std::mutex mutex;
    std::optional<QuantizedVariant> variant;
};

namespace {

/// What is shown, or nothing where there are neither statistics nor elements of that name.
HistogramTensorPtr histogramOf(const QuantizedVariant& variant, const QuantConfig& config, const std::string& name,
                               const QString& caption)
{
    const PreparedGraph& prepared = *variant.prepared;
    const auto quantized = std::find_if(variant.tensors.begin(), variant.tensors.end(),
                                        [&name](const QuantizedTensor& tensor) { return tensor.name == name; });
    const bool isQuantized = quantized != variant.tensors.end() && !quantized->params.scale.empty();
    const PlannedTensor* planned = variant.plan.find(name);
    std::optional<QuantTarget> target;
    if (planned && isQuantized)
        target = targetOf(planned->encoding, config);
    if (prepared.graph.isInitializer(name)) {
        const std::vector<float> elements = prepared.graph.initializerFloats(name);
        if (elements.empty() || !target)
            return nullptr;
        return weightHistogram(shownName(name), caption, elements, prepared.graph.initializerShape(name), planned->axis,
                               config, *target, isQuantized ? std::optional(quantized->params) : std::nullopt);
    }
    const auto statistics = prepared.statistics.tensors.find(name);
    if (statistics == prepared.statistics.tensors.end())
        return nullptr;
    std::optional<ScaleZeroPoint> params;
    if (isQuantized && !quantized->params.zeroPoint.empty())
        params = ScaleZeroPoint{quantized->params.scale.front(), quantized->params.zeroPoint.front()};
    return activationHistogram(shownName(name), caption, statistics->second, config, target, params);
}

QString captionOf(const TensorError& tensor)
{
    QStringList extents;
    for (const std::int64_t extent : tensor.shape)
        extents << QString::number(extent);
    const std::vector<std::string> nodes = userNodesOf(tensor);
    const QString shape = extents.join(QStringLiteral("×"));
    if (nodes.empty())
        return shape;
    const QString whose = tensor.kind == TensorError::Kind::Weight
        ? HistogramDesk::tr("weight of %1").arg(shownName(nodes.front()))
        : HistogramDesk::tr("output of %1").arg(shownName(nodes.front()));
    return shape.isEmpty() ? whose : whose + QStringLiteral(" · ") + shape;
}

} // namespace

HistogramDesk::HistogramDesk(QAction* analyse, QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyPage(analyse, tr("Analyse")))
    , m_view(new HistogramView)
{
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    setLayout(m_stack);
    connect(m_view, &HistogramView::overrideWanted, this, [this](const QString&, int channel, double low, double high) {
        emit overrideWanted(toQt(m_tensor), channel, low, high); // the view's name is shortened
    });
    refresh();
}

void HistogramDesk::setSession(const std::shared_ptr<AnalysisSession>& session)
{
    if (session == m_session)
        return;
    m_session = session;
    m_quantized = session ? std::make_shared<Quantized>() : nullptr;
    refresh();
}

void HistogramDesk::setTensor(const TensorError* tensor)
{
    const std::string name = tensor ? tensor->tensor : std::string();
    if (name == m_tensor)
        return;
    m_tensor = name;
    m_caption = tensor ? captionOf(*tensor) : QString();
    refresh();
}

void HistogramDesk::refresh()
{
    m_task.cancel();
    const auto showEmpty = [this](const QString& text, EmptyPage::Button button) {
        m_view->setTensors({});
        m_empty->setText(text, button);
        m_stack->setCurrentIndex(0);
    };
    if (!m_session) {
        showEmpty(tr("Histograms are made of the values that analysing the run collects."), EmptyPage::Button::Shown);
        return;
    }
    if (m_tensor.empty()) {
        showEmpty(tr("Select a node or a row of the layer errors to see how its values are distributed."),
                  EmptyPage::Button::Hidden);
        return;
    }
    m_task.start(
        [session = m_session, quantized = m_quantized, name = m_tensor,
         caption = m_caption](Feedback& feedback) -> Result<HistogramTensorPtr> {
            const QuantConfig& config = session->request().recipe.config;
            const std::lock_guard lock(quantized->mutex);
            if (!quantized->variant) {
                Result<QuantizedVariant> variant = session->quantize(config, feedback);
                if (!variant)
                    return variant.error();
                quantized->variant = std::move(*variant);
            }
            return histogramOf(*quantized->variant, config, name, caption);
        },
        [this, showEmpty](const Result<HistogramTensorPtr>& tensor) {
            if (!tensor) {
                showEmpty(toQt(tensor.error().message), EmptyPage::Button::Hidden);
            } else if (!*tensor) {
                showEmpty(tr("There are no statistics of %1.").arg(shownName(m_tensor)), EmptyPage::Button::Hidden);
            } else {
                m_view->setTensors({*tensor});
                m_stack->setCurrentIndex(1);
            }
        });
}

} // namespace quantiscope
