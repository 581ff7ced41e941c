// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/text.h"

#include "core/tensor/tensor_spec.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QStringList>

namespace quantiscope {

QString toQt(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

QString shownName(std::string_view name)
{
    constexpr std::size_t kMost = 400; // bytes; laying out a megabyte of text takes seconds
    QString text = name.size() <= kMost
        ? toQt(name)
        : toQt(name.substr(0, kMost / 2)) + QChar(0x2026) + toQt(name.substr(name.size() - kMost / 2));
    for (QChar& letter : text) {
        const QChar::Category category = letter.category();
        if (category == QChar::Other_Control || category == QChar::Other_Format || category == QChar::Separator_Line
            || category == QChar::Separator_Paragraph)
            letter = QChar::ReplacementCharacter;
    }
    return text;
}

QString plainToolTip(const QString& text)
{
    return text.isEmpty() ? text
                          : QStringLiteral("<span>%1</span>")
                                .arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

std::string toStd(const QString& text)
{
    return text.toStdString();
}

QString pathText(const std::filesystem::path& path)
{
    return QFile::decodeName(QByteArray::fromStdString(path.string()));
}

std::filesystem::path toPath(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

QString bytesText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(qint64(bytes), 2, QLocale::DataSizeIecFormat);
}

QString shapeText(const TensorSpec& spec)
{
    if (!spec.hasRank)
        return {};
    if (spec.shape.empty())
        return QCoreApplication::translate("quantiscope::shapeText", "scalar");
    QStringList extents;
    for (std::size_t i = 0; i < spec.shape.size(); ++i) {
        if (spec.shape[i] >= 0)
            extents += QString::number(spec.shape[i]);
        else if (i < spec.dimensionNames.size() && !spec.dimensionNames[i].empty())
            extents += toQt(spec.dimensionNames[i]);
        else
            extents += QStringLiteral("?");
    }
    return extents.join(QChar(0x00D7));
}

QString shortTypeText(const TensorSpec& spec)
{
    switch (spec.type) {
    case DataType::Float:
        return QStringLiteral("f32");
    case DataType::Float16:
        return QStringLiteral("f16");
    case DataType::BFloat16:
        return QStringLiteral("bf16");
    case DataType::Double:
        return QStringLiteral("f64");
    case DataType::Int8:
        return QStringLiteral("s8");
    case DataType::UInt8:
        return QStringLiteral("u8");
    case DataType::Int16:
        return QStringLiteral("s16");
    case DataType::UInt16:
        return QStringLiteral("u16");
    case DataType::Int32:
        return QStringLiteral("i32");
    case DataType::UInt32:
        return QStringLiteral("u32");
    case DataType::Int64:
        return QStringLiteral("i64");
    case DataType::UInt64:
        return QStringLiteral("u64");
    case DataType::Undefined:
        return QStringLiteral("?");
    default:
        return toQt(dataTypeName(spec.type));
    }
}

} // namespace quantiscope
