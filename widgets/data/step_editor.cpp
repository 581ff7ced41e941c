// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/step_editor.h"

#include "widgets/data/data_session.h"
#include "widgets/data/step_words.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>

#include <cmath>

namespace quantiscope {

namespace {

constexpr int kLargestSide = 32768;

/// A combo box that calls @p chosen with the index.
QComboBox* choice(const QStringList& texts, int index, const std::function<void(int)>& chosen)
{
    auto* combo = new QComboBox;
    combo->addItems(texts);
    combo->setCurrentIndex(index);
    QObject::connect(combo, &QComboBox::activated, combo, chosen);
    return combo;
}

QSpinBox* pixels(int value, int least, int most, const std::function<void(int)>& changed)
{
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setValue(value);
    box->setKeyboardTracking(false);
    QObject::connect(box, &QSpinBox::valueChanged, box, changed);
    return box;
}

QString textOf(const std::vector<double>& values)
{
    QStringList list;
    for (const double value : values)
        list += QString::number(value, 'g', 10);
    return list.join(QStringLiteral(", "));
}

/// A line for numbers that calls @p changed when they can be understood, and marks itself when not.
QLineEdit* numberLine(const QString& text, const QString& help, const std::function<void(std::vector<double>)>& changed)
{
    auto* line = new QLineEdit(text);
    line->setToolTip(help);
    QObject::connect(line, &QLineEdit::editingFinished, line, [line, text, help, changed] {
        const auto numbers = numbersFrom(line->text());
        if (!numbers) {
            line->setText(text); // what cannot be read leaves what was there
            line->selectAll();
            return;
        }
        if (textOf(*numbers) != text)
            changed(*numbers);
    });
    return line;
}

} // namespace

std::optional<std::vector<double>> numbersFrom(const QString& text)
{
    static const QRegularExpression kBetween(QStringLiteral("[,;\\s]+"));
    std::vector<double> numbers;
    for (const QString& part : text.split(kBetween, Qt::SkipEmptyParts)) {
        const QStringList sides = part.split(QLatin1Char('/'));
        bool isUpper = false, isLower = true;
        const double upper = sides[0].toDouble(&isUpper);
        const double lower = sides.size() == 2 ? sides[1].toDouble(&isLower) : 1.0;
        if (sides.size() > 2 || !isUpper || !isLower || !std::isfinite(upper / lower))
            return std::nullopt;
        numbers.push_back(upper / lower);
    }
    return numbers;
}

bool hasStepEditor(PreprocessStep step)
{
    return step != PreprocessStep::Decode;
}

StepEditor::StepEditor(DataSession& session, PreprocessStep step, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_session(session), m_step(step)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("card", true);
    setAccessibleName(stepTitle(step));
    auto* form = new QFormLayout(this);
    const PreprocessSpec spec = session.data() ? session.data()->preprocess : PreprocessSpec{};
    switch (step) {
    case PreprocessStep::Decode:
        break;
    case PreprocessStep::Channels:
        addChannels(*form, spec);
        break;
    case PreprocessStep::Resize:
        addResize(*form, spec);
        break;
    case PreprocessStep::Crop:
        addCrop(*form, spec);
        break;
    case PreprocessStep::Scale:
        addScale(*form, spec);
        break;
    case PreprocessStep::MeanStd:
        addMeanStd(*form, spec);
        break;
    case PreprocessStep::Layout:
        addLayout(*form, spec);
        break;
    }
}

void StepEditor::edit(const Change& change)
{
    m_session.edit(
        tr("Change %1").arg(stepTitle(m_step)), [&](DataSpec& changed) { change(changed.preprocess); },
        QStringLiteral("data.step.%1").arg(int(m_step)));
}

void StepEditor::addChannels(QFormLayout& form, const PreprocessSpec& spec)
{
    const QStringList texts{tr("as the model"), QStringLiteral("RGB"), QStringLiteral("BGR"), QStringLiteral("GRAY")};
    form.addRow(tr("&Order"), choice(texts, spec.channels ? int(*spec.channels) + 1 : 0, [this](int index) {
                    edit([index](PreprocessSpec& next) {
                        next.channels = index == 0 ? std::nullopt : std::optional(static_cast<ChannelOrder>(index - 1));
                    });
                }));
}

void StepEditor::addResize(QFormLayout& form, const PreprocessSpec& spec)
{
    const ResizeStep step = spec.resize.value_or(ResizeStep{});
    const auto change = [this](const std::function<void(ResizeStep&)>& put) {
        edit([&put](PreprocessSpec& next) {
            if (!next.resize)
                next.resize.emplace();
            put(*next.resize);
        });
    };
    form.addRow(tr("&Mode"),
                choice({tr("stretch"), tr("shorter side"), tr("letterbox")}, int(step.mode), [=](int index) {
                    change([index](ResizeStep& next) { next.mode = static_cast<ResizeMode>(index); });
                }));
    // 0 stands for the model's own size: both or none.
    const auto setSize = [=](int value, bool isHeight) {
        change([=](ResizeStep& next) {
            if (value == 0) {
                next.size.reset();
                return;
            }
            if (!next.size)
                next.size = PictureSize{value, value};
            (isHeight ? next.size->height : next.size->width) = value;
        });
    };
    QSpinBox* height =
        pixels(step.size ? step.size->height : 0, 0, kLargestSide, [=](int value) { setSize(value, true); });
    QSpinBox* width =
        pixels(step.size ? step.size->width : 0, 0, kLargestSide, [=](int value) { setSize(value, false); });
    for (QSpinBox* box : {height, width})
        box->setSpecialValueText(tr("as the model"));
    form.addRow(tr("&Height"), height);
    form.addRow(tr("&Width"), width);
    form.addRow(tr("&Interpolation"),
                choice({tr("nearest"), tr("linear"), tr("cubic"), tr("area")}, int(step.interpolation), [=](int index) {
                    change([index](ResizeStep& next) { next.interpolation = static_cast<Interpolation>(index); });
                }));
    form.addRow(tr("&Pad value"),
                pixels(step.pad, 0, 255, [=](int value) { change([value](ResizeStep& next) { next.pad = value; }); }));
    form.addRow(tr("&Align"), choice({tr("top left"), tr("centre")}, int(step.align), [=](int index) {
                    change([index](ResizeStep& next) { next.align = static_cast<LetterboxAlign>(index); });
                }));
}

void StepEditor::addCrop(QFormLayout& form, const PreprocessSpec& spec)
{
    const PictureSize size = spec.crop.value_or(PictureSize{224, 224});
    const auto change = [this](const std::function<void(PictureSize&)>& put) {
        edit([&put](PreprocessSpec& next) {
            if (next.crop)
                put(*next.crop);
        });
    };
    form.addRow(tr("&Height"), pixels(size.height, 1, kLargestSide, [=](int value) {
                    change([value](PictureSize& next) { next.height = value; });
                }));
    form.addRow(tr("&Width"), pixels(size.width, 1, kLargestSide, [=](int value) {
                    change([value](PictureSize& next) { next.width = value; });
                }));
}

void StepEditor::addScale(QFormLayout& form, const PreprocessSpec& spec)
{
    const QString text = spec.scale ? textOf({*spec.scale}) : QString();
    form.addRow(tr("&Factor"),
                numberLine(text, tr("A number or a quotient such as 1/255"), [this](const auto& numbers) {
                    if (numbers.size() == 1)
                        edit([&](PreprocessSpec& next) { next.scale = numbers.front(); });
                }));
}

void StepEditor::addMeanStd(QFormLayout& form, const PreprocessSpec& spec)
{
    const QString help = tr("One number for all channels, or one per channel");
    form.addRow(tr("&Mean"), numberLine(textOf(spec.mean), help, [this](const auto& numbers) {
                    edit([&](PreprocessSpec& next) { next.mean = numbers; });
                }));
    form.addRow(tr("&Std"), numberLine(textOf(spec.std), help, [this](const auto& numbers) {
                    edit([&](PreprocessSpec& next) { next.std = numbers; });
                }));
}

void StepEditor::addLayout(QFormLayout& form, const PreprocessSpec& spec)
{
    const QStringList texts{tr("as the model"), QStringLiteral("NCHW"), QStringLiteral("NHWC")};
    form.addRow(tr("&Layout"), choice(texts, spec.layout ? int(*spec.layout) + 1 : 0, [this](int index) {
                    edit([index](PreprocessSpec& next) {
                        next.layout = index == 0 ? std::nullopt : std::optional(static_cast<PixelLayout>(index - 1));
                    });
                }));
}

} // namespace quantiscope
