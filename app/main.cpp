// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/main_window.h"
#include "app/settings/settings.h"
#include "app/settings/translation.h"
#include "core/base/version.h"
#include "core/data/image_decoder.h"
#include "core/runtime/runtime_environment.h"
#include "widgets/common/background_task.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

#include <cstdio>
#include <variant>

using namespace quantiscope;

namespace {

constexpr int kWrongUsage = 2; // as of qscope

struct Arguments
{
    QString document;
    bool sample = false;
    QString theme;
    QString language;
};

/// What the command line asks for, or the exit status when there is nothing more to do.
std::variant<Arguments, int> parsed(const QCoreApplication& application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Quantizes ONNX models in a window; qscope does so on the command line."));
    parser.addPositionalArgument(QStringLiteral("document"),
                                 QStringLiteral("A model, recipe, project or report to open."),
                                 QStringLiteral("[MODEL|RECIPE|PROJECT]"));
    const QCommandLineOption sample(QStringLiteral("sample"), QStringLiteral("Open the bundled sample."));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("system, light or dark; for this session."),
                                   QStringLiteral("theme"));
    const QCommandLineOption language(QStringLiteral("language"), QStringLiteral("en or zh_CN; for this session."),
                                      QStringLiteral("language"));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    parser.addOptions({sample, theme, language});
    const auto refuse = [](const QString& message) {
        std::fprintf(stderr, "quantiscope: error: %s\nTry 'quantiscope --help'.\n", qPrintable(message));
        return kWrongUsage;
    };
    if (!parser.parse(application.arguments()))
        return refuse(parser.errorText());
    if (parser.isSet(help)) {
        std::fputs(qPrintable(parser.helpText()), stdout);
        return 0;
    }
    if (parser.isSet(version)) {
        std::printf("quantiscope %s\n", kVersion);
        return 0;
    }
    if (parser.positionalArguments().size() > 1)
        return refuse(QStringLiteral("One document can be opened at a time."));
    Arguments arguments{parser.positionalArguments().value(0), parser.isSet(sample), parser.value(theme),
                        parser.value(language)};
    const QStringList themes{QString(), QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")};
    if (!themes.contains(arguments.theme))
        return refuse(QStringLiteral("There is no theme '%1'; take system, light or dark.").arg(arguments.theme));
    if (!arguments.language.isEmpty() && !languages().contains(arguments.language))
        return refuse(QStringLiteral("There is no language '%1'; take %2.")
                          .arg(arguments.language, languages().join(QStringLiteral(" or "))));
    return arguments;
}

ThemeChoice chosenTheme(const Arguments& arguments, const Settings& settings)
{
    if (arguments.theme.isEmpty())
        return settings.theme();
    return arguments.theme == QStringLiteral("dark") ? ThemeChoice::Dark
        : arguments.theme == QStringLiteral("light") ? ThemeChoice::Light
                                                     : ThemeChoice::System;
}

} // namespace

int main(int argc, char** argv)
{
    const RuntimeEnvironment environment; // these two before Qt starts threads
    ImageDecoder::prepareEnvironment();
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("quantiscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Quantiscope"));
    QApplication::setApplicationVersion(QString::fromLatin1(kVersion));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.quantiscope.Quantiscope"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/quantiscope.svg")));
    const std::variant<Arguments, int> arguments = parsed(application);
    if (const int* status = std::get_if<int>(&arguments))
        return *status;
    const Arguments& wanted = std::get<Arguments>(arguments);

    Settings settings;
    installTranslations(application, wanted.language.isEmpty() ? settings.language() : wanted.language);
    applyTheme(application, chosenTheme(wanted, settings));
    int status = 0;
    {
        MainWindow window(settings, environment);
        window.show();
        const bool isRestoring = window.offerRecovery(); // then that is what the user wants to see
        if (!isRestoring && wanted.sample)
            window.openSample();
        else if (!isRestoring && !wanted.document.isEmpty())
            window.open(wanted.document);
        status = QApplication::exec();
    }
    BackgroundTask::waitForAll();
    return status;
}
