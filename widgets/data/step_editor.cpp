// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/step_editor.h"

#include "core/data/preprocess_json.h"
#include "widgets/common/theme.h"
#include "widgets/data/data_session.h"
#include "widgets/data/step_words.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>

#include <cmath>
#include <utility>

namespace quantiscope {

namespace {

QString textOf(const std::vector<double>& values)
{
    QStringList list;
    for (const double value : values)
        list += QString::number(value, 'g', 10);
    return list.join(QStringLiteral(", "));
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
    : QFrame(parent, Qt::Popup), m_session(session), m_step(step), m_objection(new QLabel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("card", true);
    setAccessibleName(stepTitle(step));
    auto* form = new QFormLayout(this);
    switch (step) {
    case PreprocessStep::Decode:
    case PreprocessStep::Channels:
    case PreprocessStep::Layout:
        break;
    case PreprocessStep::Resize:
        addResize(*form);
        break;
    case PreprocessStep::Crop:
        addCrop(*form);
        break;
    case PreprocessStep::Scale:
        addScale(*form);
        break;
    case PreprocessStep::MeanStd:
        addMeanStd(*form);
        break;
    }
    m_objection->setTextFormat(Qt::PlainText);
    m_objection->setWordWrap(true);
    m_objection->setMinimumWidth(fontMetrics().averageCharWidth() * 32);
    form->addRow(m_objection);
    m_objection->hide();
    connect(&session, &DataSession::dataChanged, this, &StepEditor::showSpec);
    showSpec();
}

PreprocessSpec StepEditor::spec() const
{
    return m_session.data() ? m_session.data()->preprocess : PreprocessSpec{};
}

void StepEditor::showSpec()
{
    const PreprocessSpec now = spec();
    for (const auto& show : m_shows)
        show(now);
}

bool StepEditor::edit(const Change& change)
{
    const QString objection = m_session.edit(
        tr("Change %1").arg(stepTitle(m_step)), [&](DataSpec& changed) { change(changed.preprocess); },
        QStringLiteral("data.step.%1").arg(int(m_step)));
    object(objection);
    return objection.isEmpty();
}

void StepEditor::object(const QString& sentence)
{
    m_objection->setText(sentence);
    m_objection->setVisible(!sentence.isEmpty());
    m_objection->setStyleSheet(QStringLiteral("color: %1").arg(Theme::current().error.name()));
    adjustSize();
}

QComboBox* StepEditor::addChoice(QFormLayout& form, const QString& name, const QStringList& texts,
                                 const std::function<int(const PreprocessSpec&)>& value,
                                 const std::function<void(PreprocessSpec&, int)>& put)
{
    auto* combo = new QComboBox;
    combo->addItems(texts);
    connect(combo, &QComboBox::activated, this,
            [this, put](int index) { edit([&](PreprocessSpec& next) { put(next, index); }); });
    m_shows.emplace_back([combo, value](const PreprocessSpec& now) { combo->setCurrentIndex(value(now)); });
    form.addRow(name, combo);
    return combo;
}

QSpinBox* StepEditor::addNumber(QFormLayout& form, const QString& name, std::pair<int, int> range,
                                const std::function<int(const PreprocessSpec&)>& value,
                                const std::function<void(PreprocessSpec&, int)>& put)
{
    auto* box = new QSpinBox;
    box->setRange(range.first, range.second);
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this,
            [this, put](int number) { edit([&](PreprocessSpec& next) { put(next, number); }); });
    m_shows.emplace_back([box, value](const PreprocessSpec& now) {
        const QSignalBlocker blocker(box);
        box->setValue(value(now));
    });
    form.addRow(name, box);
    return box;
}

void StepEditor::addNumbers(QFormLayout& form, const QString& name, const QString& help,
                            const std::function<std::vector<double>(const PreprocessSpec&)>& value,
                            const std::function<QString(PreprocessSpec&, const std::vector<double>&)>& put)
{
    auto* line = new QLineEdit;
    line->setToolTip(help);
    connect(line, &QLineEdit::editingFinished, this, [this, line, help, value, put] {
        if (line->text() == textOf(value(spec()))) {
            object({});
            return; // its digits may be fewer than the number has
        }
        // What is refused stays in the line, to be corrected.
        const auto numbers = numbersFrom(line->text());
        QString objection = numbers ? QString() : tr("'%1' is not a list of numbers. %2").arg(line->text(), help);
        if (objection.isEmpty()) {
            PreprocessSpec tried = spec();
            objection = put(tried, *numbers);
        }
        if (!objection.isEmpty())
            object(objection);
        else if (edit([&](PreprocessSpec& next) { (void)put(next, *numbers); }))
            line->setText(textOf(value(spec())));
    });
    m_shows.emplace_back([line, value, shown = QString()](const PreprocessSpec& now) mutable {
        const QString text = textOf(value(now));
        if (std::exchange(shown, text) != text)
            line->setText(text);
    });
    form.addRow(name, line);
}

void StepEditor::addResize(QFormLayout& form)
{
    const auto step = [](const PreprocessSpec& spec) { return spec.resize.value_or(ResizeStep{}); };
    const auto change = [](auto put) {
        return [put](PreprocessSpec& spec, int value) {
            if (!spec.resize)
                spec.resize.emplace();
            put(*spec.resize, value);
        };
    };
    addChoice(
        form, tr("&Mode"), {tr("stretch"), tr("shorter side"), tr("letterbox")},
        [=](const PreprocessSpec& spec) { return int(step(spec).mode); },
        change([](ResizeStep& next, int index) { next.mode = static_cast<ResizeMode>(index); }));
    // 0 stands for the model's own size: both or none.
    const auto side = [=](std::int32_t PictureSize::*extent) {
        return [=](const PreprocessSpec& spec) {
            const auto size = step(spec).size;
            return size ? (*size).*extent : 0;
        };
    };
    const auto setSide = [=](std::int32_t PictureSize::*extent) {
        return change([extent](ResizeStep& next, int value) {
            if (value == 0) {
                next.size.reset();
                return;
            }
            if (!next.size)
                next.size = PictureSize{value, value};
            (*next.size).*extent = value;
        });
    };
    const std::pair range(0, kLargestPictureSide);
    QSpinBox* height = addNumber(form, tr("&Height"), range, side(&PictureSize::height), setSide(&PictureSize::height));
    QSpinBox* width = addNumber(form, tr("&Width"), range, side(&PictureSize::width), setSide(&PictureSize::width));
    for (QSpinBox* box : {height, width})
        box->setSpecialValueText(tr("as the model"));
    addChoice(
        form, tr("&Interpolation"), {tr("nearest"), tr("linear"), tr("cubic"), tr("area")},
        [=](const PreprocessSpec& spec) { return int(step(spec).interpolation); },
        change([](ResizeStep& next, int index) { next.interpolation = static_cast<Interpolation>(index); }));
    QSpinBox* pad = addNumber(
        form, tr("&Pad value"), {0, 255}, [=](const PreprocessSpec& spec) { return int(step(spec).pad); },
        change([](ResizeStep& next, int value) { next.pad = value; }));
    QComboBox* align = addChoice(
        form, tr("&Align"), {tr("top left"), tr("centre")},
        [=](const PreprocessSpec& spec) { return int(step(spec).align); },
        change([](ResizeStep& next, int index) { next.align = static_cast<LetterboxAlign>(index); }));
    m_shows.emplace_back([=](const PreprocessSpec& spec) {
        const ResizeMode mode = step(spec).mode;
        width->setEnabled(mode != ResizeMode::ShorterSide);
        pad->setEnabled(mode == ResizeMode::Letterbox);
        align->setEnabled(mode == ResizeMode::Letterbox);
    });
}

void StepEditor::addCrop(QFormLayout& form)
{
    const auto addSide = [&](const QString& name, std::int32_t PictureSize::*extent) {
        addNumber(
            form, name, {1, kLargestPictureSide},
            [extent](const PreprocessSpec& spec) {
                return spec.crop.value_or(PictureSize{224, 224}).*extent;
            },
            [extent](PreprocessSpec& spec, int value) {
                if (spec.crop)
                    (*spec.crop).*extent = value;
            });
    };
    addSide(tr("&Height"), &PictureSize::height);
    addSide(tr("&Width"), &PictureSize::width);
}

void StepEditor::addScale(QFormLayout& form)
{
    addNumbers(
        form, tr("&Factor"), tr("A number or a quotient such as 1/255"),
        [](const PreprocessSpec& spec) {
            return spec.scale ? std::vector<double>{*spec.scale} : std::vector<double>();
        },
        [](PreprocessSpec& spec, const std::vector<double>& numbers) {
            if (numbers.size() != 1)
                return tr("One number belongs here.");
            spec.scale = numbers.front();
            return QString();
        });
}

void StepEditor::addMeanStd(QFormLayout& form)
{
    const QString help = tr("One number for all channels, or one per channel");
    const auto addList = [&](const QString& name, std::vector<double> PreprocessSpec::*list) {
        addNumbers(
            form, name, help, [list](const PreprocessSpec& spec) { return spec.*list; },
            [list](PreprocessSpec& spec, const std::vector<double>& numbers) {
                spec.*list = numbers;
                return QString();
            });
    };
    addList(tr("&Mean"), &PreprocessSpec::mean);
    addList(tr("&Std"), &PreprocessSpec::std);
}

} // namespace quantiscope
