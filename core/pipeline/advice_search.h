// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/pipeline/advice_measurement.h"
#include "core/pipeline/advice_moves.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quantiscope {

/// A recipe that was measured on the screening samples.
struct AdviceCandidate
{
    QuantConfig config;
    std::vector<std::string> steps; ///< what was changed of the recipe, in words
    AdviceOutcome outcome;
};

/// Looks for better recipes; what was found stays when the measurement is cancelled.
class AdviceSearch
{
public:
    using Witness = std::function<void()>;

    /// @p measurement must outlive the object; @p witness is called when best() has changed.
    AdviceSearch(AdviceMeasurement& measurement, AdviceCandidate start, Witness witness);
    ~AdviceSearch();

    /// Takes a candidate into account.
    void offer(AdviceCandidate candidate);

    /// The best so far: what is enough with the largest share of multiply-adds in 8-bit weights, then with the
    /// narrowest activations, then with the least loss; where nothing is enough the one with the least
    /// loss, of nearly equal ones that with the larger share.
    [[nodiscard]] const AdviceCandidate& best() const { return m_best; }

    /// Does it reach the goal, with the margin that is asked for?
    [[nodiscard]] bool isEnough(const AdviceOutcome& outcome) const;

    /// The loss that is allowed from now on is the goal's times @p margin; best() is chosen anew.
    void tighten(double margin);

    /// Changes of the whole recipe on top of each other, beginning with the candidates so far.
    [[nodiscard]] Result<void> combineMoves();

    /// Layers of @p units, those of the recipe, get 16-bit weights or stay float on top of the best that leaves all of
    /// them in 8 bits.
    /// Called again after tighten() it goes on from what it knows.
    [[nodiscard]] Result<void> treatLayers(const std::vector<SensitivityUnit>& units);

private:
    class Layers;

    [[nodiscard]] bool isBetter(const AdviceCandidate& a, const AdviceCandidate& b) const;
    [[nodiscard]] Result<void> climb(AdviceCandidate from, bool keepsBytes);

    AdviceMeasurement& m_measurement;
    Witness m_witness;
    AdviceCandidate m_best;
    std::vector<AdviceCandidate> m_all;
    double m_margin = 1.0;
    std::unique_ptr<Layers> m_layers;
};

} // namespace quantiscope
