// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"

#include <QTest>

namespace quantiscope::test {

void QscopeTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_qscope = std::make_unique<Qscope>(m_folder->path());
}

void QscopeTest::cleanup()
{
    // Whatever a command did: its temporary files are gone, and nothing was put into the user's home.
    QCOMPARE(m_qscope->leftovers(), QStringList());
    m_qscope.reset();
    m_folder.reset();
}

QStringList QscopeTest::lookingInto(const QString& command, int samples, int measured)
{
    return {command,
            sample("fashion_cnn.onnx"),
            "-c",
            sample("calib"),
            "--preprocess",
            sample("preprocess.json"),
            "--preset",
            "XINT8",
            "--samples",
            QString::number(samples),
            "--most-samples",
            QString::number(measured)};
}

} // namespace quantiscope::test
