// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/sensitivity_run.h"
#include "tests/core/pipeline/quantizer_fixture.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace quantiscope::test {

/// Keeps how many samples all parts have been measured on, each number once.
inline SensitivityWitness roundsInto(std::vector<std::uint64_t>& rounds)
{
    return [&rounds](const Sensitivity& known) {
        std::set<std::uint64_t> counts;
        for (const SensitivityUnit& unit : known.units)
            counts.insert(unit.only ? unit.only->samples : 0);
        if (counts.size() == 1 && (rounds.empty() || rounds.back() != *counts.begin()))
            rounds.push_back(*counts.begin());
    };
}

/// Sensitivities of the sample network on six labelled pictures.
class SensitivityFixture : public QuantizerFixture
{
protected:
    [[nodiscard]] AnalysisRequest analysis(const std::string& preset = "XINT8", int threads = 1) const
    {
        const QuantizeRequest wanted = request(preset);
        AnalysisRequest analysis;
        analysis.model = wanted.model;
        analysis.recipe = wanted.recipe;
        analysis.threads = threads;
        EvaluationRequest& evaluation = analysis.evaluation.emplace();
        evaluation.data = *wanted.recipe.calibration;
        evaluation.data.source = kSample + "/test";
        evaluation.data.samples = 6;
        evaluation.labels = kSample + "/test/labels.tsv";
        return analysis;
    }

    [[nodiscard]] Result<Sensitivity> measured(const AnalysisRequest& analysis, const SensitivityRequest& request,
                                               const SensitivityWitness& witness = {}) const
    {
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis, feedback);
        return session ? measureSensitivity(**session, request, witness, feedback) : session.error();
    }
};

} // namespace quantiscope::test
