// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/project.h"
#include "app/pages/run_exporter.h"
#include "app/pages/runs_page.h"

namespace quantiscope::test {

/// Writes @p part of the page's current run to @p file as if a dialog had been answered with that.
inline void exportPart(const RunsPage& page, const Project& project, RunPart part, const QString& file)
{
    page.findChild<RunExporter*>()->write(*project.run(page.currentRun()), project.modelPath(), part, file);
}

} // namespace quantiscope::test
