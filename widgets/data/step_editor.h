// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/preprocess_steps.h"

#include <QFrame>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace quantiscope {

class DataSession;

/// Has the step parameters? Those of Channels and Layout are one choice each, for which a menu does.
[[nodiscard]] bool hasStepEditor(PreprocessStep step);

/// The parameters of one step in a form that floats and goes when one clicks beside it or presses Escape. Each change
/// is an edit of the recipe at once, unless the engine would refuse it: then the form says why. Deletes itself when
/// closed.
class StepEditor final : public QFrame
{
    Q_OBJECT

public:
    /// @p session must outlive the form.
    StepEditor(DataSession& session, PreprocessStep step, QWidget* parent);

private:
    using Change = std::function<void(PreprocessSpec&)>;

    void addResize(QFormLayout& form);
    void addCrop(QFormLayout& form);
    void addScale(QFormLayout& form);
    void addMeanStd(QFormLayout& form);
    QComboBox* addChoice(QFormLayout& form, const QString& name, const QStringList& texts,
                         const std::function<int(const PreprocessSpec&)>& value,
                         const std::function<void(PreprocessSpec&, int)>& put);
    QSpinBox* addNumber(QFormLayout& form, const QString& name, std::pair<int, int> range,
                        const std::function<int(const PreprocessSpec&)>& value,
                        const std::function<void(PreprocessSpec&, int)>& put);
    /// @p put gives a sentence when the numbers cannot be taken.
    void addNumbers(QFormLayout& form, const QString& name, const QString& help,
                    const std::function<std::vector<double>(const PreprocessSpec&)>& value,
                    const std::function<QString(PreprocessSpec&, const std::vector<double>&)>& put);
    /// As the recipe has it.
    [[nodiscard]] PreprocessSpec spec() const;
    void showSpec();
    /// False when the engine objects, which is then shown.
    bool edit(const Change& change);
    /// Shows a sentence below the parameters; none when it is empty.
    void object(const QString& sentence);

    DataSession& m_session;
    PreprocessStep m_step;
    QLabel* m_objection;
    std::vector<std::function<void(const PreprocessSpec&)>> m_shows; ///< puts the spec into the controls
};

/// "1/255", "0.485, 0.456, 0.406": numbers and quotients with commas or blanks between, as the user's locale or with
/// points. Nothing when something else is there.
[[nodiscard]] std::optional<std::vector<double>> numbersFrom(const QString& text);

} // namespace quantiscope
