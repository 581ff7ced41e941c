// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/function_expansion.h"

#include "core/model/message_text.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace quantiscope {

namespace {

/// What something in a function's body, or the whole of it, expands to; counts stop one beyond the limits.
struct Expansion
{
    std::uint64_t nodes = 0;
    std::uint64_t bytes = 0;
    /// How many copies of the value that a call gives to an attribute of the function there are, by its name.
    std::map<std::string, std::uint64_t> uses;

    void add(const Expansion& other, std::uint64_t times = 1)
    {
        if (times == 0)
            return;
        // Neither factor is above 2^31 + 1.
        nodes = std::min(nodes + other.nodes * times, kMostExpandedNodes + 1);
        addBytes(other.bytes, times);
        for (const auto& [name, count] : other.uses)
            addUses(name, count * times);
    }
    void addBytes(std::uint64_t count, std::uint64_t times = 1)
    {
        bytes = std::min(bytes + std::min(count, kMostExpandedBytes + 1) * times, kMostExpandedBytes + 1);
    }
    void addUses(const std::string& name, std::uint64_t count)
    {
        std::uint64_t& known = uses[name];
        known = std::min(known + count, kMostExpandedBytes + 1);
    }
    [[nodiscard]] std::uint64_t usesOf(const std::string& name) const
    {
        const auto known = uses.find(name);
        return known == uses.end() ? 0 : known->second;
    }
};

template <typename Proto>
std::string keyOf(const Proto& proto, const std::string& type)
{
    return proto.domain() + '\n' + type + '\n' + proto.overload();
}

class Counter
{
public:
    explicit Counter(const onnx::ModelProto& model)
    {
        for (const auto& function : model.functions())
            m_functions.emplace(keyOf(function, function.name()), &function);
    }

    template <typename Nodes>
    Expansion ofNodes(const Nodes& nodes)
    {
        Expansion sum;
        for (const onnx::NodeProto& node : nodes) {
            sum.add(ofNode(node));
            sum.addBytes(node.ByteSizeLong()); // with its subgraphs
        }
        return sum;
    }

private:
    /// The node, its subgraphs and the bodies that they call, without the bytes that are written in the node itself.
    Expansion ofNode(const onnx::NodeProto& node)
    {
        const auto function = m_functions.find(keyOf(node, node.op_type()));
        const Expansion* body = function == m_functions.end() ? nullptr : &ofBody(*function->second);
        Expansion sum = body ? Expansion{body->nodes, body->bytes, {}} : Expansion{1, 0, {}};
        std::set<std::string> given;
        for (const onnx::AttributeProto& attribute : node.attribute()) {
            const Expansion graphs = ofGraphs(attribute);
            sum.add(graphs);
            if (body && given.insert(attribute.name()).second)
                addCopies(sum, attribute, graphs, body->usesOf(attribute.name()));
        }
        if (!body)
            return sum;
        for (const onnx::AttributeProto& attribute : function->second->attribute_proto()) { // with a default value
            const std::uint64_t times = given.contains(attribute.name()) ? 0 : body->usesOf(attribute.name());
            if (times > 0)
                addCopies(sum, attribute, ofDefault(attribute), times);
        }
        return sum;
    }

    static void addCopies(Expansion& sum, const onnx::AttributeProto& attribute, const Expansion& graphs,
                          std::uint64_t times)
    {
        sum.addBytes(attribute.ByteSizeLong(), times);
        sum.add(graphs, times);
    }

    /// What stands in the graphs that the attribute holds, or the one use of the calling function's attribute that it
    /// refers to.
    Expansion ofGraphs(const onnx::AttributeProto& attribute)
    {
        Expansion sum;
        const auto add = [&](const onnx::GraphProto& graph) {
            for (const onnx::NodeProto& node : graph.node())
                sum.add(ofNode(node));
        };
        if (attribute.has_g())
            add(attribute.g());
        std::for_each(attribute.graphs().begin(), attribute.graphs().end(), add);
        if (!attribute.ref_attr_name().empty())
            sum.addUses(attribute.ref_attr_name(), 1);
        return sum;
    }

    const Expansion& ofBody(const onnx::FunctionProto& function)
    {
        return known(&function, [&] { return ofNodes(function.node()); });
    }

    /// ofGraphs() of a function's default value.
    const Expansion& ofDefault(const onnx::AttributeProto& attribute)
    {
        return known(&attribute, [&] { return ofGraphs(attribute); });
    }

    /// What @p count gives for @p counted, which is done once. What leads back to itself, or on and on, is endless.
    template <typename Count>
    const Expansion& known(const void* counted, const Count& count)
    {
        constexpr std::size_t kDeepest = 500;
        static const Expansion kEndless{kMostExpandedNodes + 1, 0, {}};
        if (const auto found = m_known.find(counted); found != m_known.end())
            return found->second;
        if (m_inWork.size() >= kDeepest || !m_inWork.insert(counted).second)
            return kEndless;
        Expansion expansion = count();
        m_inWork.erase(counted);
        return m_known.emplace(counted, std::move(expansion)).first->second;
    }

    std::unordered_map<std::string, const onnx::FunctionProto*> m_functions;
    std::unordered_map<const void*, Expansion> m_known; ///< by function or default value
    std::set<const void*> m_inWork;
};

} // namespace

Result<void> checkExpansion(const onnx::ModelProto& model)
{
    const Expansion all = Counter(model).ofNodes(model.graph().node());
    if (all.nodes > kMostExpandedNodes || all.bytes > kMostExpandedBytes) {
        return refused("The model's functions stand for more than " + std::to_string(kMostExpandedNodes)
                       + " nodes or 2 GiB, which is not supported.");
    }
    return {};
}

} // namespace quantiscope
