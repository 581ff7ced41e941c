// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recovery.h"

#include "app/document/project.h"
#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "widgets/common/text.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <utility>

namespace quantiscope {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr const char* kFormat = "quantiscope-recovery";
const QString& ending()
{
    static const QString kEnding = QStringLiteral(".recovery.json");
    return kEnding;
}

QString lockOf(const QString& file)
{
    return file + QStringLiteral(".lock");
}

/// The members of a file; nothing when it is no recovery file.
struct Members
{
    std::string project, projectHash, title, time;
    json document;
};

/// What is to be done with the texts of a document.
using OfText = std::function<std::string(const std::string&)>;

/// @p value with every text, keys too, put through @p change.
template <typename Json>
Json withTexts(const Json& value, const OfText& change)
{
    if (value.is_string())
        return change(value.template get<std::string>());
    if (value.is_array()) {
        Json list = Json::array();
        for (const Json& element : value)
            list.push_back(withTexts(element, change));
        return list;
    }
    if (!value.is_object())
        return value;
    Json object = Json::object();
    for (const auto& [key, member] : value.items())
        object[change(key)] = withTexts(member, change);
    return object;
}

/// As in addresses of files: "%" and every byte that is no ASCII as "%E9".
std::string percentEncoded(const std::string& text)
{
    return toStd(
        QString::fromLatin1(QByteArray::fromStdString(text).toPercentEncoding(" !\"#$&'()*+,/:;<=>?@[\\]^`{|}")));
}

std::string percentDecoded(const std::string& text)
{
    return QByteArray::fromPercentEncoding(QByteArray::fromStdString(text)).toStdString();
}

constexpr const char* kPercent = "percent";

/// The text of a file. Names of files may hold any bytes and JSON only UTF-8: where that matters, every text is encoded
/// and "encoding" says so.
std::string fileText(ordered_json document)
{
    try {
        return document.dump(2, ' ', false, ordered_json::error_handler_t::strict) + "\n";
    } catch (const json::type_error&) { // a text that is no UTF-8
        document = withTexts(document, percentEncoded);
        document["encoding"] = kPercent;
        return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
    }
}

Result<Members> readMembers(const QString& file)
{
    const Result<std::string> text = readTextFile(toPath(file), ErrorCode::ConfigRefused);
    if (!text)
        return text.error();
    json document;
    if (const auto error = parseJson(*text, "'" + toStd(file) + "'", document))
        return *error;
    if (document.is_object() && document.value("encoding", json()) == kPercent)
        document = withTexts(document, percentDecoded);
    JsonReader reader(document, "recovery");
    (void)reader.string("encoding");
    const std::string format = reader.string("format");
    (void)reader.integer("version", 1, 1, 1);
    Members members{reader.string("project"), reader.string("projectHash"), reader.string("title"),
                    reader.string("time"), reader.value("document")};
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (format != kFormat)
        return Error{ErrorCode::ConfigRefused, "'" + toStd(file) + "' holds no unsaved work.", toStd(file)};
    return members;
}

} // namespace

QString recoveryFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + QStringLiteral("/quantiscope/recovery");
}

std::vector<RecoveredWork> recoverableWork(const QString& folder)
{
    std::vector<RecoveredWork> found;
    const QDir directory(folder);
    for (const QString& name : directory.entryList({QLatin1Char('*') + ending()}, QDir::Files)) {
        const QString file = directory.filePath(name);
        QLockFile lock(lockOf(file));
        lock.setStaleLockTime(0); // as long as its process lives, however old it is
        if (!lock.tryLock(0))
            continue; // a window's that runs
        const Result<Members> members = readMembers(file);
        if (!members)
            continue;
        found.push_back(
            {file, members->project, toQt(members->title), QDateTime::fromString(toQt(members->time), Qt::ISODate)});
    }
    std::sort(found.begin(), found.end(),
              [](const RecoveredWork& a, const RecoveredWork& b) { return a.time > b.time; });
    return found;
}

Result<ProjectFile> readRecovered(const RecoveredWork& work)
{
    const Result<Members> members = readMembers(work.file);
    if (!members)
        return members.error();
    Result<ProjectFile> file = projectFromDocument(members->document, toStd(work.title), {});
    if (file)
        file->fileHash = members->projectHash;
    return file;
}

