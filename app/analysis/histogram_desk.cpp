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
    /// Made by whoever asks first; the others wait for that.
    Result<std::shared_ptr<const QuantizedVariant>> get(AnalysisSession& session, Feedback& feedback)
    {
        const std::lock_guard lock(mutex);
        if (feedback.isCanceled())
            return Error{ErrorCode::Canceled, "Canceled.", {}};
        if (!variant) {
            Result<QuantizedVariant> made = session.quantize(session.request().recipe.config, feedback);
            if (!made)
                return made.error();
            variant = std::make_shared<const QuantizedVariant>(std::move(*made));
        }
        return variant;
    }

    std::mutex mutex;
    std::shared_ptr<const QuantizedVariant> variant;
};

namespace {

/// What is shown, or nothing where there are neither statistics nor elements of that name.
HistogramTensorPtr histogramOf(const QuantizedVariant& variant, const QuantConfig& config, const std::string& name,
                               const QString& caption, const Feedback& feedback)
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
                               config, *target, isQuantized ? std::optional(quantized->params) : std::nullopt,
                               [&feedback] { return feedback.isCanceled(); });
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

HistogramDesk::HistogramDesk(QAction* analyse, QAction* load, QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedLayout)
    , m_notAnalysed(new EmptyPage(analyse, tr("Analyse")))
    , m_notLoaded(new EmptyPage(load, tr("Load the values")))
    , m_view(new HistogramView)
{
    m_stack->addWidget(m_notAnalysed);
    m_stack->addWidget(m_notLoaded);
    m_stack->addWidget(m_view);
    setFocusProxy(&m_view->plot()); // keys move its clip lines
    setLayout(m_stack);
    m_notAnalysed->setText(tr("Histograms are made of the values that analysing the run collects."));
    connect(m_view, &HistogramView::overrideWanted, this, [this](const QString&, int channel, double low, double high) {
        emitOverride(channel, {float(low), float(high)});
    });
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &HistogramDesk::read);
    read();
}

void HistogramDesk::emitOverride(int channel, TensorRange range)
{
    if (!m_first)
        return;
    WantedRange wanted{m_firstName, {range}, {}, {}}; // the view's name is shortened
    if (channel >= 0) { // the other channels keep theirs
        wanted.ranges = m_first->rangesOfChannels();
        wanted.ranges[std::size_t(channel)] = range;
        wanted.axis = m_first->channelAxis;
        wanted.channel = std::size_t(channel);
    }
    emit overrideWanted(wanted);
}

void HistogramDesk::setSession(const std::shared_ptr<AnalysisSession>& session)
{
    if (session == m_session)
        return;
    m_session = session;
    m_quantized = session ? std::make_shared<Quantized>() : nullptr;
    refresh();
}

void HistogramDesk::setErrors(const std::shared_ptr<const LayerErrors>& errors)
{
    if (errors == m_errors)
        return;
    m_errors = errors;
    m_tensors.clear();
    refresh();
}

void HistogramDesk::setTensors(const std::vector<std::size_t>& tensors)
{
    std::vector<Shown> shown;
    for (const std::size_t place : tensors) {
        if (shown.size() <= kMostOverlays)
            shown.push_back({m_errors->tensors[place].tensor, captionOf(m_errors->tensors[place])});
    }
    const auto isSame = [](const Shown& a, const Shown& b) { return a.tensor == b.tensor; };
    if (std::equal(shown.begin(), shown.end(), m_tensors.begin(), m_tensors.end(), isSame))
        return;
    m_tensors = std::move(shown);
    refresh();
}

void HistogramDesk::refresh()
{
    m_task.cancel();
    m_soon.start();
}

void HistogramDesk::read()
{
    const auto showEmpty = [this](const QString& text, EmptyPage::Button button) {
        m_first.reset();
        m_view->setTensors({});
        m_notLoaded->setText(text, button);
        m_stack->setCurrentWidget(m_notLoaded);
    };
    if (!m_errors) {
        m_view->setTensors({});
        return m_stack->setCurrentWidget(m_notAnalysed);
    }
    if (!m_session) {
        return showEmpty(
            tr("The values of this run are not in memory. They are read from the cache, or collected again "
               "where that has gone."),
            EmptyPage::Button::Shown);
    }
    if (m_tensors.empty()) {
        return showEmpty(tr("Select a node or a row of the layer errors to see how its values are distributed; several "
                            "rows are laid over each other."),
                         EmptyPage::Button::Hidden);
    }
    using Tensors = std::vector<HistogramTensorPtr>;
    m_task.start(
        [session = m_session, quantized = m_quantized, shown = m_tensors](Feedback& feedback) -> Result<Tensors> {
            const auto variant = quantized->get(*session, feedback);
            if (!variant)
                return variant.error();
            Tensors tensors;
            for (const Shown& each : shown) {
                if (feedback.isCanceled())
                    return Error{ErrorCode::Canceled, "Canceled.", {}};
                tensors.push_back(
                    histogramOf(**variant, session->request().recipe.config, each.tensor, each.caption, feedback));
            }
            return tensors;
        },
        [this, showEmpty, first = m_tensors.front().tensor](Result<Tensors> tensors) {
            if (!tensors)
                return showEmpty(toQt(tensors.error().message), EmptyPage::Button::Hidden);
            if (!tensors->front())
                return showEmpty(tr("There are no statistics of %1.").arg(shownName(first)), EmptyPage::Button::Hidden);
            std::erase(*tensors, nullptr);
            m_first = tensors->front();
            m_firstName = first;
            m_view->setTensors(std::move(*tensors));
            m_stack->setCurrentWidget(m_view);
        });
}

} // namespace quantiscope
