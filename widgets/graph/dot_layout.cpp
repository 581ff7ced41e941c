// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/dot_layout.h"

#include "widgets/graph/dot_text.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>

#include <string>
#include <string_view>

namespace quantiscope {

namespace {

constexpr int kMostMilliseconds = 4000;
constexpr int kPollMilliseconds = 5;

/// What dot answers to @p text; what it wrote until then when it failed or was stopped.
std::string answerOf(const QString& program, const std::string& text, const Feedback& feedback)
{
    QProcess process;
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(program, {QStringLiteral("-Tplain-ext")});
    process.write(text.data(), qint64(text.size()));
    process.closeWriteChannel();
    QElapsedTimer timer;
    timer.start();
    while (!process.waitForFinished(kPollMilliseconds) && process.state() != QProcess::NotRunning) {
        if (feedback.isCanceled() || timer.elapsed() > kMostMilliseconds) {
            process.kill();
            process.waitForFinished();
            break;
        }
    }
    return process.readAllStandardOutput().toStdString();
}

} // namespace

std::vector<std::optional<LevelLayout>> dotLayouts(const std::vector<const LevelGraph*>& graphs,
                                                   const Feedback& feedback)
{
    std::vector<std::optional<LevelLayout>> layouts(graphs.size());
    const QString program = QStandardPaths::findExecutable(QStringLiteral("dot"));
    if (program.isEmpty() || graphs.empty())
        return layouts;
    std::string text;
    for (const LevelGraph* graph : graphs)
        text += dotText(*graph);
    const std::string answer = answerOf(program, text, feedback);

    constexpr std::string_view kStop = "stop\n";
    std::size_t at = 0;
    for (std::size_t i = 0; i < graphs.size() && !feedback.isCanceled(); ++i) {
        const std::size_t stop = answer.find(kStop, at);
        if (stop == std::string::npos)
            break;
        layouts[i] = layoutFromPlain(*graphs[i], std::string_view(answer).substr(at, stop - at));
        at = stop + kStop.size();
    }
    return layouts;
}

} // namespace quantiscope
