// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/project_file.h"
#include "widgets/common/background_task.h"
#include "widgets/common/opened_model.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace quantiscope {

/// What a file turned out to be, read.
struct OpenedDocument
{
    enum class Kind
    {
        Model,
        Recipe,
        Project,
        Report, ///< of a run: its recipe was read
    };

    Kind kind = Kind::Model;
    std::filesystem::path path;
    ProjectFile project; ///< of a recipe or report: its model and recipe, no runs; of a model: the model
    bool hasRecipe = false; ///< false for a model, whose recipe is the caller's to choose
    OpenedModelPtr model; ///< null when the document names none, or it cannot be read
    std::optional<Error> modelError; ///< why it cannot
};

/// Opens models, recipes, projects and reports by what is in them, in the background. The newest request wins.
class DocumentOpener final : public QObject
{
    Q_OBJECT

public:
    explicit DocumentOpener(QObject* parent = nullptr);

    void open(const QString& path);
    void cancel();
    [[nodiscard]] bool isOpening() const { return m_task.isRunning(); }

signals:
    void started(const QString& path);
    void opened(const std::shared_ptr<const quantiscope::OpenedDocument>& document);
    /// Nothing can be shown; @p message is the engine's sentence.
    void failed(const QString& path, const QString& message);

private:
    BackgroundTask m_task;
};

/// DocumentOpener's work, in the calling thread. Errors of the engine; ConfigRefused for JSON that is none of these.
[[nodiscard]] Result<std::shared_ptr<const OpenedDocument>> readDocument(const std::filesystem::path& path,
                                                                         Feedback& feedback);

} // namespace quantiscope
