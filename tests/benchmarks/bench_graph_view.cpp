// SPDX-License-Identifier: GPL-3.0-or-later
// Times of frames of the graph view, drawn offscreen, while one pans and zooms over generated pictures.
//     bench_graph_view [NODES…]
#include "core/base/feedback.h"
#include "core/model/model.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/palette_model.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/graph/graph_pane.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

using namespace quantiscope;

namespace {

constexpr int kColumns = 40;
constexpr int kFrames = 120;

/// Convolutions and what follows them in chains beside each other, with a skip over every third node.
OpenedModelPtr modelOf(int nodeCount)
{
    static const char* const kTypes[] = {"Conv", "Relu", "Add", "Sigmoid", "Mul"};
    onnx::ModelProto proto;
    proto.set_ir_version(8);
    proto.add_opset_import()->set_version(13);
    onnx::GraphProto* graph = proto.mutable_graph();
    graph->set_name("generated");
    const auto value = [](onnx::ValueInfoProto* info, const std::string& name) {
        info->set_name(name);
        auto* type = info->mutable_type()->mutable_tensor_type();
        type->set_elem_type(onnx::TensorProto::FLOAT);
        for (const int extent : {1, 8, 16, 16})
            type->mutable_shape()->add_dim()->set_dim_value(extent);
    };
    value(graph->add_input(), "v0");
    onnx::TensorProto* weight = graph->add_initializer();
    weight->set_name("w");
    weight->set_data_type(onnx::TensorProto::FLOAT);
    for (const int extent : {8, 8, 1, 1})
        weight->add_dims(extent);
    weight->set_raw_data(std::string(8 * 8 * 4, '\0'));
    for (int i = 0; i < nodeCount; ++i) {
        onnx::NodeProto* node = graph->add_node();
        const std::string type = kTypes[i % 5];
        node->set_op_type(type);
        node->set_name("layer" + std::to_string(i / 5) + "/" + type + "_" + std::to_string(i));
        node->add_input("v" + std::to_string(i));
        if (type == "Conv")
            node->add_input("w");
        else if (type == "Add" || type == "Mul")
            node->add_input("v" + std::to_string(i - 1));
        node->add_output("v" + std::to_string(i + 1));
    }
    value(graph->add_output(), "v" + std::to_string(nodeCount));
    Feedback feedback;
    Result<Model> model = Model::fromProto(std::move(proto), {}, {}, feedback);
    if (!model) {
        std::fprintf(stderr, "%s\n", model.error().message.c_str());
        std::exit(1);
    }
    return std::make_shared<const OpenedModel>(std::move(model.value()));
}

IndexedPicturePtr pictureOf(const OpenedModelPtr& model)
{
    auto picture = std::make_shared<GraphPicture>();
    const int count = int(model->graph.nodes().size());
    for (int i = 0; i < count; ++i) {
        PictureItem item;
        item.node = i;
        item.rect = QRectF((i % kColumns) * 190.0, (i / kColumns) * 92.0, 150.0, 38.0);
        picture->items.push_back(item);
    }
    for (int i = 0; i + 1 < count; ++i) {
        for (const int to : {i + 1, i + kColumns}) {
            if (to >= count || (to != i + 1 && i % 3 != 0))
                continue;
            PictureEdge edge;
            edge.from = i;
            edge.to = to;
            edge.tensors = {"v" + std::to_string(i + 1)};
            const QRectF& start = picture->items[std::size_t(i)].rect;
            const QRectF& end = picture->items[std::size_t(to)].rect;
            const QPointF first(start.center().x(), start.bottom());
            edge.arrowTip = QPointF(end.center().x(), end.top());
            edge.path.moveTo(first);
            edge.path.cubicTo(first + QPointF(0, 25), edge.arrowTip - QPointF(0, 30), edge.arrowTip - QPointF(0, 7));
            edge.labelCentre = (first + edge.arrowTip) / 2.0;
            edge.arrowAngle = 1.5707963;
            picture->edges.push_back(std::move(edge));
        }
    }
    picture->bounds = QRectF(0, 0, kColumns * 190.0, (count / kColumns + 1) * 92.0);
    return std::make_shared<const IndexedPicture>(picture);
}

/// Milliseconds that this thread has had a processor: what others do meanwhile does not count.
double workedMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

struct Spread
{
    double median;
    double p99;
};

Spread spreadOf(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times[times.size() * 99 / 100]};
}

