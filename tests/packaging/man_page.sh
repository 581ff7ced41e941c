#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual page names every command and every option that --help names, and no option that is gone.
# Usage: man_page.sh QSCOPE PAGE
set -euo pipefail
qscope=$1
text=$(sed 's/\\-/-/g' "$2")
failures=0
complain() { printf 'FAIL: %s\n' "$*" >&2; failures=$((failures + 1)); }

options_in() { grep -oE -- '--[a-z][a-z-]*' | sort -u; }
commands=$("$qscope" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 5 ] || complain "no commands found in qscope --help"

known=$("$qscope" --help | options_in)
for command in $commands; do
    grep -q "^\.SS $command\$" <<<"$text" || complain "the command $command has no section"
    # A command may have commands of its own, whose options stand in its section.
    inner=$("$qscope" "$command" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
    options=$({ "$qscope" "$command" --help; for each in $inner; do "$qscope" "$command" "$each" --help; done; } |
        sed -n '/^Options:/,/^$/p' | grep -oE -- '^  (-[a-z],)?--[a-z][a-z-]*' | options_in)
    [ -n "$options" ] || complain "no options found in qscope $command --help"
    # Its section, and those that all commands share.
    section=$(awk -v "command=$command" '/^\.S[SH]/ {on = ($2 == command || $2 == "COMMANDS" || $0 ~ /Common options/)} on' <<<"$text")
    for option in $options; do
        grep -qE -- "$option([^a-z-]|\$)" <<<"$section" || complain "$command: $option is not in the page"
    done
    known+=$'\n'$options
done
for option in $(options_in <<<"$text"); do
    grep -qx -- "$option" <<<"$known" || complain "$option is in the page, not in --help"
done
if command -v groff >/dev/null; then
    warnings=$(groff -man -ww -z "$2" 2>&1)
    [ -z "$warnings" ] || complain "groff: $warnings"
fi
[ "$failures" = 0 ] || exit 1
echo "$(wc -w <<<"$commands") commands, $(sort -u <<<"$known" | wc -l) options"
