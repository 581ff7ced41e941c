// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_export.h"

#include <QDialog>

class QComboBox;
class QLabel;

namespace quantiscope {

/// What shall be exported.
struct GraphExportRequest
{
    enum class Format
    {
        Png,
        Svg,
    };

    Format format = Format::Png;
    QRectF area; ///< of the scene
    double scale = 1.0; ///< pixels for a scene unit, of Png
    std::filesystem::path path;
};

/// Asks which part of a graph is to be exported, as what, how large, and into which file.
class GraphExportDialog final : public QDialog
{
    Q_OBJECT

public:
    /// @p name is proposed as the name of the file, without suffix.
    GraphExportDialog(const QRectF& whole, const QRectF& visible, const QString& name, QWidget* parent = nullptr);

    /// After the dialog was accepted.
    [[nodiscard]] const GraphExportRequest& request() const { return m_request; }

private:
    void refresh();
    void chooseFile();

    QRectF m_whole;
    QRectF m_visible;
    QString m_name;
    GraphExportRequest m_request;
    QComboBox* m_part;
    QComboBox* m_format;
    QComboBox* m_scale;
    QLabel* m_size;
};

} // namespace quantiscope
