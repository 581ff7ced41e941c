// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_decoder.h"
#include "tests/core/data/data_test_support.h"
#include "tests/core/data/picture_bytes.h"

#include <QTest>

#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// A PNG file whose header tells these extents, cut off where the pixels begin.
QByteArray pngClaiming(quint32 width, quint32 height)
{
    QByteArray header("IHDR");
    for (const quint32 extent : {width, height}) {
        for (int shift = 24; shift >= 0; shift -= 8)
            header += char(extent >> shift);
    }
    header += QByteArray::fromHex("0802000000");
    quint32 crc = 0xFFFFFFFF;
    for (const char c : header) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
    }
    QByteArray file = QByteArray::fromHex("89504e470d0a1a0a0000000d") + header;
    for (int shift = 24; shift >= 0; shift -= 8)
        file += char(~crc >> shift);
    return file + QByteArray::fromHex("000000014944415400"); // the beginning of the pixels
}

} // namespace

class tst_ImageDecoder : public QObject
{
    Q_OBJECT

private slots:
    void readPicture_decodesPixels_data();
    void readPicture_decodesPixels();
    void readPicture_turnsByExifOrientation();
    void readPicture_refusesWithSentence_data();
    void readPicture_refusesWithSentence();
    void readPicture_letsOthersPrint();
    void readPicture_survivesChangedBytes();
    void readPicture_refusesMissingFileAndFolder();
    void load_refusesMissingOrForeignLibrary();
    void isPictureName_knowsEndings_data();
    void isPictureName_knowsEndings();

private:
    DataFolder m_folder;
};

void tst_ImageDecoder::readPicture_decodesPixels_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<QByteArray>("bgr");
    QTest::newRow("PNG") << QByteArray::fromHex(kPngRgb2x2) << 2 << 2
                         << QByteArray::fromHex("0000ff00ff00ff00001e140a");
    QTest::newRow("alpha is dropped, not blended")
        << QByteArray::fromHex(kPngRgba1x1) << 1 << 1 << QByteArray::fromHex("3264c8");
    QTest::newRow("16 bits keep the upper 8, grey gets three channels")
        << QByteArray::fromHex(kPngGray16) << 2 << 1 << QByteArray::fromHex("808080ffffff");
    QTest::newRow("WebP") << QByteArray::fromHex(kWebp5x3) << 5 << 3 << QByteArray(45, char(77));
    QTest::newRow("TIFF") << QByteArray::fromHex(kTiff3x2) << 3 << 2 << QByteArray(18, char(9));
    QTest::newRow("PPM") << QByteArray("P6 1 2 255\n\x01\x02\x03\x04\x05\x06") << 1 << 2
                         << QByteArray::fromHex("030201060504");
    QTest::newRow("PGM") << QByteArray("P5 2 1 255\n\x07\x09") << 2 << 1 << QByteArray::fromHex("070707090909");
}

void tst_ImageDecoder::readPicture_decodesPixels()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, bgr);
    m_folder.write("picture", file);
    const auto picture = readPicture(m_folder.path("picture"));
    VERIFY_OK(picture);
    QTEST(int(picture->width), "width");
    QTEST(int(picture->height), "height");
    QCOMPARE(QByteArray(reinterpret_cast<const char*>(picture->bgr.data()), qsizetype(picture->bgr.size())).toHex(),
             bgr.toHex());
}

void tst_ImageDecoder::readPicture_turnsByExifOrientation()
{
    m_folder.write("turned.jpg", QByteArray::fromHex(kJpegTurned));
    const auto picture = readPicture(m_folder.path("turned.jpg"));
    VERIFY_OK(picture);
    QCOMPARE(picture->width, 8);
    QCOMPARE(picture->height, 16);
    const auto isNear = [&picture](std::size_t pixel, int blue, int green, int red) {
        const auto* p = picture->bgr.data() + 3 * pixel;
        return std::abs(p[0] - blue) < 12 && std::abs(p[1] - green) < 12 && std::abs(p[2] - red) < 12;
    };
    QVERIFY(isNear(8 * 2 + 4, 0, 0, 255)); // turned clockwise the left half is on top
    QVERIFY(isNear(8 * 13 + 4, 255, 0, 0));
}

