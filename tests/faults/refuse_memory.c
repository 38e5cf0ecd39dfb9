// SPDX-License-Identifier: Apache-2.0
//
// Refuses one allocation of a program, or all from that one on. Preloaded into the program, it counts requests from the
// first file that main() opens; what comes before declares options:
//   REFUSE_AT=N     the N-th request gets no memory (from 1); those of the k-th child process count from k * 2^32 + 1
//   REFUSE_ON=1     nor does any later one of the same process
//   REFUSE_LIST=F   writes to F, for each request, its number and a hash of the calls that led to it, so that one
//                   request for each such path is enough
// Where the program is then ended by a signal, or by exit() in a library, standard error says "ended in LIBRARY at
// ADDRESS": the innermost one that is not of the language.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { kWriteOnly = 0101 | 01000 | 02000000 };  // O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC: fcntl.h declares open() otherwise

enum { kFrames = 8, kOwnFrames = 2, kMost = 1 << 22 };

static __thread int inside;
static int in_main, active, keeps_on, list = -1;
static unsigned long requests, refused_at, children;

// Of all processes. Children that read a file may not write, so the program does when it ends.
static struct {
  char end_of_child[256];
  unsigned long count;
  struct { uint64_t request, path; } requests[kMost];
}* shared;
static int is_child;

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* memory);

__attribute__((destructor)) static void write_shared(void) {
  if (is_child || shared == NULL) return;
  dprintf(STDERR_FILENO, "%s", shared->end_of_child);
  if (list < 0) return;
  const char* from = (const char*)shared->requests;
  for (size_t left = shared->count * sizeof shared->requests[0]; left > 0;) {
    const ssize_t written = write(list, from, left);
    if (written <= 0) _exit(99);
    from += written;
    left -= (size_t)written;
  }
}

static void before_fork(void) { ++children; }
static void in_child(void) {
  requests = children << 32;
  is_child = 1;
}

// FNV-1a over the return addresses; addresses are the same in every run without address space randomisation.
static void note_path(unsigned long request) {
  void* frames[kFrames];
  const int count = backtrace(frames, kFrames);
  uint64_t hash = 14695981039346656037u;
  for (int i = kOwnFrames; i < count; ++i) hash = (hash ^ (uint64_t)(uintptr_t)frames[i]) * 1099511628211u;
  const unsigned long place = __atomic_fetch_add(&shared->count, 1, __ATOMIC_RELAXED);
  if (place >= kMost) _exit(99);
  shared->requests[place].request = request;
  shared->requests[place].path = hash;
}

static int refuse(void) {
  if (!active || inside) return 0;
  const unsigned long request = __atomic_add_fetch(&requests, 1, __ATOMIC_RELAXED);
  if (list >= 0) {
    inside = 1;
    note_path(request);
    inside = 0;
  }
  const int is_later = keeps_on && request > refused_at && request >> 32 == refused_at >> 32;
  if (refused_at == 0 || (request != refused_at && !is_later)) return 0;
  errno = ENOMEM;
  return 1;
}

// While it is said where the program ended: its heap may be damaged, which a request would find once more.
static int ending;
static void* spare(size_t size) {
  static _Alignas(16) char room[1 << 16];
  static size_t taken;
  if (size > sizeof room - taken) return NULL;
  void* const memory = room + taken;
  taken += (size + 15) / 16 * 16;
  return memory;
}

void free(void* memory) {
  if (!ending) __libc_free(memory);
}

void* malloc(size_t size) { return ending ? spare(size) : refuse() ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return refuse() ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return refuse() ? NULL : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) { return refuse() ? NULL : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return refuse() ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void** memory, size_t alignment, size_t size) {
  if (refuse()) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}

// The names of the libraries of C and C++, whose functions end programs on behalf of others.
static int is_of_the_language(const char* file) {
  static const char* const names[] = {"/libc.so", "/libstdc++.so", "/libgcc_s.so", "/libpthread.so", "/refuse_memory.so"};
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (strstr(file, names[i]) != NULL) return 1;
  }
  return 0;
}

static void say_where(void) {
  void* frames[64];
  inside = 1;
  const int count = backtrace(frames, 64);
  for (int i = 0; i < count; ++i) {
    Dl_info found;
    if (dladdr(frames[i], &found) == 0 || found.dli_fname == NULL || is_of_the_language(found.dli_fname)) continue;
    const char* const slash = strrchr(found.dli_fname, '/');
    // The call itself, not what comes after it, which may be another function where the call does not return.
    const unsigned long place = (unsigned long)((const char*)frames[i] - (const char*)found.dli_fbase) - 1;
    const char* const name = slash == NULL ? found.dli_fname : slash + 1;
    if (is_child) {
      snprintf(shared->end_of_child, sizeof shared->end_of_child, "ended in %s at %#lx\n", name, place);
    } else {
      dprintf(STDERR_FILENO, "ended in %s at %#lx\n", name, place);
    }
    break;
  }
  inside = 0;
}

static void end_by_signal(int number) {
  ending = 1;
  say_where();
  signal(number, SIG_DFL);
  raise(number);
}

void exit(int code) {
  void (*const next)(int) = (void (*)(int))dlsym(RTLD_NEXT, "exit");
  if (in_main) say_where();
  next(code);
  __builtin_unreachable();
}

// The first file that main() opens begins the count.
#define OPENING(type, name, parameters, arguments)                  \
  type name parameters {                                           \
    static type(*next) parameters;                                 \
    if (next == NULL) next = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
    if (in_main) active = 1;                                       \
    return next arguments;                                         \
  }
OPENING(int, open, (const char* path, int flags, mode_t mode), (path, flags, mode))
OPENING(int, open64, (const char* path, int flags, mode_t mode), (path, flags, mode))
OPENING(FILE*, fopen, (const char* path, const char* mode), (path, mode))
OPENING(FILE*, fopen64, (const char* path, const char* mode), (path, mode))
OPENING(DIR*, opendir, (const char* path), (path))

static int (*program_main)(int, char**, char**);

static int counted_main(int argc, char** argv, char** environment) {
  const char* at = getenv("REFUSE_AT");
  const char* path = getenv("REFUSE_LIST");
  refused_at = at == NULL ? 0 : strtoul(at, NULL, 10);
  keeps_on = getenv("REFUSE_ON") != NULL;
  void* warm[2];
  backtrace(warm, 2);  // loads the unwinder
  // A stack of its own, because a library may have run out of the other one.
  static char ground[1 << 16];
  const stack_t stack = {.ss_sp = ground, .ss_size = sizeof ground};
  sigaltstack(&stack, NULL);
  const struct sigaction ending = {.sa_handler = &end_by_signal, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &ending, NULL);
  sigaction(SIGABRT, &ending, NULL);
  void* const room = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) _exit(99);
  shared = room;
  if (path != NULL) list = open(path, kWriteOnly, 0600);
  pthread_atfork(&before_fork, NULL, &in_child);
  unsetenv("LD_PRELOAD");  // children of the program are programs of their own
  in_main = 1;
  const int code = program_main(argc, argv, environment);
  in_main = active = 0;
  return code;
}

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(void), void (*fini)(void),
                      void (*unload)(void), void* stack_end) {
  int (*start)(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void), void (*)(void), void*) =
      dlsym(RTLD_NEXT, "__libc_start_main");
  program_main = main;
  return start(counted_main, argc, argv, init, fini, unload, stack_end);
}
