// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/data_flow.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace quantiscope {

std::vector<int> flowOrder(const DataFlow& flow)
{
    std::vector<int> waiting(flow.size(), 0);
    for (const auto& readers : flow) {
        for (const int reader : readers)
            ++waiting[std::size_t(reader)];
    }
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    for (std::size_t i = 0; i < flow.size(); ++i) {
        if (waiting[i] == 0)
            ready.push(int(i));
    }
    std::vector<int> order;
    order.reserve(flow.size());
    while (!ready.empty()) {
        order.push_back(ready.top());
        ready.pop();
        for (const int reader : flow[std::size_t(order.back())]) {
            if (--waiting[std::size_t(reader)] == 0)
                ready.push(reader);
        }
    }
    for (std::size_t i = 0; i < flow.size(); ++i) {
        if (waiting[i] > 0)
            order.push_back(int(i));
    }
    return order;
}

std::vector<std::vector<int>> ringsOf(const DataFlow& flow)
{
    // Tarjan's algorithm, with a stack of its own: a chain may be as long as the graph.
    struct Visit
    {
        int thing;
        std::size_t reader; ///< to look at next
    };
    std::vector<int> number(flow.size(), -1);
    std::vector<int> lowest(flow.size(), 0);
    std::vector<char> isOpen(flow.size(), 0);
    std::vector<int> open;
    std::vector<std::vector<int>> rings;
    int count = 0;
    std::vector<Visit> visits;
    const auto enter = [&](int thing) {
        number[std::size_t(thing)] = lowest[std::size_t(thing)] = count++;
        isOpen[std::size_t(thing)] = 1;
        open.push_back(thing);
        visits.push_back({thing, 0});
    };
    for (std::size_t start = 0; start < flow.size(); ++start) {
        if (number[start] < 0)
            enter(int(start));
        while (!visits.empty()) {
            const auto thing = std::size_t(visits.back().thing);
            if (visits.back().reader < flow[thing].size()) {
                const auto reader = std::size_t(flow[thing][visits.back().reader++]);
                if (number[reader] < 0)
                    enter(int(reader));
                else if (isOpen[reader])
                    lowest[thing] = std::min(lowest[thing], number[reader]);
                continue;
            }
            visits.pop_back();
            if (!visits.empty()) {
                int& around = lowest[std::size_t(visits.back().thing)];
                around = std::min(around, lowest[thing]);
            }
            if (lowest[thing] != number[thing])
                continue;
            const auto first = std::find(open.rbegin(), open.rend(), int(thing)).base() - 1;
            for (auto each = first; each != open.end(); ++each)
                isOpen[std::size_t(*each)] = 0;
            if (open.end() - first > 1) {
                rings.emplace_back(first, open.end());
                std::sort(rings.back().begin(), rings.back().end());
            }
            open.erase(first, open.end());
        }
    }
    return rings;
}

} // namespace quantiscope