void discardRecovered(const RecoveredWork& work)
{
    QFile::remove(work.file);
    QFile::remove(lockOf(work.file));
}

/// A file that several threads may be about to write: only what was begun last gets there, and nothing after discard().
class RecoveryFile final
{
public:
    explicit RecoveryFile(std::filesystem::path file) : m_file(std::move(file)) { }

    /// In the window's thread: the number to be handed to write().
    [[nodiscard]] std::uint64_t begin() { return ++m_newest; }

    /// Canceled when something was begun or discarded since.
    [[nodiscard]] Result<void> write(std::uint64_t number, const std::string& text)
    {
        // The long part, beside the file, which is put into its place in a moment.
        std::filesystem::path beside = m_file;
        beside += "." + std::to_string(number);
        if (const Result<void> written = writeTextFileAtomically(beside, text); !written)
            return written;
        const std::lock_guard lock(m_mutex);
        std::error_code ec;
        if (number != m_newest) {
            std::filesystem::remove(beside, ec);
            return Error{ErrorCode::Canceled, "Canceled.", {}};
        }
        std::filesystem::rename(beside, m_file, ec);
        if (!ec)
            return {};
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
        return Error{ErrorCode::DiskError, "'" + m_file.string() + "' cannot be written: " + ec.message() + ".",
                     m_file.string()};
    }

    void discard()
    {
        const std::lock_guard lock(m_mutex);
        ++m_newest;
        std::error_code ec;
        std::filesystem::remove(m_file, ec);
    }

private:
    const std::filesystem::path m_file;
    std::mutex m_mutex; ///< held while the file comes or goes
    std::atomic<std::uint64_t> m_newest = 0;
};

Autosave::Autosave(Project& project, QString folder, int delay, QObject* parent)
    : QObject(parent), m_project(project), m_folder(std::move(folder))
{
    const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces) + ending();
    m_file = QDir(m_folder).filePath(name);
    m_keeper = std::make_shared<RecoveryFile>(toPath(m_file));
    m_timer.setSingleShot(true);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
    connect(&m_project, &Project::contentChanged, this, &Autosave::onChanged);
    connect(&m_project, &Project::modifiedChanged, this, [this](bool modified) {
        if (!modified)
            discard();
    });
    // Another document: what was kept of the one before is over, and the new one is not modified yet, or tells.
    connect(&m_project, &Project::titleChanged, this, [this] {
        if (!m_project.isModified())
            discard();
    });
}

Autosave::~Autosave()
{
    discard();
    m_lock.reset();
}

void Autosave::onChanged()
{
    // Whether it is modified is known a little later: the history of edits is not up to date yet.
    if (!m_timer.isActive())
        m_timer.start();
}

void Autosave::discard()
{
    m_timer.stop();
    m_task.cancel();
    m_keeper->discard();
    dropTaken();
}

void Autosave::takeOver(const RecoveredWork& work)
{
    m_taken.push_back(work);
    onChanged();
}

void Autosave::dropTaken()
{
    for (const RecoveredWork& work : std::exchange(m_taken, {}))
        discardRecovered(work);
}

void Autosave::write()
{
    if (!m_project.isModified())
        return;
    if (!m_lock) {
        QDir().mkpath(m_folder);
        m_lock = std::make_unique<QLockFile>(lockOf(m_file));
        m_lock->setStaleLockTime(0);
        (void)m_lock->tryLock(0); // without it the work is kept all the same
    }
    const std::string project = m_project.path().string();
    const std::string title = toStd(m_project.title());
    const std::string time = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    m_task.start(
        [keeper = m_keeper, number = m_keeper->begin(), content = m_project.file(), project, title,
         time](Feedback& feedback) -> Result<void> {
            ordered_json document{{"format", kFormat},  {"version", 1},
                                  {"project", project}, {"projectHash", content.fileHash},
                                  {"title", title},     {"time", time}};
            document["document"] = projectDocument(content, {});
            if (feedback.isCanceled())
                return Error{ErrorCode::Canceled, "Canceled.", {}};
            return keeper->write(number, fileText(std::move(document)));
        },
        [this](const Result<void>& result) {
            if (result) {
                m_hasFailed = false;
                dropTaken();
                emit written();
            } else if (!m_hasFailed) {
                m_hasFailed = true;
                emit failed(toQt(result.error().message));
            }
        });
}

} // namespace quantiscope
