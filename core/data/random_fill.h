// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/data.

#include "core/tensor/tensor.h"

#include <random>
#include <string>
#include <utility>

namespace quantiscope {

/// Fills floating-point elements with multiples of 2^-24 (float32), 2^-53 (float64), 2^-11 (float16) or 2^-8
/// (bfloat16): all of them below 1 after rounding too. Other types stay 0: an index of 0 is valid everywhere.
void fillUniform(Tensor& tensor, std::mt19937_64& random);

/// Fills with numbers between the two of @p range, floats evenly, integers each equally often. The type must have them:
/// see objectionToRange().
void fillWithin(Tensor& tensor, std::pair<double, double> range, std::mt19937_64& random);

/// Why elements of @p type cannot be filled with @p range; empty when they can.
[[nodiscard]] std::string objectionToRange(std::pair<double, double> range, DataType type);

} // namespace quantiscope
