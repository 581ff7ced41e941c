// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_text.h"

#include "core/base/printable.h"

namespace quantiscope {

std::string gateText(std::span<const GateResult> gates)
{
    std::string text = "Gates:\n";
    for (const GateResult& gate : gates)
        text += std::string(gate.met ? "  met      " : "  NOT MET  ") + wholePrintable(gate.text()) + "\n";
    return text;
}

} // namespace quantiscope
