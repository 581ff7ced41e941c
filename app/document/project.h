// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/confirmed_folders.h"
#include "app/document/project_file.h"
#include "app/jobs/job.h"
#include "core/pipeline/recipe_difference.h"

#include <QObject>
#include <QString>

#include <map>
#include <optional>
#include <set>

namespace quantiscope {

class RecipeEditor;

/// What is being worked on: a model, the recipe that is edited, the runs so far. Every window has one, empty at first.
///
/// Models and reports of runs lie in runsFolder(), named by their number: `run-003.onnx`, `run-003.report.json`.
class Project final : public QObject
{
    Q_OBJECT

public:
    explicit Project(QObject* parent = nullptr);

    [[nodiscard]] RecipeEditor& editor() const { return *m_editor; }
    [[nodiscard]] const std::filesystem::path& modelPath() const { return m_model; }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; } ///< empty: not saved yet
    [[nodiscard]] QString title() const; ///< the file's name, or the model's
    [[nodiscard]] const std::vector<RunSummary>& runs() const { return m_runs; }
    [[nodiscard]] const RunSummary* run(int number) const; ///< null when there is none
    /// What the project's file held in place of a recipe; see readProject(). It is saved with the project.
    [[nodiscard]] const std::optional<RefusedRecipe>& refusedRecipe() const { return m_refused; }
    [[nodiscard]] bool isModified() const;

    /// Begins anew with a model (may be empty) and a recipe; the history of edits is emptied.
    void start(const std::filesystem::path& model, Recipe recipe);
    /// Shows what a file held. @p path is empty for a recovered project that was never saved.
    void open(const std::filesystem::path& path, ProjectFile file);
    /// open() of unsaved work: it is modified from the beginning.
    void recover(const std::filesystem::path& path, ProjectFile file);
    /// Another float model for the same recipe.
    void setModel(const std::filesystem::path& model);
    /// Saves, whatever the file holds; from then on this is its path. DiskError.
    [[nodiscard]] Result<void> save(const std::filesystem::path& path);
    /// Does path() hold something else than what was read from it or saved to it last? Another window or program wrote
    /// it then, and save() there would take that away. Reads the file.
    [[nodiscard]] bool isOvertaken() const;
    [[nodiscard]] ProjectFile file() const;

    [[nodiscard]] nlohmann::json view() const { return m_view; }
    void setView(nlohmann::json view); ///< no modification by itself; saved with the next save()

    /// Where the next runs go from now on, as the user chose; empty: the usual place. Runs that there are stay where
    /// they are.
    void setRunsFolder(const std::filesystem::path& folder);
    /// Where it is kept, and looked up whenever files are to be deleted, which folders the user chose for runs or had
    /// runs made in. @p store must outlive the project; without it only this project's own choices count.
    void keepConfirmedFoldersIn(QSettings& store);
    /// The folder that is for runs of this project alone: `<project>_runs` beside it. Empty for one that was never
    /// saved.
    [[nodiscard]] std::filesystem::path ownRunsFolder() const;
    /// Where the next runs go: what setRunsFolder() said, else `<project>_runs` beside the project's file,
    /// `<model>_runs` beside the model while there is none, or below the user's data folder where that cannot be
    /// written and for the bundled sample, whose folder is the program's whoever may write there.
    [[nodiscard]] std::filesystem::path runsFolder() const;
    /// The next run with the recipe as it is: model and report in runsFolder(), statistics from the user's cache. Its
    /// number is reserved with an empty report, so that no other window and no later call gives the same files;
    /// JobQueue deletes that when nothing comes of the run.
    [[nodiscard]] QuantizeJob nextRun() const;
    /// Comparing run @p number's model with the float one: on the evaluation data and labels that are set now, on those
    /// of the run's recipe, or, where neither has any, on calibration data, which EvaluateJob::measuredOn tells.
    /// InvalidArgument when there is no such run or no data. What is measured goes beside the run's model.
    [[nodiscard]] Result<EvaluateJob> evaluationOf(int number) const;
    /// Looking into run @p number's recipe, on at most @p samples of the data that evaluationOf() would take.
    /// InvalidArgument when there is no such run or no data.
    [[nodiscard]] Result<AnalysisRequest> analysisOf(int number, std::size_t samples) const;
    /// What is found out about a run, beside its model: "analysis" is in `run-003.analysis.json`. Empty when there is
    /// no such run.
    [[nodiscard]] std::filesystem::path fileOfRun(int number, const std::string& about) const;
    /// Statistics of the model as the recipe prepares it, into the runs' folder.
    [[nodiscard]] CalibrateJob calibration() const;

