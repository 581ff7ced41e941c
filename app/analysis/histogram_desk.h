// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/pipeline/analysis_session.h"
#include "widgets/common/background_task.h"
#include "widgets/plots/histogram_tensor.h"

#include <QWidget>

#include <memory>

class QAction;
class QStackedLayout;

namespace quantiscope {

class EmptyPage;
class HistogramView;

/// The distribution of the selected tensor, from the statistics of a run's session, or, of a weight, from its elements.
class HistogramDesk final : public QWidget
{
    Q_OBJECT

public:
    /// @p analyse loads a session; it must outlive the desk.
    explicit HistogramDesk(QAction* analyse, QWidget* parent = nullptr);

    /// Null: none is loaded.
    void setSession(const std::shared_ptr<AnalysisSession>& session);
    /// The tensor to show; null: none is selected.
    void setTensor(const TensorError* tensor);

    [[nodiscard]] HistogramView& view() const { return *m_view; }
    [[nodiscard]] bool isBusy() const { return m_task.isRunning(); }

signals:
    /// The range of @p tensor is to be laid down; @p channel is -1 for the whole of it.
    void overrideWanted(const QString& tensor, int channel, double low, double high);

private:
    struct Quantized; ///< the session's recipe, quantized once it is first needed
    void refresh();

    QStackedLayout* m_stack;
    EmptyPage* m_empty;
    HistogramView* m_view;
    std::shared_ptr<AnalysisSession> m_session;
    std::shared_ptr<Quantized> m_quantized;
    std::string m_tensor; ///< empty: none
    QString m_caption;
    BackgroundTask m_task;
};

} // namespace quantiscope
