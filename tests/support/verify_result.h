// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

/// Checks that a Result is a value.
#define VERIFY_OK(result)                                                                                              \
    do {                                                                                                               \
        const auto& verified = (result);                                                                               \
        QVERIFY2(verified.has_value(), verified.has_value() ? "" : verified.error().message.c_str());                  \
    } while (false)
