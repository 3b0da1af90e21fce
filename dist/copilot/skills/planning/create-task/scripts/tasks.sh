#!/bin/sh
# The one door to a project's tasks: beads where the project keeps them, else files in tasks/.
set -eu
LC_ALL=C
export LC_ALL

usage() {
  cat <<'TEXT'
usage: tasks.sh new TITLE [--runner agent|human] [--after ID]... [--plan FILE]  < body
       tasks.sh list [--ready]          state, id and title of each task
       tasks.sh ready                   the same as list --ready
       tasks.sh show ID
       tasks.sh claim ID
       tasks.sh set ID open|blocked|done [NOTE]
       tasks.sh close ID [NOTE]         the same as set ID done
       tasks.sh store                   prints beads or files

new reads the body from standard input: the sections "## Goal", "## Acceptance" (with at least
one "- [ ]" line), "## Touches" and "## Check". It prints the id of the task.
TEXT
}

# fail MESSAGE [EXIT]: 1 for a refused task, 2 for a wrong call
fail() {
  printf 'tasks: %s\n' "$1" >&2
  exit "${2:-1}"
}

root=$(git rev-parse --show-toplevel 2>/dev/null || pwd)
dir=$root/tasks

# Beads count only where somebody has set them up: bd creates no database unasked.
uses_beads() {
  command -v bd >/dev/null 2>&1 || return 1
  [ -n "${BEADS_DIR:-}" ] && return 0
  common=$(git rev-parse --path-format=absolute --git-common-dir 2>/dev/null) || common=
  [ -d "$root/.beads" ] || { [ -n "$common" ] && [ -d "${common%/.git}/.beads" ]; }
}

# field NAME FILE: a value of the file's frontmatter, without its quotes
field() {
  awk -v key="$1" '
    NR == 1 && $0 == "---" { inside = 1; next }
    inside && $0 == "---" { exit }
    inside && index($0, key ": ") == 1 {
      value = substr($0, length(key) + 3)
      if (value ~ /^".*"$/) {
        value = substr(value, 2, length(value) - 2)
        gsub(/\\"/, "\"", value)
        gsub(/\\\\/, "\\", value)
      }
      print value
      exit
    }' "$2"
}

# path ID: the file of a task, which must exist
path() {
  case $1 in
    '' | *[!a-z0-9-]*) fail "no task id: $1" ;;
  esac
  [ -f "$dir/$1.md" ] || fail "no such task: $1"
  printf '%s\n' "$dir/$1.md"
}

has_branch() {
  git -C "$root" show-ref --verify --quiet "refs/heads/task/$1" 2>/dev/null ||
    git -C "$root" show-ref --verify --quiet "refs/remotes/origin/task/$1" 2>/dev/null
}

# state ID FILE: done, blocked, started, human, waiting or ready
state() {
  status=$(field status "$2")
  [ "$status" = open ] || { printf '%s\n' "${status:-invalid}"; return; }
  if has_branch "$1"; then echo started; return; fi
  for before in $(field after "$2"); do
    if [ ! -f "$dir/$before.md" ] || [ "$(field status "$dir/$before.md")" != done ]; then
      echo waiting
      return
    fi
  done
  if [ "$(field runner "$2")" = human ]; then echo human; else echo ready; fi
}

# section NAME: whether the body has that section with text in it
section() {
  printf '%s\n' "$body" | awk -v head="## $1" '
    { sub(/[ \t\r]+$/, "") }
    /^## / { inside = ($0 == head); next }
    inside && /[^ \t]/ { found = 1 }
    END { exit !found }'
}

check_body() {
  [ ! -t 0 ] || fail 'the body is read from standard input' 2
  body=$(cat)
  for name in Goal Acceptance Touches Check; do
    section "$name" || fail "the body has no text under \"## $name\""
  done
  printf '%s\n' "$body" | grep -q '^- \[ \] .' || fail 'no "- [ ]" line says when the task is done'
}

new_bead() {
  id=$(printf '%s\n' "$body" | bd create "$title" --type task --labels "runner:$runner" --body-file - --silent)
  for before in $after; do bd dep add "$id" "$before" >&2; done
  printf '%s\n' "$id"
}

