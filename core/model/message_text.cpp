// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/message_text.h"

#include <onnx/onnx_pb.h>

#include <cctype>

namespace quantiscope {

std::string inQuotes(std::string_view name)
{
    return "'" + printable(name) + "'";
}

std::string describe(const onnx::NodeProto& node)
{
    std::string text = "node ";
    if (!node.name().empty())
        text += inQuotes(node.name());
    else if (node.output_size() > 0 && !node.output(0).empty())
        text += "without a name that makes " + inQuotes(node.output(0));
    else
        text += "without a name";
    return node.op_type().empty() ? text : text + " (" + printable(node.op_type()) + ")";
}

std::string sentenceCase(std::string text)
{
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

Error refused(std::string message, std::string_view subject)
{
    return {ErrorCode::ModelRefused, std::move(message), std::string(subject)};
}

Error refused(const onnx::NodeProto& node, const std::string& rest)
{
    return refused(sentenceCase(describe(node)) + " " + rest, node.name());
}

} // namespace quantiscope