/// Does @p step for 0 … @p count - 1 and prints how long one took.
void measure(const char* what, const GraphView& view, int count, const std::function<void(int)>& step)
{
    std::vector<double> elapsed;
    std::vector<double> worked;
    for (int i = 0; i < count; ++i) {
        QElapsedTimer timer;
        timer.start();
        const double before = workedMs();
        step(i);
        worked.push_back(workedMs() - before);
        elapsed.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    const Spread clock = spreadOf(std::move(elapsed));
    const Spread work = spreadOf(std::move(worked));
    std::printf("| %7zu | %-30s | %6.1f | %6.1f | %6.1f | %6.1f |\n", view.scene().picture().items().size(), what,
                clock.median, clock.p99, work.median, work.p99);
}

void measureFrames(const char* what, GraphView& view, const std::function<void(int)>& move)
{
    QImage image(view.size() * view.devicePixelRatioF(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(view.devicePixelRatioF());
    measure(what, view, kFrames, [&](int frame) {
        move(frame);
        view.render(&image);
    });
}

/// What the GUI thread does when all nodes are marked, coloured or resolved at once, with the whole window of the graph
/// (legend, overview, bar) and the frame that is drawn then; every scope is open.
void measureMarks(const OpenedModelPtr& model)
{
    constexpr int kTimes = 8;
    const int count = int(model->graph.nodes().size());
    ActionRegistry registry;
    NodeSelection selection;
    GraphPane pane(registry);
    pane.view().setAnimated(false);
    pane.setSelection(&selection);
    pane.resize(1280, 800);
    pane.show();
    pane.setDrawing(std::make_shared<const GraphDrawing>(model));
    pane.navigator().expandAll();
    while (pane.navigator().isBusy())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const auto measureStep = [&pane](const char* what, const std::function<void(int)>& step) {
        measure(what, pane.view(), kTimes, [&step](int time) {
            step(time);
            for (int turn = 0; turn < 3; ++turn)
                QCoreApplication::processEvents();
        });
    };
    std::set<int> all;
    for (int node = 0; node < count; ++node)
        all.insert(all.end(), node);
    measureStep("a frame, for comparison", [&pane](int) { pane.view().update(); });
    measureStep("precisions of all nodes", [&pane, count](int time) {
        NodePrecisions precisions(std::size_t(count), NodePrecision::Int8);
        for (std::size_t i = std::size_t(time); i < precisions.size(); i += 7)
            precisions[i] = NodePrecision::Excluded;
        pane.setPrecisions(std::move(precisions));
    });
    for (const char* id : {"type", "precision", "parameters", "operator"}) {
        const QByteArray what = QByteArray("colour by ") + id;
        measureStep(what.constData(), [&pane, id](int time) {
            pane.chooseColoring(QLatin1String(time % 2 == 0                        ? id
                                                  : id == std::string_view("type") ? "operator"
                                                                                   : "type"));
        });
    }
    measureStep("catch of a rule, all nodes", [&pane, &all](int time) {
        pane.setMarks(time % 2 == 0 ? GraphMarks{all, {0}, {}} : GraphMarks{});
    });
    measureStep("selection of all nodes", [&selection, &all](int time) {
        if (time % 2 == 0)
            selection.select(all, 0);
        else
            selection.clear();
    });
}

/// One key in the palette of nodes: with every letter that is typed, and with all of it at once.
void measurePalette(const OpenedModelPtr& model, const GraphView& view)
{
    const auto entriesOf = [&model] {
        std::vector<PaletteEntry> entries;
        entries.reserve(model->graph.nodes().size());
        for (const Node& node : model->graph.nodes())
            entries.push_back({.text = toQt(node.name), .detail = toQt(node.opType), .run = [] {}});
        return entries;
    };
    PaletteModel palette;
    measure("palette: opened", view, 8, [&](int) {
        palette.setTyped({});
        palette.setEntries(entriesOf());
    });
    const QString typed = QStringLiteral("layer1 sigmoid");
    measure("palette: a key of two words", view, int(typed.size()),
            [&](int key) { palette.setTyped(typed.left(key + 1)); });
    measure("palette: two words pasted", view, 8,
            [&](int time) { palette.setTyped(time % 2 == 0 ? QStringLiteral("MUL layer7") : typed); });
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    applyTheme(application, ThemeChoice::Light);
    std::printf("| items   | what                           | median | p99    | work   | p99    |\n"
                "|---:|---|---:|---:|---:|---:|\n");
    std::vector<int> counts{1000, 10000, 100000};
    if (argc > 1) {
        counts.clear();
        for (int i = 1; i < argc; ++i)
            counts.push_back(std::max(2, std::atoi(argv[i])));
    }
    for (const int count : counts) {
        const OpenedModelPtr model = modelOf(count);
        QElapsedTimer timer;
        const IndexedPicturePtr picture = pictureOf(model);
        timer.start();
        const IndexedPicture again(std::make_shared<GraphPicture>(picture->picture()));
        const double indexing = double(timer.nsecsElapsed()) / 1e6;
        GraphView view;
        view.setAnimated(false);
        view.resize(1280, 800);
        view.setContent({model, nullptr}, picture);
        view.changeScene([&model, count](GraphScene& scene) {
            scene.setColoring(colorByOperator(model));
            NodePrecisions precisions(std::size_t(count), NodePrecision::Int8);
            for (std::size_t i = 0; i < precisions.size(); i += 7)
                precisions[i] = NodePrecision::Excluded;
            scene.setPrecisions(std::move(precisions));
        });
        const QPointF start(1600, 900);
        for (const double zoom : {1.0, 0.6, 0.3, 0.1, 0.05}) {
            const QByteArray name = "pan at " + QByteArray::number(zoom * 100) + " %";
            measureFrames(name.constData(), view, [&](int frame) {
                view.setPlace({start + QPointF(frame * 9.0, frame * 14.0) / zoom, zoom});
            });
        }
        measureFrames("zoom 5 % to 400 %", view, [&](int frame) {
            view.setPlace({start, 0.05 * std::pow(80.0, double(frame) / (kFrames - 1))});
        });
        measureMarks(model);
        measurePalette(model, view);
        std::printf("| %7d | index (in background)          | %6.1f |        |        |        |\n", count, indexing);
    }
    return 0;
}
