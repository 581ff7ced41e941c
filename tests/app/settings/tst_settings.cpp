// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings.h"
#include "app/settings/translation.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace quantiscope;
using namespace Qt::StringLiterals;

class TestSettings : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void init() { Settings().store().clear(); }

    void nothingStored_isTheSystems()
    {
        const Settings settings;
        QCOMPARE(settings.theme(), ThemeChoice::System);
        QVERIFY(settings.language().isEmpty());
        QVERIFY(settings.windowGeometry().isEmpty());
        QVERIFY(settings.layout(u"inspect"_s).isEmpty());
        QVERIFY(settings.folder(u"model"_s).isEmpty());
        QCOMPARE(settings.shortcuts(u"a"_s, {u"F1"_s}), QStringList{u"F1"_s});
    }

    void choices_areKept_andToldOnce()
    {
        {
            Settings settings;
            const QSignalSpy theme(&settings, &Settings::themeChanged);
            const QSignalSpy language(&settings, &Settings::languageChanged);
            for (int i = 0; i < 2; ++i) {
                settings.setTheme(ThemeChoice::Dark);
                settings.setLanguage(u"zh_CN"_s);
            }
            settings.setWindowGeometry("geometry");
            settings.setLayout(u"inspect"_s, "docks");
            settings.setFolder(u"model"_s, u"/models"_s);
            settings.setShortcuts(u"a"_s, {u"F2"_s});
            settings.setShortcuts(u"b"_s, {});
            QCOMPARE(theme.count(), 1);
            QCOMPARE(language.count(), 1);
        }
        Settings later;
        QCOMPARE(later.theme(), ThemeChoice::Dark);
        QCOMPARE(later.language(), u"zh_CN"_s);
        QCOMPARE(later.windowGeometry(), QByteArray("geometry"));
        QCOMPARE(later.layout(u"inspect"_s), QByteArray("docks"));
        QCOMPARE(later.folder(u"model"_s), u"/models"_s);
        QCOMPARE(later.shortcuts(u"a"_s, {u"F1"_s}), QStringList{u"F2"_s});
        QVERIFY(later.shortcuts(u"b"_s, {u"F1"_s}).isEmpty()); // taken away on purpose
        later.forgetShortcuts(u"a"_s);
        QCOMPARE(later.shortcuts(u"a"_s, {u"F1"_s}), QStringList{u"F1"_s});
        later.forgetLayouts();
        QVERIFY(later.layout(u"inspect"_s).isEmpty());
        QCOMPARE(later.theme(), ThemeChoice::Dark);
    }

    void nonsense_isReadAsTheDefault()
    {
        Settings settings;
        settings.store().setValue(u"window/theme"_s, u"purple"_s);
        QCOMPARE(settings.theme(), ThemeChoice::System);
    }

    void languages_nameThemselves()
    {
        QCOMPARE(languages(), (QStringList{u"en"_s, u"zh_CN"_s}));
        QCOMPARE(languageName(u"zh_CN"_s), u"简体中文"_s);
        QCOMPARE(languageName(u"en"_s), u"English"_s);
    }

    void translations_setTheLocale_ofNumbers()
    {
        installTranslations(*QCoreApplication::instance(), u"zh_CN"_s);
        QCOMPARE(QLocale().language(), QLocale::Chinese);
        installTranslations(*QCoreApplication::instance(), u"en"_s);
        QCOMPARE(QLocale().language(), QLocale::English);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestSettings)
#include "tst_settings.moc"
