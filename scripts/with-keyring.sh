#!/usr/bin/env bash
# Runs a command with an unlocked keyring on its own D-Bus session, so that nothing can open a password dialog.
#
#   scripts/with-keyring.sh <command…>                     everything is private: keyring and XDG folders end with the command
#   scripts/with-keyring.sh --keyring <folder> <command…>  only the keyring is separate; it stays in <folder>
set -euo pipefail

keyring=''
if [ "${1:-}" = '--keyring' ]; then
  keyring=$2
  shift 2
fi
if [ $# -eq 0 ]; then
  echo 'usage: with-keyring.sh [--keyring <folder>] <command…>' >&2
  exit 2
fi

private=$(mktemp -d "${TMPDIR:-/tmp}/greenroom-session.XXXXXX")

# The keyring daemon leaves our process group and outlives a bus that ends early, so its private folder identifies it.
finish() {
  for process in /proc/[0-9]*; do
    if [ "$process" != "/proc/$$" ] && grep -qzxF "XDG_RUNTIME_DIR=$private/runtime" "$process/environ" 2>/dev/null; then
      kill "${process#/proc/}" 2>/dev/null || true
    fi
  done
  rm -rf "$private"
}
trap finish EXIT
trap 'kill "$session" 2>/dev/null; exit 143' TERM INT HUP
mkdir -m 700 "$private/runtime"
export XDG_RUNTIME_DIR="$private/runtime"
if [ -z "$keyring" ]; then
  keyring="$private/data"
  export XDG_DATA_HOME="$private/data" XDG_CONFIG_HOME="$private/config" XDG_CACHE_HOME="$private/cache"
  mkdir "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"
fi
mkdir -p -m 700 "$keyring"
export GREENROOM_KEYRING_HOME="$keyring"
# GTK must not look for accessibility and settings services on the new bus: each lookup waits for a timeout.
export NO_AT_BRIDGE=1 GSETTINGS_BACKEND=memory
unset DBUS_SESSION_BUS_ADDRESS GNOME_KEYRING_CONTROL

# The daemon reads the keyring's password from its input; a single line feed, because empty input unlocks nothing.
# Messages of the bus itself (limits that root cannot raise) go to a file, shown only if the bus did not start.
exec 3>&2
dbus-run-session -- bash -c '
  unlocked=$(printf "\n" | XDG_DATA_HOME="$GREENROOM_KEYRING_HOME" gnome-keyring-daemon --unlock --components=secrets 2>&1) ||
    echo "with-keyring.sh: the keyring did not unlock: $unlocked" >&3
  unset GREENROOM_KEYRING_HOME
  exec "$@" 2>&3 3>&-
' bash "$@" 2>"$private/bus.log" &
session=$!
# Waiting for a background job lets the traps run while the command runs.
code=0
wait "$session" || code=$?
[ "$code" -ne 127 ] || cat "$private/bus.log" >&2
exit "$code"
