// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model_writer.h"

#include "core/model/external_data.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace quantiscope {

namespace {

using google::protobuf::io::CodedOutputStream;

constexpr int kLengthDelimited = 2;

constexpr std::uint32_t tagOf(int field)
{
    return static_cast<std::uint32_t>(field) << 3 | kLengthDelimited;
}

std::size_t fieldSize(int field, std::size_t length)
{
    return CodedOutputStream::VarintSize32(tagOf(field)) + CodedOutputStream::VarintSize64(length) + length;
}

void writeFieldHeader(CodedOutputStream& out, int field, std::size_t length)
{
    out.WriteTag(tagOf(field));
    out.WriteVarint64(length);
}

/// A model with everything except its initializers; its graph is written apart.
struct Skeleton
{
    onnx::ModelProto head; ///< fields before the graph
    onnx::ModelProto tail; ///< fields behind it
    onnx::GraphProto graph; ///< without initializers
};

Skeleton skeletonOf(const onnx::ModelProto& model)
{
    Skeleton skeleton;
    const auto* reflection = onnx::ModelProto::GetReflection();
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    reflection->ListFields(model, &fields);
    const auto copyField = [](const auto& from, auto& to, const google::protobuf::FieldDescriptor* field) {
        const auto* r = from.GetReflection();
        using Type = google::protobuf::FieldDescriptor;
        if (field->is_repeated()) {
            for (int i = 0; i < r->FieldSize(from, field); ++i)
                r->AddMessage(&to, field)->CopyFrom(r->GetRepeatedMessage(from, field, i));
        } else if (field->cpp_type() == Type::CPPTYPE_STRING) {
            r->SetString(&to, field, r->GetString(from, field));
        } else {
            r->SetInt64(&to, field, r->GetInt64(from, field));
        }
    };
    for (const auto* field : fields) {
        if (field->number() != onnx::ModelProto::kGraphFieldNumber)
            copyField(model, field->number() < onnx::ModelProto::kGraphFieldNumber ? skeleton.head : skeleton.tail,
                      field);
    }
    skeleton.tail.mutable_unknown_fields()->MergeFrom(model.unknown_fields());

    fields.clear();
    onnx::GraphProto::GetReflection()->ListFields(model.graph(), &fields);
    for (const auto* field : fields) {
        if (field->number() != onnx::GraphProto::kInitializerFieldNumber)
            copyField(model.graph(), skeleton.graph, field);
    }
    skeleton.graph.mutable_unknown_fields()->MergeFrom(model.graph().unknown_fields());
    return skeleton;
}

/// Everything about @p tensor but its elements.
onnx::TensorProto describeTensor(const onnx::TensorProto& tensor)
{
    onnx::TensorProto copy;
    *copy.mutable_dims() = tensor.dims();
    copy.set_data_type(tensor.data_type());
    copy.set_name(tensor.name());
    if (tensor.has_doc_string())
        copy.set_doc_string(tensor.doc_string());
    *copy.mutable_string_data() = tensor.string_data();
    *copy.mutable_metadata_props() = tensor.metadata_props();
    copy.mutable_unknown_fields()->MergeFrom(tensor.unknown_fields());
    return copy;
}

/// An initializer as it is written: its description, and the elements that follow as raw_data unless they are
/// elsewhere.
struct Piece
{
    onnx::TensorProto description;
    std::span<const std::byte> raw;
    bool hasRaw = false;

