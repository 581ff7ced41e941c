// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_findings.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <limits>

using namespace quantiscope;

namespace {

/// One scale, two channels, 12 dB.
WeightFacts uneven()
{
    WeightFacts facts;
    facts.name = "conv.weight";
    facts.params = {DataType::Int8, {0.01F}, {0}, {}};
    facts.channelAxis = 0;
    facts.values = {-1, 1, 0.3, 3, 0};
    facts.channels = {{{-1, 1, 0.5, 3, 0}, ChannelState::Live, 40, false, 40},
                      {{-0.0013908, 0.001, 0.0005, 3, 0}, ChannelState::Silenced, 1, true, 0}};
    facts.configured = {30, 12};
    facts.perChannel.fidelity = WeightFidelity{41, 43.4};
    facts.wide.fidelity = WeightFidelity{78, 12.4};
    facts.perChannelWide.fidelity = WeightFidelity{90, std::numeric_limits<double>::infinity()};
    facts.equalized.reason = "no";
    return facts;
}

std::string sentenceOf(const WeightFacts& facts)
{
    const auto finding = weightFinding(facts);
    return finding ? finding->sentence : std::string();
}

} // namespace

class tst_WeightFindings : public QObject
{
    Q_OBJECT

private slots:
    void unevenChannels_areTold_withWhatHelps()
    {
        QCOMPARE(
            sentenceOf(uneven()),
            std::string("The channels of 'conv.weight' differ ×719 in range; with one scale 1 of 2 keeps fewer "
                        "than 4 levels: per-channel scales gain 31 dB, per-channel scales of 16 bits everything."));
        WeightFacts facts = uneven();
        facts.channels[1] = {{-0.1, 0.2, 0.05, 3, 0}, ChannelState::Live, 20, false, 20};
        facts.configured.balanced = 29.9;
        facts.perChannel.fidelity->balanced = 61;
        QCOMPARE(sentenceOf(facts),
                 std::string("The channels of 'conv.weight' differ ×5.0 in range; with one scale the smaller ones keep "
                             "few levels: per-channel scales gain 31 dB, per-channel scales of 16 bits everything."));
        facts.configured.balanced = 30.1;
        QVERIFY(!weightFinding(facts)); // good enough
    }

    void remediesThatTheNpuDoesNotHave_areToldAsSuch()
    {
        WeightFacts facts = uneven();
        facts.isNpu = true;
        facts.equalized.fidelity = WeightFidelity{31, 20};
        facts.perChannelWide = {};
        QCOMPARE(sentenceOf(facts),
                 std::string("The channels of 'conv.weight' differ ×719 in range; with one scale 1 of 2 keeps fewer "
                             "than 4 levels: equalization gains 8.0 dB; with other rules than the NPU's per-channel "
                             "scales gain 31 dB."));
    }

    void channelsWithScalesOfTheirOwn_areNotUneven()
    {
        WeightFacts facts = uneven();
        facts.params.axis = 0;
        facts.configured.balanced = 40;
        QVERIFY(!weightFinding(facts));
    }

    void channelsThatDifferLittle_areNotUneven()
    {
        WeightFacts facts = uneven();
        facts.channels[1] = {{-0.3, 0.2, 0.05, 3, 0}, ChannelState::Live, 20, true, 20};
        facts.configured.balanced = 40;
        QVERIFY(!weightFinding(facts));
        facts.channels[1].values.min = -0.2;
        QVERIFY(weightFinding(facts)->kind == WeightFindingKind::ChannelRanges);
    }

    void outliers_areTold()
    {
        WeightFacts facts = uneven();
        facts.channels = {};
        facts.channelAxis = {};
        facts.values = {-20, 5, 0.5, 400, 0};
        facts.configured = {25, 25};
        facts.perChannel = {{}, "no"};
        facts.perChannelWide = {{}, "no"};
        facts.wide.fidelity = WeightFidelity{73, 73};
        QVERIFY(weightFinding(facts)->kind == WeightFindingKind::Outliers);
        QCOMPARE(sentenceOf(facts),
                 std::string("Few elements of 'conv.weight' lie 40 standard deviations out and leave few levels to the "
                             "others: 16 bits gain 48 dB."));
        facts.configured = {31, 31};
        QVERIFY(!weightFinding(facts));
    }

    void outliersOfAChannel_countWhereItHasAScale()
    {
        WeightFacts facts = uneven();
        facts.params.axis = 0;
        facts.channels[0].values = {-20, 5, 0.5, 400, 0};
        facts.configured = {25, 25};
        QVERIFY(weightFinding(facts)->kind == WeightFindingKind::Outliers);
    }

    void coarseCodes_areTold()
    {
        WeightFacts facts = uneven();
        facts.channels = {};
        facts.channelAxis = {};
        facts.configured = {14.2, 14.2};
        facts.perChannel = facts.perChannelWide = {{}, "no"};
        facts.equalized.fidelity = WeightFidelity{18, 18};
        facts.wide.fidelity = WeightFidelity{15, 15};
        QCOMPARE(sentenceOf(facts),
                 std::string("The codes of 'conv.weight' keep only 14 dB of its values: equalization gains 3.8 dB."));
    }

    void deadChannels_areTold_whenThereIsNothingWorse()
    {
        WeightFacts facts = uneven();
        facts.channels[1].state = ChannelState::Dead;
        facts.channels[1].isCoarse = false;
        facts.configured = {45, 45};
        facts.perChannel.fidelity = WeightFidelity{46, 46};
        QCOMPARE(sentenceOf(facts), std::string("1 of 2 channels of 'conv.weight' is zero and could be removed."));
    }

    void worstFinding_isFirst()
    {
        WeightAnalysis analysis;
        analysis.weights = {uneven(), uneven(), uneven()};
        analysis.weights[0].name = "bad";
        analysis.weights[1].name = "worst";
        analysis.weights[1].configured.balanced = 2;
        analysis.weights[2].name = "fine";
        analysis.weights[2].params.axis = 0;
        analysis.weights[2].configured.balanced = 40;
        const std::vector<WeightFinding> findings = weightFindings(analysis);
        QCOMPARE(findings.size(), 2U);
        QCOMPARE(findings[0].weight, std::string("worst"));
        QCOMPARE(findings[1].weight, std::string("bad"));
        // A document gives them again; one that holds something else is refused with the place.
        nlohmann::json document = toJson(analysis);
        const auto read = weightFindingsFromJson(document, "file");
        QVERIFY(read);
        QVERIFY(*read == findings);
        document["findings"][1]["kind"] = "new";
        const auto refused = weightFindingsFromJson(document, "file");
        QVERIFY(!refused);
        QCOMPARE(refused.error().subject, std::string("file.findings[1].kind"));
        document["findings"] = 3;
        QVERIFY(!weightFindingsFromJson(document, "file"));
        document.erase("findings");
        QVERIFY(weightFindingsFromJson(document, "file")->empty());
    }
};

QTEST_APPLESS_MAIN(tst_WeightFindings)
#include "tst_weight_findings.moc"
