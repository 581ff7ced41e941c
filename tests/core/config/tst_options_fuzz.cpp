// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/option_checks.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "tests/core/config/option_facts.h"
#include "tests/support/fuzz_rounds.h"

#include <QTest>

#include <random>

using namespace quantiscope;
using quantiscope::test::fuzzRounds;

using nlohmann::json;

namespace {

/// Random option documents; the same ones in every run.
class Generator
{
public:
    explicit Generator(unsigned seed) : m_random(seed)
    {
        for (const OptionSpec& spec : optionSpecs())
            m_names.push_back(spec.name);
        for (const OptionSynonym& synonym : optionSynonyms())
            m_names.push_back(synonym.name);
        for (const UnavailableOption& option : unavailableOptions())
            m_names.push_back(option.name);
        for (const test::OptionFacts& facts : test::kOptions) {
            m_values.push_back(json::parse(facts.byDefault));
            m_values.push_back(json::parse(facts.another));
            for (const json& refused : json::parse(facts.refused))
                m_values.push_back(refused);
        }
    }

    [[nodiscard]] std::size_t below(std::size_t limit)
    {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
    }

    [[nodiscard]] std::string text()
    {
        constexpr std::size_t kLengths[]{0, 1, 3, 12, 40, 3000};
        std::string result(kLengths[below(std::size(kLengths))], ' ');
        for (char& c : result)
            c = static_cast<char>(below(256));
        return result;
    }

    /// A name of an option, often changed in one place.
    [[nodiscard]] std::string name()
    {
        if (below(50) == 0)
            return text();
        std::string result = m_names[below(m_names.size())];
        const std::size_t at = below(result.size());
        switch (below(6)) {
        case 0:
            result[at] = static_cast<char>(below(256));
            break;
        case 1:
            result.erase(at, 1 + below(3));
            break;
        case 2:
            result.insert(at, 1, '_');
            break;
        default:
            break;
        }
        return result;
    }

    [[nodiscard]] json scalar()
    {
        switch (below(8)) {
        case 0:
            return nullptr;
        case 1:
            return below(2) == 0;
        case 2:
            return static_cast<std::int64_t>(m_random());
        case 3:
            return m_random();
        case 4:
            return std::ldexp(static_cast<double>(m_random()), static_cast<int>(below(2000)) - 1000);
        case 5:
            return static_cast<int>(below(300)) - 20;
        case 6:
            return std::numeric_limits<double>::quiet_NaN();
        default:
            return text();
        }
    }

    [[nodiscard]] json value(int depth)
    {
        const std::size_t kind = below(10);
        if (kind < 4)
            return mutated(m_values[below(m_values.size())]);
        if (kind < 7 || depth == 0)
            return scalar();
        json result = kind < 9 ? json::array() : json::object();
        for (std::size_t i = below(5); i > 0; --i) {
            if (result.is_array())
                result.push_back(value(depth - 1));
            else
                result[below(3) == 0 ? text() : name()] = value(depth - 1);
        }
        return result;
    }

private:
    /// @p value, now and then with another value at one place in it.
    [[nodiscard]] json mutated(json value)
    {
        if (below(3) > 0)
            return value;
        json* place = &value;
        while (place->is_structured() && !place->empty() && below(4) > 0)
            place = &*std::next(place->begin(), static_cast<std::ptrdiff_t>(below(place->size())));
        *place = scalar();
        return value;
    }

    std::mt19937_64 m_random;
    std::vector<std::string> m_names;
    std::vector<json> m_values;
};

/// A message that can be shown: one or more sentences, of a bounded length.
bool isSentence(const std::string& message, std::size_t inputSize)
{
    return message.size() > 10 && message.ends_with('.') && message.size() < 2000 + inputSize;
}

} // namespace

class tst_OptionsFuzz : public QObject
{
    Q_OBJECT

private slots:
    void randomOptions_areSetOrRefusedWithSentence();
    void randomTexts_areSetOrRefusedWithSentence();
    void randomPresets_areReadOrRefusedWithSentence();
};

void tst_OptionsFuzz::randomOptions_areSetOrRefusedWithSentence()
{
    Generator generator(1);
    QuantConfig config;
    int taken = 0;
    for (int i = 0; i < fuzzRounds(70'000); ++i) {
        const std::string name = generator.name();
        const json value = generator.value(6);
        const QuantConfig before = config;
        const Result<void> set = setOption(config, name, value, ErrorCode::ConfigRefused);
        if (!set) {
            QVERIFY2(isSentence(set.error().message, name.size()), set.error().message.c_str());
            QVERIFY(config == before);
            continue;
        }
        ++taken;
        // Whatever was taken can be checked, written and read again. A number that is no double ends as null.
        for (const std::string& warning : optionWarnings(config, before))
            QVERIFY2(isSentence(warning, 0), warning.c_str());
        (void)checkConfig(config);
        if (i % 50 == 0) {
            QuantConfig copy = config;
            for (const OptionSpec& spec : optionSpecs()) {
                const json stored = json::parse(spec.get(config).dump(-1, ' ', true, json::error_handler_t::replace));
                const std::string wanted = spec.set(copy, stored);
                QVERIFY2(wanted.empty(), (spec.name + ": " + wanted + stored.dump()).c_str());
            }
            config = QuantConfig();
        }
    }
    QVERIFY2(taken > fuzzRounds(3000), qPrintable(QString::number(taken)));
    QVERIFY2(taken < fuzzRounds(60'000), qPrintable(QString::number(taken)));
}

void tst_OptionsFuzz::randomTexts_areSetOrRefusedWithSentence()
{
    Generator generator(2);
    int taken = 0;
    for (int i = 0; i < fuzzRounds(20'000); ++i) {
        QuantConfig config;
        std::string value = generator.below(3) == 0
            ? generator.text()
            : generator.value(3).dump(-1, ' ', false, json::error_handler_t::replace);
        if (generator.below(4) == 0)
            value.resize(value.size() / 2);
        const std::string assignment = generator.name() + (generator.below(20) == 0 ? "" : "=") + value;
        const Result<void> set = setOptionFromText(config, assignment);
        taken += set ? 1 : 0;
        if (!set)
            QVERIFY2(isSentence(set.error().message, assignment.size()), set.error().message.c_str());
    }
    QVERIFY2(taken > fuzzRounds(500), qPrintable(QString::number(taken)));
}

void tst_OptionsFuzz::randomPresets_areReadOrRefusedWithSentence()
{
    Generator generator(3);
    int read = 0;
    for (int i = 0; i < fuzzRounds(10'000); ++i) {
        json options = json::object();
        for (std::size_t n = generator.below(4); n > 0; --n)
            options[generator.name()] = generator.value(4);
        json document{{"format", "quantiscope-preset"}, {"version", 1}, {"name", "TEST"}, {"method", "MinMax"}};
        document["options"] = generator.below(10) == 0 ? generator.value(4) : options;
        if (generator.below(10) == 0)
            document[generator.below(2) == 0 ? "method" : "name"] = generator.value(2);
        std::string text = document.dump(-1, ' ', false, json::error_handler_t::replace);
        if (generator.below(10) == 0)
            text.resize(generator.below(text.size()));
        const Result<Preset> preset = readPreset(text, "random");
        read += preset ? 1 : 0;
        if (!preset)
            QVERIFY2(isSentence(preset.error().message, text.size()), preset.error().message.c_str());
    }
    QVERIFY2(read > fuzzRounds(500), qPrintable(QString::number(read)));
}

QTEST_GUILESS_MAIN(tst_OptionsFuzz)
#include "tst_options_fuzz.moc"
