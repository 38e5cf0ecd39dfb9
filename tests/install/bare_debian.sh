# SPDX-License-Identifier: Apache-2.0
# Bare Debian systems in folders, for checks of what is installed there. Sourced by them; needs root, for debootstrap and
# chroot.

# What is put before a command that runs programs of such a system: in_qemu.sh for another processor.
emulator=()

# require_root COMMAND
require_root() {
  if ((EUID != 0)); then
    echo "A bare system is made by root: sudo $1" >&2
    exit 1
  fi
}

# bare_debian RELEASE ROOT LOG [--include=PACKAGE,...]: a new system in the folder ROOT, whole when it has a file `complete`.
bare_debian() {
  local release=$1 root=$2 log=$3
  shift 3
  # What was stopped in between has its /proc still mounted.
  umount "$root/proc" "$root/sys" 2>/dev/null || true
  rm -rf --one-file-system "$root"
  mkdir -p "$(dirname "$root")"
  debootstrap --variant=minbase "$@" "$release" "$root" http://deb.debian.org/debian >"$log" 2>&1 || {
    tail "$log" >&2
    exit 1
  }
  # Options --foreign and --arch: packages are unpacked, and configured by programs of the other processor. There no devices
  # can be made, which debootstrap knows of containers of LXC; those that it needs are there already.
  if [[ -e $root/debootstrap/debootstrap ]]; then
    container=lxc "${emulator[@]}" chroot "$root" /debootstrap/debootstrap --second-stage >>"$log" 2>&1 || {
      tail "$log" >&2
      exit 1
    }
  fi
  touch "$root/complete"
}

# inside ROOT COMMAND [OPTION...]: runs a command in the system; OPTION is one of unshare, such as --net for no network but
# the machine itself. What is mounted ends with the command.
inside() {
  local root=$1 command=$2
  shift 2
  "${emulator[@]}" unshare --mount "$@" bash -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
    { [[ $3 != *--net* ]] || ip link set lo up; } &&
    exec chroot "$0" env -i PATH=/opt/biotropy/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive http_proxy="$2" bash -euo pipefail -c "$1"' \
    "$root" "$command" "${http_proxy-}" "$*"
}
