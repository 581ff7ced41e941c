// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace quantiscope {

/// Operators of ours that nodes of a session's model may use (SessionOptions::operators), all of one domain, which the
/// model imports in version 1. Each kind is a class of this module; here only ONNX Runtime's types are kept from those
/// that hand it on. One object may serve several sessions.
class SessionOperators
{
public:
    struct Domain; ///< for this module only: see operator_domain.h

    SessionOperators() = default;
    virtual ~SessionOperators() = default;
    SessionOperators(const SessionOperators&) = delete;
    SessionOperators& operator=(const SessionOperators&) = delete;

    [[nodiscard]] virtual const Domain& domain() const = 0;
};

} // namespace quantiscope
