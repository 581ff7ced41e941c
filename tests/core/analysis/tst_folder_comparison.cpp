// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/folder_comparison.h"
#include "core/tensor/npy_writer.h"
#include "tests/support/recording_feedback.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <memory>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Tensor vectorOf(const std::vector<float>& values)
{
    return Tensor::fromFloats({std::int64_t(values.size())}, values);
}

/// An uncompressed picture of one grey level in every pixel but the first: a binary PPM under the name of a PNG is
/// still decoded, because the decoder looks at the content.
void writePicture(const QString& path, int size, char level, char first)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("P6 ") + QByteArray::number(size) + " " + QByteArray::number(size) + " 255\n");
    QByteArray pixels(size * size * 3, level);
    pixels[0] = first;
    file.write(pixels);
}

} // namespace

class tst_FolderComparison : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void metrics_areThoseOfTheDefinitions();
    void equalFiles_haveInfinitePsnr();
    void psnr_isMissingWithoutAPositivePeak();
    void zeroVector_hasCosineZero();
    void pictures_areComparedAsColours();
    void arraysLikePictures_haveSimilarity();
    void unfitFiles_areLeftOutWithReason();
    void unfitFiles_areLeftOutWithReason_data();
    void otherOrderOfAxes_isAnotherShape();
    void hiddenFiles_areLeftOut();
    void unusableFolders_areRefused();
    void cancel_endsTheComparison();
    void json_hasInfinityAsText();

private:
    [[nodiscard]] QString baseline(const char* name) const { return m_folder->filePath(QString("a/") + name); }
    [[nodiscard]] QString quantized(const char* name) const { return m_folder->filePath(QString("b/") + name); }
    void write(const char* name, const Tensor& first, const Tensor& second) const
    {
        QVERIFY(writeNpy(baseline(name).toStdString(), first).has_value());
        QVERIFY(writeNpy(quantized(name).toStdString(), second).has_value());
    }
    [[nodiscard]] Result<FolderComparison> compare()
    {
        return compareFolders(m_folder->filePath("a").toStdString(), m_folder->filePath("b").toStdString(), m_feedback);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    RecordingFeedback m_feedback;
};

void tst_FolderComparison::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkpath("a"));
    QVERIFY(QDir(m_folder->path()).mkpath("b"));
}

void tst_FolderComparison::metrics_areThoseOfTheDefinitions()
{
    write("1.npy", vectorOf({3, 4}), vectorOf({4, 3})); // cosine 24/25, l2 sqrt 2, rmse 1, peak 4
    write("0.npy", vectorOf({6, 8}), vectorOf({6, 6})); // cosine 84/(10 sqrt 72), l2 2, rmse sqrt 2, peak 8
    const auto comparison = compare();
    QVERIFY2(comparison.has_value(), comparison ? "" : comparison.error().message.c_str());
    QCOMPARE(comparison->files.size(), std::size_t(2));
    QCOMPARE(comparison->files[0].file, std::string("0.npy"));
    QCOMPARE(comparison->files[1].cosine, 24.0 / 25.0);
    QCOMPARE(comparison->files[1].l2, std::sqrt(2.0));
    QCOMPARE(*comparison->files[1].psnr, 20.0 * std::log10(4.0));
    QCOMPARE(comparison->cosine.mean, (24.0 / 25.0 + 84.0 / (10.0 * std::sqrt(72.0))) / 2.0);
    QCOMPARE(comparison->cosine.worst, 24.0 / 25.0);
    QCOMPARE(comparison->l2.mean, (std::sqrt(2.0) + 2.0) / 2.0);
    QCOMPARE(comparison->l2.worst, 2.0);
    QCOMPARE(comparison->psnr->mean, 10.0 * (std::log10(4.0) + std::log10(8.0 / std::sqrt(2.0))));
    QCOMPARE(comparison->psnr->worst, 20.0 * std::log10(4.0));
    QVERIFY(!comparison->ssim);
    QVERIFY(comparison->skipped.empty());
}

void tst_FolderComparison::equalFiles_haveInfinitePsnr()
{
    write("0.npy", vectorOf({1, 2}), vectorOf({1, 2}));
    auto comparison = compare();
    QVERIFY(comparison.has_value());
    QCOMPARE(comparison->psnr->mean, kInfinity);
    QCOMPARE(comparison->psnr->worst, kInfinity);
    // The mean is that of the files that differ.
    write("1.npy", vectorOf({3, 4}), vectorOf({4, 3}));
    comparison = compare();
    QCOMPARE(comparison->psnr->mean, 20.0 * std::log10(4.0));
}

