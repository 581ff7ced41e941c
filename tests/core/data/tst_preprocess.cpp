// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess.h"
#include "tests/core/data/data_test_support.h"

#include <QTest>

#include <bit>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// A picture whose B, G, R at row y, column x are given by @p pixel(y, x, channel).
template <typename Pixel>
Picture picture(int height, int width, const Pixel& pixel)
{
    Picture made{width, height, {}};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (int c = 0; c < 3; ++c)
                made.bgr.push_back(std::uint8_t(pixel(y, x, c)));
        }
    }
    return made;
}

Picture plain(int height, int width, int value)
{
    return picture(height, width, [value](int, int, int) { return value; });
}

PreprocessSpec resizing(ResizeMode mode, std::optional<PictureSize> size,
                        Interpolation interpolation = Interpolation::Nearest)
{
    PreprocessSpec spec;
    spec.resize.emplace();
    spec.resize->mode = mode;
    spec.resize->size = size;
    spec.resize->interpolation = interpolation;
    return spec;
}

TensorSpec open(DataType type = DataType::Float)
{
    return input("images", type, {kDynamic, 3, kDynamic, kDynamic});
}

} // namespace

class tst_Preprocess : public QObject
{
    Q_OBJECT

private slots:
    void preprocess_equalsNumPyBitForBit();
    void preprocess_ordersChannelsAndLayout_data();
    void preprocess_ordersChannelsAndLayout();
    void preprocess_makesGray_byDefaultForOneChannel();
    void preprocess_stretches();
    void preprocess_interpolates();
    void preprocess_shortensShorterSide_data();
    void preprocess_shortensShorterSide();
    void preprocess_letterboxes_data();
    void preprocess_letterboxes();
    void preprocess_cropsTheMiddle();
    void preprocess_repeatsPicture_whenBatchIsFixed();
    void preprocess_keepsBytes_whenInputIsUInt8();
    void preprocess_roundsToHalf_whenInputIsFloat16();
    void builtins_fitTheirModels_data();
    void builtins_fitTheirModels();
    void checkPreprocess_refusesWithSentence_data();
    void checkPreprocess_refusesWithSentence();
    void preprocess_refusesPictureWithSentence_data();
    void preprocess_refusesPictureWithSentence();
    void isImageInput_knowsPictures();
};

Q_DECLARE_METATYPE(quantiscope::PreprocessSpec)
Q_DECLARE_METATYPE(quantiscope::TensorSpec)
Q_DECLARE_METATYPE(quantiscope::Picture)

void tst_Preprocess::preprocess_equalsNumPyBitForBit()
{
    // u = numpy.array([0, 1, 127, 128, 254, 255], 'u1'); x = u.astype('f4') * numpy.float32(1 / 255)
    // y = (x - numpy.float32(mean)) / numpy.float32(std), the bits of y per channel
    constexpr int kValues[] = {0, 1, 127, 128, 254, 255};
    constexpr std::uint32_t kExpected[3][6] = {
        {0xc0078bbd, 0xc006732b, 0x3d6939c9, 0x3d97af32, 0x400ed58b, 0x400fee1d},
        {0xc0024924, 0xc0012a4f, 0x3e402ded, 0x3e521b48, 0x401a4ee3, 0x401b6db7},
        {0xbfe6f809, 0xbfe4bcea, 0x3ed170c1, 0x3eda5d3c, 0x4027d834, 0x4028f5c3},
    };
    PreprocessSpec spec = *builtinPreprocess("imagenet");
    spec.resize.reset();
    spec.crop.reset();
    const Picture values = picture(2, 3, [&](int y, int x, int) { return kValues[3 * y + x]; });
    const auto tensor = preprocess(values, spec, open(), "p");
    VERIFY_OK(tensor);
    QCOMPARE(tensor->describe(), std::string("float32 [1, 3, 2, 3]"));
    for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t i = 0; i < 6; ++i)
            QCOMPARE(std::bit_cast<std::uint32_t>(tensor->as<float>()[6 * c + i]), kExpected[c][i]);
    }
}

