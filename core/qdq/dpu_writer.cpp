// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/dpu_simulation.h"

namespace quantiscope {

namespace {

/// Writes one simulation into a graph.
class Writer
{
public:
    Writer(GraphRewriter& rewriter, const Graph& graph) : m_rewriter(rewriter), m_graph(graph) { }

    void run(const DpuPlan& dpu)
    {
        for (const auto& [node, alpha] : dpu.leakyAlphas)
            m_rewriter.setAttribute(node, "alpha", alpha);
        for (const std::size_t node : dpu.sigmoids) {
            m_rewriter.setOperator(node, "HardSigmoid");
            m_rewriter.setAttribute(node, "alpha", 1.0F / 6.0F);
            m_rewriter.setAttribute(node, "beta", 0.5F);
        }
        for (const auto& [node, factor] : dpu.factors) {
            if (factor != 1.0F)
                multiply(node, factor);
        }
        for (const DpuPlan::Bounds& clip : dpu.clips)
            writeClip(clip);
        for (const DpuPlan::Softmax& softmax : dpu.softmaxes)
            writeSoftmax(softmax);
    }

private:
    /// t = op(x) becomes t_Mul = op(x), t = t_Mul * t_Scale.
    void multiply(std::size_t node, float factor)
    {
        const std::string output = m_graph.nodes()[node].outputAt(0);
        const std::string product = m_rewriter.uniqueName(output + "_Mul");
        const std::string scale = m_rewriter.uniqueName(output + "_Scale");
        m_rewriter.addInitializer(scale, DataType::Float, {}, std::as_bytes(std::span(&factor, 1)));
        m_rewriter.setOutput(node, 0, product);
        m_rewriter.addNode({"Mul", {}, product, {product, scale}, {output}});
    }

    void writeClip(const DpuPlan::Bounds& clip)
    {
        constexpr int kInputsOpset = 11;
        const std::string output = m_graph.nodes()[clip.node].outputAt(0);
        const auto write = [&](std::optional<float> bound, std::size_t input, const std::string& name) {
            if (!bound)
                return;
            if (m_graph.opset() < kInputsOpset) {
                m_rewriter.setAttribute(clip.node, name, *bound);
                return;
            }
            const std::string value = m_rewriter.uniqueName(output + "_" + name);
            m_rewriter.addInitializer(value, DataType::Float, {}, std::as_bytes(std::span(&*bound, 1)));
            m_rewriter.setInput(clip.node, input, value);
        };
        write(clip.low, 1, "min");
        write(clip.high, 2, "max");
    }

    /// The chain is computed in float32 and rounded to bfloat16 after every step, as ONNX Runtime has no bfloat16
    /// kernels for it. The node itself becomes the first step, and so goes on reading what is put for it there.
    void writeSoftmax(const DpuPlan::Softmax& softmax)
    {
        const Node& node = m_graph.nodes()[softmax.node];
        const std::string output = node.outputAt(0);
        m_prefix = output + "_exp";
        const std::string one = constant(1.0F);
        const std::string input = m_rewriter.uniqueName(m_prefix + "_input");
        m_rewriter.setOperator(softmax.node, "Cast");
        m_rewriter.setAttribute(softmax.node, "to", static_cast<std::int64_t>(DataType::BFloat16));
        m_rewriter.setOutput(softmax.node, 0, input);
        const std::string x = added("Cast", {input}, {{"to", static_cast<std::int64_t>(DataType::Float)}});
        const std::string k = added("Floor", {rounded(added("Mul", {x, constant(1.4453125F)}))});
        const std::string below = rounded(added("Mul", {k, constant(0.69140625F)}));
        const std::string r = rounded(added("Sub", {x, below}));
        std::string e = rounded(added("Add", {added("Mul", {r, constant(0.21875F)}), constant(0.486328125F)}));
        e = rounded(added("Add", {added("Mul", {r, e}), one}));
        e = rounded(added("Add", {added("Mul", {r, e}), one}));
        e = rounded(added("Mul", {rounded(added("Pow", {constant(2.0F), k})), e}));
        const std::string axes = m_rewriter.uniqueName(m_prefix + "_axes");
        const std::int64_t axis = softmax.axis;
        const Shape shape{1};
        m_rewriter.addInitializer(axes, DataType::Int64, shape, std::as_bytes(std::span(&axis, 1)));
        const std::string sum = rounded(added("ReduceSum", {e, axes}));
        const std::string quotient = toBfloat16(added("Div", {e, sum}));
        const std::string last = m_rewriter.uniqueName(output + "_exp_output");
        m_rewriter.addNode({"Cast", {}, last, {quotient}, {output}, {{"to", std::int64_t(DataType::Float)}}});
    }

    std::string constant(float value)
    {
        const std::string name = m_rewriter.uniqueName(m_prefix + "_constant");
        m_rewriter.addInitializer(name, DataType::Float, {}, std::as_bytes(std::span(&value, 1)));
        return name;
    }

    std::string added(const std::string& opType, const std::vector<std::string>& inputs,
                      const std::vector<std::pair<std::string, AttributeValue>>& attributes = {})
    {
        const std::string output = m_rewriter.uniqueName(m_prefix + "_" + opType);
        m_rewriter.addNode({opType, {}, output, inputs, {output}, attributes});
        return output;
    }

    std::string toBfloat16(const std::string& value)
    {
        return added("Cast", {value}, {{"to", static_cast<std::int64_t>(DataType::BFloat16)}});
    }

    std::string rounded(const std::string& value)
    {
        return added("Cast", {toBfloat16(value)}, {{"to", static_cast<std::int64_t>(DataType::Float)}});
    }

    GraphRewriter& m_rewriter;
    const Graph& m_graph;
    std::string m_prefix;
};

} // namespace

void writeDpuSimulation(GraphRewriter& rewriter, const Graph& graph, const DpuPlan& dpu)
{
    Writer(rewriter, graph).run(dpu);
}

} // namespace quantiscope
