// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/recipe_exchange.h"

#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QSaveFile>

#include <utility>

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
                     const QString path = QFileDialog::getOpenFileName(window, tr("Import recipe"), m_folder, filter);
                     if (!path.isEmpty())
                         importFrom(path);
                 });
    registry.add({.id = QStringLiteral("recipe.export"),
                  .text = tr("&Export recipe…"),
                  .category = category,
                  .icon = QStringLiteral("export"),
                  .help = tr("Writes the recipe as a file for 'qscope run'")},
                 [this, window, filter] {
                     const QString path = QFileDialog::getSaveFileName(window, tr("Export recipe"),
                                                                       placeOf(QStringLiteral("recipe.json")), filter);
                     if (path.isEmpty())
                         return;
                     if (const Result<void> done = exportTo(path); !done)
                         emit failed(toQt(done.error().message));
                     else
                         emit exported(path, {});
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
    const QString path = QFileDialog::getSaveFileName(
        window, tr("Export script"), placeOf(QStringLiteral("quantize.py")), tr("Python scripts (*.py)"));
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

QString RecipeExchange::placeOf(const QString& file) const
{
    return m_folder.isEmpty() ? file : QDir(m_folder).filePath(file);
}

void RecipeExchange::importFrom(const QString& path)
{
    m_import.start([file = toPath(path)](Feedback&) { return loadRecipe(file); },
                   [this, path](Result<Recipe> recipe) {
                       if (recipe)
                           take(path, std::move(*recipe));
                       else
                           emit failed(toQt(recipe.error().message));
                   });
}

void RecipeExchange::take(const QString& path, Recipe recipe)
{
    constexpr std::size_t kMostRules = 10'000; // each edit goes through all of them
    const std::size_t rules = recipe.config.exclude.size() + recipe.config.layers.size();
    if (rules > kMostRules) {
        emit failed(tr("“%1” has %2 rules, and the window takes %3 at most. Write the names as expressions, or run it "
                       "with the command line.")
                        .arg(path, QLocale().toString(qulonglong(rules)), QLocale().toString(qulonglong(kMostRules))));
        return;
    }
    const Recipe& old = m_editor.recipe();
    QStringList notes;
    if (!recipe.calibration && recipe.statistics.empty() && (old.calibration || !old.statistics.empty())) {
        const std::size_t samples = recipe.samples;
        recipe.calibration = old.calibration;
        recipe.statistics = old.statistics;
        if (recipe.calibration && samples > 0)
            recipe.calibration->samples = std::exchange(recipe.samples, 0);
        notes.append(tr("It names no calibration data: the ones chosen here stay."));
    }
    if (!recipe.evaluation && old.evaluation) {
        recipe.evaluation = old.evaluation;
        notes.append(tr("It names no evaluation data: the ones chosen here stay."));
    }
    recipe.origin = {}; // edits go on from here: nothing is the file's any more
    m_editor.apply(tr("Import %1").arg(QFileInfo(path).fileName()), std::move(recipe));
    emit imported(path, notes.join(QLatin1Char(' ')));
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
