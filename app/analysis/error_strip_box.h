// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analysis/tensor_places.h"
#include "widgets/graph/graph_drawing.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace quantiscope {

class ErrorStrip;

/// The errors of a run along the graph, with a title and a legend, for below the graph.
class ErrorStripBox final : public QWidget
{
    Q_OBJECT

public:
    explicit ErrorStripBox(QWidget* parent = nullptr);

    /// Null: none are known.
    void setErrors(const GraphDrawingPtr& drawing, const TensorPlaces& places,
                   const std::shared_ptr<const LayerErrors>& errors);
    /// Says nothing back.
    void setCurrent(std::optional<std::size_t> tensor);

    [[nodiscard]] ErrorStrip& strip() const { return *m_strip; }

signals:
    void tensorChosen(std::size_t tensor);

private:
    ErrorStrip* m_strip;
    std::vector<std::size_t> m_tensors; ///< of each point
};

} // namespace quantiscope
