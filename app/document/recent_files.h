// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pages/start_page.h"

#include <QObject>

#include <vector>

namespace quantiscope {

class Settings;

/// The documents that were open, kept in the settings below "recent/".
class RecentFiles final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kMost = 20;

    /// @p settings must outlive it.
    explicit RecentFiles(Settings& settings, QObject* parent = nullptr);

    /// Newest first; those whose file has gone are left out, and come back with it.
    [[nodiscard]] std::vector<RecentDocument> documents() const;

    /// Puts a document in front; its path is made absolute. What was known of it is replaced.
    void add(RecentDocument document);
    void remove(const QString& path);
    void clear();

signals:
    void changed();

private:
    [[nodiscard]] std::vector<RecentDocument> stored() const;
    void store(const std::vector<RecentDocument>& documents);

    Settings& m_settings;
};

} // namespace quantiscope
