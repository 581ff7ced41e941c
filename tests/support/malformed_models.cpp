// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/malformed_models.h"

#include <utility>

namespace quantiscope::test {

ModelBuilder convThenRelu(int opset)
{
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {1, 3, 8, 8});
    b.randomInitializer("w", {4, 3, 3, 3});
    b.node("Conv", {"x", "w"}, {"c"}, "conv1");
    b.node("Relu", {"c"}, {"y"}, "relu1");
    b.output("y");
    return b;
}

onnx::GraphProto& graphOf(ModelBuilder& b)
{
    return *b.proto().mutable_graph();
}

onnx::TensorProto& weightsOf(ModelBuilder& b)
{
    return *graphOf(b).mutable_initializer(0);
}

void makeExternal(ModelBuilder& b, const char* location, const char* offset, const char* length)
{
    onnx::TensorProto& weights = weightsOf(b);
    weights.clear_raw_data();
    weights.set_data_location(onnx::TensorProto::EXTERNAL);
    for (const auto& [key, value] : {std::pair("location", location), {"offset", offset}, {"length", length}}) {
        if (!*value)
            continue;
        auto* entry = weights.add_external_data();
        entry->set_key(key);
        entry->set_value(value);
    }
}

namespace malformed {

void noOpset(ModelBuilder& b)
{
    b.proto().clear_opset_import();
}

void noNodes(ModelBuilder& b)
{
    graphOf(b).clear_node();
}

void noOutputs(ModelBuilder& b)
{
    graphOf(b).clear_output();
}

void missingInitializer(ModelBuilder& b)
{
    graphOf(b).clear_initializer();
}

void missingOutput(ModelBuilder& b)
{
    b.output("z");
}

void readsItself(ModelBuilder& b)
{
    graphOf(b).mutable_node(1)->set_input(0, "y");
}

void cycleOfTwo(ModelBuilder& b)
{
    graphOf(b).mutable_node(0)->set_input(0, "y");
}

void madeTwice(ModelBuilder& b)
{
    b.node("Neg", {"x"}, {"c"}, "again");
}

void fewBytes(ModelBuilder& b)
{
    weightsOf(b).mutable_raw_data()->pop_back();
}

void unknownOperator(ModelBuilder& b)
{
    graphOf(b).mutable_node(1)->set_op_type("Reloo");
}

void missingAttribute(ModelBuilder& b)
{
    b.node("Concat", {"y", "y"}, {"z"}, "joined");
}

void mixedTypes(ModelBuilder& b)
{
    b.int64s("k", {1});
    b.node("Add", {"y", "k"}, {"z"}, "sum");
}

void quantizedAlready(ModelBuilder& b)
{
    b.initializer("scale", {}, {0.1F});
    b.node("QuantizeLinear", {"y", "scale"}, {"q"}, "quant");
    b.node("DequantizeLinear", {"q", "scale"}, {"z"}, "dequant");
    graphOf(b).mutable_output(0)->set_name("z");
}

} // namespace malformed

} // namespace quantiscope::test
