// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/digest_sum.h"

#include <QTest>

#include <string>

using namespace quantiscope;

namespace {

DigestSum number(const std::string& hex)
{
    return *DigestSum::fromHex(std::string(64 - hex.size(), '0') + hex);
}

DigestSum sum(DigestSum a, const DigestSum& b)
{
    a.add(b);
    return a;
}

} // namespace

class tst_DigestSum : public QObject
{
    Q_OBJECT

private slots:
    void empty_isZero();
    void hex_roundTrips();
    void fromHex_refusesWhatIsNoDigest_data();
    void fromHex_refusesWhatIsNoDigest();
    void add_carriesAndWraps();
    void add_doesNotDependOnTheOrder();
};

void tst_DigestSum::empty_isZero()
{
    QCOMPARE(DigestSum().hex(), std::string(64, '0'));
}

void tst_DigestSum::hex_roundTrips()
{
    const std::string hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; // SHA-256 of "abc"
    QCOMPARE(DigestSum::fromHex(hex)->hex(), hex);
}

void tst_DigestSum::fromHex_refusesWhatIsNoDigest_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << QString();
    QTest::newRow("63 digits") << QString(63, 'a');
    QTest::newRow("65 digits") << QString(65, 'a');
    QTest::newRow("upper case") << QString(64, 'A');
    QTest::newRow("a blank") << QString(63, 'a') + ' ';
}

void tst_DigestSum::fromHex_refusesWhatIsNoDigest()
{
    QFETCH(QString, text);
    QVERIFY(!DigestSum::fromHex(text.toStdString()));
}

void tst_DigestSum::add_carriesAndWraps()
{
    QVERIFY(sum(number("ffffffff"), number("1")) == number("100000000"));
    QVERIFY(sum(number("ffffffffffffffffffffffff"), number("1")) == number("1000000000000000000000000"));
    QVERIFY(sum(*DigestSum::fromHex(std::string(64, 'f')), number("5")) == number("4"));
}

void tst_DigestSum::add_doesNotDependOnTheOrder()
{
    const DigestSum a = *DigestSum::fromHex(std::string(64, 'e'));
    const DigestSum b = *DigestSum::fromHex(std::string(64, '7'));
    const DigestSum c = number("123456789abcdef");
    QVERIFY(sum(sum(a, b), c) == sum(c, sum(b, a)));
    QVERIFY(sum(a, a) != a);
}

QTEST_GUILESS_MAIN(tst_DigestSum)
#include "tst_digest_sum.moc"
