// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"

#include <QTest>

#include <string>
#include <utility>

using namespace quantiscope;

namespace {

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

// FIPS 180-4, examples published by NIST.
const std::string kEmpty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const std::string kAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const std::string kTwoBlocks = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
const std::string kMillion = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

} // namespace

class tst_Sha256 : public QObject
{
    Q_OBJECT

private slots:
    void sha256Hex_equalsPublishedDigests_data();
    void sha256Hex_equalsPublishedDigests();
    void add_equalsOnePass_forAnyPieces();
    void hexDigest_allowsFurtherAdditions();
    void addField_tellsFieldsApart();
    void addField_addsTheLengthInLittleEndian();
    void move_takesTheStateAlong();
};

void tst_Sha256::sha256Hex_equalsPublishedDigests_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("digest");
    QTest::newRow("empty") << std::string() << kEmpty;
    QTest::newRow("abc") << std::string("abc") << kAbc;
    QTest::newRow("two blocks") << std::string("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                                << kTwoBlocks;
    QTest::newRow("a million times a") << std::string(1000000, 'a') << kMillion;
}

void tst_Sha256::sha256Hex_equalsPublishedDigests()
{
    QFETCH(std::string, text);
    QFETCH(std::string, digest);
    QCOMPARE(sha256Hex(bytesOf(text)), digest);
}

void tst_Sha256::add_equalsOnePass_forAnyPieces()
{
    const std::string text(1000000, 'a');
    for (const std::size_t piece : {1000001U, 4096U, 63U, 64U, 65U, 55U}) {
        Sha256 hash;
        for (std::size_t first = 0; first < text.size(); first += piece)
            hash.add(bytesOf(text).subspan(first, std::min(piece, text.size() - first)));
        QCOMPARE(hash.hexDigest(), kMillion);
    }
}

void tst_Sha256::hexDigest_allowsFurtherAdditions()
{
    Sha256 hash;
    QCOMPARE(hash.hexDigest(), kEmpty);
    hash.add(bytesOf("a"));
    (void)hash.hexDigest();
    hash.add(bytesOf("bc"));
    QCOMPARE(hash.hexDigest(), kAbc);
    QCOMPARE(hash.hexDigest(), kAbc);
}

void tst_Sha256::addField_tellsFieldsApart()
{
    const auto digest = [](std::initializer_list<std::string> fields) {
        Sha256 hash;
        for (const std::string& field : fields)
            hash.addField(field);
        return hash.hexDigest();
    };
    QVERIFY(digest({"ab", "c"}) != digest({"a", "bc"}));
    QVERIFY(digest({"abc"}) != digest({"abc", ""}));
    QVERIFY(digest({""}) != digest({}));
    QVERIFY(digest({"a", "b"}) != digest({"b", "a"}));
    QCOMPARE(digest({"a", "b"}), digest({"a", "b"}));
}

void tst_Sha256::addField_addsTheLengthInLittleEndian()
{
    Sha256 hash;
    hash.addField("abc");
    QCOMPARE(hash.hexDigest(), sha256Hex(bytesOf(std::string("\x03\0\0\0\0\0\0\0", 8) + "abc")));
    const std::string longer(0x0102, 'x');
    Sha256 other;
    other.addField(longer);
    QCOMPARE(other.hexDigest(), sha256Hex(bytesOf(std::string("\x02\x01\0\0\0\0\0\0", 8) + longer)));
}

void tst_Sha256::move_takesTheStateAlong()
{
    Sha256 hash;
    hash.add(bytesOf("ab"));
    Sha256 moved = std::move(hash);
    moved.add(bytesOf("c"));
    QCOMPARE(moved.hexDigest(), kAbc);
    Sha256 assigned;
    assigned.add(bytesOf("something else"));
    assigned = std::move(moved);
    QCOMPARE(assigned.hexDigest(), kAbc);
}

QTEST_GUILESS_MAIN(tst_Sha256)
#include "tst_sha256.moc"
