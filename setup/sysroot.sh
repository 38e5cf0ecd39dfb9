#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/sysroot.sh ARCHITECTURE FOLDER
# Makes FOLDER, the libraries of Debian 12 for another processor (arm64, s390x), against which the build for it compiles and
# with which its programs run. They are those that setup/debian.sh installs for this machine. Needs no privileges: Debian
# packages are unpacked, not installed. Does nothing if FOLDER is there and was made by this file.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
architecture=$1
mkdir -p "$2"
sysroot=$(cd "$2" && pwd)
made_of=$(cat "$here/sysroot.sh" "$here/debian.sh" | sha256sum)
if [[ $made_of == "$(cat "$sysroot/made-of.txt" 2>/dev/null)" ]]; then
  exit 0
fi

# The libraries of the build: the first list of setup/debian.sh, without Python and programs.
mapfile -t packages < <(sed -n '/^packages=/,/^)/s/^  \([a-z0-9+.-]*-dev\|opencl-c-headers\) .*/\1/p' "$here/debian.sh" |
  grep -v '^python')
packages+=(libc6-dev libstdc++-12-dev)

# A state of apt for this processor alone, beside that of the machine.
apt=$sysroot/apt
rm -rf "$sysroot"
mkdir -p "$apt"/{lists/partial,cache/archives/partial,parts}
touch "$apt/status" "$apt/preferences"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" \
  >"$apt/sources.list"
cat >"$apt/apt.conf" <<END
Dir::State "$apt"; Dir::State::status "$apt/status"; Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list"; Dir::Etc::sourceparts "$apt/parts";
Dir::Etc::preferences "$apt/preferences"; Dir::Etc::preferencesparts "$apt/parts";
APT::Architecture "$architecture"; APT::Architectures { "$architecture"; }; APT::Sandbox::User ""; Acquire::Languages "none";
END
export APT_CONFIG=$apt/apt.conf
echo "Making $sysroot: ${#packages[@]} packages of Debian for $architecture, and what they need"
apt-get update -qq
apt-get install -qq -y --no-install-recommends --download-only "${packages[@]}" >"$apt/log" 2>&1 || {
  cat "$apt/log" >&2
  exit 1
}
for package in "$apt"/cache/archives/*.deb; do
  dpkg-deb --extract "$package" "$sysroot"
done
# Absolute links of a system lead into the sysroot.
find "$sysroot" -type l -lname '/*' | while read -r link; do
  ln -sfn "$sysroot$(readlink "$link")" "$link"
done
# What the script of the package libhdf5-dev does.
(cd "$sysroot"/usr/lib/*-linux-gnu/pkgconfig && ln -sfn hdf5-serial.pc hdf5.pc)
rm -rf "$apt"
printf '%s\n' "$made_of" >"$sysroot/made-of.txt"
