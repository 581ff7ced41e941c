// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recent_files.h"

#include "app/settings/settings.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

const QString& key()
{
    static const QString kKey = QStringLiteral("recent/documents");
    return kKey;
}

} // namespace

RecentFiles::RecentFiles(Settings& settings, QObject* parent) : QObject(parent), m_settings(settings)
{
}

std::vector<RecentDocument> RecentFiles::stored() const
{
    QSettings& store = m_settings.store();
    std::vector<RecentDocument> documents;
    // The store is a file that anybody can edit: the size that it tells is not believed.
    const int count = std::min(store.beginReadArray(key()), kMost);
    for (int i = 0; i < count; ++i) {
        store.setArrayIndex(i);
        RecentDocument document;
        document.path = store.value(QStringLiteral("path")).toString();
        document.preset = store.value(QStringLiteral("preset")).toString();
        document.runs = std::max(0, store.value(QStringLiteral("runs")).toInt());
        bool isNumber = false;
        const double cosine = store.value(QStringLiteral("cosine")).toDouble(&isNumber);
        if (isNumber && std::abs(cosine) <= 1.0)
            document.cosine = cosine;
        document.opened = store.value(QStringLiteral("opened")).toDateTime();
        if (!document.path.isEmpty())
            documents.push_back(std::move(document));
    }
    store.endArray();
    return documents;
}

void RecentFiles::store(const std::vector<RecentDocument>& documents)
{
    QSettings& store = m_settings.store();
    store.remove(key());
    store.beginWriteArray(key(), int(documents.size()));
    for (int i = 0; i < int(documents.size()); ++i) {
        const RecentDocument& document = documents[std::size_t(i)];
        store.setArrayIndex(i);
        store.setValue(QStringLiteral("path"), document.path);
        store.setValue(QStringLiteral("preset"), document.preset);
        store.setValue(QStringLiteral("runs"), document.runs);
        if (document.cosine)
            store.setValue(QStringLiteral("cosine"), *document.cosine);
        store.setValue(QStringLiteral("opened"), document.opened);
    }
    store.endArray();
    emit changed();
}

std::vector<RecentDocument> RecentFiles::documents() const
{
    std::vector<RecentDocument> documents = stored();
    documents.erase(std::remove_if(documents.begin(), documents.end(),
                                   [](const RecentDocument& document) { return !QFileInfo(document.path).isFile(); }),
                    documents.end());
    return documents;
}

void RecentFiles::add(RecentDocument document)
{
    document.path = QFileInfo(document.path).absoluteFilePath();
    std::vector<RecentDocument> documents = stored();
    documents.erase(std::remove_if(documents.begin(), documents.end(),
                                   [&document](const RecentDocument& old) { return old.path == document.path; }),
                    documents.end());
    if (!document.opened.isValid())
        document.opened = QDateTime::currentDateTime();
    documents.insert(documents.begin(), std::move(document));
    if (documents.size() > std::size_t(kMost))
        documents.resize(std::size_t(kMost));
    store(documents);
}

void RecentFiles::remove(const QString& path)
{
    std::vector<RecentDocument> documents = stored();
    const QString whole = QFileInfo(path).absoluteFilePath();
    documents.erase(std::remove_if(documents.begin(), documents.end(),
                                   [&whole](const RecentDocument& old) { return old.path == whole; }),
                    documents.end());
    store(documents);
}

void RecentFiles::clear()
{
    store({});
}

} // namespace quantiscope
