// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/recipe/recipe_fixture.h"
#include "widgets/recipe/option_model.h"
#include "widgets/recipe/option_rows.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_OptionModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void model_passesTheTester_whileItIsEdited();
    void everyOption_isReadBackFromItsText();
    void check_isEditedByItsBox();
    void choice_method_isAnOption();
    void changed_tellsThePresetsValue_andIsReset();
    void refused_saysWhatIsAllowed_andNothingChanges();
    void lists_areTypedWithCommas();
    void inert_saysWhy();
    void filter_findsByWords_andOnlyChanged();
    void resetAll_isOneStepOfTheHistory();

private:
    [[nodiscard]] QModelIndex valueOf(const char* option) const
    {
        return m_model->indexOf(QString::fromLatin1(option)).siblingAtColumn(OptionModel::Value);
    }
    std::unique_ptr<RecipeEditor> m_editor;
    std::unique_ptr<OptionModel> m_model;
};

void tst_OptionModel::init()
{
    m_editor = std::make_unique<RecipeEditor>();
    Recipe recipe;
    recipe.config = findPreset("XINT8", ErrorCode::InvalidArgument)->config;
    m_editor->reset(recipe);
    m_model = std::make_unique<OptionModel>(*m_editor);
}

void tst_OptionModel::cleanup()
{
    m_model.reset();
    m_editor.reset();
}

void tst_OptionModel::model_passesTheTester_whileItIsEdited()
{
    QAbstractItemModelTester tester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    OptionFilter filter;
    QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    filter.setSourceModel(m_model.get());
    QVERIFY(m_model->setData(valueOf("PerChannel"), Qt::Checked, Qt::CheckStateRole));
    filter.setText(QStringLiteral("channel"));
    filter.setOnlyChanged(true);
    m_editor->undoStack().undo();
    QVERIFY(m_model->rowCount() > 5);
}

void tst_OptionModel::everyOption_isReadBackFromItsText()
{
    QuantConfig config = m_editor->recipe().config;
    for (const OptionSpec& spec : optionRows()) {
        const nlohmann::json value = spec.get(config);
        const OptionForm form = formOf(spec);
        if (form.editor == OptionEditor::Choice) {
            const bool isThere = std::any_of(form.choices.begin(), form.choices.end(),
                                             [&](const OptionChoice& each) { return each.value == value; });
            QVERIFY2(isThere, spec.name.c_str());
            for (const OptionChoice& choice : form.choices) {
                QuantConfig other = config;
                QVERIFY2(spec.set(other, choice.value).empty(), (spec.name + choice.value.dump()).c_str());
            }
        } else if (form.editor == OptionEditor::Text) {
            const nlohmann::json read = optionValue(spec, optionText(value));
            QuantConfig other = config;
            QVERIFY2(spec.set(other, read).empty(), (spec.name + ": " + read.dump()).c_str());
            QVERIFY2(spec.get(other) == value, (spec.name + ": " + read.dump()).c_str());
        }
    }
}