    [[nodiscard]] std::size_t size() const
    {
        const std::size_t data = hasRaw ? fieldSize(onnx::TensorProto::kRawDataFieldNumber, raw.size()) : 0;
        return description.ByteSizeLong() + data;
    }
};

Piece pieceOf(const Model& model, const onnx::TensorProto& tensor, const Placement& place, const std::string& dataFile)
{
    Piece piece{describeTensor(tensor), model.bytesOf(tensor), false};
    if (!place.isExternal) {
        piece.hasRaw = tensor.data_type() != onnx::TensorProto::STRING;
        return piece;
    }
    const std::array<std::pair<const char*, std::string>, 3> entries{{{"location", dataFile},
                                                                      {"offset", std::to_string(place.offset)},
                                                                      {"length", std::to_string(piece.raw.size())}}};
    for (const auto& [key, value] : entries) {
        auto* entry = piece.description.add_external_data();
        entry->set_key(key);
        entry->set_value(value);
    }
    piece.description.set_data_location(onnx::TensorProto::EXTERNAL);
    return piece;
}

Error canceled()
{
    return {ErrorCode::Canceled, "Saving was canceled.", {}};
}

/// Weights are written in blocks of this many bytes: some milliseconds.
constexpr std::size_t kBlock = std::size_t(4) << 20;

Result<void> writePiece(CodedOutputStream& out, const Piece& piece, const Feedback& feedback)
{
    writeFieldHeader(out, onnx::GraphProto::kInitializerFieldNumber, piece.size());
    piece.description.SerializeToCodedStream(&out);
    if (!piece.hasRaw)
        return {};
    writeFieldHeader(out, onnx::TensorProto::kRawDataFieldNumber, piece.raw.size());
    for (std::size_t at = 0; at < piece.raw.size() && !out.HadError(); at += kBlock) {
        if (feedback.isCanceled())
            return canceled();
        out.WriteRaw(piece.raw.data() + at, static_cast<int>(std::min(kBlock, piece.raw.size() - at)));
    }
    return {};
}

std::size_t initializerBytes(const Model& model, const std::vector<Placement>& places, const std::string& dataFile)
{
    std::size_t size = 0;
    for (int i = 0; i < model.graph().initializer_size(); ++i) {
        const Piece piece = pieceOf(model, model.graph().initializer(i), places[static_cast<std::size_t>(i)], dataFile);
        size += fieldSize(onnx::GraphProto::kInitializerFieldNumber, piece.size());
    }
    return size;
}

} // namespace

std::vector<Placement> placeWeights(const Model& model, bool external)
{
    std::vector<Placement> places(static_cast<std::size_t>(model.graph().initializer_size()));
    std::size_t end = 0;
    for (std::size_t i = 0; external && i < places.size(); ++i) {
        const std::size_t bytes = model.bytesOf(model.graph().initializer(static_cast<int>(i))).size();
        if (bytes < kSmallestExternal)
            continue;
        places[i] = {true, (end + kDataAlignment - 1) / kDataAlignment * kDataAlignment};
        end = places[i].offset + bytes;
    }
    return places;
}

std::size_t embeddedSize(const Model& model)
{
    const Skeleton skeleton = skeletonOf(model.proto());
    const std::size_t graph = skeleton.graph.ByteSizeLong() + initializerBytes(model, placeWeights(model, false), {});
    return skeleton.head.ByteSizeLong() + fieldSize(onnx::ModelProto::kGraphFieldNumber, graph)
        + skeleton.tail.ByteSizeLong();
}

Result<void> writeModel(std::ostream& stream, const Model& model, const std::vector<Placement>& places,
                        const std::string& dataFile, const Feedback& feedback)
{
    const Skeleton skeleton = skeletonOf(model.proto());
    google::protobuf::io::OstreamOutputStream output(&stream);
    CodedOutputStream out(&output);
    out.SetSerializationDeterministic(true);
    skeleton.head.SerializeToCodedStream(&out);
    writeFieldHeader(out, onnx::ModelProto::kGraphFieldNumber,
                     skeleton.graph.ByteSizeLong() + initializerBytes(model, places, dataFile));
    skeleton.graph.SerializeToCodedStream(&out);
    for (int i = 0; i < model.graph().initializer_size(); ++i) {
        const Piece piece = pieceOf(model, model.graph().initializer(i), places[static_cast<std::size_t>(i)], dataFile);
        if (auto written = writePiece(out, piece, feedback); !written)
            return written;
    }
    skeleton.tail.SerializeToCodedStream(&out);
    out.Trim();
    return {}; // the caller looks at the stream's state
}

Result<void> writeWeights(std::ostream& stream, const Model& model, const std::vector<Placement>& places,
                          const Feedback& feedback)
{
    static constexpr std::array<char, kDataAlignment> kPadding{};
    std::size_t written = 0;
    for (std::size_t i = 0; i < places.size() && stream; ++i) {
        if (!places[i].isExternal)
            continue;
        const auto bytes = model.bytesOf(model.graph().initializer(static_cast<int>(i)));
        stream.write(kPadding.data(), static_cast<std::streamsize>(places[i].offset - written));
        for (std::size_t at = 0; at < bytes.size() && stream; at += kBlock) {
            if (feedback.isCanceled())
                return canceled();
            const auto block = bytes.subspan(at, std::min(kBlock, bytes.size() - at));
            stream.write(reinterpret_cast<const char*>(block.data()), static_cast<std::streamsize>(block.size()));
        }
        written = places[i].offset + bytes.size();
    }
    return {};
}

} // namespace quantiscope
