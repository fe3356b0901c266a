#include "drive.h"
%%{
  machine flat;
  alphtype int;
  # dial 0, ring 1, answer 2, hangUp 3, hold 4, resume 5
  action took { taken = 1; }
  action a1 { note(1); } action a2 { note(2); } action a3 { calls++; note(3); } action a4 { note(4); }
  action a5 { calls++; note(5); } action a6 { note(6); } action a7 { note(7); } action a8 { note(8); }
  action a9 { note(9); } action a10 { note(10); } action a11 { note(11); } action a12 { note(12); }
  action a13 { note(13); } action a14 { note(14); } action a15 { note(15); }
  action few { calls < 1000000000 }
  main := (
    start: ( 0 @a1 @took -> dialling | 1 @a2 @took -> ringing | ^(0|1) -> start ),
    dialling: ( 2 @a3 @took -> talking | 3 @a4 @took -> start | ^(2|3) -> dialling ),
    ringing: ( (2 when few) @a5 @took -> talking | 3 @a6 @took -> start | 1 @a7 @took -> ringing | ^(1|2|3) -> ringing ),
    talking: ( 4 @a8 @took -> held | 3 @a9 @took -> start | ^(3|4) -> talking ),
    held: ( 5 @a10 @took -> talking | 3 @a11 @took -> start | 1 @a12 @took -> waiting | ^(1|3|5) -> held ),
    waiting: ( 2 @a13 @took -> talking | 5 @a14 @took -> talking | 3 @a15 @took -> start | ^(2|3|5) -> waiting )
  );
}%%
%% write data nofinal noerror;
static int cs;
static int64_t calls;
static int step(const struct event *event) {
  int taken = 0;
  const int *p = &event->kind, *pe = p + 1;
  %% write exec;
  return taken;
}
int main(void) {
  %% write init;
  drive(6, step);
}