void tst_Preprocess::preprocess_ordersChannelsAndLayout_data()
{
    QTest::addColumn<int>("order");
    QTest::addColumn<bool>("nhwc");
    QTest::addColumn<QVector<float>>("expected");
    // two pixels, B, G, R = 1, 2, 3 and 4, 5, 6
    QTest::newRow("RGB NCHW") << int(ChannelOrder::Rgb) << false << QVector<float>{3, 6, 2, 5, 1, 4};
    QTest::newRow("BGR NCHW") << int(ChannelOrder::Bgr) << false << QVector<float>{1, 4, 2, 5, 3, 6};
    QTest::newRow("RGB NHWC") << int(ChannelOrder::Rgb) << true << QVector<float>{3, 2, 1, 6, 5, 4};
    QTest::newRow("BGR NHWC") << int(ChannelOrder::Bgr) << true << QVector<float>{1, 2, 3, 4, 5, 6};
}

void tst_Preprocess::preprocess_ordersChannelsAndLayout()
{
    QFETCH(int, order);
    QFETCH(bool, nhwc);
    QFETCH(QVector<float>, expected);
    PreprocessSpec spec;
    spec.channels = ChannelOrder(order);
    const Picture two = picture(1, 2, [](int, int x, int c) { return 3 * x + c + 1; });
    const TensorSpec target = nhwc ? input("images", DataType::Float, {1, 1, 2, 3}) : open();
    if (nhwc)
        spec.layout = PixelLayout::Nhwc; // [1, 1, 2, 3] could be one channel of 2x3 too
    const auto tensor = preprocess(two, spec, target, "p");
    VERIFY_OK(tensor);
    QCOMPARE(floats(*tensor), std::vector<float>(expected.begin(), expected.end()));
}

void tst_Preprocess::preprocess_makesGray_byDefaultForOneChannel()
{
    const TensorSpec target = input("digits", DataType::Float, {1, 1, 1, 2});
    const Picture two = picture(1, 2, [](int, int x, int c) { return x == 0 ? 50 : 10 * (c + 1); });
    const auto tensor = preprocess(two, {}, target, "p");
    VERIFY_OK(tensor);
    // 0.114 * 10 + 0.587 * 20 + 0.299 * 30 = 21.85; equal channels stay as they are
    QCOMPARE(floats(*tensor), (std::vector<float>{50, 22}));
}

void tst_Preprocess::preprocess_stretches()
{
    const Picture small = picture(1, 2, [](int, int x, int c) { return 10 * x + c; });
    const auto tensor =
        preprocess(small, resizing(ResizeMode::Stretch, std::nullopt), input("x", DataType::Float, {1, 3, 2, 4}), "p");
    VERIFY_OK(tensor);
    QCOMPARE(floats(*tensor),
             (std::vector<float>{2, 2, 12, 12, 2, 2, 12, 12, 1, 1, 11, 11, 1, 1, 11, 11, 0, 0, 10, 10, 0, 0, 10, 10}));
    const auto kept = preprocess(small, resizing(ResizeMode::Stretch, std::nullopt), open(), "p");
    VERIFY_OK(kept);
    QCOMPARE(kept->shape(), (Shape{1, 3, 1, 2}));
}

void tst_Preprocess::preprocess_interpolates()
{
    // A 2x2 block becomes one pixel: its mean for linear and area, its first pixel for nearest.
    const Picture block = picture(2, 2, [](int y, int x, int) { return 40 * y + 20 * x; });
    const auto single = [&block](Interpolation interpolation) {
        const auto tensor =
            preprocess(block, resizing(ResizeMode::Stretch, PictureSize{1, 1}, interpolation), open(), "p");
        return tensor->as<float>()[0];
    };
    QCOMPARE(single(Interpolation::Nearest), 0.0F);
    QCOMPARE(single(Interpolation::Linear), 30.0F);
    QCOMPARE(single(Interpolation::Area), 30.0F);
    QCOMPARE(single(Interpolation::Cubic), 30.0F);
}

void tst_Preprocess::preprocess_shortensShorterSide_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("madeHeight");
    QTest::addColumn<int>("madeWidth");
    QTest::newRow("landscape") << 300 << 400 << 256 << 341; // 256 * 400 / 300 = 341.3
    QTest::newRow("portrait") << 500 << 333 << 384 << 256; // 384.4
    QTest::newRow("square, enlarged") << 10 << 10 << 256 << 256;
}

