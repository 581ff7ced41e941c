// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/translation.h"
#include "tests/support/source_directory.h"
#include "widgets/common/engine_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

using namespace quantiscope;
using namespace Qt::StringLiterals;

namespace {

/// A <message> of a .ts file.
struct Message
{
    QString context;
    QString source;
    QString comment;
    QString state; ///< the translation's type: "unfinished", "vanished", …; empty: in order
    bool isPlural = false;
    QStringList forms; ///< one, or one for each number

    [[nodiscard]] QString key() const
    {
        return context + u" | "_s + source + u" | "_s + comment + (isPlural ? u" | plural"_s : QString());
    }
};

QString tsPath(const QString& language)
{
    return QString::fromStdString((test::sourceDirectory() / "translations").string()) + u"/quantiscope_"_s + language
        + u".ts"_s;
}

std::vector<Message> readMessages(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::vector<Message> messages;
    QString context;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto name = xml.name();
        if (name == "name"_L1) {
            context = xml.readElementText();
        } else if (name == "message"_L1) {
            messages.push_back({context, {}, {}, {}, xml.attributes().value("numerus"_L1) == "yes"_L1, {}});
        } else if (name == "source"_L1) {
            messages.back().source = xml.readElementText();
        } else if (name == "comment"_L1) {
            messages.back().comment = xml.readElementText();
        } else if (name == "translation"_L1) {
            messages.back().state = xml.attributes().value("type"_L1).toString();
            if (!messages.back().isPlural)
                messages.back().forms.append(xml.readElementText());
        } else if (name == "numerusform"_L1) {
            messages.back().forms.append(xml.readElementText());
        }
    }
    return xml.hasError() ? std::vector<Message>() : messages;
}

/// What must stand in a translation as often as in its source: places, tags, what a file dialog filters by, presets.
QStringList fixedParts(const QString& text)
{
    static const QRegularExpression kPart(uR"(%L?\d+|%n|\[\*\]|</?[a-z]+/?>|\(\*\.[^)]*\)|;;|\{[A-Z0-9_]+\})"_s);
    QStringList parts;
    for (const QRegularExpressionMatch& match : kPart.globalMatch(text))
        parts.append(match.captured());
    parts.sort();
    return parts;
}

/// The letters behind "&", in small ones.
QString mnemonics(const QString& text)
{
    static const QRegularExpression kMnemonic(u"&(\\w)"_s);
    QString letters;
    for (const QRegularExpressionMatch& match : kMnemonic.globalMatch(text))
        letters += match.captured(1).toLower();
    return letters;
}

/// The blank space around @p text.
std::pair<QString, QString> margins(const QString& text)
{
    const QString trimmed = text.trimmed();
    const qsizetype begin = text.indexOf(trimmed);
    return {text.left(begin), text.mid(begin + trimmed.size())};
}

QString faultOf(const Message& message, const QString& translation)
{
    if (translation.trimmed().isEmpty())
        return u"is empty"_s;
    if (fixedParts(message.source) != fixedParts(translation))
        return u"has other places, tags or filters: "_s + translation;
    if (mnemonics(message.source) != mnemonics(translation))
        return u"has other letters behind &: "_s + translation;
    if (margins(message.source) != margins(translation))
        return u"begins or ends with other spaces: "_s + translation;
    // "打开(&O)…": menus show whether a dialog follows.
    if (message.source.endsWith(u'…') != translation.endsWith(u'…'))
        return u"ends differently: "_s + translation;
    return {};
}

std::set<QString> keysOf(const std::vector<Message>& messages)
{
    std::set<QString> keys;
    for (const Message& message : messages)
        keys.insert(message.key());
    return keys;
}

