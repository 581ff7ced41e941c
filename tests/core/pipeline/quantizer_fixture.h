// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/presets.h"
#include "core/pipeline/quantizer.h"
#include "core/runtime/runtime_environment.h"
#include "tests/support/source_directory.h"

#include <QDir>
#include <QTemporaryDir>

#include <memory>
#include <string>

namespace quantiscope::test {

inline const std::string kSample = sampleDirectory().string();

inline QStringList namesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

/// Runs of the bundled sample, each test's in a folder of its own.
class QuantizerFixture
{
protected:
    void makeFolder() { m_folder = std::make_unique<QTemporaryDir>(); }
    void removeFolder() { m_folder.reset(); }

    [[nodiscard]] std::string path(const char* name) const { return m_folder->filePath(name).toStdString(); }
    /// A request for the bundled sample, with few samples and without the check at the end.
    [[nodiscard]] QuantizeRequest request(const std::string& preset = "U8S8_AAWS") const
    {
        QuantizeRequest wanted;
        wanted.model = std::string(kSample) + "/fashion_cnn.onnx";
        wanted.output = path("out.onnx");
        wanted.recipe = *loadRecipe(std::string(kSample) + "/recipe.json");
        wanted.recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
        wanted.recipe.calibration->samples = 6;
        wanted.threads = 1;
        wanted.checkSamples = 0;
        return wanted;
    }
    [[nodiscard]] Result<RunReport> run(const QuantizeRequest& wanted, Feedback& feedback) const
    {
        return quantizeModel(m_environment, wanted, feedback);
    }
    [[nodiscard]] Result<RunReport> run(const QuantizeRequest& wanted) const
    {
        Feedback feedback;
        return run(wanted, feedback);
    }

    RuntimeEnvironment m_environment;
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace quantiscope::test