void tst_FolderComparison::psnr_isMissingWithoutAPositivePeak()
{
    write("0.npy", vectorOf({-1, -2}), vectorOf({-1, -3}));
    const auto comparison = compare();
    QVERIFY(comparison.has_value());
    QVERIFY(!comparison->files[0].psnr);
    QVERIFY(!comparison->psnr);
    QVERIFY(toJson(*comparison)["psnr"].is_null());
}

void tst_FolderComparison::zeroVector_hasCosineZero()
{
    write("0.npy", vectorOf({0, 0}), vectorOf({1, 0}));
    write("1.npy", vectorOf({0, 0}), vectorOf({0, 0}));
    const auto comparison = compare();
    QVERIFY(comparison.has_value());
    QCOMPARE(comparison->files[0].cosine, 0.0);
    QCOMPARE(comparison->files[1].cosine, 1.0);
}

void tst_FolderComparison::pictures_areComparedAsColours()
{
    constexpr int kSize = 16;
    writePicture(baseline("p.png"), kSize, 100, 100);
    writePicture(quantized("p.png"), kSize, 100, 110);
    const auto comparison = compare();
    QVERIFY2(comparison.has_value(), comparison ? "" : comparison.error().message.c_str());
    QCOMPARE(comparison->l2.mean, 10.0);
    QCOMPARE(*comparison->files[0].psnr, 20.0 * std::log10(100.0 / std::sqrt(100.0 / (kSize * kSize * 3))));
    // Constant planes have no range of their own: that of pictures is 255. Two of three channels are equal.
    QVERIFY(comparison->ssim.has_value());
    QVERIFY(comparison->ssim->mean < 1.0);
    QVERIFY(comparison->ssim->mean > 0.9);
}

void tst_FolderComparison::arraysLikePictures_haveSimilarity()
{
    constexpr std::int64_t kSize = 12;
    std::vector<float> values(std::size_t(kSize * kSize * 3));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = float(i % 7);
    std::vector<float> other = values;
    other[0] += 3;
    // The same elements as pixels of three colours and as planes of numbers.
    write("colours.npy", Tensor::fromFloats({1, kSize, kSize, 3}, values),
          Tensor::fromFloats({1, kSize, kSize, 3}, other));
    write("planes.npy", Tensor::fromFloats({3, kSize, kSize}, values), Tensor::fromFloats({3, kSize, kSize}, other));
    write("vector.npy", vectorOf(values), vectorOf(other));
    const auto comparison = compare();
    QVERIFY(comparison.has_value());
    QVERIFY(comparison->files[0].ssim.has_value());
    QVERIFY(comparison->files[1].ssim.has_value());
    QVERIFY(!comparison->files[2].ssim.has_value());
    std::vector<double> planes(values.size());
    std::vector<double> otherPlanes(values.size());
    for (std::size_t pixel = 0; pixel < std::size_t(kSize * kSize); ++pixel) {
        for (std::size_t c = 0; c < 3; ++c) {
            planes[c * std::size_t(kSize * kSize) + pixel] = values[pixel * 3 + c];
            otherPlanes[c * std::size_t(kSize * kSize) + pixel] = other[pixel * 3 + c];
        }
    }
    QCOMPARE(*comparison->files[0].ssim, *structuralSimilarity(planes, otherPlanes, {1, 3, kSize, kSize}));
    QVERIFY(*comparison->files[0].ssim != *comparison->files[1].ssim);
}

void tst_FolderComparison::unfitFiles_areLeftOutWithReason_data()
{
    QTest::addColumn<std::vector<float>>("first");
    QTest::addColumn<std::vector<float>>("second");
    QTest::addColumn<QString>("word");
    QTest::newRow("shapes") << std::vector<float>{1, 2} << std::vector<float>{1, 2, 3} << "shape [2] in the baseline";
    QTest::newRow("NaN") << std::vector<float>{1, kNaN} << std::vector<float>{1, 2} << "infinity in the baseline";
    QTest::newRow("infinity") << std::vector<float>{1, 2} << std::vector<float>{1, float(kInfinity)}
                              << "infinity in the quantized";
    QTest::newRow("empty") << std::vector<float>{} << std::vector<float>{} << "no element";
    QTest::newRow("missing") << std::vector<float>{1} << std::vector<float>{} << "is missing in";
    QTest::newRow("damaged") << std::vector<float>{1} << std::vector<float>{1} << "not a valid .npy";
}

