// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/model_builder.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace quantiscope::test {

/// A small network (opset 20) that has something to do for nearly every option: patterns to fuse, constants to share
/// and to fold, chains to equalize, all operators that the NPU's rules know. No reader of its values is like another.
class OptionNetwork
{
public:
    [[nodiscard]] std::string bytes()
    {
        convolutions();
        poolings();
        activations();
        shapes();
        transformer();
        return m_b.build().SerializeAsString();
    }

private:
    void conv(const std::string& name, const std::string& from, const Shape& weight, std::int64_t pad,
              float bias = 0.3F)
    {
        m_b.randomInitializer("w_" + name, weight, 0.4F, ++m_seed);
        m_b.randomInitializer("b_" + name, {weight[0]}, bias, ++m_seed);
        m_b.node("Conv", {from, "w_" + name, "b_" + name}, {name}, name).attribute("pads", {pad, pad, pad, pad});
    }

    /// Makes each channel of a weight a quarter of the one before it, which equalization has to even out.
    void unevenWeights(const std::string& name)
    {
        for (onnx::TensorProto& tensor : *m_b.proto().mutable_graph()->mutable_initializer()) {
            if (tensor.name() != name)
                continue;
            std::vector<float> values(tensor.raw_data().size() / sizeof(float));
            std::memcpy(values.data(), tensor.raw_data().data(), tensor.raw_data().size());
            const std::size_t channel = values.size() / static_cast<std::size_t>(tensor.dims(0));
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = std::ldexp(values[i], -2 * static_cast<int>(i / channel));
            std::memcpy(tensor.mutable_raw_data()->data(), values.data(), tensor.raw_data().size());
        }
    }

    void batchNorm(const std::string& name, const std::string& from)
    {
        for (const char* part : {"scale", "shift", "mean"})
            m_b.randomInitializer(name + part, {8}, 0.6F, ++m_seed);
        m_b.initializer(name + "var", {8}, {1, 2, 1, 0.5F, 1, 1.5F, 1, 1});
        m_b.node("BatchNormalization", {from, name + "scale", name + "shift", name + "mean", name + "var"}, {name},
                 name);
    }

    /// (x - mean(x)) / sqrt(mean((x - mean(x))²) + ε)
    void normalization(const std::string& name, const std::string& from, const std::vector<std::int64_t>& axes)
    {
        m_b.int64s(name + "axes", axes);
        m_b.node("ReduceMean", {from, name + "axes"}, {name + "m"}, name + "m");
        m_b.node("Sub", {from, name + "m"}, {name + "d"}, name + "d");
        m_b.node("Mul", {name + "d", name + "d"}, {name + "q"}, name + "q");
        m_b.node("ReduceMean", {name + "q", name + "axes"}, {name + "v"}, name + "v");
        m_b.node("Add", {name + "v", "eps"}, {name + "e"}, name + "e");
        m_b.node("Sqrt", {name + "e"}, {name + "s"}, name + "s");
        m_b.node("Div", {name + "d", name + "s"}, {name}, name);
    }

    void convolutions()
    {
        m_b.input("x", DataType::Float, {1, 4, 24, 24});
        m_b.initializer("zero", Shape{}, {0.0F})
            .initializer("six", Shape{}, {6.0F})
            .initializer("eps", Shape{}, {1e-3F});
        m_b.initializer("low", Shape{}, {-0.7F}).initializer("high", Shape{}, {2.3F});
        conv("stem", "x", {4, 4, 3, 3}, 1, 0.9F);
        unevenWeights("w_stem");
        m_b.node("Relu", {"stem"}, {"relus"}, "relus");
        conv("conv0", "relus", {8, 4, 3, 3}, 1);
        batchNorm("bn0", "conv0");
        m_b.node("Relu", {"bn0"}, {"relu0"}, "relu0");
        conv("conv1", "relu0", {8, 8, 3, 3}, 1);
        m_b.node("Clip", {"conv1", "zero", "six"}, {"clip1"}, "clip1");
        m_b.node("Conv", {"clip1", "w_conv1", "b_conv1"}, {"conv2"}, "conv2").attribute("pads", {1, 1, 1, 1});
        m_b.node("LeakyRelu", {"conv2"}, {"leaky"}, "leaky").attribute("alpha", 0.1F);
        m_b.node("Add", {"clip1", "leaky"}, {"add"}, "add");
    }

    void poolings()
    {
        m_b.node("GlobalAveragePool", {"add"}, {"global"}, "global");
        m_b.node("MaxPool", {"add"}, {"max"}, "max").attribute("kernel_shape", {2, 2}).attribute("strides", {2, 2});
        m_b.node("Clip", {"max", "low", "high"}, {"clip2"}, "clip2");
        m_b.node("Mul", {"clip2", "global"}, {"gated"}, "gated");
        batchNorm("bn1", "gated");
        m_b.node("Identity", {"bn1"}, {"same"}, "same");
        m_b.node("AveragePool", {"same"}, {"mean"}, "mean")
            .attribute("kernel_shape", {3, 3})
            .attribute("strides", {3, 3});
    }

