#!/bin/sh
# Begins a decision record with the next number, where this project keeps them, and prints its path.
set -eu
LC_ALL=C
export LC_ALL

# fail MESSAGE [EXIT]: 1 for a refusal, 2 for a wrong call
fail() {
  printf 'new-decision: %s\n' "$1" >&2
  exit "${2:-1}"
}

title='' dir='' old=''
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) echo 'usage: new-decision.sh TITLE [--dir DIR] [--supersedes NUMBER]'; exit ;;
    --dir | --supersedes) [ -n "${2:-}" ] || fail "$1 needs a value" 2 ;;
  esac
  case $1 in
    --dir) dir=$2; shift ;;
    --supersedes) old=$2; shift ;;
    -*) fail "unknown option $1" 2 ;;
    *) [ -z "$title" ] || fail 'more than one title: quote it' 2; title=$1 ;;
  esac
  shift
done
[ -n "$title" ] || fail 'a title is needed' 2
case $title in *'
'*) fail 'the title has more than one line' 2 ;; esac
case $old in *[!0-9]*) fail "no number: $old" 2 ;; esac

cd "$(git rev-parse --show-toplevel 2>/dev/null || pwd)"

# numbered DIR: its records, one a line
numbered() {
  for file in "$1"/[0-9]*.md; do
    if [ -f "$file" ]; then printf '%s\n' "$file"; fi
  done
}

if [ -z "$dir" ]; then
  for dir in docs/adr docs/decisions doc/adr adr decisions docs/decisions; do
    [ -z "$(numbered "$dir")" ] || break
  done
fi

# number FILE: without leading zeros
number() {
  basename "$1" | sed 's/^0*\([0-9][0-9]*\).*/\1/'
}

last=0 width=4 replaced=''
for file in "$dir"/[0-9]*.md; do
  [ -f "$file" ] || continue
  now=$(number "$file")
  if [ "$now" -gt "$last" ]; then
    last=$now
    digits=$(basename "$file" | sed 's/^\([0-9]*\).*/\1/')
    width=${#digits}
  fi
  if [ -n "$old" ] && [ "$now" -eq "$old" ]; then replaced=$file; fi
done
[ -z "$old" ] || [ -n "$replaced" ] || fail "there is no record $old in $dir"
[ -z "$replaced" ] || grep -q '^Status: ' "$replaced" || fail "$replaced has no line \"Status: …\": supersede it by hand"

next=$((last + 1))
slug=$(printf '%s' "$title" | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9' '-' | cut -c1-60 | sed 's/^-*//; s/-*$//')
path=$dir/$(printf "%0${width}d" "$next")-${slug:-decision}.md
mkdir -p "$dir"
{
  printf '# %d. %s\n\nStatus: proposed\nDate: %s\nDecided by:\n' "$next" "$title" "$(date +%Y-%m-%d)"
  [ -z "$replaced" ] || printf 'Supersedes: %s\n' "$(basename "$replaced")"
  printf '\n## Context\n\n## Decision\n\n## Alternatives\n\n## Consequences\n\n## Wrong if\n'
} >"$path"
if [ -n "$replaced" ]; then
  awk -v by="$(basename "$path")" '
    !done && /^Status: / { print "Status: superseded by " by; done = 1; next }
    { print }' "$replaced" >"$replaced.new"
  mv "$replaced.new" "$replaced"
fi
printf '%s\n' "$path"
