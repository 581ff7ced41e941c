// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess_json.h"
#include "tests/core/data/data_test_support.h"

#include <QTest>

#include <limits>

#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_PreprocessJson : public QObject
{
    Q_OBJECT

private slots:
    void preprocessFromJson_readsEveryKey();
    void preprocessFromJson_takesShortForms();
    void preprocessFromJson_refusesWithSentence_data();
    void preprocessFromJson_refusesWithSentence();
    void preprocessFromJson_refusesNumbersThatTextCannotHold();
    void preprocessToJson_isReadBack_data();
    void preprocessToJson_isReadBack();
    void loadPreprocess_takesNameOrFile();
};

void tst_PreprocessJson::preprocessFromJson_readsEveryKey()
{
    const auto spec = preprocessFromJson(nlohmann::json::parse(R"({
        "resize": {"mode": "letterbox", "size": [480, 640], "interpolation": "area", "pad": 3, "align": "top-left"},
        "crop": [224, 192], "channels": "BGR", "scale": 0.5, "mean": [0.1, 0.2, 0.3], "std": [2], "layout": "NHWC"})"),
                                         "here");
    VERIFY_OK(spec);
    PreprocessSpec expected;
    expected.channels = ChannelOrder::Bgr;
    expected.resize =
        ResizeStep{ResizeMode::Letterbox, PictureSize{480, 640}, Interpolation::Area, 3, LetterboxAlign::TopLeft};
    expected.crop = PictureSize{224, 192};
    expected.scale = 0.5;
    expected.mean = {0.1, 0.2, 0.3};
    expected.std = {2};
    expected.layout = PixelLayout::Nhwc;
    QVERIFY(*spec == expected);
}

void tst_PreprocessJson::preprocessFromJson_takesShortForms()
{
    const auto empty = preprocessFromJson(nlohmann::json::object(), "here");
    VERIFY_OK(empty);
    QVERIFY(*empty == PreprocessSpec());
    const auto named = preprocessFromJson("yolo", "here");
    VERIFY_OK(named);
    QVERIFY(*named == *builtinPreprocess("yolo"));
    const auto numbers = preprocessFromJson(
        nlohmann::json::parse(R"({"crop": 32, "mean": 1, "std": 2.5, "resize": {"mode": "shorter-side", "size": 40}})"),
        "here");
    VERIFY_OK(numbers);
    QVERIFY(numbers->crop == (PictureSize{32, 32}));
    QVERIFY(numbers->resize->size == (PictureSize{40, 40}));
    QCOMPARE(numbers->mean, std::vector<double>{1});
    QCOMPARE(numbers->std, std::vector<double>{2.5});
}

void tst_PreprocessJson::preprocessFromJson_refusesWithSentence_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* json, const char* sentence) {
        QTest::newRow(json) << QByteArray(json) << sentence;
    };
    row("[1]", "must be an object or a name");
    row("null", "must be an object or a name");
    row("\"imagnet\"", "Did you mean 'imagenet'?");
    row(R"({"chanels": "RGB"})", "Unknown key 'chanels' in recipe.data. Did you mean 'channels'?");
    row(R"({"channels": "rgb"})", "is 'rgb' but must be one of 'RGB', 'BGR', 'GRAY'");
    row(R"({"channels": 3})", "'channels' in recipe.data must be one of");
    row(R"({"layout": "CHW"})", "Did you mean 'NCHW'?");
    row(R"({"resize": "stretch"})", "'resize' must be an object");
    row(R"({"resize": {}})", "'mode' is missing in recipe.data.resize");
    row(R"({"resize": {"mode": "strech"}})", "Did you mean 'stretch'?");
    row(R"({"resize": {"mode": "stretch", "sise": 3}})",
        "Unknown key 'sise' in recipe.data.resize. Did you mean 'size'?");
    row(R"({"resize": {"mode": "stretch", "pad": 3}})", "belongs to the mode 'letterbox' only");
    row(R"({"resize": {"mode": "shorter-side", "align": "centre"}})", "belongs to the mode 'letterbox' only");
    row(R"({"resize": {"mode": "shorter-side", "size": [2, 3]}})", "must be one number");
    row(R"({"resize": {"mode": "stretch", "size": [2]}})", "must be [height, width]");
    row(R"({"resize": {"mode": "stretch", "size": [2, 3, 4]}})", "must be [height, width]");
    row(R"({"resize": {"mode": "stretch", "size": 0}})", "a whole number from 1 to 32768");
    row(R"({"resize": {"mode": "stretch", "size": [2, -3]}})", "a whole number from 1 to 32768");
    row(R"({"resize": {"mode": "stretch", "size": 32769}})", "a whole number from 1 to 32768");
    row(R"({"resize": {"mode": "stretch", "size": 99999999999999999999}})", "a whole number from 1 to 32768");
    row(R"({"resize": {"mode": "stretch", "size": 18446744073709551615}})", "a whole number from 1 to 32768");
    row(R"({"resize": {"mode": "stretch", "size": 2.5}})", "a whole number from 1 to 32768");
    row(R"({"resize": {"mode": "stretch", "size": "2"}})", "a whole number from 1 to 32768");
    row(R"({"resize": {"mode": "stretch", "interpolation": "lanczos"}})", "must be one of 'nearest'");
    row(R"({"resize": {"mode": "letterbox", "pad": 256}})", "a whole number from 0 to 255");
    row(R"({"resize": {"mode": "letterbox", "align": "center"}})", "Did you mean 'centre'?");
    row(R"({"crop": null})", "'crop' in recipe.data must be a whole number");
    row(R"({"crop": [0, 1]})", "a whole number from 1 to 32768");
    row(R"({"scale": "1/255"})", "'scale' in recipe.data must be a number");
    row(R"({"scale": 0})", "must not be 0");
    row(R"({"scale": 1e300})", "finite number in float32's range");
    row(R"({"mean": []})", "a list of 1 or 3 numbers");
    row(R"({"mean": [1, 2]})", "a list of 1 or 3 numbers");
    row(R"({"mean": [1, 2, true]})", "'mean' in recipe.data must be a number");
    row(R"({"std": [1, 0, 1]})", "'std' in recipe.data must be greater than 0");
    row(R"({"std": -1})", "must be greater than 0");
    row(R"({"std": 1e-80})", "must be greater than 0");
}