    /// Adds a finished run of nextRun(), which took @p seconds without pauses. Gives its number: its files', as far as
    /// that rises.
    int addRun(const QuantizeJob& job, const RunReport& report, double seconds);
    /// What came of evaluationOf() takes the place of what was measured before; the run's gates are checked anew.
    void setEvaluation(int number, const EvaluateJob& job, const Evaluation& evaluation);
    /// What removeRun() would delete: files that are named as the run's own ("run-003.…") in ownRunsFolder(), in
    /// `<model>_runs` beside both the model and the project, or in a confirmed folder. Others are never touched,
    /// whatever a project file says.
    [[nodiscard]] std::vector<std::filesystem::path> filesOfRun(int number) const;
    /// Every file of the run that there is, wherever it lies: its model, its report, and what was found out about it.
    [[nodiscard]] std::vector<std::filesystem::path> documentsOfRun(int number) const;
    /// The other files of the run, which removeRun() leaves where they are.
    [[nodiscard]] std::set<std::filesystem::path> filesThatStay(int number) const;
    /// Takes run @p number out and deletes filesOfRun(). DiskError when one cannot be deleted; the run stays then.
    [[nodiscard]] Result<void> removeRun(int number);
    /// The run that the others are compared with; 0: none is pinned, or it has gone.
    [[nodiscard]] int baseline() const { return run(m_baseline) ? m_baseline : 0; }
    /// Pins run @p number, or none (0); can be undone.
    void setBaseline(int number);
    /// Makes run @p number's recipe the edited one; can be undone.
    void restoreRun(int number);
    /// Does the edited recipe say something else than run @p number's?
    [[nodiscard]] bool isStale(int number) const;
    [[nodiscard]] std::set<int> staleRuns() const; ///< the numbers of all that are

signals:
    void modifiedChanged(bool modified);
    void titleChanged();
    void modelChanged(); ///< another float model
    void runsChanged(); ///< one came, went, or was measured again
    void baselineChanged();
    void contentChanged(); ///< anything that a file would hold, for autosave

private:
    class BaselineEdit;
    void pin(int number);
    void touch();
    void notifyModified();
    void adopt(const std::filesystem::path& path, ProjectFile file);
    /// Where the runs of a project that was never saved go.
    [[nodiscard]] std::filesystem::path unsavedRunsFolder() const;
    [[nodiscard]] std::vector<std::filesystem::path> allFilesOf(const RunSummary& run) const;
    [[nodiscard]] bool isDeletedWith(const RunSummary& run, const std::filesystem::path& file) const;
    [[nodiscard]] bool mayDeleteIn(const std::filesystem::path& folder) const;
    void confirm(const std::filesystem::path& folder);
    [[nodiscard]] std::filesystem::path fileOf(const RunSummary& run, const std::string& about) const;
    [[nodiscard]] const RecipeSignature& signatureOfRun(const RunSummary& run) const;

    RecipeEditor* m_editor;
    std::filesystem::path m_model;
    std::filesystem::path m_path;
    std::vector<RunSummary> m_runs;
    std::optional<RefusedRecipe> m_refused;
    std::optional<ConfirmedFolders> m_confirmedFolders;
    std::set<std::filesystem::path> m_ownConfirmed; ///< canonical, of this object's life
    std::filesystem::path m_runsFolder; ///< that was chosen; empty: the usual place
    int m_baseline = 0; ///< of a run that may have gone
    std::string m_fileHash; ///< of what m_path is known to hold
    mutable std::map<int, RecipeSignature> m_signatures; ///< of the runs' recipes, made when asked for
    nlohmann::json m_view = nlohmann::json::object();
    bool m_touched = false; ///< changed besides the recipe since it was saved
    bool m_wasModified = false;
};

/// Where statistics are kept from run to run: below the user's cache folder.
[[nodiscard]] std::filesystem::path statisticsCacheFolder();

} // namespace quantiscope