void tst_OptionModel::check_isEditedByItsBox()
{
    QCOMPARE(valueOf("PerChannel").data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QVERIFY(m_model->setData(valueOf("PerChannel"), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(m_editor->recipe().config.perChannel);
    QCOMPARE(m_editor->undoStack().undoText(), QStringLiteral("PerChannel: True"));
    m_editor->undoStack().undo();
    QVERIFY(!m_editor->recipe().config.perChannel);
    QCOMPARE(valueOf("PerChannel").data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
}

void tst_OptionModel::choice_method_isAnOption()
{
    QCOMPARE(valueOf("CalibrateMethod").data().toString(), QStringLiteral("MinMSE"));
    QVERIFY(m_model->setData(valueOf("CalibrateMethod"), QStringLiteral("Percentile")));
    QCOMPARE(m_editor->recipe().config.calibration.method, CalibrationMethod::Percentile);
}

void tst_OptionModel::changed_tellsThePresetsValue_andIsReset()
{
    QCOMPARE(m_model->changedCount(), 0);
    QVERIFY(m_model->setData(valueOf("IncludeCLE"), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(m_model->changedCount(), 1);
    const QModelIndex row = m_model->indexOf(QStringLiteral("IncludeCLE"));
    QVERIFY(row.data(OptionModel::ChangedRole).toBool());
    QCOMPARE(row.siblingAtColumn(OptionModel::Was).data().toString(), QStringLiteral("was True"));
    m_model->reset(row);
    QCOMPARE(m_model->changedCount(), 0);
    QVERIFY(m_editor->recipe().config.equalization.include);
}

void tst_OptionModel::refused_saysWhatIsAllowed_andNothingChanges()
{
    const Recipe before = m_editor->recipe();
    QSignalSpy refused(m_model.get(), &OptionModel::refused);
    QVERIFY(m_model->setData(valueOf("Percentile"), QStringLiteral("200")));
    QCOMPARE(refused.count(), 1);
    QVERIFY(refused[0][1].toString().startsWith(QStringLiteral("Percentile must be: ")));
    QVERIFY(m_editor->recipe() == before);
    QVERIFY(m_model->setData(valueOf("QDQOpTypePerChannelSupportToAxis"), QStringLiteral("{\"MatMul\":")));
    QCOMPARE(refused.count(), 2);
    QCOMPARE(m_editor->undoStack().count(), 0);
}

void tst_OptionModel::lists_areTypedWithCommas()
{
    QVERIFY(m_model->setData(valueOf("OpTypesToQuantize"), QStringLiteral("Conv, Gemm")));
    QCOMPARE(m_editor->recipe().config.selection.opTypesToQuantize, (std::vector<std::string>{"Conv", "Gemm"}));
    QCOMPARE(valueOf("OpTypesToQuantize").data().toString(), QStringLiteral("Conv, Gemm"));
    QVERIFY(m_model->setData(valueOf("OpTypesToQuantize"), QString()));
    QVERIFY(m_editor->recipe().config.selection.opTypesToQuantize.empty());
}

void tst_OptionModel::inert_saysWhy()
{
    QVERIFY(valueOf("CLESteps").data(OptionModel::InertRole).toString().isEmpty());
    QVERIFY(m_model->setData(valueOf("IncludeCLE"), Qt::Unchecked, Qt::CheckStateRole));
    const QString inert = valueOf("CLESteps").data(OptionModel::InertRole).toString();
    QVERIFY2(inert.contains(QStringLiteral("IncludeCLE is false")), qPrintable(inert));
}

void tst_OptionModel::filter_findsByWords_andOnlyChanged()
{
    OptionFilter filter;
    filter.setSourceModel(m_model.get());
    const auto count = [&filter] {
        int rows = 0;
        for (int group = 0; group < filter.rowCount(); ++group)
            rows += filter.rowCount(filter.index(group, 0));
        return rows;
    };
    QCOMPARE(count(), int(optionRows().size()));
    filter.setText(QStringLiteral("align CONCAT"));
    QCOMPARE(count(), 1);
    filter.setText(QString());
    filter.setOnlyChanged(true);
    QCOMPARE(count(), 0);
    QVERIFY(m_model->setData(valueOf("PerChannel"), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(count(), 1);
}

void tst_OptionModel::resetAll_isOneStepOfTheHistory()
{
    const Recipe before = m_editor->recipe();
    QVERIFY(m_model->setData(valueOf("PerChannel"), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(m_model->setData(valueOf("CalibrateMethod"), QStringLiteral("MinMax")));
    QCOMPARE(m_model->changedCount(), 2);
    m_model->resetAll();
    QVERIFY(m_editor->recipe() == before);
    m_editor->undoStack().undo();
    QCOMPARE(m_model->changedCount(), 2);
}

QTEST_MAIN(tst_OptionModel)
#include "tst_option_model.moc"