new_file() {
  for before in $after; do path "$before" >/dev/null; done
  slug=$(printf '%s' "$title" | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9' '-' | cut -c1-40 | sed 's/^-*//; s/-*$//')
  quoted=$(printf '%s' "$title" | sed 's/\\/\\\\/g; s/"/\\"/g')
  mkdir -p "$dir"
  number=$(ls "$dir" | sed -n 's/^0*\([0-9][0-9]*\)-.*\.md$/\1/p' | sort -n | tail -n 1)
  number=${number:-0}
  # Two processes may want one number: mkdir lets a single one have it.
  while :; do
    number=$((number + 1))
    prefix=$(printf '%03d' "$number")
    mkdir "$dir/.$prefix.lock" 2>/dev/null || continue
    set -- "$dir/$prefix"-*.md
    [ -e "$1" ] || break
    rmdir "$dir/.$prefix.lock"
  done
  id=$prefix-${slug:-task}
  {
    printf -- '---\ntitle: "%s"\nstatus: open\nrunner: %s\n' "$quoted" "$runner"
    [ -z "$after" ] || printf 'after: %s\n' "$after"
    printf -- '---\n\n%s\n' "$body"
  } >"$dir/$id.md"
  rmdir "$dir/.$prefix.lock"
  printf '%s\n' "$id"
}

new() {
  title='' runner=agent after='' plan=''
  while [ $# -gt 0 ]; do
    case $1 in
      --runner | --after | --plan) [ -n "${2:-}" ] || fail "$1 needs a value" 2 ;;
    esac
    case $1 in
      --runner) runner=$2; shift ;;
      --after) after="${after:+$after }$2"; shift ;;
      --plan) plan=$2; shift ;;
      -*) fail "unknown option $1" 2 ;;
      *) [ -z "$title" ] || fail 'more than one title: quote it' 2; title=$1 ;;
    esac
    shift
  done
  [ -n "$title" ] || fail 'a title is needed' 2
  case $title in *'
'*) fail 'the title has more than one line' 2 ;; esac
  case $runner in agent | human) ;; *) fail "runner is agent or human, not $runner" 2 ;; esac
  check_body
  [ -z "$plan" ] || body="Plan: $plan

$body"
  if uses_beads; then new_bead; else new_file; fi
}

list() {
  case ${1:-} in '' | --ready) ;; *) fail "unknown option $1" 2 ;; esac
  if uses_beads; then
    if [ "${1:-}" = --ready ]; then bd ready --label runner:agent --limit 0; else bd list --limit 0; fi
    return
  fi
  for file in "$dir"/[0-9]*-*.md; do
    [ -f "$file" ] || continue
    id=$(basename "$file" .md)
    now=$(state "$id" "$file")
    [ "${1:-}" != --ready ] || [ "$now" = ready ] || continue
    printf '%s\t%s\t%s\n' "$now" "$id" "$(field title "$file")"
  done
}

show() {
  if uses_beads; then bd show "$1"; else file=$(path "$1"); cat "$file"; fi
}

# For files the branch task/ID is the claim, and git refuses to make it twice.
claim() {
  if uses_beads; then bd update "$1" --claim; else path "$1" >/dev/null; fi
}

set_status() {
  case $2 in open | blocked | done) ;; *) fail "a status is open, blocked or done, not $2" 2 ;; esac
  note=${3:-}
  if uses_beads; then
    if [ "$2" = done ]; then bd close "$1" ${note:+--reason "$note"}
    else bd update "$1" --status "$2" ${note:+--append-notes "$note"}; fi
    return
  fi
  file=$(path "$1")
  awk -v status="$2" '
    $0 == "---" { fence++ }
    fence == 1 && /^status: / { $0 = "status: " status }
    { print }' "$file" >"$file.new"
  [ -z "$note" ] || printf '\n> %s: %s\n' "$2" "$note" >>"$file.new"
  mv "$file.new" "$file"
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  new) new "$@" ;;
  list) list "$@" ;;
  ready) [ $# -eq 0 ] || fail 'ready takes nothing' 2; list --ready ;;
  show | claim) [ $# -eq 1 ] || fail "$command needs one id" 2; "$command" "$1" ;;
  close) [ $# -ge 1 ] || fail 'close needs an id' 2; set_status "$1" done "${2:-}" ;;
  set) [ $# -ge 2 ] || fail 'set needs an id and a status' 2; set_status "$@" ;;
  store) if uses_beads; then echo beads; else echo files; fi ;;
  -h | --help | help) usage ;;
  *) usage >&2; exit 2 ;;
esac
