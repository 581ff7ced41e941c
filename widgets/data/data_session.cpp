// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/data_session.h"

#include "core/data/folder_listing.h"
#include "core/data/image_decoder.h"
#include "core/data/labels.h"
#include "core/data/preprocess_json.h"
#include "core/data/sample_choice.h"
#include "core/pipeline/input_expectation.h"
#include "core/pipeline/recipe_data.h"
#include "widgets/common/background_task.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::int32_t kPreviewSide = 320;

/// How many different sub-folders the files lie in; 0 when one lies in none.
std::size_t countFolders(const std::vector<std::string>& files)
{
    std::set<std::string> folders;
    for (const std::string& file : files) {
        const std::size_t slash = file.find('/');
        if (slash == std::string::npos)
            return 0;
        folders.insert(file.substr(0, slash));
    }
    return folders.size();
}

DataListing samplesOf(const DataSpec& data, const std::vector<TensorSpec>& inputs, Feedback& feedback)
{
    DataListing listing;
    std::error_code ec;
    if (!isRandomData(data.source) && std::filesystem::is_directory(data.source, ec)) {
        // Listed even when the preprocessing does not fit the model: that is to be mended beside the pictures.
        Result<FolderListing> folder = listDataFolder(data.source);
        if (folder && folder->content == FolderContent::Pictures) {
            for (const std::string& file : folder->files)
                listing.files.push_back(folder->folder / file);
            listing.names = std::move(folder->files);
            listing.classFolders = countFolders(listing.names);
            return listing;
        }
    }
    if (const Result<void> bounded = checkRandomSamples(data); !bounded) {
        listing.error = toQt(bounded.error().message);
        return listing;
    }
    DataSpec whole = data;
    whole.skip.clear();
    if (!isRandomData(data.source))
        whole.samples = 0;
    const auto source = openSampleSource(whole, inputs, feedback);
    if (!source) {
        listing.error = toQt(source.error().message);
        return listing;
    }
    for (std::size_t i = 0; i < (*source)->size() && !feedback.isCanceled(); ++i)
        listing.names.push_back((*source)->name(i));
    return listing;
}

DataListing listingOf(const DataSpec& data, const std::vector<TensorSpec>& inputs, const std::filesystem::path& labels,
                      Feedback& feedback)
{
    DataListing listing = samplesOf(data, inputs, feedback);
    if (labels.empty() || listing.names.empty())
        return listing;
    const Result<LabelMap> map = LabelMap::read(labels);
    if (!map) {
        listing.labelError = toQt(map.error().message);
        return listing;
    }
    for (std::size_t i = 0; i < listing.names.size(); ++i) {
        const auto label = map->labelOf(listing.names[i], i);
        listing.classes.push_back(label ? map->className(*label) : std::string());
    }
    return listing;
}

struct SamplesLook
{
    std::optional<Result<DataInspection>> result;
    double seconds = 0.0;
};

} // namespace

std::size_t DataListing::labelled() const
{
    return std::size_t(
        std::count_if(classes.begin(), classes.end(), [](const std::string& name) { return !name.empty(); }));
}

DataSession::DataSession(RecipeEditor& editor, QObject* parent)
    : QObject(parent)
    , m_editor(editor)
    , m_listingTask(new BackgroundTask(this))
    , m_stepsTask(new BackgroundTask(this))
    , m_samplesTask(new BackgroundTask(this))
{
    connect(&editor, &RecipeEditor::recipeChanged, this, &DataSession::followRecipe);
    for (const BackgroundTask* task : {m_listingTask, m_stepsTask, m_samplesTask})
        connect(task, &BackgroundTask::runningChanged, this, [this] { emit lookingChanged(isLooking()); });
    connect(m_listingTask, &BackgroundTask::failed, this, [this](const QString& message) {
        m_listing = {};
        m_listing.error = message;
        choose();
        emit listingChanged();
    });
    connect(m_samplesTask, &BackgroundTask::failed, this, [this](const QString& message) {
        m_inspection.reset();
        m_inspectionError = message;
        emit inspectionChanged();
    });
    followRecipe();
}

bool DataSession::isLooking() const
{
    return m_listingTask->isRunning() || m_stepsTask->isRunning() || m_samplesTask->isRunning();
}

void DataSession::setModel(OpenedModelPtr model)
{
    if (m_model == model)
        return;
    m_model = std::move(model);
    m_inputs = m_model ? m_model->model.inputs() : std::vector<TensorSpec>();
    setPurpose(DataPurpose::Calibration); // another model's work begins there
    setExcerpt({});
    forgetInspection();
    emit dataChanged();
    lookAtListing();
    lookAtSamples();
}

const TensorSpec* DataSession::pictureInput() const
{
    return m_inputs.size() == 1 && isImageInput(m_inputs.front()) ? &m_inputs.front() : nullptr;
}

void DataSession::setPurpose(DataPurpose purpose)
{
    if (m_purpose == purpose)
        return;
    m_purpose = purpose;
    m_data = recipeData();
    m_labels = labels();
    lookAtOthers();
}

