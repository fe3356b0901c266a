#include "drive.h"
enum { IDLE, DIALLING, RINGING, TALKING, HELD, WAITING };
enum { DIAL, RING, ANSWER, HANG_UP, HOLD, RESUME };
static int state = IDLE;
static int64_t calls = 0;
static inline int go(int64_t n, int next) { note(n); state = next; return 1; }
static int step(const struct event *event) {
  switch (state) {
  case IDLE:
    switch (event->kind) {
    case DIAL: return go(1, DIALLING);
    case RING: return go(2, RINGING);
    }
    return 0;
  case DIALLING:
    switch (event->kind) {
    case ANSWER: calls++; return go(3, TALKING);
    case HANG_UP: return go(4, IDLE);
    }
    return 0;
  case RINGING:
    switch (event->kind) {
    case ANSWER: if (calls >= 1000000000) return 0; calls++; return go(5, TALKING);
    case HANG_UP: return go(6, IDLE);
    case RING: return go(7, RINGING);
    }
    return 0;
  case TALKING:
    switch (event->kind) {
    case HOLD: return go(8, HELD);
    case HANG_UP: return go(9, IDLE);
    }
    return 0;
  case HELD:
    switch (event->kind) {
    case RESUME: return go(10, TALKING);
    case HANG_UP: return go(11, IDLE);
    case RING: return go(12, WAITING);
    }
    return 0;
  case WAITING:
    switch (event->kind) {
    case ANSWER: return go(13, TALKING);
    case RESUME: return go(14, TALKING);
    case HANG_UP: return go(15, IDLE);
    }
    return 0;
  }
  return 0;
}
int main(void) { drive(6, step); }
