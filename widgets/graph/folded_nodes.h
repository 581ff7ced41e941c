// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/quantizer_folds.h"

#include <memory>
#include <set>
#include <string>

namespace quantiscope {

/// Which quantizers a picture shows as chips on edges instead of as boxes. A value: copies share the folds.
struct FoldedNodes
{
    std::shared_ptr<const QuantizerFolds> folds = {}; ///< null: the graph has no quantizers
    bool isFolded = true;
    std::set<int> exceptions = {}; ///< folds that are shown the other way than the rest

    /// @p fold may be -1.
    [[nodiscard]] bool hides(int fold) const { return fold >= 0 && isFolded != exceptions.contains(fold); }
    [[nodiscard]] bool isHidden(int node) const { return folds && hides(folds->foldOf(std::size_t(node))); }
    /// The fold of the quantizers that are hidden on value @p source; -1 where there are none.
    [[nodiscard]] int hiddenFoldOf(const std::string& source) const
    {
        const int fold = folds ? folds->foldOfSource(source) : -1;
        return hides(fold) ? fold : -1;
    }
    /// The value that is drawn for @p value: what hidden quantizers read for what they make.
    [[nodiscard]] const std::string& shown(const std::string& value) const
    {
        if (!folds)
            return value;
        const std::string& source = folds->source(value);
        return hides(folds->foldOfSource(source)) ? source : value;
    }
};

} // namespace quantiscope
