// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/panel_parts.h"
#include "widgets/data/shown_sample_model.h"

#include <QStringList>
#include <QWidget>

#include <optional>

class QComboBox;
class QListView;
class QToolButton;

namespace quantiscope {

class ShownSampleDelegate;
class ThumbnailCache;

/// Samples of the current run that are worth a look, with their pictures: those that are farthest from the float model,
/// or whose answer flipped.
class SamplesPanel final : public QWidget
{
    Q_OBJECT

public:
    enum class Choice
    {
        Worst, ///< of a metric
        Lost, ///< right in float, wrong now
        Gained, ///< the other way
        Flipped, ///< both
    };

    static constexpr std::size_t kMostWorst = 48;

    explicit SamplesPanel(QWidget* parent = nullptr);

    /// Of the first of @p runs, against the second where that is the baseline; the worst of @p output by @p metric.
    void setRuns(std::vector<RunInView> runs, const std::string& output, OutputMetric metric);
    [[nodiscard]] Choice choice() const;
    void setChoice(Choice choice);
    /// The names of what is listed, in its order.
    [[nodiscard]] QStringList shownSamples() const;

    /// Empty: none. Says nothing back.
    void setSelectedSample(const QString& sample);
    [[nodiscard]] QListView& list() const { return *m_list; }

signals:
    void samplePicked(const QString& sample);
    void sampleRequested(const QString& sample); ///< show it with its preprocessing
    /// Look at these alone among the data; @p title says what they are.
    void excerptRequested(const QString& title, const QStringList& samples);

private:
    void showSamples();
    [[nodiscard]] std::vector<ShownSample> worst() const;
    [[nodiscard]] std::vector<ShownSample> flipped() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString emptyText() const;
    void openMenu();

    std::vector<RunInView> m_runs;
    std::string m_output;
    OutputMetric m_metric = OutputMetric::Cosine;
    ThumbnailCache* m_thumbnails;
    ShownSampleModel* m_model;
    ShownSampleDelegate* m_delegate;
    QComboBox* m_choice;
    QLabel* m_caption;
    QToolButton* m_open;
    QListView* m_list;
    QLabel* m_empty;
    bool m_isFollowing = false; ///< the row changes because the selection did
};

} // namespace quantiscope
