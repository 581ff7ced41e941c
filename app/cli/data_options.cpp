// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/data_options.h"

#include "app/cli/value_checks.h"
#include "core/base/file_io.h"
#include "core/data/preprocess_json.h"
#include "core/pipeline/recipe.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace quantiscope {

namespace {

/// The lines of a file, empty ones left out.
Result<std::set<std::string>> linesOf(const std::string& file)
{
    const Result<std::string> text = readTextFile(file, ErrorCode::ConfigRefused, std::size_t(64) << 20);
    if (!text)
        return text.error();
    std::set<std::string> lines;
    std::istringstream stream(*text);
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r'))
            line.pop_back();
        if (!line.empty())
            lines.insert(std::move(line));
    }
    return lines;
}

} // namespace

void DataOptions::addTo(CLI::App& command, const std::string& dataFlags, const std::string& description)
{
    m_sourceOption = command.add_option(dataFlags, m_source, description)->type_name("DATA")->get_name();
    command
        .add_option("--preprocess", m_preprocess,
                    "How pictures become the input: imagenet, yolo, yolox, unit, raw, or a JSON\nfile (default: unit)")
        ->type_name("NAME|FILE");
    command.add_option("--samples", m_samples, "Take so many samples, chosen by the seed (default: all)")
        ->type_name("N")
        ->check(wholeNumber(1, 1'000'000'000));
    command.add_option("--seed", m_seed, "Seed of that choice and of random data (default: 0)")
        ->type_name("N")
        ->check(wholeNumber(0, 9'000'000'000'000'000'000));
    command
        .add_option(
            "--skip", m_skip,
            "Leave out the samples that FILE names, one a line, before any are chosen (pictures\nand .npy, .npz "
            "files by their path in the folder, stacked ones as \"data.npy[3]\")")
        ->type_name("FILE");
}

std::vector<std::string> DataOptions::givenOptions() const
{
    std::vector<std::string> given;
    if (!m_preprocess.empty())
        given.emplace_back("--preprocess");
    if (m_samples > 0)
        given.emplace_back("--samples");
    if (m_seed >= 0)
        given.emplace_back("--seed");
    if (!m_skip.empty())
        given.emplace_back("--skip");
    return given;
}

std::vector<NamedFile> DataOptions::files() const
{
    std::vector<NamedFile> named;
    if (!isRandomData(m_source))
        named.push_back({m_sourceOption, m_source});
    if (!builtinPreprocess(m_preprocess))
        named.push_back({"--preprocess", m_preprocess});
    named.push_back({"--skip", m_skip});
    return named;
}

Result<void> DataOptions::applyPreprocess(DataSpec& data) const
{
    if (!mayBePictures(data.source)) {
        data.preprocess = {};
        return {};
    }
    if (m_preprocess.empty())
        return {};
    Result<PreprocessSpec> spec = loadPreprocess(m_preprocess);
    if (!spec)
        return spec.error();
    data.preprocess = std::move(*spec);
    return {};
}

Result<void> DataOptions::checkPreprocessIsUsed(std::span<const std::string> sources) const
{
    const auto usesIt = [](const std::string& source) { return !source.empty() && mayBePictures(source); };
    if (m_preprocess.empty() || std::any_of(sources.begin(), sources.end(), usesIt))
        return {};
    return Error{ErrorCode::InvalidArgument,
                 "--preprocess says how pictures are read and has no effect on arrays and random data; leave it out.",
                 "--preprocess"};
}

Result<void> DataOptions::apply(DataSpec& data) const
{
    if (!m_source.empty()) {
        // What other data than pictures leave behind says nothing of how pictures are read.
        if (!mayBePictures(data.source))
            data.preprocess = *builtinPreprocess("unit");
        data.source = m_source;
        data.skip.clear(); // names of other data
    }
    if (const Result<void> applied = applyPreprocess(data); !applied)
        return applied;
    if (m_samples > 0)
        data.samples = static_cast<std::size_t>(m_samples);
    if (m_seed >= 0 && m_source.starts_with("random:")) {
        return Error{ErrorCode::InvalidArgument,
                     "--seed and the seed of the data '" + data.source + "' exclude each other; give one of them.",
                     "--seed"};
    }
    if (m_seed >= 0 && isRandomData(data.source))
        data.source = "random"; // the recipe's seed gives way
    if (m_seed >= 0)
        data.seed = static_cast<std::uint64_t>(m_seed);
    if (m_skip.empty())
        return {};
    if (isRandomData(data.source)) {
        return Error{ErrorCode::InvalidArgument,
                     "--skip names samples of files and has no effect on random data; leave it out.", "--skip"};
    }
    Result<std::set<std::string>> names = linesOf(m_skip);
    if (!names)
        return names.error();
    data.skip = std::move(*names);
    return {};
}

} // namespace quantiscope
