#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the libraries that the program is linked to, in a bare Debian 12 with the program in /opt/biotropy.
set -euo pipefail

apt-get update
apt-get install -y --no-install-recommends \
  libfmt9 libhdf5-103-1 libhdf5-hl-100 libhwy1 libnetcdf19 libssl3 libtbb12 libtomlplusplus3 zlib1g
rm -rf /var/lib/apt/lists/*
! ldd /opt/biotropy/bin/biotropy | grep 'not found'
