#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: check_deb.sh FOLDER [RELEASE]
# Installs the Debian packages in FOLDER in a bare Debian (bookworm) with what they depend on and nothing else, and runs
# the program, Python, R and a C program there. Needs root, for debootstrap and chroot.
set -euo pipefail

folder=$(cd "$1" && pwd) release=${2:-bookworm}
root=$folder/chroots/$release
source "$(dirname "$0")/bare_debian.sh"

require_root "make deb-check"
if ! ls "$folder"/biotropy_*.deb >/dev/null 2>&1; then
  echo "No packages in $folder: make deb" >&2
  exit 1
fi
bare_debian "$release" "$root" "$folder/$release.log"
mkdir "$root/packages"
cp "$folder"/*.deb "$root/packages"
rm -f "$root"/packages/*-dbgsym_*
cp /etc/resolv.conf "$root/etc/"
installed='apt-get -qq update && apt-get -qq install --yes --no-install-recommends'
inside "$root" "$installed /packages/*.deb" >"$folder/install.log" 2>&1 || { tail -n 30 "$folder/install.log" >&2; exit 1; }

inside "$root" 'biotropy --version | head -n 1
biotropy simulate series --kind gaussian --samples 5000 -o /tmp/noise.txt
biotropy entropy /tmp/noise.txt --measure sampen -m 2 -r 0.2 | tee /tmp/values
grep -q "2.177635 *157763 *17876 *4998" /tmp/values
test -e /usr/share/man/man1/biotropy-entropy.1.gz -o -e /etc/dpkg/dpkg.cfg.d/docker
cd /tmp
python3 -c "
import importlib.metadata, numpy, biotropy
assert biotropy.__version__ == importlib.metadata.version(\"biotropy\")
value = biotropy.sample_entropy(numpy.loadtxt(\"/tmp/noise.txt\"), m=2, r=0.2)
assert round(value, 6) == 2.177635, value
print(\"python\", value)"
Rscript --vanilla -e "library(biotropy); x <- scan(\"/tmp/noise.txt\", quiet = TRUE); value <- as.numeric(sampen(x, m = 2, r = 0.2))" \
  -e "stopifnot(round(value, 6) == 2.177635); cat(\"R\", value, \"\n\")"' || { echo "The installed packages do not work" >&2; exit 1; }

# Programs are built against the headers.
inside "$root" "apt-get -qq install --yes --no-install-recommends gcc libc6-dev pkg-config" >>"$folder/install.log" 2>&1
inside "$root" 'cd /tmp
printf "#include <biotropy.h>\n#include <stdio.h>\nint main(void) { puts(biotropy_version()); return 0; }\n" >a.c
gcc a.c $(pkg-config --cflags --libs biotropy-c) -o a
echo "C $(./a)"'
inside "$root" 'apt-get -qq purge --yes "biotropy" "libbiotropy*" python3-biotropy r-cran-biotropy >/dev/null
left=$(find /usr -path "*biotropy*"); test -z "$left" || { echo "Left behind: $left"; exit 1; }'
rm -rf "$root"
