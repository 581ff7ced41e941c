// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/preferences_dialog.h"
#include "app/settings/settings.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace quantiscope;
using namespace Qt::StringLiterals;

class TestPreferencesDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void init()
    {
        m_settings = std::make_unique<Settings>();
        m_settings->store().clear();
        open();
    }

    void theme_isTakenAtOnce_andShownAgain()
    {
        const QSignalSpy changed(m_settings.get(), &Settings::themeChanged);
        choose(field<QComboBox>(u"Theme:"_s), u"Dark"_s);
        QCOMPARE(m_settings->theme(), ThemeChoice::Dark);
        QCOMPARE(changed.count(), 2); // by way of "Light"
        open();
        QCOMPARE(field<QComboBox>(u"Theme:"_s)->currentText(), u"Dark"_s);
    }

    void language_isKept_andSaysThatItNeedsARestart()
    {
        const auto note = [this] {
            for (const QLabel* label : m_dialog->findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(u"started again"_s))
                    return true;
            }
            return false;
        };
        QVERIFY(!note());
        choose(field<QComboBox>(u"Language:"_s), u"简体中文"_s);
        QCOMPARE(m_settings->language(), u"zh_CN"_s);
        QVERIFY(note());
        open();
        QCOMPARE(field<QComboBox>(u"Language:"_s)->currentText(), u"简体中文"_s);
    }

    void threadsAndMemory_areKept_withWordsForNone()
    {
        auto* threads = field<QSpinBox>(u"Threads of jobs:"_s);
        auto* memory = field<QSpinBox>(u"Memory of jobs:"_s);
        QCOMPARE(threads->text(), u"one per core"_s);
        QCOMPARE(memory->text(), u"no limit"_s);
        threads->setFocus();
        threads->selectAll();
        QTest::keyClicks(threads, u"3"_s);
        memory->setFocus();
        QTest::keyClick(memory, Qt::Key_Up);
        QCOMPARE(m_settings->threads(), 3);
        QCOMPARE(m_settings->memoryBudget(), 256);
        open();
        QCOMPARE(field<QSpinBox>(u"Threads of jobs:"_s)->value(), 3);
        QCOMPARE(field<QSpinBox>(u"Memory of jobs:"_s)->value(), 256);
    }

    void samples_areKept_withAWordForAll()
    {
        auto* samples = field<QSpinBox>(u"Samples to analyse:"_s);
        QCOMPARE(samples->value(), 32);
        samples->setFocus();
        samples->selectAll();
        QTest::keyClicks(samples, u"500"_s);
        QCOMPARE(m_settings->analysisSamples(), 500);
        open();
        samples = field<QSpinBox>(u"Samples to analyse:"_s);
        QCOMPARE(samples->value(), 500);
        samples->setValue(0);
        QCOMPARE(samples->text(), u"all"_s);
        QCOMPARE(m_settings->analysisSamples(), 0);
        m_settings->store().setValue(u"analysis/samples"_s, u"many"_s); // by somebody else
        QCOMPARE(m_settings->analysisSamples(), 32);
    }

    void escape_closes()
    {
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        QVERIFY(!m_dialog->isVisible());
    }

private:
    void open()
    {
        m_dialog = std::make_unique<PreferencesDialog>(*m_settings);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }

    /// The control beside a label.
    template <typename Field>
    Field* field(const QString& label) const
    {
        for (Field* found : m_dialog->findChildren<Field*>()) {
            const auto* text =
                qobject_cast<QLabel*>(static_cast<QFormLayout*>(m_dialog->layout())->labelForField(found));
            if (text && text->text().remove(u'&') == label)
                return found;
        }
        qFatal("there is no %s", qPrintable(label));
    }

    static void choose(QComboBox* box, const QString& text)
    {
        box->setFocus();
        const int wanted = box->findText(text);
        QVERIFY2(wanted >= 0, qPrintable(text));
        while (box->currentIndex() != wanted)
            QTest::keyClick(box, box->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<PreferencesDialog> m_dialog;
};

QTEST_MAIN(TestPreferencesDialog)
#include "tst_preferences_dialog.moc"
