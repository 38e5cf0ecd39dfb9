#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: check_container.sh BUILD FOLDER [RELEASE]
# Builds the root file system of container/Dockerfile with debootstrap in FOLDER, from the program in BUILD, and runs the
# BIDS App in it as containers do: read-only, without a network, as nobody. Needs root, for debootstrap and chroot.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
build=$(cd "$1" && pwd) folder=$(cd "$2" && pwd) release=${3:-bookworm}
root=$folder/root
source "$here/bare_debian.sh"
require_root "make container-check"

start=$SECONDS
bare_debian "$release" "$root" "$folder/$release.log"
cp /etc/resolv.conf "$root/etc/"
mkdir -p "$root/opt/biotropy/bin" "$root/data" "$root/out"
install --strip "$build/cli/biotropy" "$root/opt/biotropy/bin/biotropy"
cp "$here/../../container/libraries.sh" "$root/opt/biotropy/bin/"
inside "$root" 'bash /opt/biotropy/bin/libraries.sh && apt-get clean' >"$folder/libraries.log" 2>&1 || {
  tail "$folder/libraries.log" >&2
  exit 1
}
echo "root file system: $(du -sm "$root" | cut -f 1) MB, of which the program $(du -sm "$root/opt/biotropy" | cut -f 1) MB; made in $((SECONDS - start)) s"

dataset=$folder/dataset
rm -rf "$dataset" "$folder/out"
mkdir -p "$dataset" "$folder/out"
"$build/cli/biotropy" simulate cohort "$folder/made" --groups 2 --subjects 2 --channels 4 --epochs 4 --quiet
echo '{"Name": "Made", "BIDSVersion": "1.10.0"}' >"$dataset/dataset_description.json"
printf 'participant_id\tgroup\nsub-01\tyoung\nsub-02\tyoung\nsub-03\told\nsub-04\told\n' >"$dataset/participants.tsv"
for i in 1 2 3 4; do
  mkdir -p "$dataset/sub-0$i/eeg"
  cp "$folder/made/sub-00$i.edf" "$dataset/sub-0$i/eeg/sub-0${i}_task-rest_eeg.edf"
done
chmod -R a+rX "$folder"
chown nobody "$folder/out"

# The same mounts as of docker run -v dataset:/data:ro -v out:/out --read-only --network none.
app() {
  unshare --mount --net bash -c 'root=$0 && mount --bind "$root" "$root" && mount --rbind /dev "$root/dev" &&
    mount -t proc proc "$root/proc" && mount --bind "$1" "$root/data" && mount -o remount,ro,bind "$root/data" &&
    mount --bind "$2" "$root/out" && mount -o remount,ro,bind "$root" && shift 2 &&
    exec chroot --userspec=nobody:nogroup "$root" env -i PATH=/opt/biotropy/bin:/usr/bin:/bin LC_ALL=C.UTF-8 biotropy bids "$@"' \
    "$root" "$dataset" "$folder/out" "$@"
}

start=$SECONDS
app --version | head -n 1
app /data /out participant --measure sampen --epoch 1024
app /data /out group --measure sampen --epoch 1024 --permutations 100 --quiet
"$build/cli/biotropy" bids "$dataset" "$folder/beside" participant --measure sampen --epoch 1024 --quiet
for table in "$folder"/out/sub-*/eeg/*.tsv; do
  cmp "$table" "$folder/beside/${table#"$folder/out/"}"
done
test -e "$folder/out/group_task-rest_desc-sampen_eeg.nc"
echo "the BIDS App in it gives the tables of the program outside, in $((SECONDS - start)) s"
