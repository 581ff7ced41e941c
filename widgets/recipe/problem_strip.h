// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QFrame>
#include <QString>

#include <vector>

class QVBoxLayout;

namespace quantiscope {

/// What is wrong with the recipe, a sentence each; a click on one tells where it is to be mended.
class ProblemStrip final : public QFrame
{
    Q_OBJECT

public:
    explicit ProblemStrip(QWidget* parent = nullptr);

    /// Hides itself when there is nothing to say.
    void setMessages(const std::vector<Error>& errors, const std::vector<std::string>& warnings);
    /// A sentence about the last edit, above the others, until clearNote().
    void setNote(const QString& sentence);
    void clearNote() { setNote({}); }

signals:
    /// The option that a clicked sentence names; empty when it names none.
    void optionActivated(const QString& option);

private:
    void rebuild();
    void addRow(const QString& icon, const QString& sentence);

    std::vector<Error> m_errors;
    std::vector<std::string> m_warnings;
    QString m_note;
    QVBoxLayout* m_rows;
};

/// The first option that @p sentence names; empty when there is none.
[[nodiscard]] QString optionNamedIn(const QString& sentence);

} // namespace quantiscope
