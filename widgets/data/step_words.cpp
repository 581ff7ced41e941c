// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/step_words.h"

#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>

namespace quantiscope {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("quantiscope::StepWords", text);
}

QString numbers(const std::vector<double>& values)
{
    QStringList list;
    for (const double value : values)
        list += QLocale().toString(value, 'g', 4);
    return list.join(QStringLiteral(", "));
}

QString resizeEffect(const ResizeStep& step, const StepView* made)
{
    const char* mode = step.mode == ResizeMode::Stretch ? QT_TRANSLATE_NOOP("quantiscope::StepWords", "stretch %1")
        : step.mode == ResizeMode::ShorterSide          ? QT_TRANSLATE_NOOP("quantiscope::StepWords", "shorter side %1")
                                                        : QT_TRANSLATE_NOOP("quantiscope::StepWords", "letterbox %1");
    QString size = words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "as the model"));
    if (step.size && step.mode == ResizeMode::ShorterSide)
        size = QString::number(step.size->height);
    else if (step.size)
        size = QStringLiteral("%1×%2").arg(step.size->height).arg(step.size->width);
    else if (made && made->isReached && step.mode != ResizeMode::ShorterSide)
        size = QStringLiteral("%1×%2").arg(made->shape[0]).arg(made->shape[1]);
    const QString text = words(mode).arg(size);
    return step.mode == ResizeMode::Letterbox
        ? words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "%1 · pad %2")).arg(text).arg(step.pad)
        : text;
}

QString scaleEffect(double scale)
{
    const double inverse = 1.0 / scale;
    if (scale < 1.0 && std::abs(inverse - std::round(inverse)) < 1e-9)
        return QStringLiteral("x × 1/%1").arg(QLocale().toString(inverse, 'f', 0));
    return QStringLiteral("x × %1").arg(QLocale().toString(scale, 'g', 5));
}

} // namespace

QString stepTitle(PreprocessStep step)
{
    switch (step) {
    case PreprocessStep::Decode:
        return words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "Decode"));
    case PreprocessStep::Channels:
        return words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "Channels"));
    case PreprocessStep::Resize:
        return words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "Resize"));
    case PreprocessStep::Crop:
        return words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "Crop"));
    case PreprocessStep::Scale:
        return words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "Scale"));
    case PreprocessStep::MeanStd:
        return words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "Mean · std"));
    case PreprocessStep::Layout:
        return words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "Layout"));
    }
    return {};
}

QString stepEffect(PreprocessStep step, const PreprocessSpec& spec, const StepView* made)
{
    const QString off = words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "off"));
    switch (step) {
    case PreprocessStep::Decode:
        return words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "file → RGB"));
    case PreprocessStep::Channels:
        if (!spec.channels)
            return made && made->isReached && made->shape[2] == 1 ? QStringLiteral("RGB → GRAY")
                                                                  : QStringLiteral("RGB");
        return *spec.channels == ChannelOrder::Rgb ? QStringLiteral("RGB")
            : *spec.channels == ChannelOrder::Bgr  ? QStringLiteral("RGB → BGR")
                                                   : QStringLiteral("RGB → GRAY");
    case PreprocessStep::Resize:
        return spec.resize ? resizeEffect(*spec.resize, made) : off;
    case PreprocessStep::Crop:
        return spec.crop ? words(QT_TRANSLATE_NOOP("quantiscope::StepWords", "centre %1×%2"))
                               .arg(spec.crop->height)
                               .arg(spec.crop->width)
                         : off;
    case PreprocessStep::Scale:
        return spec.scale ? scaleEffect(*spec.scale) : off;
    case PreprocessStep::MeanStd:
        if (spec.mean.empty() && spec.std.empty())
            return off;
        return QStringLiteral("(x − %1) / %2")
            .arg(spec.mean.empty() ? QStringLiteral("0") : numbers(spec.mean),
                 spec.std.empty() ? QStringLiteral("1") : numbers(spec.std));
    case PreprocessStep::Layout: {
        const bool isNchw = spec.layout
            ? *spec.layout == PixelLayout::Nchw
            : made && made->shape.size() == 4 && (made->shape[1] == 1 || made->shape[1] == 3);
        return isNchw ? QStringLiteral("HWC → NCHW") : QStringLiteral("HWC → NHWC");
    }
    }
    return {};
}

QString stepResult(const StepView& made)
{
    if (!made.isReached)
        return {};
    TensorSpec spec;
    spec.type = made.type;
    spec.shape = made.shape;
    return QStringLiteral("%1 %2").arg(shapeText(spec), shortTypeText(spec));
}

QString builtinName(const PreprocessSpec& spec)
{
    for (const std::string& name : builtinPreprocessNames()) {
        if (*builtinPreprocess(name) == spec)
            return toQt(name);
    }
    return {};
}

} // namespace quantiscope
