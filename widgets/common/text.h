// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace quantiscope {

struct TensorSpec;

/// Texts of the engine are UTF-8; what is not becomes U+FFFD.
[[nodiscard]] QString toQt(std::string_view text);
/// A name from a file as views show it: control characters (also those that turn the direction of writing) are "�", and
/// of very long ones the middle is left out.
[[nodiscard]] QString shownName(std::string_view name);

/// @p text as a tooltip that is never taken for HTML.
[[nodiscard]] QString plainToolTip(const QString& text);

[[nodiscard]] std::string toStd(const QString& text);
[[nodiscard]] QString pathText(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path toPath(const QString& path);

/// A number of bytes as people read it, in the user's locale: "3.49 MiB".
[[nodiscard]] QString bytesText(std::uint64_t bytes);

/// "1×16×208×208", with names or "?" for open extents; "scalar" for rank 0, empty where the rank is not known.
[[nodiscard]] QString shapeText(const TensorSpec& spec);

/// The type as chips show it: "f32", "s8", "u8", "i64", "bool"; "?" for an unknown one.
[[nodiscard]] QString shortTypeText(const TensorSpec& spec);

} // namespace quantiscope
