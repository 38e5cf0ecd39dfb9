#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/release.sh TAG FOLDER PART...
# Makes the artefacts of a tag in FOLDER/dist, from a clone of it in FOLDER/tree, and the list of their checksums. The parts:
# source (the sources as an archive), sdist (those of the Python package), r (those of the R package), program, wheels, deb
# and site. All times are that of the tag's commit and no path of the build is kept, so a second run, in another folder as
# well, gives the same bytes (tests/install/same_twice.sh).
set -euo pipefail

tag=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
shift 2
sources=$(git rev-parse --show-toplevel)
tree=$folder/tree dist=$folder/dist

commit=$(git -C "$sources" rev-parse --verify --quiet "$tag^{commit}") || {
  echo "There is no tag $tag: git tag -a $tag" >&2
  exit 1
}
rm -rf "$tree" "$dist"
mkdir -p "$dist"
git clone --quiet --shared --no-checkout "$sources" "$tree"
git -C "$tree" checkout --quiet --detach "$commit"
version=$(<"$tree/VERSION")
if [[ $tag == v* && $tag != "v$version" ]]; then
  echo "The tag is $tag, and the file VERSION has $version" >&2
  exit 1
fi

SOURCE_DATE_EPOCH=$(git -C "$tree" log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
export CFLAGS="-ffile-prefix-map=$tree=." CXXFLAGS="-ffile-prefix-map=$tree=."
umask 022

# A folder as an archive: names in order, one time, no owner.
pack() {
  tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --directory="$(dirname "$2")" \
    "$(basename "$2")" | gzip --no-name --best >"$1"
}

make_part() {
  case $1 in
    source)
      git -C "$tree" archive --prefix="biotropy-$version/" HEAD | gzip --no-name --best >"$dist/biotropy-$version-source.tar.gz"
      ;;
    sdist)
      python3 -m venv build/packer
      build/packer/bin/pip install --quiet --disable-pip-version-check "$(grep '^scikit-build-core==' python/requirements.txt)"
      build/packer/bin/python -c 'import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])' "$dist" >/dev/null
      ;;
    r)
      make --silent r-package
      mv build/r-package/biotropy_*.tar.gz "$dist/biotropy_$version-r.tar.gz"
      ;;
    program)
      make --silent install PREFIX="$tree/build/biotropy-$version"
      pack "$dist/biotropy-$version-$(uname -m).tar.gz" "$tree/build/biotropy-$version"
      ;;
    wheels)
      make --silent wheels
      mv build/wheels/dist/*.whl "$dist"
      ;;
    deb)
      env -u CFLAGS -u CXXFLAGS make --silent deb  # with the flags of Debian, which also leave out the path
      mv build/deb/*.deb "$dist"
      ;;
    site)
      make --silent page site
      pack "$dist/biotropy-$version-site.tar.gz" "$tree/build/site"
      ;;
    *)
      echo "$1 is no part: source, sdist, r, program, wheels, deb, site" >&2
      exit 1
      ;;
  esac
}

cd "$tree"
for part; do
  make_part "$part"
done
cd "$dist"
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
