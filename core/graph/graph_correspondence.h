// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/graph/graph.h"
#include "core/graph/quantizer_folds.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// Which nodes of two graphs stand for the same: of a model and of what a quantizer, Quantiscope or another one, made
/// of it, or of two things that were made of it.
///
/// It begins with values that both graphs call by one name; Q and DQ nodes hand a value on. What lies in either graph
/// between such values computes the same, so that its nodes belong together: a convolution with its batch
/// normalization and activation to the one convolution into which they were folded, the operators that stand in for one
/// to that one. Nodes inside control-flow bodies are not looked at.
class GraphCorrespondence
{
public:
    /// Neither graph is kept. Once @p feedback is cancelled the rest is left out: it is to be dropped then.
    GraphCorrespondence(const Graph& before, const Graph& after, const Feedback& feedback = Feedback());

    /// The nodes of the other graph that stand for one; ascending, none where it has no counterpart. Those that only
    /// quantize have none.
    [[nodiscard]] const std::vector<int>& afterOf(int before) const { return m_afterOf[std::size_t(before)]; }
    [[nodiscard]] const std::vector<int>& beforeOf(int after) const { return m_beforeOf[std::size_t(after)]; }
    /// Of the nodes afterOf() that which makes what @p before makes; -1 where there is none.
    [[nodiscard]] int makerAfter(int before) const { return m_makerAfter[std::size_t(before)]; }

    /// The value of the other graph that stands for one, both before any quantization; empty where there is none.
    [[nodiscard]] std::string valueAfter(const std::string& before) const;
    [[nodiscard]] std::string valueBefore(const std::string& after) const;
    /// The quantizers of the later graph, and of the one before, which has some when two results are compared.
    [[nodiscard]] const QuantizerFolds& folds() const { return m_folds; }
    [[nodiscard]] const QuantizerFolds& foldsBefore() const { return m_foldsBefore; }

private:
    class Finder;

    QuantizerFolds m_folds;
    QuantizerFolds m_foldsBefore;
    std::vector<std::vector<int>> m_afterOf;
    std::vector<std::vector<int>> m_beforeOf;
    std::vector<int> m_makerAfter;
    std::unordered_map<std::string, std::string> m_valueAfter;
    std::unordered_map<std::string, std::string> m_valueBefore;
};

} // namespace quantiscope
