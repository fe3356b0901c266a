#include "drive.h"
enum { OFF, EMPTY, STOPPED, PLAYING, PAUSED, WINDING };
enum { POWER, INSERT, EJECT, PLAY, PAUSE, STOP, SEEK, FASTER };
static int state = OFF;
static int go(int next) { state = next; return 1; }
static int step(const struct event *event) {
  int e = event->kind;
  switch (state) {
  case OFF: if (e == POWER) { note(1); return go(EMPTY); } return 0;
  case EMPTY: if (e == INSERT) { note(3); return go(STOPPED); } break;
  case STOPPED: if (e == PLAY) { note(6); note(8); return go(PLAYING); } break;
  case PLAYING:
    switch (e) {
    case PAUSE: note(9); return go(PAUSED);
    case SEEK: note(10); return 1;
    case FASTER: note(9); note(12); return go(WINDING);
    }
    break;
  case PAUSED:
    switch (e) {
    case PAUSE: note(8); return go(PLAYING);
    case PLAY: note(11); note(8); return go(PLAYING);
    }
    break;
  case WINDING:
    switch (e) {
    case FASTER: note(13); return 1;
    case PLAY: note(8); return go(PLAYING);
    }
    break;
  }
  int active = state >= PLAYING, loaded = state >= STOPPED;
  if (e == STOP && active) {
    if (state == PLAYING) note(9);
    note(7);
    return go(STOPPED);
  }
  if ((e == EJECT && loaded) || e == POWER) {
    if (state == PLAYING) note(9);
    if (active) note(7);
    if (loaded) note(4);
    if (e == EJECT) { note(5); return go(EMPTY); }
    note(2);
    return go(OFF);
  }
  return 0;
}
int main(void) { drive(8, step); }
