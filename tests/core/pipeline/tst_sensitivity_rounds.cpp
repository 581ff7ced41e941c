// SPDX-License-Identifier: GPL-3.0-or-later
// What is known before the end, what is kept from run to run, and in how much memory.
#include "core/model/model.h"
#include "core/pipeline/sensitivity_run.h"
#include "tests/core/pipeline/sensitivity_fixture.h"
#include "tests/core/pipeline/test_feedback.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Holds every thread but its own until that has looked again at what they do.
class InStep final : public Feedback
{
public:
    void letGo() { m_isFree = true; }
    void cancel() { m_isCanceled = m_isFree = true; }

    [[nodiscard]] bool isCanceled() const override
    {
        if (std::this_thread::get_id() == m_own) {
            ++m_looks;
            return m_isCanceled;
        }
        const std::size_t enough = m_looks + 1;
        for (int i = 0; i < 50 && m_looks < enough && !m_isFree; ++i) // it may be waiting for the thread's end
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return m_isCanceled;
    }

private:
    std::thread::id m_own = std::this_thread::get_id();
    mutable std::atomic<std::size_t> m_looks = 0;
    std::atomic<bool> m_isFree = false;
    std::atomic<bool> m_isCanceled = false;
};

} // namespace

class tst_SensitivityRounds : public QObject, private SensitivityFixture
{
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void rounds_refineTheRanking()
    {
        std::vector<std::uint64_t> samples;
        const auto result = measured(analysis(), {}, roundsInto(samples));
        VERIFY_OK(result);
        const std::vector<std::uint64_t> rounds{1, 2, 4, 6}; // and what was seen within them
        QVERIFY(std::includes(samples.begin(), samples.end(), rounds.begin(), rounds.end()));
    }

    void cancellation_keepsWhatIsKnown()
    {
        Feedback quiet;
        const auto session = AnalysisSession::open(m_environment, analysis(), quiet);
        VERIFY_OK(session);
        bool isKnown = false; // of all parts
        class Canceling final : public Feedback
        {
        public:
            explicit Canceling(const bool& now) : m_now(now) { }
            [[nodiscard]] bool isCanceled() const override { return m_now; }

        private:
            const bool& m_now;
        } feedback(isKnown);
        const auto result = measureSensitivity(
            **session, {},
            [&isKnown](const Sensitivity& known) {
                isKnown = std::all_of(known.units.begin(), known.units.end(),
                                      [](const SensitivityUnit& unit) { return unit.only.has_value(); });
            },
            feedback);
        VERIFY_OK(result);
        QVERIFY(!result->isComplete);
        QCOMPARE(result->units.front().only->samples, std::uint64_t(1));
        QCOMPARE(result->ranking.size(), result->units.size());
    }

    void partsOfARound_areToldBeforeItsEnd()
    {
        Feedback quiet;
        const auto session = AnalysisSession::open(m_environment, analysis(), quiet);
        VERIFY_OK(session);
        const auto alone = measureSensitivity(**session, {}, {}, quiet);
        VERIFY_OK(alone);
        InStep feedback;
        std::vector<Sensitivity> told;
        const auto result = measureSensitivity(
            **session, {},
            [&](const Sensitivity& known) {
                told.push_back(known);
                feedback.letGo();
            },
            feedback);
        VERIFY_OK(result);
        QVERIFY(!told.empty());
        const Sensitivity& first = told.front();
        const auto isMeasured = [](const SensitivityUnit& unit) { return unit.only.has_value(); };
        const auto count = std::count_if(first.units.begin(), first.units.end(), isMeasured);
        QVERIFY2(count > 0 && count < std::ptrdiff_t(first.units.size()), qPrintable(QString::number(count)));
        QVERIFY(!first.isComplete);
        QCOMPARE(first.ranking.size(), first.units.size());
        for (std::size_t i = 0; i < first.ranking.size(); ++i) // those that have no value yet come last
            QCOMPARE(isMeasured(first.units[first.ranking[i]]), i < std::size_t(count));
        QCOMPARE(toJson(*result).dump(), toJson(*alone).dump()); // who looks changes nothing
    }

    void cancellationWithinTheFirstRound_isNoResult()
    {
        Feedback quiet;
        const auto session = AnalysisSession::open(m_environment, analysis(), quiet);
        VERIFY_OK(session);
        for (const SensitivityMode mode : {SensitivityMode::Full, SensitivityMode::FirstOrder}) {
            SensitivityRequest request;
            request.mode = mode;
            InStep feedback;
            const auto result = measureSensitivity(
                **session, request, [&feedback](const Sensitivity&) { feedback.cancel(); }, feedback);
            QVERIFY(!result);
            QCOMPARE(result.error().code, ErrorCode::Canceled);
        }
    }

