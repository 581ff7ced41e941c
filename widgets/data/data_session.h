// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_inspection.h"
#include "core/data/preprocess_steps.h"
#include "widgets/common/opened_model.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quantiscope {

class BackgroundTask;
class RecipeEditor;

/// Which of a recipe's data is meant.
enum class DataPurpose
{
    Calibration,
    Evaluation,
};

/// What lies at the data's path: all samples, before any are left out or chosen.
struct DataListing
{
    std::vector<std::string> names;
    std::vector<std::filesystem::path> files; ///< of pictures, as many as names; otherwise empty
    std::vector<std::string> classes; ///< of each sample, by the labels; empty without labels, and where one has none
    std::size_t classFolders = 0; ///< sub-folders that hold the pictures
    QString error; ///< why there is nothing: the engine's sentence
    QString labelError; ///< why the labels are not used

    [[nodiscard]] bool arePictures() const { return !files.empty(); }
    [[nodiscard]] std::size_t labelled() const;
};

/// The data that the window works on: those of the recipe for one purpose. Follows the recipe, looks at the data in the
/// background and tells the views; every change that the views make is an edit of the recipe.
class DataSession final : public QObject
{
    Q_OBJECT

public:
    /// @p editor must outlive the session.
    explicit DataSession(RecipeEditor& editor, QObject* parent = nullptr);

    /// Null when no model is open.
    void setModel(OpenedModelPtr model);
    [[nodiscard]] const OpenedModelPtr& model() const { return m_model; }
    /// The only input, if pictures can be fed to it; otherwise null.
    [[nodiscard]] const TensorSpec* pictureInput() const;

    [[nodiscard]] DataPurpose purpose() const { return m_purpose; }
    void setPurpose(DataPurpose purpose);

    /// The recipe's data for the purpose; nothing when it names none.
    [[nodiscard]] const std::optional<DataSpec>& data() const { return m_data; }
    [[nodiscard]] std::filesystem::path labels() const;

    // Edits of the recipe. Texts are what the history says, translated.
    /// Data that lie at @p source, with the preprocessing that was there.
    void setSource(const std::string& source);
    /// Changes the data for the purpose; nothing when there are none. A preprocessing that the engine would not read
    /// again from a file is refused: gives its sentence and changes nothing. Empty when all is well.
    QString edit(const QString& text, const std::function<void(DataSpec&)>& change, const QString& mergeKey = {});
    /// Takes the data for the purpose out of the recipe; those for evaluation with their labels.
    void removeData();
    /// Does what the recipe says need calibration data?
    [[nodiscard]] bool needsCalibration() const;
    /// Labels belong to evaluation data, for which those of the calibration serve when there are no others.
    [[nodiscard]] bool canHaveLabels() const;
    /// Does nothing unless canHaveLabels(). An empty path takes them away.
    void setLabels(const std::filesystem::path& labels);
    /// Leaves out or takes back samples of the listing.
    void setSkipped(const std::set<std::string>& names, Qt::CheckState state);

    [[nodiscard]] const DataListing& listing() const { return m_listing; }
    /// Is the sample at that place of the listing among those that are taken (not left out, and chosen by the seed)?
    [[nodiscard]] bool isChosen(std::size_t place) const { return place < m_chosen.size() && m_chosen[place]; }
    /// How many are.
    [[nodiscard]] std::size_t chosenCount() const;

    /// Samples that a view asked to see alone, by name, and why; of all data when there are none.
    struct Excerpt
    {
        QString title; ///< translated
        std::set<std::string> names;
    };
    [[nodiscard]] const Excerpt& excerpt() const { return m_excerpt; }
    void setExcerpt(Excerpt excerpt);

    /// Place in the listing of the sample whose steps are shown; 0 when there is none.
    [[nodiscard]] std::size_t currentSample() const { return m_current; }
    void setCurrentSample(std::size_t place);

    /// The steps of the current picture; null without a picture or while the first look goes on.
    [[nodiscard]] const PreprocessTrace* trace() const { return m_trace ? &*m_trace : nullptr; }
    /// What was found out about all chosen samples; null before the first look ends, or when it failed.
    [[nodiscard]] const DataInspection* inspection() const { return m_inspection ? &*m_inspection : nullptr; }
    /// Why inspection() is null: the engine's sentence; empty when all is well.
    [[nodiscard]] const QString& inspectionError() const { return m_inspectionError; }
    [[nodiscard]] double inspectionSeconds() const { return m_inspectionSeconds; }
    /// Does a look go on? What is shown is then of these data before the last change, or nothing when they are others.
    [[nodiscard]] bool isLooking() const;

signals:
    void dataChanged(); ///< data(), labels(), purpose() or the model
    void listingChanged();
    void currentSampleChanged();
    void excerptChanged();
    void traceChanged();
    void inspectionChanged();
    void lookingChanged(bool looking);

private:
    [[nodiscard]] std::optional<DataSpec> recipeData() const;
    QString apply(const QString& text, const std::function<void(DataSpec&)>& change, const QString& mergeKey);
    void followRecipe();
    void forgetInspection();
    void choose();
    void lookAtOthers();
    void lookAtListing();
    void lookAtSteps();
    void lookAtSamples();

    RecipeEditor& m_editor;
    OpenedModelPtr m_model;
    std::vector<TensorSpec> m_inputs; ///< of the model
    DataPurpose m_purpose = DataPurpose::Calibration;
    std::optional<DataSpec> m_data;
    std::filesystem::path m_labels; ///< as of the last look
    bool m_needsCalibration = true; ///< as of the last look
    DataListing m_listing;
    std::vector<bool> m_chosen; ///< by place in the listing
    Excerpt m_excerpt;
    std::size_t m_current = 0;
    std::optional<PreprocessTrace> m_trace;
    std::optional<DataInspection> m_inspection;
    QString m_inspectionError;
    double m_inspectionSeconds = 0.0;
    BackgroundTask* m_listingTask;
    BackgroundTask* m_stepsTask;
    BackgroundTask* m_samplesTask;
};

} // namespace quantiscope
