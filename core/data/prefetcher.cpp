// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/prefetcher.h"

#include "core/base/sha256.h"

#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kNamedSkips = 5;
constexpr std::chrono::milliseconds kCancelPoll{20};

/// The content of a sample, without its name.
DigestSum sampleDigest(const Sample& sample)
{
    Sha256 hash;
    for (const auto& [name, tensor] : sample.inputs) {
        hash.addField(name);
        hash.addField(dataTypeName(tensor.type()));
        hash.addField(shapeListText(tensor.shape()));
        hash.add(tensor.bytes());
    }
    return *DigestSum::fromHex(hash.hexDigest());
}

Result<Sample> readWithoutThrowing(const SampleSource& source, std::size_t i)
{
    try {
        return source.read(i);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory for sample '" + source.name(i) + "'.",
                     source.name(i)};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::RuntimeFailure,
                     "Sample '" + source.name(i) + "' cannot be read: " + exception.what() + ".", source.name(i)};
    }
}

} // namespace

SamplePrefetcher::SamplePrefetcher(const SampleSource& source, Feedback& feedback)
    : m_source(source), m_feedback(feedback), m_thread([this] { readAll(); })
{
}

SamplePrefetcher::~SamplePrefetcher()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

SamplePrefetcher::Delivery SamplePrefetcher::readNext(std::size_t& position) const
{
    Delivery delivery;
    while (position < m_source.size()) {
        Result<Sample> sample = readWithoutThrowing(m_source, position++);
        if (sample) {
            delivery.digest = sampleDigest(*sample);
            delivery.sample = std::optional<Sample>(std::move(*sample));
            return delivery;
        }
        if (!m_source.skipsUnreadable() || sample.error().code != ErrorCode::DataRefused) {
            delivery.sample = sample.error();
            return delivery;
        }
        delivery.skipped.push_back(sample.error().message);
        if (m_feedback.isCanceled())
            return delivery;
    }
    return delivery;
}

void SamplePrefetcher::readAll()
{
    std::size_t position = 0;
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_stop || !m_slot; });
            if (m_stop)
                return;
        }
        Delivery delivery = readNext(position);
        const bool isLast = !delivery.sample || !*delivery.sample;
        {
            const std::lock_guard lock(m_mutex);
            m_slot = std::move(delivery);
        }
        m_changed.notify_all();
        if (isLast)
            return;
    }
}

std::optional<SamplePrefetcher::Delivery> SamplePrefetcher::take()
{
    std::unique_lock lock(m_mutex);
    while (!m_slot) {
        if (m_feedback.isCanceled())
            return std::nullopt;
        m_changed.wait_for(lock, kCancelPoll, [this] { return m_slot.has_value(); });
    }
    std::optional<Delivery> delivery = std::move(m_slot);
    m_slot.reset();
    lock.unlock();
    m_changed.notify_all();
    return delivery;
}

void SamplePrefetcher::noteSkipped(const std::vector<std::string>& reasons)
{
    for (const std::string& reason : reasons) {
        if (m_skipped == 0)
            m_firstReason = reason;
        if (m_skipped++ < kNamedSkips)
            m_feedback.warn(reason + " It is left out.");
    }
}

Result<std::optional<Sample>> SamplePrefetcher::next()
{
    if (m_outcome)
        return *m_outcome;
    Result<std::optional<Sample>> received = receive();
    if (!received || !*received)
        m_outcome = received;
    return received;
}

Result<std::optional<Sample>> SamplePrefetcher::receive()
{
    const Error canceled{ErrorCode::Canceled, "Canceled.", {}};
    if (m_feedback.isCanceled())
        return canceled;
    std::optional<Delivery> delivery = take();
    if (!delivery || m_feedback.isCanceled())
        return canceled;
    noteSkipped(delivery->skipped);
    if (!delivery->sample)
        return delivery->sample.error();
    if (*delivery->sample) {
        m_digest.add(delivery->digest);
        ++m_delivered;
        return std::move(delivery->sample);
    }
    if (m_delivered == 0 && m_skipped > 0) {
        return Error{ErrorCode::DataRefused,
                     "None of the " + std::to_string(m_skipped) + " samples can be read. " + m_firstReason,
                     {}};
    }
    if (m_skipped > kNamedSkips) {
        m_feedback.warn(std::to_string(m_skipped) + " of " + std::to_string(m_source.size())
                        + " samples could not be read and were left out.");
    }
    return std::move(delivery->sample);
}

} // namespace quantiscope
