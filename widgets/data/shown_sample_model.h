// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <vector>

namespace quantiscope {

class ThumbnailCache;

/// A measured sample that is looked at.
struct ShownSample
{
    QString name;
    QString picture = {}; ///< its file; empty: it is none, or was not found
    QString value = {}; ///< what is said of it, translated
    QString before = {}; ///< the same of the baseline; may be empty
    double share = 0.0; ///< of a bar that shows the value, 0 … 1; negative: no bar
};

/// Samples with their pictures, which come from the background.
class ShownSampleModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        ThumbnailRole = Qt::UserRole, ///< QImage; null until it is there
        IsPictureRole,
        ValueRole,
        BeforeRole,
        ShareRole,
    };

    /// @p thumbnails must outlive the model.
    explicit ShownSampleModel(ThumbnailCache& thumbnails, QObject* parent = nullptr);

    void setSamples(std::vector<ShownSample> samples);
    [[nodiscard]] const std::vector<ShownSample>& samples() const { return m_samples; }
    [[nodiscard]] int rowOf(const QString& name) const; ///< -1: none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    ThumbnailCache& m_thumbnails;
    std::vector<ShownSample> m_samples;
};

} // namespace quantiscope