    void cache_givesTheSameResult()
    {
        AnalysisRequest wanted = analysis();
        wanted.cache.folder = path("cache");
        SensitivityRequest request;
        request.hasCurve = true;
        const auto first = measured(wanted, request);
        VERIFY_OK(first);
        QStringList kept = namesIn(m_folder->filePath("cache")).filter(".sensitivity");
        QCOMPARE(kept.size(), 1);
        TestFeedback feedback;
        const auto session = AnalysisSession::open(m_environment, wanted, feedback);
        VERIFY_OK(session);
        const auto second = measureSensitivity(**session, request, {}, feedback);
        VERIFY_OK(second);
        QCOMPARE(toJson(*second).dump(), toJson(*first).dump());
        QVERIFY(feedback.totals["curve"] == 0); // nothing was left to be measured
        wanted.recipe.config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
        const auto other = measured(wanted, request);
        VERIFY_OK(other);
        QVERIFY(toJson(*other).dump() != toJson(*first).dump());
    }

    void cache_doesNotGrowWithTheSamples()
    {
        AnalysisRequest wanted = analysis();
        const auto sizeWith = [&](std::size_t samples, const char* folder) {
            wanted.cache.folder = path(folder);
            wanted.evaluation->data.samples = samples;
            if (!measured(wanted, {}))
                return qint64(0);
            const QStringList kept = namesIn(m_folder->filePath(folder)).filter(".sensitivity");
            return kept.size() == 1 ? QFileInfo(m_folder->filePath(folder) + "/" + kept[0]).size() : 0;
        };
        const qint64 few = sizeWith(2, "few");
        const qint64 many = sizeWith(20, "many");
        QVERIFY(few > 0);
        // Numbers that float32 holds are written shorter.
        QVERIFY2(many < few + few / 5, qPrintable(QString("%1 and %2 bytes").arg(few).arg(many)));
    }

    void hostileCache_isMeasuredAnew()
    {
        AnalysisRequest wanted = analysis();
        wanted.cache.folder = path("cache");
        const auto first = measured(wanted, {});
        VERIFY_OK(first);
        const QStringList kept = namesIn(m_folder->filePath("cache")).filter(".sensitivity");
        QCOMPARE(kept.size(), 1);
        QFile file(m_folder->filePath("cache/" + kept[0]));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        file.close();
        const QByteArray lists(1 << 20, char(0x81)); // lists in lists
        QByteArray changed = whole;
        changed[changed.size() / 2] =
            char(changed[changed.size() / 2] ^ 0x40); // another number, as likely as the right
        for (const QByteArray& bytes : {QCryptographicHash::hash(lists, QCryptographicHash::Sha256).toHex() + lists,
                                        changed, whole.left(whole.size() - 1), whole.left(10), QByteArray()}) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
            file.close();
            const auto second = measured(wanted, {});
            VERIFY_OK(second);
            QCOMPARE(toJson(*second).dump(), toJson(*first).dump());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), whole); // and kept again
            file.close();
        }
    }

    void memoryBudget_changesNoResult()
    {
        // More variants than the runner holds at the same time with this budget.
        constexpr std::size_t kLayers = 120;
        ModelBuilder builder;
        builder.input("x0", DataType::Float, {1, 8});
        for (std::size_t i = 0; i < kLayers; ++i) {
            const std::string number = std::to_string(i);
            builder.randomInitializer("w" + number, {8, 8});
            builder.node("MatMul", {"x" + number, "w" + number}, {"y" + number}, "product" + number);
            builder.node("Sigmoid", {"y" + number}, {"x" + std::to_string(i + 1)}, "sigmoid" + number);
        }
        builder.output("x" + std::to_string(kLayers));
        VERIFY_OK(builder.model().save(path("chain.onnx"), Model::SaveOptions()));
        AnalysisRequest wanted;
        wanted.model = path("chain.onnx");
        wanted.recipe.config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
        wanted.recipe.config.placement.forceQuantizeNoInputCheck = true;
        wanted.recipe.calibration.emplace().source = "random";
        wanted.recipe.calibration->samples = 2;
        SensitivityRequest request;
        request.directions = {SensitivityDirection::Only, SensitivityDirection::AllBut};
        const auto free = measured(wanted, request);
        VERIFY_OK(free);
        QVERIFY(free->units.size() > 3 * kLayers / 2);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        constexpr std::uint64_t kMebibytes = 2048; // which these keep for themselves
#else
        constexpr std::uint64_t kMebibytes = 200;
#endif
        wanted.memoryBudget = kMebibytes << 20;
        const auto narrow = measured(wanted, request);
        VERIFY_OK(narrow);
        QCOMPARE(toJson(*narrow).dump(), toJson(*free).dump());
    }
};

QTEST_GUILESS_MAIN(tst_SensitivityRounds)
#include "tst_sensitivity_rounds.moc"
