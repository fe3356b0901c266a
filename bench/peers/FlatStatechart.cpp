#include "drive.h"
#include <boost/mpl/list.hpp>
#include <boost/statechart/custom_reaction.hpp>
#include <boost/statechart/event.hpp>
#include <boost/statechart/simple_state.hpp>
#include <boost/statechart/state_machine.hpp>
#include <boost/statechart/transition.hpp>
namespace sc = boost::statechart;
namespace mpl = boost::mpl;

struct Dial : sc::event<Dial> {}; struct Ring : sc::event<Ring> {}; struct Answer : sc::event<Answer> {};
struct HangUp : sc::event<HangUp> {}; struct Hold : sc::event<Hold> {}; struct Resume : sc::event<Resume> {};
struct Idle;
struct Phone : sc::state_machine<Phone, Idle> {
  int64_t calls = 0;
  bool taken = false;
  template <int N> void doing() { note(N); taken = true; }
#define DO(n, type) void do##n(const type &) { doing<n>(); }
  DO(1, Dial) DO(2, Ring) DO(4, HangUp) DO(6, HangUp) DO(8, Hold) DO(9, HangUp) DO(10, Resume) DO(11, HangUp) DO(12, Ring)
  DO(13, Answer) DO(14, Resume) DO(15, HangUp)
  void do3(const Answer &) { calls++; doing<3>(); }
  void do5(const Answer &) { calls++; doing<5>(); }
};
struct Dialling; struct Ringing; struct Talking; struct Held; struct Waiting;
#define GO(event, to, n) sc::transition<event, to, Phone, &Phone::do##n>
struct Idle : sc::simple_state<Idle, Phone> {
  typedef mpl::list<GO(Dial, Dialling, 1), GO(Ring, Ringing, 2)> reactions;
};
struct Dialling : sc::simple_state<Dialling, Phone> {
  typedef mpl::list<GO(Answer, Talking, 3), GO(HangUp, Idle, 4)> reactions;
};
struct Ringing : sc::simple_state<Ringing, Phone> {
  typedef mpl::list<sc::custom_reaction<Answer>, GO(HangUp, Idle, 6), sc::custom_reaction<Ring>> reactions;
  sc::result react(const Answer &event) {
    if (outermost_context().calls >= 1000000000) return discard_event();
    return transit<Talking>(&Phone::do5, event);
  }
  sc::result react(const Ring &) { outermost_context().doing<7>(); return discard_event(); }
};
struct Talking : sc::simple_state<Talking, Phone> {
  typedef mpl::list<GO(Hold, Held, 8), GO(HangUp, Idle, 9)> reactions;
};
struct Held : sc::simple_state<Held, Phone> {
  typedef mpl::list<GO(Resume, Talking, 10), GO(HangUp, Idle, 11), GO(Ring, Waiting, 12)> reactions;
};
struct Waiting : sc::simple_state<Waiting, Phone> {
  typedef mpl::list<GO(Answer, Talking, 13), GO(Resume, Talking, 14), GO(HangUp, Idle, 15)> reactions;
};

static Phone phone;
static int step(const struct event *event) {
  phone.taken = false;
  switch (event->kind) {
  case 0: phone.process_event(Dial()); break;
  case 1: phone.process_event(Ring()); break;
  case 2: phone.process_event(Answer()); break;
  case 3: phone.process_event(HangUp()); break;
  case 4: phone.process_event(Hold()); break;
  case 5: phone.process_event(Resume()); break;
  }
  return phone.taken;
}
int main() { phone.initiate(); drive(6, step); }
