// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/pipeline/analysis_session.h"
#include "widgets/common/background_task.h"
#include "widgets/plots/histogram_tensor.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QStackedLayout;

namespace quantiscope {

class EmptyPage;
class HistogramView;

/// A range that is to be laid down for a tensor.
struct WantedRange
{
    std::string tensor;
    std::vector<TensorRange> ranges; ///< one, or one for each channel
    std::optional<int> axis; ///< of the channels
    std::optional<std::size_t> channel; ///< that was changed; nothing: all of it
};

/// The distributions of the selected tensors, from the statistics of a run's session, or, of weights, from their
/// elements.
class HistogramDesk final : public QWidget
{
    Q_OBJECT

public:
    /// @p analyse tells which tensors there are, @p load opens the session of a run that was analysed before; both must
    /// outlive the desk.
    HistogramDesk(QAction* analyse, QAction* load, QWidget* parent = nullptr);

    /// The tensors that are laid over the first one, at most.
    static constexpr std::size_t kMostOverlays = 3;

    /// Null: none is loaded.
    void setSession(const std::shared_ptr<AnalysisSession>& session);
    /// What there is to select from; null: the run was not analysed.
    void setErrors(const std::shared_ptr<const LayerErrors>& errors);
    /// Places in the errors. The first has clip lines, the others are laid over it; none: none is selected.
    void setTensors(const std::vector<std::size_t>& tensors);

    [[nodiscard]] HistogramView& view() const { return *m_view; }
    [[nodiscard]] bool isBusy() const { return m_soon.isActive() || m_task.isRunning(); }

signals:
    void overrideWanted(const quantiscope::WantedRange& range);

private:
    struct Quantized; ///< the session's recipe, quantized once it is first needed
    struct Shown
    {
        std::string tensor;
        QString caption;
    };
    /// In the next turn of the event loop: several signals of one choice are one.
    void refresh();
    void read();
    void emitOverride(int channel, TensorRange range);

    QStackedLayout* m_stack;
    EmptyPage* m_notAnalysed;
    EmptyPage* m_notLoaded;
    HistogramView* m_view;
    std::shared_ptr<AnalysisSession> m_session;
    std::shared_ptr<Quantized> m_quantized;
    std::shared_ptr<const LayerErrors> m_errors;
    std::vector<Shown> m_tensors; ///< the first is the one with clip lines
    HistogramTensorPtr m_first; ///< that is shown, which may be another one while the next is being made
    std::string m_firstName; ///< of it, in full
    QTimer m_soon;
    BackgroundTask m_task;
};

} // namespace quantiscope