std::optional<DataSpec> DataSession::recipeData() const
{
    const Recipe& recipe = m_editor.recipe();
    std::optional<DataSpec> data;
    if (m_purpose == DataPurpose::Calibration)
        data = recipe.calibration;
    else if (recipe.evaluation)
        data = recipe.evaluation->data;
    if (data && data->source.empty())
        data.reset();
    return data;
}

std::filesystem::path DataSession::labels() const
{
    const auto& evaluation = m_editor.recipe().evaluation;
    if (!evaluation)
        return {};
    // Labels are those of the evaluation's data; they tell something of the calibration's only where those are the
    // same.
    const bool areThese = m_purpose == DataPurpose::Evaluation || (m_data && m_data->source == evaluation->data.source);
    return areThese ? evaluation->labels : std::filesystem::path();
}

QString DataSession::edit(const QString& text, const std::function<void(DataSpec&)>& change, const QString& mergeKey)
{
    return m_data ? apply(text, change, mergeKey) : QString();
}

QString DataSession::apply(const QString& text, const std::function<void(DataSpec&)>& change, const QString& mergeKey)
{
    Recipe next = m_editor.recipe();
    if (m_purpose == DataPurpose::Calibration && !next.calibration)
        next.calibration.emplace();
    if (m_purpose == DataPurpose::Evaluation && !next.evaluation)
        next.evaluation.emplace();
    DataSpec& data = m_purpose == DataPurpose::Calibration ? *next.calibration : next.evaluation->data;
    const DataSpec before = data;
    change(data);
    // Class folders were the labels of what they hold.
    if (m_purpose == DataPurpose::Evaluation && data.source != before.source
        && next.evaluation->labels == std::filesystem::path(before.source))
        next.evaluation->labels.clear();
    if (data.preprocess != before.preprocess) {
        // As a file keeps it: what could not be read again must not get into the recipe.
        Result<PreprocessSpec> stored = preprocessFromJson(preprocessToJson(data.preprocess), "preprocess");
        if (!stored)
            return toQt(stored.error().message);
        data.preprocess = std::move(*stored);
    }
    m_editor.apply(text, std::move(next),
                   mergeKey.isEmpty() ? QString() : QStringLiteral("%1.%2").arg(mergeKey).arg(int(m_purpose)));
    return {};
}

void DataSession::setSource(const std::string& source)
{
    const QString text =
        m_purpose == DataPurpose::Calibration ? tr("Choose calibration data") : tr("Choose evaluation data");
    apply(text,
          [&](DataSpec& data) {
              if (data.source == source)
                  return;
              data.source = source;
              data.skip.clear(); // names of other data
              if (isRandomData(source))
                  data.samples = std::min(data.samples, kMostRandomSamples);
              if (data.preprocess != PreprocessSpec{})
                  return;
              const auto& calibration = m_editor.recipe().calibration;
              data.preprocess = calibration && calibration->preprocess != PreprocessSpec{} ? calibration->preprocess
                                                                                           : *builtinPreprocess("unit");
          },
          {});
}

void DataSession::removeData()
{
    if (!m_data)
        return;
    Recipe next = m_editor.recipe();
    if (m_purpose == DataPurpose::Calibration)
        next.calibration.reset();
    else
        next.evaluation.reset();
    m_editor.apply(m_purpose == DataPurpose::Calibration ? tr("Remove the calibration data")
                                                         : tr("Remove the evaluation data"),
                   std::move(next));
}

bool DataSession::needsCalibration() const
{
    return m_editor.recipe().config.needsStatistics();
}

bool DataSession::canHaveLabels() const
{
    const Recipe& recipe = m_editor.recipe();
    return (recipe.evaluation && !recipe.evaluation->data.source.empty())
        || (recipe.calibration && !recipe.calibration->source.empty());
}

void DataSession::setLabels(const std::filesystem::path& labels)
{
    if (!canHaveLabels())
        return;
    Recipe next = m_editor.recipe();
    if (!next.evaluation)
        next.evaluation.emplace();
    if (next.evaluation->data.source.empty())
        next.evaluation->data = *next.calibration;
    next.evaluation->labels = labels;
    m_editor.apply(labels.empty() ? tr("Remove the labels") : tr("Choose labels"), std::move(next));
}

void DataSession::setSkipped(const std::set<std::string>& names, Qt::CheckState state)
{
    const int count = int(names.size());
    const QString text = state == Qt::Checked ? tr("Take back %n sample(s)", nullptr, count)
                                              : tr("Leave out %n sample(s)", nullptr, count);
    edit(text, [&](DataSpec& data) {
        for (const std::string& name : names) {
            if (state == Qt::Checked)
                data.skip.erase(name);
            else
                data.skip.insert(name);
        }
    });
}

