// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/vector_clones.h"
