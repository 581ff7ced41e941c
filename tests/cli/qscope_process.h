// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace quantiscope::test {

/// What a finished run of qscope left behind.
struct ProcessResult
{
    int status = -1; ///< exit status; -1 when it crashed, did not start or was ended by the time limit
    QString out;
    QString err;

    /// Everything, for the message of a failed check.
    [[nodiscard]] QByteArray text() const;

    /// Standard output as one JSON document; null when it is anything else.
    [[nodiscard]] QJsonValue json() const;
};

/// The built program, with surroundings of its own: nothing of the user's home or temporary folder is read or written.
class Qscope
{
public:
    /// @p folder is the working folder; the program's home and temporary folder are made in it.
    explicit Qscope(const QString& folder);

    /// Runs to the end, at most a minute.
    [[nodiscard]] ProcessResult run(const QStringList& arguments) const;

    /// A process that is ready for start(), for tests that do something while it runs.
    void prepare(QProcess& process, const QStringList& arguments) const;

    /// Where the program puts temporary files.
    [[nodiscard]] QString temporaryFolder() const;

    /// Names of all that is in the temporary folder and in the home.
    [[nodiscard]] QStringList leftovers() const;

    /// Empties both, so that one command is not blamed for another.
    void removeLeftovers() const;

private:
    QString m_folder;
};

/// The status and the output of a finished process.
[[nodiscard]] ProcessResult resultOf(QProcess& process);

/// A file of the bundled sample ("calib", "recipe.json").
[[nodiscard]] QString sample(const QString& name);

/// The bytes of a file; the test ends when it cannot be read.
[[nodiscard]] QByteArray readFile(const QString& path);

/// Writes a file, making its folder.
void writeFile(const QString& path, const QByteArray& bytes);

/// "-c calib --preprocess …" for the bundled sample.
[[nodiscard]] QStringList sampleData();

/// "quantize MODEL -o output …" of the bundled sample, with one thread unless @p more says something else.
[[nodiscard]] QStringList quantizeSample(const QString& output, const QStringList& more);

/// The cells of the table row of @p text that begins with @p first; cells are two spaces apart.
[[nodiscard]] QStringList tableRow(const QString& text, const QString& first);

/// Everything that lies in a folder, hidden files too.
[[nodiscard]] QStringList namesIn(const QString& folder);

} // namespace quantiscope::test

#define VERIFY_STATUS(result, expected)                                                                                \
    do {                                                                                                               \
        const auto& checked = (result);                                                                                \
        QVERIFY2(checked.status == (expected), checked.text().constData());                                            \
    } while (false)
