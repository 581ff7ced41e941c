// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest_name.h"

#include <QTest>

#include <rapidcheck.h>

#include <algorithm>

using namespace quantiscope;

class tst_NearestName : public QObject
{
    Q_OBJECT

private slots:
    void nearestName_findsWhatWasMeant_data();
    void nearestName_findsWhatWasMeant();
    void nearestName_isACandidateOrNothing();
    void nearestName_findsEveryNameWithOneMistake();
    void nearestName_staysQuick_whenNamesAreHuge();
    void didYouMean_isASentenceOrNothing();
};

void tst_NearestName::nearestName_findsWhatWasMeant_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("candidates");
    QTest::addColumn<QString>("nearest");
    const QString options = QStringLiteral("PerChannel Percentile WeightType ActivationType AlignPool AlignPad");
    QTest::newRow("letter missing") << "PerChanel" << options << "PerChannel";
    QTest::newRow("letter too many") << "PercentileX" << options << "Percentile";
    QTest::newRow("wrong letter") << "WeightTipe" << options << "WeightType";
    QTest::newRow("neighbours swapped") << "AlignPoDol" << options << "AlignPool";
    QTest::newRow("swap counts once") << "AlignPda" << options << "AlignPad";
    QTest::newRow("letter case") << "PERCHANNEL" << options << "PerChannel";
    QTest::newRow("exact") << "AlignPad" << options << "AlignPad";
    QTest::newRow("part of a name") << "Weight" << options << "WeightType";
    QTest::newRow("longer than the name") << "WeightTypeOfTheModel" << options << "WeightType";
    const QString nodes = QStringLiteral("/stem/Conv /stem/Clip /head/Gemm");
    QTest::newRow("part of a path") << "stam" << nodes << "/stem/Conv";
    QTest::newRow("no part of a path") << "tail" << nodes << "";
    QTest::newRow("whole path") << "/stem/Conf" << nodes << "/stem/Conv";
    QTest::newRow("nothing near") << "Banana" << options << "";
    QTest::newRow("empty name") << "" << options << "";
    QTest::newRow("no candidates") << "PerChannel"
                                   << ""
                                   << "";
    QTest::newRow("the nearer one") << "AlignPaol" << options << "AlignPool";
    QTest::newRow("the first of equals") << "abx"
                                         << "aby abz"
                                         << "aby";
    QTest::newRow("short names must have something in common") << "x"
                                                               << "y z"
                                                               << "";
    QTest::newRow("two letters, one right") << "ab"
                                            << "ax"
                                            << "ax";
}

void tst_NearestName::nearestName_findsWhatWasMeant()
{
    QFETCH(QString, name);
    QFETCH(QString, candidates);
    QFETCH(QString, nearest);
    std::vector<std::string> list;
    for (const QString& candidate : candidates.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        list.push_back(candidate.toStdString());
    QCOMPARE(QString::fromStdString(nearestName(name.toStdString(), list)), nearest);
}

void tst_NearestName::nearestName_isACandidateOrNothing()
{
    QVERIFY(rc::check("the answer is one of the candidates, or empty", [] {
        const auto name = *rc::gen::arbitrary<std::string>();
        const auto candidates = *rc::gen::arbitrary<std::vector<std::string>>();
        const std::string nearest = nearestName(name, candidates);
        RC_ASSERT(nearest.empty() || std::find(candidates.begin(), candidates.end(), nearest) != candidates.end());
    }));
}

void tst_NearestName::nearestName_findsEveryNameWithOneMistake()
{
    // Names that are far from each other.
    const std::vector<std::string> names{"Conv", "MatMul", "Reshape", "Softmax", "LeakyRelu", "BatchNormalization"};
    QVERIFY(rc::check("one mistake is forgiven", [&names] {
        const std::string original = *rc::gen::elementOf(names);
        std::string name = original;
        const auto at = *rc::gen::inRange<std::size_t>(0, name.size());
        const char letter = *rc::gen::inRange('a', 'z');
        switch (*rc::gen::inRange(0, 4)) {
        case 0:
            name.erase(at, 1);
            break;
        case 1:
            name.insert(at, 1, letter);
            break;
        case 2:
            name[at] = letter;
            break;
        default:
            if (at + 1 < name.size())
                std::swap(name[at], name[at + 1]);
        }
        RC_ASSERT(nearestName(name, names) == original);
    }));
}

void tst_NearestName::nearestName_staysQuick_whenNamesAreHuge()
{
    // The distance is quadratic: two names of a megabyte would take hours.
    const std::string huge(1 << 20, 'a');
    QCOMPARE(nearestName(huge, std::vector<std::string>{huge, "abc"}), std::string());
    QCOMPARE(nearestName("abd", std::vector<std::string>{huge, "abc"}), std::string("abc"));
}

void tst_NearestName::didYouMean_isASentenceOrNothing()
{
    const std::vector<std::string> names{"MinMax", "Percentile"};
    QCOMPARE(didYouMean("minmix", names), std::string(" Did you mean 'MinMax'?"));
    QCOMPARE(didYouMean("Entropy", names), std::string());
}

QTEST_GUILESS_MAIN(tst_NearestName)
#include "tst_nearest_name.moc"
