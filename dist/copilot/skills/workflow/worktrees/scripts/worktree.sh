#!/bin/sh
# Worktrees below .worktrees/ of the main checkout: made, listed, and removed only when nothing can be lost.
set -eu
LC_ALL=C
export LC_ALL

usage() {
  cat <<'TEXT'
usage: worktree.sh add [--new] BRANCH [REF]   prints the directory; --new: refuses a branch that exists
       worktree.sh list                       directory, branch and state of each
       worktree.sh remove BRANCH [--landed]   --landed: its pull request was merged, though git cannot see it
TEXT
}

# fail MESSAGE [EXIT]: 1 for a refusal, 2 for a wrong call
fail() {
  printf 'worktree: %s\n' "$1" >&2
  exit "${2:-1}"
}

# The first entry is the main checkout, wherever this was called.
main_checkout() {
  git worktree list --porcelain 2>/dev/null | sed -n '1s/^worktree //p'
}

# base: the ref that branches are cut from and merged into
base() {
  git -C "$root" symbolic-ref --quiet --short refs/remotes/origin/HEAD ||
    git -C "$root" symbolic-ref --quiet --short HEAD ||
    fail 'no base: the main checkout is on no branch and no remote names a default one'
}

directory() {
  printf '%s/.worktrees/%s\n' "$root" "$(printf '%s' "${1#task/}" | tr '/' '-')"
}

has_branch() {
  git -C "$root" show-ref --verify --quiet "refs/heads/$1"
}

# where BRANCH: the directory in which it is checked out, or nothing
where() {
  git -C "$root" worktree list --porcelain | awk -v ref="branch refs/heads/$1" '
    /^worktree / { directory = substr($0, 10) }
    $0 == ref { print directory; exit }'
}

exclude() {
  file=$(git -C "$root" rev-parse --path-format=absolute --git-path info/exclude)
  grep -qx '\.worktrees/' "$file" 2>/dev/null && return
  mkdir -p "$(dirname "$file")"
  printf '.worktrees/\n' >>"$file"
}

# state DIRECTORY BRANCH: dirty, merged, pushed or ahead N
state() {
  [ -z "$(git -C "$1" status --porcelain)" ] || { echo dirty; return; }
  if git -C "$root" merge-base --is-ancestor "refs/heads/$2" "$base"; then echo merged; return; fi
  alone=$(git -C "$root" rev-list --count "refs/heads/$2" --not --remotes "$base")
  if [ "$alone" -eq 0 ]; then echo pushed; else echo "ahead $alone"; fi
}

is_remote() {
  git -C "$root" show-ref --verify --quiet "refs/remotes/origin/$1"
}

# branch BRANCH [REF]: makes it. Of two at once, git lets a single one do so.
branch() {
  from=${2:-$(base)}
  git -C "$root" branch --quiet --no-track "$1" "$from" >&2 || fail "git made no branch $1"
}

add() {
  only_new=''
  if [ "$1" = --new ]; then only_new=yes; shift; fi
  git check-ref-format --branch "$1" >/dev/null 2>&1 || fail "no branch name: $1" 2
  new=$(directory "$1")
  if [ -n "$only_new" ]; then
    ! has_branch "$1" || fail "the branch $1 exists already"
    ! is_remote "$1" || fail "the branch $1 exists already at origin"
  else
    there=$(where "$1")
    [ -z "$there" ] || { printf '%s\n' "$there"; return; }
  fi
  [ ! -e "$new" ] || fail "$new is there already and holds another branch"
  exclude
  # The branch comes first, as the claim: `git worktree add -b` by two at once takes the directory from the winner.
  if [ -n "$only_new" ]; then branch "$@"
  elif has_branch "$1"; then :
  elif is_remote "$1"; then git -C "$root" branch --quiet --track "$1" "origin/$1" >&2
  else branch "$@"; fi
  git -C "$root" worktree add --quiet "$new" "$1" >&2
  printf '%s\n' "$new"
}

list() {
  base=$(base)
  git -C "$root" worktree list --porcelain | awk -v under="$root/.worktrees/" '
    /^worktree / { directory = substr($0, 10) }
    /^branch / && index(directory, under) == 1 { print directory "\t" substr($0, 19) }' |
    while IFS='	' read -r directory branch; do
      [ -d "$directory" ] || continue
      printf '%s\t%s\t%s\n' "$directory" "$branch" "$(state "$directory" "$branch")"
    done | sort
}

remove() {
  base=$(base)
  has_branch "$1" || fail "no such branch: $1"
  there=$(where "$1")
  [ -n "$there" ] || fail "$1 has no worktree"
  case $there in "$root"/.worktrees/*) ;; *) fail "$there is not below .worktrees/: not ours to remove" ;; esac
  now=$(state "$there" "$1")
  case $now in
    dirty) fail "$there has uncommitted changes" ;;
    ahead*) [ "${2:-}" = --landed ] || fail "$1 has commits that exist only here: ${now#ahead }" ;;
  esac
  git -C "$root" worktree remove "$there" >&2
  if [ "$now" = merged ] || [ "${2:-}" = --landed ]; then git -C "$root" branch --quiet -D "$1" >&2; fi
}

root=$(main_checkout)
command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  -h | --help | help) usage; exit ;;
  add | list | remove) [ -n "$root" ] || fail 'not in a git repository' ;;
  *) usage >&2; exit 2 ;;
esac
case $command in
  add)
    wanted=1
    if [ "${1:-}" = --new ]; then wanted=2; fi
    [ $# -ge $wanted ] && [ $# -le $((wanted + 1)) ] || fail 'add needs a branch and at most one ref' 2 ;;
  list) [ $# -eq 0 ] || fail 'list takes nothing' 2 ;;
  remove)
    [ $# -ge 1 ] || fail 'remove needs a branch' 2
    [ $# -le 2 ] || fail 'remove takes one branch at a time' 2
    case ${2:-} in '' | --landed) ;; *) fail "unknown option $2" 2 ;; esac ;;
esac
"$command" "$@"
