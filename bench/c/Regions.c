#include "drive.h"
enum { POWER, MUTE, ZOOM, ARM, SYNC, CUT, FAIL };
static struct { char on, muted, tele, tape; } s;
static void off(void) {
  if (s.tape == 2) note(14);
  if (s.tele) note(9);
  note(2);
  s.on = 0;
}
static int step(const struct event *event) {
  if (!s.on) {
    if (event->kind != POWER) return 0;
    note(1); note(7);
    s.on = 1; s.muted = s.tele = s.tape = 0;
    return 1;
  }
  switch (event->kind) {
  case POWER: off(); return 1;
  case MUTE: note(s.muted ? 5 : 3); s.muted = !s.muted; return 1;
  case FAIL: if (!s.muted) return 0; off(); return 1;
  case ZOOM: if (s.tele) { note(9); note(7); } s.tele = !s.tele; return 1;
  case ARM: if (s.tape != 0) return 0; note(11); s.tape = 1; return 1;
  case CUT: if (s.tape == 0) return 0; if (s.tape == 2) note(14); s.tape = 0; return 1;
  case SYNC: {
    int back = s.tele && s.muted;
    if (back) note(9);
    note(s.muted ? 6 : 4);
    if (!s.tele) note(8); else if (back) note(10);
    if (s.tape == 1) note(12); else if (s.tape == 2) note(15);
    s.muted = 1;
    if (!s.tele) s.tele = 1; else if (back) { note(7); s.tele = 0; }
    if (s.tape == 1) { note(13); s.tape = 2; }
    return 1;
  }
  }
  return 0;
}
int main(void) { drive(7, step); }
