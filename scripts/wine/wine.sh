#!/usr/bin/env bash
# Runs a Windows program under Wine, as session.mjs prepared it: wine.sh <program> [words]. The caller's child process
# is the program itself, so that a kill reaches it. Paths of the checkout and of the cache, which have the same names in
# Wine, become Windows paths.
set -u

windows_path() {
  case "$1" in
    "$WINE_CHECKOUT" | "$WINE_CHECKOUT"/* | "$WINE_CACHE"/*) printf 'Z:%s' "${1//\//\\}" ;;
    *) printf '%s' "$1" ;;
  esac
}

words=()
for word in "$@"; do
  case "$word" in
    --*=*) words+=("${word%%=*}=$(windows_path "${word#*=}")") ;;
    *) words+=("$(windows_path "$word")") ;;
  esac
done

variables=()
while IFS='=' read -r -d '' name value; do
  case "$name" in
    GREENROOM_* | ELECTRON_RUN_AS_NODE | SSLKEYLOGFILE | NODE_COMPILE_CACHE | TZ)
      variables+=("$name=$(windows_path "$value")")
      ;;
  esac
done < /proc/self/environ

folder=$PWD
case "$folder" in
  "$WINE_CHECKOUT" | "$WINE_CHECKOUT"/* | "$WINE_CACHE"/*) ;;
  *) folder=$WINE_CHECKOUT ;;
esac

# The services that Wine starts with its first program would keep all other open files of the caller, which would then
# wait for the end of these services.
for descriptor in /proc/self/fd/*; do
  number=${descriptor##*/}
  if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
done

# Output goes to files, because Node on Wine can't write into a pipe.
out=$WINE_SCRATCH/output/$$.out
err=$WINE_SCRATCH/output/$$.err
: > "$out"
: > "$err"
tail --pid=$$ --sleep-interval=0.1 --lines=+1 --follow "$out" 2> /dev/null &
tail --pid=$$ --sleep-interval=0.1 --lines=+1 --follow "$err" >&2 2> /dev/null &
exec chroot "$WINE_DEBIAN" env -i -C "$folder" HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 WINEDEBUG=-all \
  WINEPREFIX="$WINE_SCRATCH/windows" DISPLAY="$WINE_DISPLAY" "${variables[@]}" wine "${words[@]}" \
  < /dev/null > "$out" 2> "$err"