void tst_Preprocess::preprocess_shortensShorterSide()
{
    QFETCH(int, height);
    QFETCH(int, width);
    const auto tensor =
        preprocess(plain(height, width, 9), resizing(ResizeMode::ShorterSide, PictureSize{256, 256}), open(), "p");
    VERIFY_OK(tensor);
    QTEST(int(tensor->shape()[2]), "madeHeight");
    QTEST(int(tensor->shape()[3]), "madeWidth");
}

void tst_Preprocess::preprocess_letterboxes_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("align");
    QTest::addColumn<QVector<int>>("box"); // top, left, height, width of the picture in 8x8
    const int centre = int(LetterboxAlign::Centre), topLeft = int(LetterboxAlign::TopLeft);
    QTest::newRow("landscape") << 10 << 20 << centre << QVector<int>{2, 0, 4, 8};
    QTest::newRow("landscape, top left") << 10 << 20 << topLeft << QVector<int>{0, 0, 4, 8};
    QTest::newRow("portrait") << 4 << 2 << centre << QVector<int>{0, 2, 8, 4};
    QTest::newRow("odd rest below") << 16 << 10 << centre << QVector<int>{0, 1, 8, 5};
    QTest::newRow("square") << 3 << 3 << centre << QVector<int>{0, 0, 8, 8};
    QTest::newRow("line") << 1 << 1000 << centre << QVector<int>{3, 0, 1, 8};
}

void tst_Preprocess::preprocess_letterboxes()
{
    QFETCH(int, height);
    QFETCH(int, width);
    QFETCH(int, align);
    QFETCH(QVector<int>, box);
    PreprocessSpec spec = resizing(ResizeMode::Letterbox, std::nullopt, Interpolation::Linear);
    spec.resize->align = LetterboxAlign(align);
    spec.resize->pad = 7;
    const auto tensor = preprocess(plain(height, width, 200), spec, input("x", DataType::Float, {1, 3, 8, 8}), "p");
    VERIFY_OK(tensor);
    for (int i = 0; i < 3 * 64; ++i) {
        const int y = i / 8 % 8, x = i % 8;
        const bool inside = y >= box[0] && y < box[0] + box[2] && x >= box[1] && x < box[1] + box[3];
        QCOMPARE(tensor->as<float>()[std::size_t(i)], inside ? 200.0F : 7.0F);
    }
}

void tst_Preprocess::preprocess_cropsTheMiddle()
{
    PreprocessSpec spec;
    spec.crop = PictureSize{2, 2};
    spec.channels = ChannelOrder::Gray;
    const Picture grid = picture(5, 4, [](int y, int x, int) { return 10 * y + x; });
    const auto tensor = preprocess(grid, spec, input("x", DataType::Float, {1, 1, 2, 2}), "p");
    VERIFY_OK(tensor);
    QCOMPARE(floats(*tensor), (std::vector<float>{11, 12, 21, 22})); // top (5 - 2) / 2 = 1, left 1
}

void tst_Preprocess::preprocess_repeatsPicture_whenBatchIsFixed()
{
    const Picture one = picture(1, 1, [](int, int, int c) { return c; });
    const auto tensor = preprocess(one, {}, input("x", DataType::Float, {3, 3, 1, 1}), "p");
    VERIFY_OK(tensor);
    QCOMPARE(floats(*tensor), (std::vector<float>{2, 1, 0, 2, 1, 0, 2, 1, 0}));
}

void tst_Preprocess::preprocess_keepsBytes_whenInputIsUInt8()
{
    const auto tensor =
        preprocess(picture(1, 1, [](int, int, int c) { return 100 + c; }), {}, open(DataType::UInt8), "p");
    VERIFY_OK(tensor);
    QCOMPARE(tensor->describe(), std::string("uint8 [1, 3, 1, 1]"));
    QCOMPARE(int(tensor->as<std::uint8_t>()[0]), 102);
}

void tst_Preprocess::preprocess_roundsToHalf_whenInputIsFloat16()
{
    PreprocessSpec spec;
    spec.scale = 1.0 / 255.0;
    const auto tensor = preprocess(plain(1, 1, 127), spec, open(DataType::Float16), "p");
    VERIFY_OK(tensor);
    QCOMPARE(int(tensor->as<std::uint16_t>()[0]), 0x37F8); // numpy.float16(numpy.float32(127) * numpy.float32(1 / 255))
}

