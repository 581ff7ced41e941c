// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/window_toolbar.h"

#include "widgets/common/action_registry.h"
#include "widgets/common/themed_icon.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QResizeEvent>
#include <QToolButton>

namespace quantiscope {

namespace {

constexpr int kRecipeLetters = 24; ///< of average width

} // namespace

WindowToolBar::WindowToolBar(const ActionRegistry& actions, QWidget* parent)
    : QToolBar(parent)
    , m_document(new QLabel(this))
    , m_recipe(new QToolButton(this))
    , m_quantize(new QToolButton(this))
    , m_export(new QToolButton(this))
    , m_goTo(new QToolButton(this))
{
    setObjectName(QStringLiteral("mainToolBar"));
    setWindowTitle(tr("Toolbar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    const int icon = fontMetrics().height();
    setIconSize({icon + 4, icon}); // the text beside it keeps its distance
    for (const char* id : {"file.open", "file.save", "edit.undo", "edit.redo"})
        addAction(actions.action(QString::fromLatin1(id)));
    addSeparator();
    m_document->setContentsMargins(6, 0, 6, 0);
    m_document->setTextFormat(Qt::PlainText);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_document->setFont(bold);
    addWidget(m_document);
    addSeparator();

    m_recipe->setObjectName(QStringLiteral("recipeButton"));
    m_recipe->setIcon(themedIcon(QStringLiteral("recipe")));
    m_recipe->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_recipe->setProperty("framed", true);
    // As wide as most names need: what stands beside it must not move with every edit.
    m_recipe->setFixedWidth(fontMetrics().averageCharWidth() * kRecipeLetters + 3 * icon);
    connect(m_recipe, &QToolButton::clicked, this, [this] { emit presetsRequested(m_recipe); });
    addWidget(m_recipe);

    m_quantize->setObjectName(QStringLiteral("quantizeButton"));
    m_quantize->setDefaultAction(actions.action(QStringLiteral("run.quantize")));
    // Menus have the action's own icon; the button would take that with every change of the action.
    const auto setIcon = [this] { m_quantize->setIcon(themedIcon(QStringLiteral("play"), IconGround::Accent)); };
    connect(m_quantize->defaultAction(), &QAction::changed, this, setIcon);
    setIcon();
    m_quantize->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_quantize->setPopupMode(QToolButton::MenuButtonPopup);
    m_quantize->setProperty("primary", true);
    addWidget(m_quantize);
    auto* evaluate = new QToolButton(this);
    evaluate->setDefaultAction(actions.action(QStringLiteral("run.evaluate")));
    evaluate->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    evaluate->setProperty("framed", true);
    addWidget(evaluate);
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_export->setIcon(themedIcon(QStringLiteral("export")));
    m_export->setText(tr("Export"));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setProperty("framed", true);
    addWidget(m_export);

    auto* space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    m_goTo->setIcon(themedIcon(QStringLiteral("search")));
    m_goTo->setText(tr("Go to node, tensor or option (Ctrl+P)"));
    m_goTo->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_goTo->setProperty("framed", true);
    connect(m_goTo, &QToolButton::clicked, actions.action(QStringLiteral("window.goTo")), &QAction::trigger);
    addWidget(m_goTo);
    addAction(actions.action(QStringLiteral("view.toggleTheme")));
    setDocument({}, {}, false);
    setRecipe({}, 0);
}

void WindowToolBar::setDocument(const QString& name, const QString& path, bool isModified)
{
    m_document->setText(name.isEmpty() ? tr("No model") : isModified ? name + QStringLiteral(" •") : name);
    m_document->setToolTip(isModified ? tr("%1\nHas changes that are not saved").arg(path) : path);
    m_document->setEnabled(!name.isEmpty());
    m_export->setEnabled(!name.isEmpty());
    m_export->setToolTip(name.isEmpty() ? tr("No model is open")
                                        : tr("Write the quantized model, the recipe, a report, or scripts"));
}

void WindowToolBar::setRecipe(const QString& preset, int changes)
{
    m_recipe->setEnabled(!preset.isEmpty());
    const QString text = preset.isEmpty() ? tr("Recipe")
        : changes == 0                    ? preset
                                          : tr("%1 · %n change(s)", nullptr, changes).arg(preset);
    m_recipe->setText(
        fontMetrics().elidedText(text, Qt::ElideMiddle, fontMetrics().averageCharWidth() * kRecipeLetters));
    m_recipe->setToolTip(tr("%1: choose another preset").arg(text));
    m_recipe->setAccessibleName(text);
}

void WindowToolBar::setMenus(QMenu* run, QMenu* exports)
{
    m_quantize->setMenu(run);
    m_export->setMenu(exports);
}

void WindowToolBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    // In a narrow window only what is needed keeps its text.
    const bool isNarrow = event->size().width() < fontMetrics().averageCharWidth() * 170;
    m_goTo->setToolButtonStyle(isNarrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_goTo->setToolTip(isNarrow ? m_goTo->text() : QString());
}

} // namespace quantiscope
