// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/digest_sum.h"
#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/data/sample_source.h"

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace quantiscope {

/// Reads the samples of a source once, in order, the next one on a thread of its own while the current one is used.
///
/// At most two samples are in memory: the caller's and the next (let go of a sample before asking for another one).
/// Pictures that cannot be read are left out: the first ones are named in warnings, the rest is counted.
class SamplePrefetcher
{
public:
    /// @p source and @p feedback must outlive the object. Reading begins at once.
    SamplePrefetcher(const SampleSource& source, Feedback& feedback);

    /// Waits for the sample that is being read, if any, and reads no further.
    ~SamplePrefetcher();
    SamplePrefetcher(const SamplePrefetcher&) = delete;
    SamplePrefetcher& operator=(const SamplePrefetcher&) = delete;

    /// How many samples there are, left out ones included.
    [[nodiscard]] std::size_t size() const { return m_source.size(); }

    /// How many samples were left out so far.
    [[nodiscard]] std::size_t skipped() const { return m_skipped; }

    /// What stands for the samples that next() has given (see DigestSum): of each the inputs' names, types, shapes and
    /// elements. The same data has the same digest, in any order, wherever it lies and whatever its files are called.
    [[nodiscard]] std::string dataDigest() const { return m_digest.hex(); }

    /// The next sample, or nothing after the last. Errors: that of the source; `Canceled`; `DataRefused` when every
    /// sample was left out. Calling it again after the end or an error gives the same again.
    [[nodiscard]] Result<std::optional<Sample>> next();

private:
    /// One sample, the end or an error, and what was left out before it.
    struct Delivery
    {
        Result<std::optional<Sample>> sample = std::optional<Sample>();
        DigestSum digest;
        std::vector<std::string> skipped; ///< why, in sentences
    };

    void readAll();
    [[nodiscard]] Delivery readNext(std::size_t& position) const;
    [[nodiscard]] std::optional<Delivery> take();
    [[nodiscard]] Result<std::optional<Sample>> receive();
    void noteSkipped(const std::vector<std::string>& reasons);

    const SampleSource& m_source;
    Feedback& m_feedback;
    DigestSum m_digest;
    std::size_t m_skipped = 0;
    std::size_t m_delivered = 0;
    std::string m_firstReason;
    std::optional<Result<std::optional<Sample>>> m_outcome; ///< the end or the error

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Delivery> m_slot; ///< guarded by m_mutex
    bool m_stop = false; ///< guarded by m_mutex
    std::thread m_thread;
};

} // namespace quantiscope