void tst_Preprocess::builtins_fitTheirModels_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<TensorSpec>("target");
    QTest::addColumn<float>("first"); // channel 0 of a plain 127 picture, at the top left corner
    QTest::addColumn<float>("middle");
    const float unit = 127.0F * float(1.0 / 255.0);
    const float normalized = std::bit_cast<float>(0x3d6939c9U);
    QTest::newRow("imagenet") << "imagenet" << input("x", DataType::Float, {1, 3, 224, 224}) << normalized
                              << normalized;
    QTest::newRow("yolo") << "yolo" << input("x", DataType::Float, {1, 3, 64, 64}) << 114.0F * float(1.0 / 255.0)
                          << unit;
    QTest::newRow("unit") << "unit" << input("x", DataType::Float, {1, 64, 32, 3}) << unit << unit;
    QTest::newRow("unit of one channel") << "unit" << input("x", DataType::Float, {1, 1, 28, 28}) << unit << unit;
    QTest::newRow("raw") << "raw" << input("x", DataType::Float, {1, 3, 10, 10}) << 127.0F << 127.0F;
}

void tst_Preprocess::builtins_fitTheirModels()
{
    QFETCH(QString, name);
    QFETCH(TensorSpec, target);
    const auto spec = builtinPreprocess(name.toStdString());
    QVERIFY(spec.has_value());
    VERIFY_OK(checkPreprocess(*spec, target));
    const auto tensor = preprocess(plain(300, 400, 127), *spec, target, "p");
    VERIFY_OK(tensor);
    QVERIFY(tensor->shape() == target.shape);
    QTEST(tensor->as<float>()[0], "first");
    const auto half = std::size_t(target.shape[2] * target.shape[3] / 2 + target.shape[3] / 2);
    QTEST(tensor->as<float>()[half], "middle");
    QVERIFY(!builtinPreprocess("imagnet").has_value());
    QCOMPARE(builtinPreprocessNames().size(), std::size_t(5));
}

void tst_Preprocess::checkPreprocess_refusesWithSentence_data()
{
    QTest::addColumn<PreprocessSpec>("spec");
    QTest::addColumn<TensorSpec>("target");
    QTest::addColumn<QString>("sentence");
    const TensorSpec rgb = input("images", DataType::Float, {1, 3, 8, 8});
    const auto row = [](const char* name, const TensorSpec& target, const char* sentence, const auto& change) {
        PreprocessSpec spec;
        change(spec);
        QTest::newRow(name) << spec << target << sentence;
    };
    const auto nothing = [](PreprocessSpec&) {};
    row("rank 3", input("images", DataType::Float, {3, 8, 8}), "cannot be fed with pictures", nothing);
    row("int64", input("ids", DataType::Int64, {1, 3, 8, 8}), "use .npy or .npz data", nothing);
    row("7 channels", input("images", DataType::Float, {1, 7, 8, 8}), "cannot be fed with pictures", nothing);
    row("wrong layout", rgb, "has 8 channels when its layout is NHWC",
        [](PreprocessSpec& spec) { spec.layout = PixelLayout::Nhwc; });
    row("gray for three", rgb, "takes pictures of 3 channels, but the preprocessing makes 1",
        [](PreprocessSpec& spec) { spec.channels = ChannelOrder::Gray; });
    row("RGB for one", input("images", DataType::Float, {1, 1, 8, 8}), "takes pictures of 1 channel, but",
        [](PreprocessSpec& spec) { spec.channels = ChannelOrder::Rgb; });
    row("three means for one channel", input("images", DataType::Float, {1, 1, 8, 8}),
        "'mean' of the preprocessing has 3", [](PreprocessSpec& spec) {
            spec.mean = {1, 2, 3};
        });
    row("two deviations", rgb, "'std' of the preprocessing has 2", [](PreprocessSpec& spec) { spec.std = {1, 2}; });
    row("zero deviation", rgb, "not greater than 0", [](PreprocessSpec& spec) { spec.std = {0}; });
    row("deviation too small for float32", rgb, "not greater than 0", [](PreprocessSpec& spec) { spec.std = {1e-60}; });
    row("NaN mean", rgb, "not finite",
        [](PreprocessSpec& spec) { spec.mean = {std::numeric_limits<double>::quiet_NaN()}; });
    row("infinite scale", rgb, "'scale' of the preprocessing is not finite",
        [](PreprocessSpec& spec) { spec.scale = 1e300; });
    row("arithmetic for uint8", input("images", DataType::UInt8, {1, 3, 8, 8}), "takes 8-bit pixels as they are",
        [](PreprocessSpec& spec) { spec.scale = 2; });
    row("crop of another size", rgb, "needs pictures of 8x8 (height x width), but the preprocessing makes 4x8",
        [](PreprocessSpec& spec) {
            spec.crop = PictureSize{4, 8};
        });
    row("crop of nothing", rgb, "'crop' of the preprocessing", [](PreprocessSpec& spec) {
        spec.crop = PictureSize{0, 8};
    });
    row("stretch to another size", rgb, "makes 9x8", [](PreprocessSpec& spec) {
        spec = resizing(ResizeMode::Stretch, PictureSize{9, 8});
    });
    row("size out of range", rgb, "not from 1 to 32768", [](PreprocessSpec& spec) {
        spec = resizing(ResizeMode::Stretch, PictureSize{0, 8});
    });
    row("pad out of range", rgb, "not from 0 to 255", [](PreprocessSpec& spec) {
        spec = resizing(ResizeMode::Letterbox, std::nullopt);
        spec.resize->pad = 256;
    });
    row("letterbox into an open size", open(), "leaves its height or width open",
        [](PreprocessSpec& spec) { spec = resizing(ResizeMode::Letterbox, std::nullopt); });
    row("model of a million pixels a side", input("images", DataType::Float, {1, 3, 1000000, 1000000}),
        "extents that no picture can be given", nothing);
    row("model with a batch of a million", input("images", DataType::Float, {1000000, 3, 8, 8}),
        "extents that no picture can be given", nothing);
}

