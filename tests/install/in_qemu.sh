#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: in_qemu.sh PROCESSOR COMMAND...
# Runs a command in namespaces of its own, in which the kernel gives programs of another PROCESSOR (aarch64) to QEMU: there a
# system of that processor works by chroot. The machine around it is left as it is. Needs root, and Linux 6.7, since which
# every namespace has a table of such programs.
set -euo pipefail

processor=$1
shift
# The head of a 64-bit program in little endian, without its system and type, and the number of the processor.
case $processor in
  aarch64) machine='\xb7\x00' ;;
  *) echo "in_qemu.sh knows aarch64, not $processor" >&2 && exit 1 ;;
esac
zeros='\x00\x00\x00\x00\x00\x00\x00\x00'
ones='\xff\xff\xff\xff\xff\xff\xff'
# F: the interpreter is opened now, so that it needs not be in the system.
entry=":$processor:M::\x7fELF\x02\x01\x01\x00$zeros\x02\x00$machine:$ones\x00$ones\xff\xfe\xff\xff\xff:$(command -v "qemu-$processor-static"):F"

ready=$(mktemp -d)
trap 'rm -rf "$ready"' EXIT
mkfifo "$ready/users"
unshare --user --mount --pid --fork --kill-child bash -euc '
  read -r <"$0"
  mount -t proc proc /proc
  mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
  printf %s "$1" >/proc/sys/fs/binfmt_misc/register
  exec "${@:2}"' "$ready/users" "$entry" "$@" &
# Opened on the other side once the namespaces are there; only from here can they have all users.
exec 3>"$ready/users"
echo "0 0 65536" >"/proc/$!/uid_map"
echo "0 0 65536" >"/proc/$!/gid_map"
echo >&3
exec 3>&-
wait "$!"