void DataSession::followRecipe()
{
    const std::optional<DataSpec> before = std::exchange(m_data, recipeData());
    const std::filesystem::path labelsBefore = std::exchange(m_labels, labels());
    const bool neededBefore = std::exchange(m_needsCalibration, needsCalibration());
    if (before == m_data && labelsBefore == m_labels) {
        if (neededBefore != m_needsCalibration)
            emit dataChanged();
        return;
    }
    if (!before || !m_data || before->source != m_data->source) {
        lookAtOthers();
        return;
    }
    choose();
    emit dataChanged();
    if (labelsBefore != m_labels || (isRandomData(m_data->source) && *before != *m_data))
        lookAtListing();
    else if (before->preprocess != m_data->preprocess)
        lookAtSteps();
    lookAtSamples();
}

void DataSession::forgetInspection()
{
    m_inspection.reset();
    m_inspectionError.clear();
    emit inspectionChanged();
}

void DataSession::lookAtOthers()
{
    // Names and findings of other data must not be offered for these, not even while they are being looked at.
    m_listing = {};
    m_chosen.clear();
    m_current = 0;
    setExcerpt({});
    m_stepsTask->cancel();
    m_trace.reset();
    forgetInspection();
    emit dataChanged();
    emit listingChanged();
    emit traceChanged();
    lookAtListing();
    lookAtSamples();
}

void DataSession::lookAtListing()
{
    if (!m_data || !m_model) {
        m_listingTask->cancel();
        m_listing = {};
        m_chosen.clear();
        m_current = 0;
        emit listingChanged();
        lookAtSteps();
        return;
    }
    m_listingTask->start([data = *m_data, inputs = m_inputs,
                          labels = labels()](Feedback& feedback) { return listingOf(data, inputs, labels, feedback); },
                         [this](DataListing listing) {
                             m_listing = std::move(listing);
                             choose();
                             m_current = std::min(m_current, m_listing.names.empty() ? 0 : m_listing.names.size() - 1);
                             emit listingChanged();
                             emit currentSampleChanged();
                             lookAtSteps();
                         });
}

/// As openSampleSource() chooses.
void DataSession::choose()
{
    const std::size_t all = m_listing.names.size();
    m_chosen.assign(all, true);
    if (!m_data || isRandomData(m_data->source))
        return;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < all; ++i) {
        if (m_data->skip.contains(m_listing.names[i]))
            m_chosen[i] = false;
        else
            kept.push_back(i);
    }
    const std::size_t count = m_data->samples == 0 ? kept.size() : std::min(m_data->samples, kept.size());
    if (count == kept.size())
        return;
    m_chosen.assign(all, false);
    for (const std::size_t place : chosenSamples(kept.size(), count, m_data->seed))
        m_chosen[kept[place]] = true;
}

std::size_t DataSession::chosenCount() const
{
    return std::size_t(std::count(m_chosen.begin(), m_chosen.end(), true));
}

void DataSession::setExcerpt(Excerpt excerpt)
{
    if (excerpt.names.empty() && m_excerpt.names.empty())
        return;
    m_excerpt = std::move(excerpt);
    emit excerptChanged();
}

void DataSession::setCurrentSample(std::size_t place)
{
    if (place >= m_listing.names.size() || place == m_current)
        return;
    m_current = place;
    emit currentSampleChanged();
    lookAtSteps();
}

void DataSession::lookAtSteps()
{
    const TensorSpec* input = pictureInput();
    if (!m_data || !input || m_current >= m_listing.files.size()) {
        m_stepsTask->cancel();
        m_trace.reset();
        emit traceChanged();
        return;
    }
    m_stepsTask->start(
        [file = m_listing.files[m_current], name = m_listing.names[m_current], spec = m_data->preprocess,
         target = *input](Feedback&) {
            const Result<Picture> picture = readPicture(file);
            if (picture)
                return tracePreprocess(*picture, spec, target, name, kPreviewSide);
            PreprocessTrace trace;
            trace.error = picture.error();
            return trace;
        },
        [this](PreprocessTrace trace) {
            m_trace = std::move(trace);
            emit traceChanged();
        });
}

void DataSession::lookAtSamples()
{
    if (!m_data || !m_model) {
        m_samplesTask->cancel();
        forgetInspection();
        return;
    }
    InspectionRequest request;
    request.data = *m_data;
    request.inputs = m_inputs;
    request.labels = labels();
    m_samplesTask->start(
        [request = std::move(request), model = m_model](Feedback& feedback) mutable {
            const auto start = std::chrono::steady_clock::now();
            request.expected = inputExpectations(model->graph);
            SamplesLook look;
            look.result = inspectData(request, feedback);
            look.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            return look;
        },
        [this](SamplesLook look) {
            m_inspection.reset();
            m_inspectionError.clear();
            m_inspectionSeconds = look.seconds;
            if (*look.result)
                m_inspection = std::move(**look.result);
            else
                m_inspectionError = toQt(look.result->error().message);
            emit inspectionChanged();
        });
}

} // namespace quantiscope
