#!/bin/sh
# Whether the plan of one task is ready to be built from: prints what is missing, exits 1 if anything is.
set -eu
LC_ALL=C
export LC_ALL

[ $# -eq 1 ] || { echo 'usage: check-plan.sh ID     the task whose plan lies in plans/ID/' >&2; exit 2; }
case $1 in '' | -* | *[!A-Za-z0-9._-]* | *..*) printf 'check-plan: no task id: %s\n' "$1" >&2; exit 2 ;; esac

cd "$(git rev-parse --show-toplevel 2>/dev/null || pwd)"
dir=plans/$1
[ -d "$dir" ] || { printf 'check-plan: there is no %s/\n' "$dir" >&2; exit 2; }

check() {
  for file in findings decisions steps; do
    if [ ! -s "$dir/$file.md" ]; then
      printf '%s/%s.md: missing or empty\n' "$dir" "$file"
    fi
  done
  if [ -s "$dir/findings.md" ] && ! grep -q '^[-*] ..*' "$dir/findings.md"; then
    printf '%s/findings.md: no finding, one a bullet\n' "$dir"
  fi
  if [ -s "$dir/decisions.md" ]; then
    awk -v file="$dir/decisions.md" '
      /^[-* \t]*OPEN:/ { sub(/^[-* \t]*OPEN:[ \t]*/, ""); printf "%s:%d: open question: %s\n", file, NR, $0 }' \
      "$dir/decisions.md"
  fi
  [ ! -s "$dir/steps.md" ] || steps "$dir/steps.md"
}

# steps FILE: every "## " heading is a step and has its three lines
steps() {
  awk -v file="$1" '
    function close_step(    i) {
      if (!at) return
      for (i = 1; i <= 3; i++) if (!(need[i] in seen)) printf "%s:%d: step without \"%s\": %s\n", file, at, need[i], name
      split("", seen)
    }
    BEGIN { need[1] = "Aim:"; need[2] = "Touches:"; need[3] = "Test:" }
    /^## / { close_step(); at = NR; name = substr($0, 4); found = 1 }
    { for (i = 1; i <= 3; i++) if (index($0, need[i]) == 1 && $0 ~ /: *[^ ]/) seen[need[i]] = 1 }
    END { close_step(); if (!found) printf "%s: no step, each a \"## \" heading\n", file }' "$1"
}

missing=$(check)
[ -z "$missing" ] || { printf '%s\n' "$missing"; exit 1; }
