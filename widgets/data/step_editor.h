// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/preprocess_steps.h"

#include <QFrame>

class QFormLayout;

namespace quantiscope {

class DataSession;

/// Has the step parameters?
[[nodiscard]] bool hasStepEditor(PreprocessStep step);

/// The parameters of one step in a form that floats and goes when one clicks beside it or presses Escape. Each change
/// is an edit of the recipe at once. Deletes itself when closed.
class StepEditor final : public QFrame
{
    Q_OBJECT

public:
    /// @p session must outlive the form.
    StepEditor(DataSession& session, PreprocessStep step, QWidget* parent);

private:
    using Change = std::function<void(PreprocessSpec&)>;

    void addChannels(QFormLayout& form, const PreprocessSpec& spec);
    void addResize(QFormLayout& form, const PreprocessSpec& spec);
    void addCrop(QFormLayout& form, const PreprocessSpec& spec);
    void addScale(QFormLayout& form, const PreprocessSpec& spec);
    void addMeanStd(QFormLayout& form, const PreprocessSpec& spec);
    void addLayout(QFormLayout& form, const PreprocessSpec& spec);
    void edit(const Change& change);

    DataSession& m_session;
    PreprocessStep m_step;
};

/// "1/255", "0.485, 0.456, 0.406": numbers and quotients with commas or blanks between, as the user's locale or with
/// points. Nothing when something else is there.
[[nodiscard]] std::optional<std::vector<double>> numbersFrom(const QString& text);

} // namespace quantiscope
