// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QProcess>

#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace quantiscope::test {

/// The terminal that a process writes its diagnostics to, so that it shows its progress at once.
class PseudoTerminal
{
public:
    PseudoTerminal() : m_master(::posix_openpt(O_RDWR | O_NOCTTY))
    {
        if (m_master < 0 || ::grantpt(m_master) != 0 || ::unlockpt(m_master) != 0)
            qFatal("there is no pseudo-terminal");
        m_slave = ::open(::ptsname(m_master), O_RDWR | O_NOCTTY);
    }
    ~PseudoTerminal()
    {
        closeSlave();
        ::close(m_master);
    }
    PseudoTerminal(const PseudoTerminal&) = delete;
    PseudoTerminal& operator=(const PseudoTerminal&) = delete;

    void start(QProcess& process)
    {
        process.setChildProcessModifier([slave = m_slave] { ::dup2(slave, STDERR_FILENO); });
        process.start();
        if (!process.waitForStarted())
            qFatal("%s", qPrintable(process.errorString()));
        closeSlave();
    }

    /// Reads until @p word was shown, behind the one that was waited for before; false when the process ended or a
    /// minute passed before.
    bool waitFor(const QByteArray& word)
    {
        QElapsedTimer timer;
        timer.start();
        while (m_text.indexOf(word, m_seen) < 0) {
            if (timer.elapsed() > 60'000 || !readMore(1000))
                return false;
        }
        m_seen = m_text.indexOf(word, m_seen) + word.size();
        return true;
    }

    /// All that was shown, up to the end.
    QByteArray text()
    {
        while (readMore(1000)) { }
        return m_text;
    }

private:
    void closeSlave()
    {
        if (m_slave >= 0)
            ::close(m_slave);
        m_slave = -1;
    }

    bool readMore(int milliseconds)
    {
        pollfd wanted{m_master, POLLIN, 0};
        if (::poll(&wanted, 1, milliseconds) == 0)
            return true;
        char buffer[4096];
        const ssize_t count = ::read(m_master, buffer, sizeof buffer);
        if (count > 0)
            m_text.append(buffer, count);
        return count > 0;
    }

    int m_master;
    int m_slave = -1;
    QByteArray m_text;
    qsizetype m_seen = 0; ///< end of the last word that was waited for
};

} // namespace quantiscope::test
