// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/recipe_exchange.h"

#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

namespace quantiscope {

namespace {

Result<void> writeText(const QString& path, const std::string& text)
{
    QSaveFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly)
        && file.write(text.data(), qint64(text.size())) == qint64(text.size()) && file.commit();
    if (isWritten)
        return {};
    return Error{
        ErrorCode::DiskError,
        toStd(RecipeExchange::tr("“%1” cannot be written: %2. Choose another place.").arg(path, file.errorString())),
        toStd(path)};
}

std::filesystem::path folderOf(const QString& path)
{
    return toPath(QFileInfo(path).absolutePath());
}

} // namespace

RecipeExchange::RecipeExchange(RecipeEditor& editor, QObject* parent) : QObject(parent), m_editor(editor)
{
}

void RecipeExchange::registerActions(ActionRegistry& registry, QWidget* window)
{
    const QString category = tr("Recipe");
    const QString filter = tr("Recipes (*.json)");
    registry.add({.id = QStringLiteral("recipe.import"),
                  .text = tr("&Import recipe…"),
                  .category = category,
                  .icon = QStringLiteral("import"),
                  .help = tr("Takes the recipe of a file of the command line, or of a run's report")},
                 [this, window, filter] {
                     const QString path = QFileDialog::getOpenFileName(window, tr("Import recipe"), {}, filter);
                     if (path.isEmpty())
                         return;
                     if (const Result<void> done = importFrom(path); !done)
                         emit failed(toQt(done.error().message));
                 });
    registry.add({.id = QStringLiteral("recipe.export"),
                  .text = tr("&Export recipe…"),
                  .category = category,
                  .icon = QStringLiteral("export"),
                  .help = tr("Writes the recipe as a file for 'qscope run'")},
                 [this, window, filter] {
                     const QString path = QFileDialog::getSaveFileName(window, tr("Export recipe"),
                                                                       QStringLiteral("recipe.json"), filter);
                     if (path.isEmpty())
                         return;
                     if (const Result<void> done = exportTo(path); !done)
                         emit failed(toQt(done.error().message));
                 });
    registry.add({.id = QStringLiteral("recipe.exportQuark"),
                  .text = tr("Export as AMD &Quark script…"),
                  .category = category,
                  .help = tr("A Python script that does the same with AMD Quark")},
                 [this, window] { exportWithDialog(window, ExportTarget::Quark); });
    registry.add({.id = QStringLiteral("recipe.exportOnnxRuntime"),
                  .text = tr("Export as &ONNX Runtime script…"),
                  .category = category,
                  .help = tr("A Python script that does the same with onnxruntime.quantization")},
                 [this, window] { exportWithDialog(window, ExportTarget::OnnxRuntime); });
    registry.add({.id = QStringLiteral("recipe.copyJson"),
                  .text = tr("&Copy recipe as JSON"),
                  .category = category,
                  .icon = QStringLiteral("copy")},
                 [this] {
                     QApplication::clipboard()->setText(
                         toQt(recipeText(m_editor.recipe(), {}, RecipeDetail::Differences)));
                 });
}

void RecipeExchange::exportWithDialog(QWidget* window, ExportTarget target)
{
    const QString path = QFileDialog::getSaveFileName(window, tr("Export script"), QStringLiteral("quantize.py"),
                                                      tr("Python scripts (*.py)"));
    if (path.isEmpty())
        return;
    const auto done = exportScript(path, target);
    if (!done) {
        emit failed(toQt(done.error().message));
        return;
    }
    QStringList warnings;
    for (const std::string& warning : *done)
        warnings.append(toQt(warning));
    emit exported(path, warnings);
}

Result<void> RecipeExchange::importFrom(const QString& path)
{
    Result<Recipe> recipe = loadRecipe(toPath(path));
    if (!recipe)
        return recipe.error();
    recipe->origin = {}; // edits go on from here: nothing is the file's any more
    m_editor.apply(tr("Import %1").arg(QFileInfo(path).fileName()), std::move(*recipe));
    return {};
}

Result<void> RecipeExchange::exportTo(const QString& path) const
{
    return writeText(path, recipeText(m_editor.recipe(), folderOf(path), RecipeDetail::Differences));
}

Result<std::vector<std::string>> RecipeExchange::exportScript(const QString& path, ExportTarget target) const
{
    ExportedScript script = exportRecipe(m_editor.recipe(), target, folderOf(path));
    if (const Result<void> written = writeText(path, script.text); !written)
        return written.error();
    return std::move(script.warnings);
}

} // namespace quantiscope
