// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace quantiscope {

/// How the files of a cache folder end that keep what variants of a recipe were measured to do.
inline constexpr const char* kSensitivityEnding = ".sensitivity";

} // namespace quantiscope