void tst_FolderComparison::unfitFiles_areLeftOutWithReason()
{
    QFETCH(std::vector<float>, first);
    QFETCH(std::vector<float>, second);
    QFETCH(QString, word);
    write("good.npy", vectorOf({3, 4}), vectorOf({4, 3}));
    write("bad.npy", vectorOf(first), vectorOf(second));
    if (word.contains("missing"))
        QVERIFY(QFile::remove(quantized("bad.npy")));
    if (word.contains("valid"))
        QVERIFY(QFile::resize(quantized("bad.npy"), 20));
    const auto comparison = compare();
    QVERIFY(comparison.has_value());
    QCOMPARE(comparison->files.size(), std::size_t(1));
    QCOMPARE(comparison->cosine.mean, 24.0 / 25.0);
    QCOMPARE(comparison->skipped.size(), std::size_t(1));
    QCOMPARE(comparison->skipped[0].file, std::string("bad.npy"));
    const QString reason = QString::fromStdString(comparison->skipped[0].reason);
    QVERIFY2(reason.contains(word), qPrintable(reason));
}

void tst_FolderComparison::otherOrderOfAxes_isAnotherShape()
{
    constexpr std::int64_t kSize = 12;
    std::vector<float> pixels(std::size_t(kSize * kSize * 3));
    std::vector<float> planes(pixels.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        pixels[i] = float(i);
        planes[i % 3 * std::size_t(kSize * kSize) + i / 3] = float(i);
    }
    write("good.npy", vectorOf({3, 4}), vectorOf({4, 3}));
    write("mixed.npy", Tensor::fromFloats({kSize, kSize, 3}, pixels), Tensor::fromFloats({3, kSize, kSize}, planes));
    const auto comparison = compare();
    QVERIFY(comparison.has_value());
    QCOMPARE(comparison->files.size(), std::size_t(1));
    QCOMPARE(comparison->skipped.size(), std::size_t(1));
    QVERIFY2(comparison->skipped[0].reason.find("[12, 12, 3] in the baseline and [3, 12, 12]") != std::string::npos,
             comparison->skipped[0].reason.c_str());
}

void tst_FolderComparison::hiddenFiles_areLeftOut()
{
    write("good.npy", vectorOf({3, 4}), vectorOf({4, 3}));
    write(".hidden.npy", vectorOf({1}), vectorOf({2}));
    const auto comparison = compare();
    QVERIFY(comparison.has_value());
    QCOMPARE(comparison->files.size(), std::size_t(1));
    QVERIFY(comparison->skipped.empty());
}

void tst_FolderComparison::unusableFolders_areRefused()
{
    const auto message = [this] {
        const auto comparison = compare();
        return comparison ? QString() : QString::fromStdString(comparison.error().message);
    };
    QVERIFY(message().contains("holds no .npy file and no picture"));
    QVERIFY(writeNpy(baseline("0.npy").toStdString(), vectorOf({1})).has_value());
    QVERIFY(message().contains("b' holds no .npy"));
    QVERIFY(writeNpy(quantized("1.npy").toStdString(), vectorOf({1})).has_value());
    QVERIFY(message().contains("'0.npy' is missing"));
    QVERIFY(QDir(m_folder->filePath("b")).removeRecursively());
    QVERIFY(message().contains("does not exist"));
    QFile file(m_folder->filePath("b"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(message().contains("is not a folder"));
}

void tst_FolderComparison::cancel_endsTheComparison()
{
    write("0.npy", vectorOf({1, 2}), vectorOf({1, 2}));
    RecordingFeedback canceled;
    canceled.canceled = true;
    const auto comparison =
        compareFolders(m_folder->filePath("a").toStdString(), m_folder->filePath("b").toStdString(), canceled);
    QVERIFY(!comparison);
    QCOMPARE(comparison.error().code, ErrorCode::Canceled);
}

void tst_FolderComparison::json_hasInfinityAsText()
{
    write("0.npy", vectorOf({1, 2}), vectorOf({1, 2}));
    const auto comparison = compare();
    QVERIFY(comparison.has_value());
    const nlohmann::json document = toJson(*comparison);
    QCOMPARE(document["psnr"]["min"].get<std::string>(), std::string("inf"));
    QCOMPARE(document["files"][0]["psnr"].get<std::string>(), std::string("inf"));
    QCOMPARE(document["cosine"]["mean"].get<double>(), 1.0);
    QCOMPARE(document["compared"].get<int>(), 1);
    QVERIFY(document["ssim"].is_null());
}

QTEST_GUILESS_MAIN(tst_FolderComparison)
#include "tst_folder_comparison.moc"
