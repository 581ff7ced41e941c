// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_opener.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "widgets/common/text.h"

#include <cctype>
#include <fstream>

namespace quantiscope {

using nlohmann::json;

namespace {

using Kind = OpenedDocument::Kind;
using DocumentPtr = std::shared_ptr<const OpenedDocument>;

/// Does the file begin as a JSON object? A model never does.
bool looksLikeJson(const std::filesystem::path& path)
{
    std::error_code ec;
    if (!std::filesystem::is_regular_file(path, ec))
        return false; // what it is the model's reader tells
    std::ifstream stream(path, std::ios::binary);
    constexpr int kMostSpace = 4096;
    for (int i = 0; i < kMostSpace; ++i) {
        const int c = stream.get();
        const bool isMark = c == 0xEF || c == 0xBB || c == 0xBF; // of UTF-8
        if (c == '{' || c == '[')
            return true;
        if (c == EOF || (std::isspace(c) == 0 && !isMark))
            return false;
    }
    return false;
}

/// What "format" of the JSON text says; empty when it says nothing.
Result<std::string> formatOf(const std::string& text, const std::string& name)
{
    json document;
    if (const auto error = parseJson(text, "'" + name + "'", document))
        return *error;
    if (!document.is_object() || !document.contains("format") || !document["format"].is_string())
        return std::string();
    return document["format"].get<std::string>();
}

void readModel(OpenedDocument& document, Feedback& feedback)
{
    if (document.project.model.empty())
        return;
    Result<OpenedModelPtr> model = openModel(document.project.model, feedback);
    if (model)
        document.model = std::move(*model);
    else
        document.modelError = model.error();
}

} // namespace

Result<DocumentPtr> readDocument(const std::filesystem::path& path, Feedback& feedback)
{
    auto document = std::make_shared<OpenedDocument>();
    document->path = std::filesystem::absolute(path).lexically_normal();
    if (!looksLikeJson(path)) {
        document->project.model = document->path;
        readModel(*document, feedback);
        return document->modelError ? Result<DocumentPtr>(*document->modelError) : DocumentPtr(std::move(document));
    }
    const Result<std::string> text = readTextFile(path, ErrorCode::ConfigRefused);
    if (!text)
        return text.error();
    const std::string name = path.string();
    const Result<std::string> format = formatOf(*text, name);
    if (!format)
        return format.error();
    const std::filesystem::path folder = document->path.parent_path();
    if (*format == "quantiscope-project") {
        document->kind = Kind::Project;
        Result<ProjectFile> project = readProject(*text, name, folder);
        if (!project)
            return project.error();
        document->project = std::move(*project);
    } else if (*format == "quantiscope-recipe" || *format == "quantiscope-report") {
        document->kind = *format == "quantiscope-recipe" ? Kind::Recipe : Kind::Report;
        Result<Recipe> recipe = readRecipe(*text, name, folder);
        if (!recipe)
            return recipe.error();
        document->project.model = recipe->model;
        document->project.recipe = std::move(*recipe);
    } else {
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' is JSON, but no recipe, project or report of Quantiscope: its \"format\" is "
                         + (format->empty() ? "missing" : "'" + *format + "'") + ".",
                     name};
    }
    document->hasRecipe = true;
    readModel(*document, feedback);
    if (feedback.isCanceled())
        return Error{ErrorCode::Canceled, "Canceled.", name};
    return DocumentPtr(std::move(document));
}

DocumentOpener::DocumentOpener(QObject* parent) : QObject(parent)
{
}

void DocumentOpener::open(const QString& path)
{
    emit started(path);
    m_task.start([file = toPath(path)](Feedback& feedback) { return readDocument(file, feedback); },
                 [this, path](Result<DocumentPtr> result) {
                     if (result)
                         emit opened(*result);
                     else
                         emit failed(path, toQt(result.error().message));
                 });
}

void DocumentOpener::cancel()
{
    m_task.cancel();
}

} // namespace quantiscope
