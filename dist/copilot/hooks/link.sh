#!/bin/sh
# Copilot CLI reads a plugin of a local marketplace where it lies, and expands no variable in an agent's or a skill's text.
# So PATHs begin with a place in the home directory (plugin_root in token-map.json), and this hook makes it be there before
# the first request of a session: a link, by way of a second one that says which installation it is, to the root that the
# client runs this file from. It is the place, and the way, in which `agent-cortex install copilot` puts the plugin; that one,
# and whatever else stands there, is left alone. Silent and without an exit code: a session never fails for it.
# AGENT_CORTEX_LINK=off switches it off.
[ "${AGENT_CORTEX_LINK-}" = off ] && exit 0
exec >/dev/null 2>&1
case ${HOME-} in
/*) ;;
*) exit 0 ;;
esac

parts=copilot/agent-cortex/agent-cortex
place=$HOME/.agent-cortex/$parts
live=$HOME/.agent-cortex/.versions/$parts/live
# What marks a link as ours.
mark=../../.versions/$parts/live

physical() {
  (CDPATH='' cd -- "$1" && pwd -P)
}

root=$(physical "${0%/*}/..") || exit 0
# Where a whole checkout is the plugin, the tree is in it.
[ -f "$root/dist/copilot/plugin.json" ] && root=$root/dist/copilot
[ "$(physical "$place")" = "$root" ] && exit 0
# What lies in our own directory, install has put there.
own=$(physical "$HOME/.agent-cortex") || own=
if [ -n "$own" ]; then
  case $root/ in
  "$own"/*) exit 0 ;;
  esac
fi

# A link to elsewhere on the way is somebody's own, and what is made there would lead nowhere.
for way in copilot copilot/agent-cortex .versions .versions/copilot .versions/copilot/agent-cortex "${live%/live}"; do
  case $way in
  /*) ;;
  *) way=$HOME/.agent-cortex/$way ;;
  esac
  [ -L "$way" ] && exit 0
done
# Only links give way, and only those that are ours.
if [ -e "$live" ] && [ ! -L "$live" ]; then exit 0; fi
if [ -L "$place" ]; then
  [ "$(readlink "$place")" = "$mark" ] || exit 0
elif [ -e "$place" ]; then
  exit 0
fi
mkdir -p "${place%/*}" "${live%/*}" || exit 0
# -n: a link in a link's place, not one in the directory that it leads to. Sessions that start together write the same.
ln -sfn "$root" "$live"
# Fails where somebody has put something there meanwhile.
[ -L "$place" ] || ln -sn "$mark" "$place"
exit 0
