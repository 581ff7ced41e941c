// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/preferences_dialog.h"

#include "app/settings/settings.h"
#include "app/settings/translation.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

#include <limits>

namespace quantiscope {

PreferencesDialog::PreferencesDialog(Settings& settings, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_theme(new QComboBox(this))
    , m_language(new QComboBox(this))
    , m_restart(new QLabel(tr("The language changes when Quantiscope is started again."), this))
    , m_threads(new QSpinBox(this))
    , m_memory(new QSpinBox(this))
    , m_samples(new QSpinBox(this))
{
    setWindowTitle(tr("Preferences"));
    m_theme->addItem(tr("As the system"), int(ThemeChoice::System));
    m_theme->addItem(tr("Light"), int(ThemeChoice::Light));
    m_theme->addItem(tr("Dark"), int(ThemeChoice::Dark));
    m_theme->setCurrentIndex(m_theme->findData(int(settings.theme())));
    m_language->addItem(tr("As the system"), QString());
    for (const QString& language : languages())
        m_language->addItem(languageName(language), language);
    m_language->setCurrentIndex(m_language->findData(settings.language()));
    m_restart->setProperty("caption", true);
    m_restart->hide();
    m_threads->setRange(0, 256);
    m_threads->setSpecialValueText(tr("one per core"));
    m_threads->setValue(settings.threads());
    m_memory->setRange(0, std::numeric_limits<int>::max());
    m_memory->setSingleStep(256);
    m_memory->setSuffix(tr(" MiB"));
    m_memory->setSpecialValueText(tr("no limit"));
    m_memory->setValue(settings.memoryBudget());
    m_memory->setToolTip(tr("The most memory that the program may take while it calibrates. What cannot be done within "
                            "it is refused, with the figure that would do."));
    m_samples->setRange(0, std::numeric_limits<int>::max());
    m_samples->setSingleStep(32);
    m_samples->setSpecialValueText(tr("all"));
    m_samples->setValue(settings.analysisSamples());
    m_samples->setToolTip(tr("The most samples that layers, sensitivity, what-if and advice are measured on from now "
                             "on. More take longer and tell more exactly."));

    auto* form = new QFormLayout(this);
    form->addRow(tr("&Theme:"), m_theme);
    form->addRow(tr("&Language:"), m_language);
    form->addRow(m_restart);
    form->addRow(tr("T&hreads of jobs:"), m_threads);
    form->addRow(tr("&Memory of jobs:"), m_memory);
    form->addRow(tr("&Samples to analyse:"), m_samples);
    auto* close = new QDialogButtonBox(QDialogButtonBox::Close, this);
    form->addRow(close);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_theme, &QComboBox::activated, this,
            [this] { m_settings.setTheme(ThemeChoice(m_theme->currentData().toInt())); });
    connect(m_language, &QComboBox::activated, this, [this] {
        m_settings.setLanguage(m_language->currentData().toString());
        m_restart->show();
    });
    connect(m_threads, &QSpinBox::valueChanged, this, [this](int threads) { m_settings.setThreads(threads); });
    connect(m_memory, &QSpinBox::valueChanged, this, [this](int memory) { m_settings.setMemoryBudget(memory); });
    connect(m_samples, &QSpinBox::valueChanged, this, [this](int samples) { m_settings.setAnalysisSamples(samples); });
}

} // namespace quantiscope