void tst_PreprocessJson::preprocessFromJson_refusesWithSentence()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, sentence);
    const auto spec = preprocessFromJson(nlohmann::json::parse(json.toStdString()), "recipe.data");
    VERIFY_REFUSED(spec, ErrorCode::ConfigRefused, sentence.toStdString());
    QVERIFY(!spec.error().subject.empty());
}

void tst_PreprocessJson::preprocessFromJson_refusesNumbersThatTextCannotHold()
{
    for (const double number : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        nlohmann::json json;
        json["mean"] = number;
        VERIFY_REFUSED(preprocessFromJson(json, "here"), ErrorCode::ConfigRefused, "finite number");
    }
}

void tst_PreprocessJson::preprocessToJson_isReadBack_data()
{
    QTest::addColumn<QByteArray>("json");
    for (const std::string& name : builtinPreprocessNames())
        QTest::newRow(name.c_str()) << QByteArray::fromStdString(preprocessToJson(*builtinPreprocess(name)).dump());
    for (
        const char* json : {
            R"({})",
            R"({"channels": "GRAY", "layout": "NHWC"})",
            R"({"resize": {"mode": "letterbox", "size": [2, 3], "interpolation": "cubic", "pad": 0, "align": "top-left"}})",
            R"({"resize": {"mode": "shorter-side", "size": 7, "interpolation": "nearest"}, "crop": [3, 5]})",
            R"({"scale": 0.00392156862745098, "mean": [0.485, 0.456, 0.406], "std": [0.1]})",
        })
        QTest::newRow(json) << QByteArray(json);
}

void tst_PreprocessJson::preprocessToJson_isReadBack()
{
    QFETCH(QByteArray, json);
    const auto spec = preprocessFromJson(nlohmann::json::parse(json.toStdString()), "here");
    VERIFY_OK(spec);
    const auto again = preprocessFromJson(nlohmann::json::parse(preprocessToJson(*spec).dump()), "here");
    VERIFY_OK(again);
    QVERIFY(*again == *spec);
}

void tst_PreprocessJson::loadPreprocess_takesNameOrFile()
{
    const DataFolder folder;
    const auto named = loadPreprocess("unit");
    VERIFY_OK(named);
    QVERIFY(*named == *builtinPreprocess("unit"));
    folder.write("p.json", R"({"scale": 2})");
    const auto fromFile = loadPreprocess(folder.text("p.json"));
    VERIFY_OK(fromFile);
    QCOMPARE(*fromFile->scale, 2.0);
    folder.write("bad.json", R"({"scale": 1e999})");
    folder.write("cut.json", R"({"scale": )");
    folder.write("key.json", R"({"scal": 1})");
    VERIFY_REFUSED(loadPreprocess(folder.text("bad.json")), ErrorCode::ConfigRefused, "is not valid JSON");
    VERIFY_REFUSED(loadPreprocess(folder.text("cut.json")), ErrorCode::ConfigRefused, "is not valid JSON");
    VERIFY_REFUSED(loadPreprocess(folder.text("key.json")), ErrorCode::ConfigRefused, "Did you mean 'scale'?");
    VERIFY_REFUSED(loadPreprocess("imagenett"), ErrorCode::ConfigRefused, "Did you mean 'imagenet'?");
    VERIFY_REFUSED(loadPreprocess(folder.text()), ErrorCode::ConfigRefused, "is a folder");
}

QTEST_GUILESS_MAIN(tst_PreprocessJson)
#include "tst_preprocess_json.moc"
