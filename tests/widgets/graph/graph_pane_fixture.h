// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/source_directory.h"
#include "tests/widgets/graph/graph_scenes.h"
#include "widgets/common/action_registry.h"
#include "widgets/graph/graph_pane.h"

#include <QAction>
#include <QTest>

namespace quantiscope::test {

/// A pane with the bundled sample, whose names give the scopes stem, block1, … head.
class GraphPaneTest : public QObject
{
    Q_OBJECT

protected slots:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

protected:
    [[nodiscard]] GraphView& view() { return m_pane->view(); }
    [[nodiscard]] QAction* action(const char* id) { return m_registry->action(QString::fromLatin1(id)); }
    /// Until the picture of what was asked for is there.
    void settle() { QTRY_VERIFY(!m_pane->navigator().isBusy()); }
    [[nodiscard]] int scopeNamed(const std::string& name) const;
    [[nodiscard]] int nodeOfType(const std::string& type) const;
    [[nodiscard]] int itemOfScope(const std::string& name)
    {
        return view().scene().picture().itemOfScope(scopeNamed(name));
    }
    [[nodiscard]] PictureItem::Kind kindOf(int item)
    {
        return view().scene().picture().items()[std::size_t(item)].kind;
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&view(), Qt::Key(key), modifiers);
    }
    /// Makes the block of that name the keyboard's place.
    void goTo(const std::string& name) { view().setCurrentItem(itemOfScope(name)); }

    GraphDrawingPtr m_drawing;
    std::unique_ptr<ActionRegistry> m_registry;
    std::unique_ptr<NodeSelection> m_selection;
    std::unique_ptr<GraphPane> m_pane;
};

inline void GraphPaneTest::initTestCase()
{
    CancelFlag feedback;
    const Result<OpenedModelPtr> model = openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
    QVERIFY(model);
    m_drawing = std::make_shared<const GraphDrawing>(model.value());
}

inline void GraphPaneTest::init()
{
    m_registry = std::make_unique<ActionRegistry>();
    m_selection = std::make_unique<NodeSelection>();
    m_pane = std::make_unique<GraphPane>(*m_registry);
    view().setAnimated(false);
    m_pane->setSelection(m_selection.get());
    m_pane->resize(900, 700);
    m_pane->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
    m_pane->activateWindow();
    m_pane->setDrawing(m_drawing, QStringLiteral("fashion"));
    settle();
    view().setFocus();
}

inline void GraphPaneTest::cleanup()
{
    m_pane.reset();
    m_selection.reset();
    m_registry.reset();
}

inline void GraphPaneTest::cleanupTestCase()
{
    BackgroundTask::waitForAll();
}

inline int GraphPaneTest::scopeNamed(const std::string& name) const
{
    const std::vector<Scope>& scopes = m_drawing->scopes().scopes();
    for (std::size_t i = 1; i < scopes.size(); ++i) {
        if (scopes[i].name == name)
            return int(i);
    }
    return -1;
}

inline int GraphPaneTest::nodeOfType(const std::string& type) const
{
    const std::vector<Node>& nodes = m_drawing->model().graph.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].opType == type)
            return int(i);
    }
    return -1;
}

} // namespace quantiscope::test
