#!/usr/bin/env bash
# Runs a command on a network that leads nowhere but looks online: a card with an address and a default route, and a
# name server. Nothing beyond loopback ever answers, and the card counts the packets that were sent.
#
#   test/support/watched-network.sh <folder> <command…>
#
# The name server is expected at 127.0.0.1, port 53: the command can listen there. The row `way-out` of /proc/net/dev
# counts what the card has sent.
set -euo pipefail
PATH="$PATH:/usr/sbin:/sbin"

need() {
  command -v "$1" >/dev/null && return
  echo "watched-network.sh: this machine lacks $1 (Debian: $2)" >&2
  exit 3
}
need unshare util-linux
need ip iproute2

if [ "${1:-}" != '--inside' ]; then
  # Root only within this network; the command runs as the ordinary user again, which Chromium's sandbox accepts.
  unshare --user --map-root-user --net --mount true 2>/dev/null || {
    echo 'watched-network.sh: this machine forbids user, network or mount namespaces' >&2
    exit 3
  }
  exec unshare --user --map-root-user --net --mount "$0" --inside "$(id -u)" "$(id -g)" "$@"
fi

user=$2 group=$3 folder=$4
shift 4
printf 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n' >"$folder/resolv.conf"
mount --bind "$folder/resolv.conf" /etc/resolv.conf
echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start
echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
ip link set lo up
ip link add way-out type veth peer name far-end
ip address add 198.51.100.2/24 dev way-out
ip link set way-out up
ip link set far-end up
# A permanent neighbour entry needs no ARP request: each counted packet is a contact.
ip neighbour add 198.51.100.1 lladdr 02:00:00:00:00:01 dev way-out
ip route add default via 198.51.100.1
exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