    void activations()
    {
        m_b.int64s("halves", {4, 4});
        m_b.node("Split", {"mean", "halves"}, {"left", "right"}, "split").attribute("axis", 1);
        m_b.node("Sigmoid", {"left"}, {"sigmoid"}, "sigmoid");
        conv("conv3", "right", {4, 4, 1, 1}, 0);
        m_b.randomInitializer("slope", {4, 1, 1}, 0.3F, ++m_seed);
        m_b.node("PRelu", {"conv3", "slope"}, {"prelu"}, "prelu");
        m_b.node("Concat", {"sigmoid", "prelu"}, {"concat"}, "concat").attribute("axis", 1);
        conv("conv4", "concat", {8, 8, 1, 1}, 0);
        m_b.node("HardSigmoid", {"conv4"}, {"hard"}, "hard").attribute("alpha", 1.0F / 6).attribute("beta", 0.5F);
        m_b.node("Mul", {"conv4", "hard"}, {"swish"}, "swish");
        m_b.int64s("plane", {2, 3});
        m_b.node("ReduceMean", {"swish", "plane"}, {"pooled"}, "pooled");
        m_b.output("pooled");
        normalization("instance", "swish", {2, 3});
        m_b.node("Relu", {"instance"}, {"relu5"}, "relu5");
    }

    void shapes()
    {
        m_b.int64s("starts", {0, 0})
            .int64s("ends", {3, 3})
            .int64s("pads", {0, 0, 0, 0, 0, 0, 1, 1})
            .int64s("rows", {16, 8});
        m_b.node("Slice", {"relu5", "starts", "ends", "plane"}, {"slice"}, "slice");
        m_b.node("Pad", {"slice", "pads"}, {"pad"}, "pad").attribute("mode", "edge"); // rows of zeros have no length
        m_b.node("Transpose", {"pad"}, {"transpose"}, "transpose").attribute("perm", {0, 2, 3, 1});
        m_b.node("Reshape", {"transpose", "rows"}, {"reshape"}, "reshape");
    }

    void transformer()
    {
        m_b.initializer("root", Shape{}, {1.41421356F})
            .initializer("one", Shape{}, {1.0F})
            .initializer("half", Shape{}, {0.5F});
        m_b.randomInitializer("w_mm", {8, 8}, 0.5F, ++m_seed);
        m_b.node("MatMul", {"reshape", "w_mm"}, {"mm"}, "mm");
        normalization("layer", "mm", {-1});
        m_b.randomInitializer("w_mm2", {8, 8}, 0.5F, ++m_seed);
        m_b.node("MatMul", {"layer", "w_mm2"}, {"mm2"}, "mm2");
        m_b.node("Div", {"mm2", "root"}, {"scaled"}, "scaled");
        m_b.node("Erf", {"scaled"}, {"erf"}, "erf");
        m_b.node("Add", {"erf", "one"}, {"plus"}, "plus");
        m_b.node("Mul", {"mm2", "half"}, {"halved"}, "halved");
        m_b.node("Mul", {"halved", "plus"}, {"gelu"}, "gelu");
        m_b.int64s("last", {-1});
        m_b.node("ReduceL2", {"gelu", "last"}, {"length"}, "length");
        m_b.node("Div", {"gelu", "length"}, {"unit"}, "unit");
        m_b.randomInitializer("factor", {8}, 0.5F, ++m_seed);
        m_b.randomInitializer("summand", {8}, 0.5F, ++m_seed);
        m_b.node("Mul", {"unit", "factor"}, {"multiplied"}, "multiplied");
        m_b.node("Add", {"multiplied", "summand"}, {"summed"}, "summed");
        m_b.node("Transpose", {"summed"}, {"turned"}, "turned").attribute("perm", {1, 0});
        m_b.node("MatMul", {"summed", "turned"}, {"product"}, "product");
        // Operators that the rules do not know, two of them side by side, two with one between them that passes
        // through.
        m_b.node("Softplus", {"product"}, {"softplus"}, "softplus");
        m_b.node("Softsign", {"softplus"}, {"softsign"}, "softsign");
        m_b.node("Transpose", {"softsign"}, {"passed"}, "passed").attribute("perm", {1, 0});
        m_b.node("Softplus", {"passed"}, {"softplus2"}, "softplus2");
        m_b.node("Softmax", {"softplus2"}, {"softmax"}, "softmax");
        m_b.randomInitializer("w_gemm", {16, 5}, 0.4F, ++m_seed);
        m_b.randomInitializer("b_gemm", {5}, 0.4F, ++m_seed);
        m_b.node("Gemm", {"softmax", "w_gemm", "b_gemm"}, {"y"}, "gemm");
        m_b.output("y");
    }

    ModelBuilder m_b{20};
    std::uint32_t m_seed = 0;
};

} // namespace quantiscope::test
