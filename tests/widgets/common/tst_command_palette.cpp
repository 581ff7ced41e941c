// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/command_palette.h"
#include "widgets/common/palette_model.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QTest>
#include <QVBoxLayout>

using namespace quantiscope;
using namespace Qt::StringLiterals;

namespace {

PaletteEntry entry(const QString& text, const QString& detail = {}, const QString& reason = {})
{
    return {.text = text, .detail = detail, .disabledReason = reason};
}

QStringList shown(const PaletteModel& model)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts += model.entry(row).text;
    return texts;
}

} // namespace

class TestCommandPalette : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_ran.clear();
        m_window = std::make_unique<QWidget>();
        m_window->resize(900, 600);
        auto* layout = new QVBoxLayout(m_window.get());
        m_first = new QLineEdit(m_window.get());
        m_second = new QLineEdit(m_window.get());
        layout->addWidget(m_first);
        layout->addWidget(m_second);
        m_palette = new CommandPalette(m_window.get());
        const auto run = [this](const QString& text) { return [this, text] { m_ran += text; }; };
        m_palette->setSources(
            {{u'>', u"commands"_s,
              [run] {
                  return std::vector<PaletteEntry>{
                      {.text = u"Open…"_s, .detail = u"File"_s, .shortcut = u"Ctrl+O"_s, .run = run(u"open"_s)},
                      {.text = u"Save"_s,
                       .detail = u"File"_s,
                       .disabledReason = u"No model is open"_s,
                       .run = run(u"save"_s)},
                      {.text = u"Fit graph"_s, .detail = u"Graph"_s, .run = run(u"fit"_s)}};
              }},
             {u'@', u"nodes"_s, [this, run] {
                  ++m_asked;
                  return std::vector<PaletteEntry>{{.text = u"Conv_1"_s, .run = run(u"Conv_1"_s)},
                                                   {.text = u"Conv_2"_s, .run = run(u"Conv_2"_s)}};
              }}});
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_second->setFocus();
    }

    void model_isSound()
    {
        PaletteModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setEntries({entry(u"a"_s), entry(u"b"_s)});
        model.setTyped(u"b"_s);
        model.setTyped({});
        model.setEntries({});
    }

    void ranking_putsBeginningsFirst_andDisabledLast()
    {
        PaletteModel model;
        model.setEntries({entry(u"Export clip"_s, u"Exclude"_s), entry(u"Zoom to excluded"_s), entry(u"unexcl"_s),
                          entry(u"Exclude all"_s, {}, u"no"_s), entry(u"Exclude Conv"_s)});
        model.setTyped(u"excl"_s);
        QCOMPARE(
            shown(model),
            (QStringList{u"Exclude Conv"_s, u"Zoom to excluded"_s, u"unexcl"_s, u"Export clip"_s, u"Exclude all"_s}));
        model.setTyped({});
        QCOMPARE(shown(model).last(), u"Exclude all"_s);
        QCOMPARE(shown(model).first(), u"Export clip"_s); // as they came
    }

    void ranking_putsDisabledLast_whateverElseFitsBadly()
    {
        PaletteModel model;
        model.setEntries({entry(u"a b c d e"_s, {}, u"no"_s), entry(u"x"_s, u"a b c d e"_s)});
        model.setTyped(u"a b c d e"_s);
        QCOMPARE(shown(model), (QStringList{u"x"_s, u"a b c d e"_s}));
    }

    void groups_standUnderTheirHeadings_theSelectionFirst_disabledOnesLast()
    {
        const auto grouped = [](const QString& text, const QString& group, const QString& reason = {}) {
            PaletteEntry made = entry(text, group, reason);
            made.group = group;
            return made;
        };
        PaletteModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        PaletteEntry marked = grouped(u"Keep float"_s, u"Selection"_s);
        marked.isOnSelection = true;
        model.setEntries({grouped(u"Save"_s, u"File"_s, u"no"_s), grouped(u"Forward"_s, u"Second"_s, u"no"_s),
                          grouped(u"Fit"_s, u"Graph"_s), grouped(u"Open"_s, u"File"_s), marked});
        const auto rows = [&model] {
            QStringList texts;
            for (int row = 0; row < model.rowCount(); ++row) {
                const QModelIndex index = model.index(row);
                const bool isHeading = index.data(PaletteModel::HeadingRole).toBool();
                if (isHeading == bool(index.flags() & Qt::ItemIsSelectable))
                    return QStringList{u"flags"_s};
                texts += (isHeading ? u"# "_s : QString()) + index.data().toString();
            }
            return texts;
        };
        QCOMPARE(rows(),
                 (QStringList{u"# Selection"_s, u"Keep float"_s, u"# Graph"_s, u"Fit"_s, u"# File"_s, u"Open"_s,
                              u"Save"_s, u"# Second"_s, u"Forward"_s}));
        QVERIFY(model.index(1).data(PaletteModel::DetailRole).toString().isEmpty()); // the heading says it
        model.setTyped(u"fo"_s);
        QCOMPARE(rows(), (QStringList{u"# Second"_s, u"Forward"_s}));
        QCOMPARE(model.fitting(), std::size_t(1));
    }

    void headings_areSteppedOver()
    {
        m_palette->setSources(
            {{u'>', u"commands"_s, [this] {
                  const auto made = [this](const QString& text, const QString& group) {
                      return PaletteEntry{.text = text, .group = group, .run = [this, text] { m_ran += text; }};
                  };
                  return std::vector<PaletteEntry>{made(u"Open"_s, u"File"_s), made(u"Fit"_s, u"Graph"_s)};
              }}});
        m_palette->open(u'>');
        QCOMPARE(line()->accessibleDescription(), u"Open"_s);
        QTest::keyClick(line(), Qt::Key_Down);
        QCOMPARE(line()->accessibleDescription(), u"Fit"_s);
        QTest::keyClick(line(), Qt::Key_Down);
        QCOMPARE(line()->accessibleDescription(), u"Fit"_s);
        QTest::keyClick(line(), Qt::Key_Up);
        QTest::keyClick(line(), Qt::Key_Up);
        QCOMPARE(line()->accessibleDescription(), u"Open"_s);
        QCOMPARE(m_palette->offered(), (QStringList{u"Open"_s, u"Fit"_s}));
        auto* list = m_palette->findChild<QListView*>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(0, 0)).center());
        QVERIFY(m_ran.isEmpty());
        QTest::keyClick(line(), Qt::Key_Return);
        QCOMPARE(m_ran, QStringList{u"Open"_s});
    }

    void alias_fits_inEveryLanguage()
    {
        PaletteModel model;
        PaletteEntry named = entry(u"导出图片"_s);
        named.alias = u"graph.export"_s;
        model.setEntries({named, entry(u"导出配方"_s)});
        model.setTyped(u"exp"_s);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0).data().toString(), u"导出图片"_s);
    }

    void everyWord_mustFit()
    {
        PaletteModel model;
        model.setEntries({entry(u"Fit graph"_s), entry(u"Fit plot"_s), entry(u"Print"_s, u"Graph"_s)});
        model.setTyped(u"GRAPH  fi"_s);
        QCOMPARE(shown(model), QStringList{u"Fit graph"_s});
        model.setTyped(u"nothing"_s);
        QCOMPARE(model.rowCount(), 0);
    }

    void lettersTakenBack_bringEntriesBack()
    {
        PaletteModel model;
        model.setEntries({entry(u"Über Straße"_s), entry(u"Conv_1"_s), entry(u"Conv_2"_s, u"ÜBER"_s)});
        model.setTyped(u"conv"_s);
        QCOMPARE(shown(model), (QStringList{u"Conv_1"_s, u"Conv_2"_s}));
        model.setTyped(u"conv über"_s);
        QCOMPARE(shown(model), QStringList{u"Conv_2"_s});
        QCOMPARE(model.fitting(), std::size_t(1));
        model.setTyped(u"über"_s);
        QCOMPARE(shown(model), (QStringList{u"Über Straße"_s, u"Conv_2"_s}));
        model.setTyped(u"über x"_s);
        QCOMPARE(model.rowCount(), 0);
        model.setTyped({});
        QCOMPARE(model.rowCount(), 3);
        model.setTyped(u"1"_s);
        model.setEntries({entry(u"Add_1"_s), entry(u"Add_2"_s)});
        QCOMPARE(shown(model), QStringList{u"Add_1"_s});
    }

    void manyEntries_areFilteredAtOnce_andTheBestAreOffered()
    {
        std::vector<PaletteEntry> entries;
        for (int i = 0; i < 100'000; ++i)
            entries.push_back(entry(u"/model.%1/cv2/conv/Conv_%2"_s.arg(i % 40).arg(i), u"Conv"_s));
        PaletteModel model;
        model.setEntries(std::move(entries));
        QCOMPARE(model.total(), std::size_t(100'000));
        QCOMPARE(model.rowCount(), PaletteModel::kMost);
        model.setTyped(u"conv_99999"_s);
        QCOMPARE(shown(model), QStringList{u"/model.39/cv2/conv/Conv_99999"_s});
        QBENCHMARK
        {
            model.setTyped(u"12 conv"_s);
            model.setTyped(u"conv 12"_s);
        }
        QVERIFY(model.fitting() > 200);
    }

    void nothingThatFits_isSaidInWords()
    {
        m_palette->open(u'>');
        QTest::keyClicks(m_palette->findChild<QLineEdit*>(), u"zzz"_s);
        const auto said = [this] {
            for (const QLabel* label : m_palette->findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(u"“zzz”"_s))
                    return true;
            }
            return false;
        };
        QVERIFY(said());
        QVERIFY(!m_palette->findChild<QListView*>()->isVisible());
        m_palette->findChild<QLineEdit*>()->setText(u">fit"_s);
        QVERIFY(!said());
        QVERIFY(m_palette->findChild<QListView*>()->isVisible());
    }

    void enter_runsTheFirst_andGivesTheFocusBack()
    {
        m_palette->open(u'>');
        QVERIFY(m_palette->isVisible());
        QTest::keyClicks(line(), u"fit"_s);
        QCOMPARE(m_palette->offered(), QStringList{u"Fit graph"_s});
        QTest::keyClick(line(), Qt::Key_Return);
        QCOMPARE(m_ran, QStringList{u"fit"_s});
        QVERIFY(!m_palette->isVisible());
        QVERIFY(m_second->hasFocus());
    }

    void arrows_choose_andStayInTheList()
    {
        m_palette->open(u'@');
        QTest::keyClick(line(), Qt::Key_Up);
        QTest::keyClick(line(), Qt::Key_Down);
        QCOMPARE(line()->accessibleDescription(), u"Conv_2"_s);
        QTest::keyClick(line(), Qt::Key_Down);
        QTest::keyClick(line(), Qt::Key_PageUp);
        QTest::keyClick(line(), Qt::Key_PageDown);
        QTest::keyClick(line(), Qt::Key_Enter);
        QCOMPARE(m_ran, QStringList{u"Conv_2"_s});
    }

    void disabled_cannotBeRun_andStaysOpen()
    {
        m_palette->open(u'>');
        QTest::keyClicks(line(), u"save"_s);
        QTest::keyClick(line(), Qt::Key_Return);
        QVERIFY(m_ran.isEmpty());
        QVERIFY(m_palette->isVisible());
        auto* list = m_palette->findChild<QListView*>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(0, 0)).center());
        QVERIFY(m_ran.isEmpty());
    }

    void click_runs()
    {
        m_palette->open(u'>');
        auto* list = m_palette->findChild<QListView*>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(1, 0)).center());
        QCOMPARE(m_ran, QStringList{u"fit"_s});
    }

    void escape_closes_andGivesTheFocusBack()
    {
        m_palette->open(u'>');
        m_palette->open(u'@'); // its own line is not where the focus goes back to
        QTest::keyClick(line(), Qt::Key_Escape);
        QVERIFY(!m_palette->isVisible());
        QVERIFY(m_second->hasFocus());
        QVERIFY(m_ran.isEmpty());
    }

    void focusElsewhere_closes_andStaysThere()
    {
        m_palette->open(u'>');
        m_first->setFocus();
        QVERIFY(!m_palette->isVisible());
        QVERIFY(m_first->hasFocus());
    }

    void prefix_changesTheSource_asItIsTyped()
    {
        m_palette->open(u'>');
        QCOMPARE(m_palette->offered().size(), 3);
        line()->setText(u"@"_s);
        QCOMPARE(m_palette->offered(), (QStringList{u"Conv_1"_s, u"Conv_2"_s}));
        line()->setText(u"open"_s); // without one: the first source
        QCOMPARE(m_palette->offered(), QStringList{u"Open…"_s});
    }

    void entries_areAskedForAgain_whenItOpens()
    {
        m_asked = 0;
        m_palette->open(u'@');
        QTest::keyClicks(line(), u"conv"_s);
        QCOMPARE(m_asked, 1);
        QTest::keyClick(line(), Qt::Key_Escape);
        QVERIFY(m_palette->offered().isEmpty()); // nothing is kept
        m_palette->open(u'@');
        QCOMPARE(m_asked, 2);
    }

    void palette_staysInside_whenTheWindowShrinks()
    {
        m_palette->open(u'>');
        m_window->resize(420, 300);
        QTRY_VERIFY(m_window->rect().contains(m_palette->geometry()));
    }

private:
    QLineEdit* line() const { return m_palette->findChild<QLineEdit*>(); }

    std::unique_ptr<QWidget> m_window;
    QLineEdit* m_first = nullptr;
    QLineEdit* m_second = nullptr;
    CommandPalette* m_palette = nullptr;
    QStringList m_ran;
    int m_asked = 0;
};

QTEST_MAIN(TestCommandPalette)
#include "tst_command_palette.moc"