void tst_ImageDecoder::readPicture_refusesWithSentence_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("sentence");
    const QByteArray png = QByteArray::fromHex(kPngRgb2x2), jpeg = QByteArray::fromHex(kJpegGray);
    QTest::newRow("empty") << QByteArray() << "the file is empty";
    QTest::newRow("text") << QByteArray("not a picture at all") << "it is not a PNG, JPEG";
    QTest::newRow("OpenEXR, which OpenCV would open")
        << QByteArray::fromHex("762f31010200000000000000") << "it is not a PNG";
    QTest::newRow("PNG signature only") << png.left(8) << "cannot be decoded";
    QTest::newRow("PNG cut") << png.left(50) << "cannot be decoded";
    QTest::newRow("PNG with 10^12 pixels") << QByteArray::fromHex(kPngHuge) << "it has more pixels than are accepted";
    QTest::newRow("PNG with a wrong checksum") << QByteArray(png).replace(45, 2, "zz") << "cannot be decoded";
    QTest::newRow("JPEG cut") << jpeg.left(jpeg.size() - 20) << "is truncated";
    QTest::newRow("JPEG without its end marker") << jpeg.left(jpeg.size() - 2) << "is truncated";
    QTest::newRow("JPEG cut in a segment") << jpeg.left(60) << "is truncated";
    QTest::newRow("JPEG start only") << jpeg.left(30) << "cannot be decoded";
    QTest::newRow("PPM cut") << QByteArray("P6 100 100 255\nabc") << "cannot be decoded";
    QTest::newRow("PPM huge") << QByteArray("P6 999999 999999 255\nabc") << "it has more pixels than are accepted";
    QTest::newRow("more than 2^27 pixels") << pngClaiming(16384, 8193) << "it has more pixels than are accepted";
    QTest::newRow("2^27 pixels that are not there") << pngClaiming(16384, 8192) << "cannot be decoded: libpng";
    QTest::newRow("PBM") << QByteArray("P4 8 1\n\x55") << "it is not a PNG";
    QTest::newRow("BMP start only") << QByteArray("BM123456789") << "cannot be decoded";
    QTest::newRow("WebP start only") << QByteArray::fromHex(kWebp5x3).left(20) << "cannot be decoded";
    QTest::newRow("TIFF cut") << QByteArray::fromHex(kTiff3x2).left(40) << "cannot be decoded";
}

void tst_ImageDecoder::readPicture_refusesWithSentence()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, sentence);
    m_folder.write("bad.png", file);
    const std::string printed = m_folder.text("stderr.txt");
    const int kept = ::dup(STDERR_FILENO);
    const int sink = ::open(printed.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    ::dup2(sink, STDERR_FILENO);
    const auto picture = readPicture(m_folder.path("bad.png"));
    ::dup2(kept, STDERR_FILENO);
    ::close(sink);
    ::close(kept);
    VERIFY_REFUSED(picture, ErrorCode::DataRefused, sentence.toStdString());
    QVERIFY2(contains(picture.error().message, "bad.png"), picture.error().message.c_str());
    QVERIFY(!contains(picture.error().message, "\n"));
    QVERIFY2(!contains(picture.error().message, "OpenCV"), picture.error().message.c_str());
    const auto noise = readTextFile(printed, ErrorCode::DataRefused);
    VERIFY_OK(noise);
    QCOMPARE(*noise, std::string());
}

void tst_ImageDecoder::readPicture_letsOthersPrint()
{
    m_folder.write("good.png", QByteArray::fromHex(kPngRgb2x2));
    VERIFY_OK(readPicture(m_folder.path("good.png")));
    const std::string printed = m_folder.text("stderr.txt");
    const int kept = ::dup(STDERR_FILENO);
    const int sink = ::open(printed.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    ::dup2(sink, STDERR_FILENO);
    std::fprintf(stderr, "one ");
    std::cerr << "two " << 3 << std::endl;
    ::dup2(kept, STDERR_FILENO);
    ::close(sink);
    ::close(kept);
    QCOMPARE(*readTextFile(printed, ErrorCode::DataRefused), std::string("one two 3\n"));
    QCOMPARE(::fileno(stderr), STDERR_FILENO);
}

void tst_ImageDecoder::readPicture_survivesChangedBytes()
{
    const auto decoder = ImageDecoder::instance();
    VERIFY_OK(decoder);
    for (const char* hex : {kPngRgb2x2, kPngGray16, kJpegTurned, kJpegGray, kWebp5x3, kTiff3x2}) {
        const QByteArray good = QByteArray::fromHex(hex);
        for (qsizetype at = 0; at < good.size(); at += 3) {
            QByteArray changed = good;
            changed[at] = char(~changed[at]);
            (void)(*decoder)->decode(std::as_bytes(std::span(changed.constData(), std::size_t(changed.size()))), "x");
        }
    }
}

void tst_ImageDecoder::readPicture_refusesMissingFileAndFolder()
{
    VERIFY_REFUSED(readPicture(m_folder.path("none.png")), ErrorCode::DataRefused, "does not exist");
    VERIFY_REFUSED(readPicture(m_folder.path()), ErrorCode::DataRefused, "is a folder");
}

void tst_ImageDecoder::load_refusesMissingOrForeignLibrary()
{
    const auto missing = ImageDecoder::load("libquantiscope_missing.so");
    VERIFY_REFUSED(missing, ErrorCode::RuntimeFailure, "'libquantiscope_missing.so' cannot be loaded");
    QVERIFY(contains(missing.error().message, "Install Quantiscope again"));
    VERIFY_REFUSED(ImageDecoder::load("libm.so.6"), ErrorCode::RuntimeFailure, "another version");
}

void tst_ImageDecoder::isPictureName_knowsEndings_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isPicture");
    for (const char* name :
         {"a.png", "a.jpg", "a.JPEG", "a.bmp", "a.WebP", "a.tif", "a.TIFF", "a.ppm", "a.pgm", "a.b.png"})
        QTest::newRow(name) << name << true;
    for (const char* name : {"a", "png", ".png", "a.npy", "a.png.txt", "a.gif", "a.svg"})
        QTest::newRow(name) << name << false;
}

void tst_ImageDecoder::isPictureName_knowsEndings()
{
    QFETCH(QString, name);
    QTEST(isPictureName(name.toStdString()), "isPicture");
}

QTEST_GUILESS_MAIN(tst_ImageDecoder)
#include "tst_image_decoder.moc"
