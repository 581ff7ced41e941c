// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/qscope_process.h"

#include <QObject>
#include <QTemporaryDir>

#include <memory>

namespace quantiscope::test {

/// Base of tests that run the program: each of their rows has a folder of its own.
class QscopeTest : public QObject
{
    Q_OBJECT

protected:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] ProcessResult run(const QStringList& arguments) const { return m_qscope->run(arguments); }
    [[nodiscard]] const Qscope& qscope() const { return *m_qscope; }
    /// The words of `qscope COMMAND` of the bundled sample in XINT8, calibrated on so many samples and measured on so
    /// many of them.
    [[nodiscard]] static QStringList lookingInto(const QString& command, int samples, int measured);

private slots:
    void init();
    void cleanup();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Qscope> m_qscope;
};

} // namespace quantiscope::test
