// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/findings_list.h"

#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/effect_card.h"
#include "widgets/recipe/effect_watcher.h"

#include <QEvent>

namespace quantiscope {

FindingsList::FindingsList(EffectWatcher& watcher, QWidget* parent) : QListWidget(parent), m_watcher(watcher)
{
    setAccessibleName(tr("Findings"));
    setWordWrap(true);
    setIconSize({fontMetrics().height(), fontMetrics().height()});
    setSpacing(3);
    setTextElideMode(Qt::ElideNone);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(QListView::Adjust);
    setFrameShape(QFrame::NoFrame);
    connect(&watcher, &EffectWatcher::previewChanged, this, &FindingsList::reload);
    reload();
}

void FindingsList::changeEvent(QEvent* event)
{
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

void FindingsList::add(const QString& icon, const QString& text)
{
    auto* item = new QListWidgetItem(themedIcon(icon), text, this);
    item->setToolTip(plainToolTip(text));
}

void FindingsList::reload()
{
    clear();
    if (!m_watcher.model()) {
        add(QStringLiteral("info"), tr("No model is open."));
        return;
    }
    for (const Error& problem : m_watcher.problems())
        add(QStringLiteral("error"), toQt(problem.message));
    for (const std::string& warning : m_watcher.warnings())
        add(QStringLiteral("warning"), toQt(warning));
    if (const auto preview = m_watcher.preview()) {
        for (const std::string& warning : preview->warnings)
            add(QStringLiteral("warning"), toQt(warning));
        const QString preset = toQt(m_watcher.previewedRecipe().config.preset);
        for (const QString& text : leftFloatTexts(m_watcher.model()->graph, *preview, preset))
            add(QStringLiteral("info"), tr("Stays float: %1").arg(text));
        if (count() == 0)
            add(QStringLiteral("check"), tr("Nothing stands out: the recipe quantizes all that it is asked to."));
    }
}

} // namespace quantiscope
