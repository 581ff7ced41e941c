// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/source_directory.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Most frequent colour of a picture's opaque pixels.
QColor inkOf(const QPixmap& pixmap)
{
    const QImage image = pixmap.toImage();
    QMap<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (qAlpha(image.pixel(x, y)) == 255)
                ++counts[image.pixel(x, y)];
        }
    }
    QRgb most = 0;
    for (auto count = counts.cbegin(); count != counts.cend(); ++count) {
        if (count.value() > counts.value(most))
            most = count.key();
    }
    return QColor(most);
}

} // namespace

class TestIcons : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

    void everyIcon_isDrawnInTheTextColour_orThatOfItsState()
    {
        const QDir folder(u":/icons"_s);
        const QStringList names = folder.entryList({u"*.svg"_s});
        QVERIFY(names.size() > 30);
        for (const QString& name : names) {
            const QByteArray svg = contentOf(folder.filePath(name));
            QVERIFY2(QSvgRenderer(svg).isValid(), qPrintable(name));
            if (name == u"quantiscope.svg"_s)
                continue;
            QVERIFY2(svg.contains("currentColor"), qPrintable(name));
            QVERIFY2(!svg.contains('#'), qPrintable(name + u" has a colour of its own"_s));
            QVERIFY2(svg.contains("viewBox=\"0 0 16 16\""), qPrintable(name));
            const QPixmap drawn = themedIcon(name.chopped(4)).pixmap(QSize(64, 64));
            QCOMPARE(inkOf(drawn),
                     name == u"error.svg"_s         ? Theme::light().error
                         : name == u"warning.svg"_s ? Theme::light().warning
                                                    : Theme::light().text1);
        }
    }

    void everyIconThatSourcesName_exists()
    {
        static const QRegularExpression kUse(u"(?:themedIcon\\(|\\.icon = )\\s*QStringLiteral\\(\"([^\"]*)\"\\)"_s);
        int uses = 0;
        for (const QString& layer : {u"widgets"_s, u"app"_s}) {
            QDirIterator files(pathText(sourceDirectory() / toStd(layer)), {u"*.cpp"_s}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString path = files.next();
                const QString text = QString::fromUtf8(contentOf(path));
                for (auto found = kUse.globalMatch(text); found.hasNext();) {
                    const QString name = found.next().captured(1);
                    ++uses;
                    QVERIFY2(QFile::exists(u":/icons/%1.svg"_s.arg(name)), qPrintable(path + u": "_s + name));
                }
            }
        }
        QVERIFY(uses > 5);
    }

    void icon_followsTheme_stateAndGround()
    {
        const QIcon icon = themedIcon(u"open"_s);
        const QSize size(64, 64);
        QCOMPARE(inkOf(icon.pixmap(size, QIcon::Disabled)), Theme::light().text3);
        QCOMPARE(inkOf(icon.pixmap(size, QIcon::Normal, QIcon::On)), Theme::light().accent);
        QCOMPARE(inkOf(themedIcon(u"open"_s, IconGround::Accent).pixmap(size)), Theme::light().onAccent);
        applyTheme(*qApp, ThemeChoice::Dark);
        QCOMPARE(inkOf(icon.pixmap(size)), Theme::dark().text1);
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void icon_isSharp_onFineScreens()
    {
        const QPixmap pixmap = themedIcon(u"open"_s).pixmap(QSize(16, 16), 2.0);
        QCOMPARE(pixmap.size(), QSize(32, 32));
        QCOMPARE(pixmap.devicePixelRatio(), 2.0);
    }
};

QTEST_MAIN(TestIcons)
#include "tst_icons.moc"
