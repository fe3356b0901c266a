#include "drive.h"
enum { BEGIN, CHUNK, FAIL, RETRY, CANCEL };
static enum { IDLE, LOADING, WAITING } state;
static int64_t left, tries, finished;
static int step(const struct event *event) {
  switch (state) {
  case IDLE:
    if (event->kind != BEGIN) return 0;
    left = event->value * 10 + 1; tries = 0;
    note(left);
    state = LOADING;
    return 1;
  case LOADING:
    switch (event->kind) {
    case CHUNK: {
      int64_t n = event->value + 1;
      if (n < left) { left -= n; note(n); } else { finished++; note(left); state = IDLE; }
      return 1;
    }
    case FAIL:
      if (tries < 3) { note(tries); tries++; state = WAITING; } else { note(-1); state = IDLE; }
      return 1;
    case CANCEL: state = IDLE; return 1;
    }
    return 0;
  case WAITING:
    switch (event->kind) {
    case RETRY: note(left); state = LOADING; return 1;
    case CANCEL: state = IDLE; return 1;
    }
    return 0;
  }
  return 0;
}
int main(void) { drive(5, step); }
