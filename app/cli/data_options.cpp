// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/data_options.h"

#include "app/cli/value_checks.h"
#include "core/data/preprocess_json.h"
#include "core/pipeline/recipe.h"

#include <algorithm>

namespace quantiscope {

void DataOptions::addTo(CLI::App& command, const std::string& dataFlags, const std::string& description)
{
    m_sourceOption = command.add_option(dataFlags, m_source, description)->type_name("DATA")->get_name();
    command
        .add_option("--preprocess", m_preprocess,
                    "How pictures become the input: imagenet, yolo, unit, raw, or a JSON file\n(default: unit)")
        ->type_name("NAME|FILE");
    command.add_option("--samples", m_samples, "Take so many samples, chosen by the seed (default: all)")
        ->type_name("N")
        ->check(wholeNumber(1, 1'000'000'000));
    command.add_option("--seed", m_seed, "Seed of that choice and of random data (default: 0)")
        ->type_name("N")
        ->check(wholeNumber(0, 9'000'000'000'000'000'000));
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
    return given;
}

std::vector<NamedFile> DataOptions::files() const
{
    std::vector<NamedFile> named;
    if (!isRandomData(m_source))
        named.push_back({m_sourceOption, m_source});
    if (!builtinPreprocess(m_preprocess))
        named.push_back({"--preprocess", m_preprocess});
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
    return {};
}

} // namespace quantiscope