QString joined(const std::set<QString>& texts)
{
    QString all;
    for (const QString& text : texts)
        all += u"\n  "_s + text;
    return all;
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private slots:
    void chinese_isComplete()
    {
        const std::vector<Message> messages = readMessages(tsPath(u"zh_CN"_s));
        QVERIFY(messages.size() > 900);
        QStringList faults;
        for (const Message& message : messages) {
            if (!message.state.isEmpty())
                faults.append(message.key() + u" is "_s + message.state);
            if (message.forms.size() != 1)
                faults.append(message.key() + u" has not one form"_s);
            for (const QString& form : message.forms) {
                if (const QString fault = faultOf(message, form); !fault.isEmpty())
                    faults.append(message.key() + u' ' + fault);
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(u"\n"_s + faults.join(u'\n')));
    }

    void english_hasBothForms_ofPlurals()
    {
        const std::vector<Message> messages = readMessages(tsPath(u"en"_s));
        QStringList faults;
        int plurals = 0;
        for (const Message& message : messages) {
            if (!message.isPlural)
                continue;
            ++plurals;
            if (!message.state.isEmpty() || message.forms.size() != 2) {
                faults.append(message.key() + u" lacks a form"_s);
                continue;
            }
            if (const QString fault = faultOf(message, message.forms[1]); !fault.isEmpty())
                faults.append(message.key() + u' ' + fault);
            // "The only one" needs no number, but all else.
            QStringList ofOne = fixedParts(message.source);
            ofOne.removeAll(u"%n"_s);
            QStringList inOne = fixedParts(message.forms[0]);
            inOne.removeAll(u"%n"_s);
            if (inOne != ofOne || message.forms.join(u' ').contains(u"(s)"_s))
                faults.append(message.key() + u" is "_s + message.forms.join(u" / "_s));
        }
        QVERIFY(plurals > 40);
        QVERIFY2(faults.isEmpty(), qPrintable(u"\n"_s + faults.join(u'\n')));
    }

    void plurals_countWithN()
    {
        // "node(s)" in a text that is no plural is shown as it stands.
        QStringList faults;
        for (const Message& message : readMessages(tsPath(u"zh_CN"_s))) {
            if (message.source.contains(u"(s)"_s) && !message.isPlural)
                faults.append(message.key());
            if (message.isPlural && !message.source.contains(u"%n"_s))
                faults.append(message.key());
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    void sources_addNothing_toTheFiles_data()
    {
        QTest::addColumn<QString>("language");
        for (const QString& language : languages())
            QTest::newRow(qPrintable(language)) << language;
    }

    void sources_addNothing_toTheFiles()
    {
        QFETCH(QString, language);
        const QString lupdate = QStringLiteral(LUPDATE_PROGRAM);
        if (!QFileInfo(lupdate).isExecutable())
            QSKIP("lupdate is not installed");
        const QTemporaryDir folder;
        const QString copy = folder.filePath(QFileInfo(tsPath(language)).fileName());
        QVERIFY(QFile::copy(tsPath(language), copy));
        QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
        const QString source = QString::fromStdString(test::sourceDirectory().string());
        QProcess update;
        update.setProcessChannelMode(QProcess::MergedChannels);
        update.start(QStringLiteral(CMAKE_PROGRAM),
                     {u"-D"_s, u"LUPDATE="_s + lupdate, u"-D"_s,
                      u"ENGINE_TEXTS="_s + QStringLiteral(ENGINE_TEXTS_PROGRAM), u"-D"_s, u"SOURCE="_s + source,
                      u"-D"_s, u"TS="_s + copy, u"-D"_s, u"WORK="_s + folder.filePath(u"work"_s), u"-P"_s,
                      source + u"/translations/update.cmake"_s});
        QVERIFY(update.waitForFinished(60000));
        QVERIFY2(update.exitCode() == 0, update.readAll());

        const std::set<QString> stored = keysOf(readMessages(tsPath(language)));
        const std::set<QString> used = keysOf(readMessages(copy));
        QVERIFY(!used.empty());
        std::set<QString> missing;
        std::set_difference(used.begin(), used.end(), stored.begin(), stored.end(),
                            std::inserter(missing, missing.end()));
        std::set<QString> unused;
        std::set_difference(stored.begin(), stored.end(), used.begin(), used.end(),
                            std::inserter(unused, unused.end()));
        QVERIFY2(missing.empty() && unused.empty(),
                 qPrintable(u"Build the target update_translations, then translate. Missing:"_s + joined(missing)
                            + u"\nnot used any more:"_s + joined(unused)));
    }

    void contexts_haveTheNamespace()
    {
        // tr() of a class looks its texts up with the namespace; lupdate loses it when it misreads a file.
        for (const Message& message : readMessages(tsPath(u"zh_CN"_s)))
            QVERIFY2(message.context.startsWith("quantiscope::"_L1), qPrintable(message.key()));
    }

    void chinese_isFound_atRunTime()
    {
        installTranslations(*QCoreApplication::instance(), u"zh_CN"_s);
        const std::vector<Message> messages = readMessages(tsPath(u"zh_CN"_s));
        QVERIFY(!messages.empty());
        for (const Message& message : messages) {
            const QByteArray comment = message.comment.toUtf8();
            const QString shown = QCoreApplication::translate(message.context.toUtf8(), message.source.toUtf8(),
                                                              comment.isEmpty() ? nullptr : comment.constData(),
                                                              message.isPlural ? 7 : -1);
            QString wanted = message.forms.value(0);
            if (message.isPlural)
                wanted.replace(u"%n"_s, u"7"_s);
            QCOMPARE(shown, wanted);
        }
        QCOMPARE(engineText("Integer type of weights."), u"权重的整数类型。"_s);
        QCOMPARE(engineText("not in any table"), u"not in any table"_s);
    }

    void english_isItsOwnSource_withPlurals()
    {
        installTranslations(*QCoreApplication::instance(), u"zh_CN"_s);
        installTranslations(*QCoreApplication::instance(), u"en"_s); // takes the place of Chinese
        QCOMPARE(QCoreApplication::translate("quantiscope::LogModel", "Warning"), u"Warning"_s);
        QCOMPARE(QCoreApplication::translate("quantiscope::RuleModel", "Delete %n rule(s)", nullptr, 1),
                 u"Delete 1 rule"_s);
        QCOMPARE(QCoreApplication::translate("quantiscope::RuleModel", "Delete %n rule(s)", nullptr, 2),
                 u"Delete 2 rules"_s);
    }

    void fault_isFound_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("translation");
        QTest::addColumn<bool>("isFault");
        QTest::newRow("in order") << u"&Save %1…"_s << u"保存 %1(&S)…"_s << false;
        QTest::newRow("other order") << u"%1 of %2"_s << u"%2 中的 %1"_s << false;
        QTest::newRow("empty") << u"Save"_s << u" "_s << true;
        QTest::newRow("place missing") << u"%1 of %2"_s << u"%2"_s << true;
        QTest::newRow("place twice") << u"%1 of %2"_s << u"%1 %1 %2"_s << true;
        QTest::newRow("count missing") << u"%n nodes"_s << u"节点"_s << true;
        QTest::newRow("letter missing") << u"&Save"_s << u"保存"_s << true;
        QTest::newRow("other letter") << u"&Save"_s << u"保存(&A)"_s << true;
        QTest::newRow("tag not closed") << u"<b>%1</b>"_s << u"<b>%1"_s << true;
        QTest::newRow("space at the end") << u"Save"_s << u"保存 "_s << true;
        QTest::newRow("space lost") << u" MiB"_s << u"MiB"_s << true;
        QTest::newRow("ellipsis lost") << u"Save…"_s << u"保存"_s << true;
        QTest::newRow("filter") << u"Recipes (*.json);;All (*)"_s << u"配方 (*.txt);;全部 (*)"_s << true;
    }

    void fault_isFound()
    {
        QFETCH(QString, source);
        QFETCH(QString, translation);
        QFETCH(bool, isFault);
        const Message message{u"Test"_s, source, {}, {}, false, {translation}};
        QCOMPARE(!faultOf(message, translation).isEmpty(), isFault);
    }
};

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
