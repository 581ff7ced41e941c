// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Put in front of a function: it is compiled for several instruction sets, of which one is chosen when the program
/// starts. Where its sums must be the same on every processor, contraction has to be off for the file. Not under a
/// sanitizer: its run-time is not ready when the choice is made.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define QUANTISCOPE_VECTOR_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define QUANTISCOPE_VECTOR_CLONES
#endif
