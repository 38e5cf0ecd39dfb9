// SPDX-License-Identifier: Apache-2.0
//
// A file system that cannot lock, such as NFS without its lock service. Preloaded.
#include <errno.h>

int flock(int descriptor, int operation);

int flock(int descriptor, int operation) {
  (void)descriptor;
  (void)operation;
  errno = ENOLCK;
  return -1;
}
