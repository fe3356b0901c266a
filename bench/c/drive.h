// The same script, the same hash and the same line as Drive.swift.
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static uint64_t hash = 14695981039346656037ULL;
static inline void note(int64_t n) { hash = (hash ^ (uint64_t)n) * 1099511628211ULL; }

struct event { int kind; int value; };

// The step is called, not inlined into the loop: machines are called from elsewhere, and Swift's are not inlined either.
static void drive(int kinds, int (*volatile step)(const struct event *)) {
  static struct event events[4096];
  uint64_t x = 42;
  for (int i = 0; i < 4096; i++) {
    x = x * 6364136223846793005ULL + 1442695040888963407ULL;
    events[i].kind = (int)((x >> 33) % (uint64_t)kinds);
    events[i].value = (int)((x >> 20) % 100);
  }
  int rounds = 2000;
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < 4096; i++)
      if (step(&events[i])) note(1000);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  double nanoseconds = (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec);
  printf("performed %f %llu\n", nanoseconds / (rounds * 4096.0), (unsigned long long)hash);
}
