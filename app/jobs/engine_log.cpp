// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/engine_log.h"

#include "app/jobs/log_model.h"
#include "widgets/common/text.h"

#include <QPointer>

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <mutex>

namespace quantiscope {

namespace {

class LogSink final : public spdlog::sinks::base_sink<std::mutex>
{
public:
    explicit LogSink(LogModel& log) : m_log(&log) { }

protected:
    void sink_it_(const spdlog::details::log_msg& message) override
    {
        JobMessage line;
        line.severity = message.level >= spdlog::level::err ? JobMessage::Severity::Error
            : message.level >= spdlog::level::warn          ? JobMessage::Severity::Warning
                                                            : JobMessage::Severity::Note;
        line.time = QDateTime::currentDateTime();
        line.text = toQt({message.payload.data(), message.payload.size()});
        // To an object that lives as long as the program; the log itself is looked at in its own thread only.
        QMetaObject::invokeMethod(
            &m_receiver,
            [log = m_log, line] {
                if (log)
                    log->add({line}, QStringLiteral("quantiscope"));
            },
            Qt::QueuedConnection);
    }
    void flush_() override { }

private:
    QPointer<LogModel> m_log;
    QObject m_receiver;
};

} // namespace

void sendEngineLogTo(LogModel& log)
{
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("quantiscope", std::make_shared<LogSink>(log)));
    spdlog::set_level(qEnvironmentVariableIsSet("QUANTISCOPE_DEBUG") ? spdlog::level::debug : spdlog::level::warn);
}

} // namespace quantiscope
