// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/preprocess.h"
#include "core/data/sample_source.h"
#include "tests/support/source_directory.h"
#include "widgets/common/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <zip.h>

namespace quantiscope::test {

inline constexpr const char* kMissing =
    "The collection of real models and data is not here (../shared beside the source folder).";

/// A folder of the collection.
[[nodiscard]] inline QDir sharedFolder(const QString& name)
{
    return QDir(pathText(sourceDirectory() / ".." / "shared")).filePath(name);
}

/// The .onnx file of a model of the collection; empty when it is not there.
[[nodiscard]] inline QString modelOf(const QString& name)
{
    const QDir folder = sharedFolder(QStringLiteral("models/") + name);
    const QString file = folder.entryList({QStringLiteral("*.onnx")}, QDir::Files).value(0);
    return file.isEmpty() ? QString() : folder.filePath(file);
}

/// A .npz archive of such files; the test ends when it cannot be written.
inline void writeArchive(const QString& path, const QStringList& files)
{
    zip_t* archive = zip_open(QFile::encodeName(path).constData(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    for (const QString& file : files) {
        // "calib__input_ids.npy" holds the array of "input_ids".
        zip_source_t* source = zip_source_file(archive, QFile::encodeName(file).constData(), 0, -1);
        if (zip_file_add(archive, QFileInfo(file).fileName().section(QStringLiteral("__"), -1).toUtf8().constData(),
                         source, 0)
            < 0)
            zip_source_free(source);
    }
    if (!archive || zip_close(archive) != 0)
        qFatal("'%s' cannot be written", qPrintable(path));
}

/// Data of the collection for one of its models, prepared as it was trained; what has to be made lies in @p folder.
[[nodiscard]] inline DataSpec realData(const QString& model, const QString& folder)
{
    DataSpec data;
    const auto pictures = [&](const char* from, const char* steps) {
        data.source = toStd(sharedFolder(QStringLiteral("data/") + QString::fromLatin1(from)).path());
        data.preprocess = builtinPreprocess(steps).value();
    };
    if (model == QLatin1String("yolox_nano"))
        pictures("coco_like", "raw");
    if (model == QLatin1String("squeezenet_fp32"))
        pictures("imagenet", "imagenet");
    if (model == QLatin1String("mobilenetv2_cifar10")) {
        pictures("cifar10/calib", "raw");
        data.preprocess.mean = {125.3, 123.0, 113.9};
        data.preprocess.std = {63.0, 62.1, 66.7};
    }
    if (model == QLatin1String("ppocr_v4_det")) {
        pictures("ocr", "unit");
        data.preprocess.channels = ChannelOrder::Bgr;
        data.preprocess.resize = ResizeStep{ResizeMode::Stretch, PictureSize{320, 320}};
        data.preprocess.mean = {0.485, 0.456, 0.406};
        data.preprocess.std = {0.229, 0.224, 0.225};
    }
    if (model == QLatin1String("bert_mini_sst2")) {
        // Tokens of real sentences, one stack for each of the inputs.
        const QDir from = sharedFolder(QStringLiteral("goldens/") + model);
        const QString archive = QDir(folder).filePath(QStringLiteral("sentences.npz"));
        writeArchive(archive,
                     {from.filePath(QStringLiteral("calib__input_ids.npy")),
                      from.filePath(QStringLiteral("calib__attention_mask.npy"))});
        data.source = toStd(archive);
    }
    if (data.source.empty())
        qFatal("there are no data for %s", qPrintable(model));
    return data;
}

} // namespace quantiscope::test