void tst_Preprocess::checkPreprocess_refusesWithSentence()
{
    QFETCH(PreprocessSpec, spec);
    QFETCH(TensorSpec, target);
    QFETCH(QString, sentence);
    VERIFY_REFUSED(checkPreprocess(spec, target), ErrorCode::DataRefused, sentence.toStdString());
    VERIFY_REFUSED(preprocess(plain(8, 8, 0), spec, target, "p"), ErrorCode::DataRefused, sentence.toStdString());
}

void tst_Preprocess::preprocess_refusesPictureWithSentence_data()
{
    QTest::addColumn<Picture>("picture");
    QTest::addColumn<PreprocessSpec>("spec");
    QTest::addColumn<QString>("sentence");
    PreprocessSpec crop;
    crop.crop = PictureSize{8, 8};
    QTest::newRow("smaller than the crop")
        << plain(9, 7, 0) << crop << "is 9x7 (height x width) before the crop of 8x8";
    QTest::newRow("not resized") << plain(9, 7, 0) << PreprocessSpec()
                                 << "makes 9x7; change 'resize' or 'crop'. (Picture 'p'.)";
    QTest::newRow("no pixels") << Picture() << PreprocessSpec() << "has no pixels";
    QTest::newRow("long line") << plain(1, 60000, 0) << resizing(ResizeMode::ShorterSide, PictureSize{256, 256})
                               << "which is too large";
}

void tst_Preprocess::preprocess_refusesPictureWithSentence()
{
    QFETCH(Picture, picture);
    QFETCH(PreprocessSpec, spec);
    QFETCH(QString, sentence);
    VERIFY_REFUSED(preprocess(picture, spec, input("x", DataType::Float, {1, 3, 8, 8}), "p"), ErrorCode::DataRefused,
                   sentence.toStdString());
}

void tst_Preprocess::isImageInput_knowsPictures()
{
    QVERIFY(isImageInput(open()));
    QVERIFY(isImageInput(input("x", DataType::UInt8, {1, 8, 8, 1})));
    QVERIFY(!isImageInput(input("x", DataType::Float, {1, 8, 8, 8})));
    QVERIFY(!isImageInput(input("x", DataType::Float, {1, 3, 8})));
    QVERIFY(!isImageInput(input("x", DataType::Int32, {1, 3, 8, 8})));
    TensorSpec any = open();
    any.hasRank = false;
    QVERIFY(!isImageInput(any));
}

QTEST_GUILESS_MAIN(tst_Preprocess)
#include "tst_preprocess.moc"
