#define BOOST_MPL_CFG_NO_PREPROCESSED_HEADERS
#define BOOST_MPL_LIMIT_VECTOR_SIZE 20
#define FUSION_MAX_VECTOR_SIZE 20
#include "drive.h"
#include <boost/msm/back/state_machine.hpp>
#include <boost/msm/front/functor_row.hpp>
#include <boost/msm/front/state_machine_def.hpp>
namespace msm = boost::msm;
using msm::front::none;
using msm::front::Row;

struct dial {}; struct ring {}; struct answer {}; struct hangUp {}; struct hold {}; struct resume {};

struct PhoneDef : msm::front::state_machine_def<PhoneDef> {
  typedef int no_exception_thrown;
  typedef int no_message_queue;
  int64_t calls = 0;
  bool taken = false;
  template <int N, bool Counts = false> struct Do {
    template <class Event, class Machine, class From, class To> void operator()(Event const &, Machine &machine, From &, To &) {
      if (Counts) machine.calls++;
      note(N);
      machine.taken = true;
    }
  };
  struct Few {
    template <class Event, class Machine, class From, class To> bool operator()(Event const &, Machine &machine, From &, To &) {
      return machine.calls < 1000000000;
    }
  };
  struct Idle : msm::front::state<> {}; struct Dialling : msm::front::state<> {}; struct Ringing : msm::front::state<> {};
  struct Talking : msm::front::state<> {}; struct Held : msm::front::state<> {}; struct Waiting : msm::front::state<> {};
  typedef Idle initial_state;
  struct transition_table : boost::mpl::vector<
    Row<Idle, dial, Dialling, Do<1>, none>, Row<Idle, ring, Ringing, Do<2>, none>,
    Row<Dialling, answer, Talking, Do<3, true>, none>, Row<Dialling, hangUp, Idle, Do<4>, none>,
    Row<Ringing, answer, Talking, Do<5, true>, Few>, Row<Ringing, hangUp, Idle, Do<6>, none>, Row<Ringing, ring, none, Do<7>, none>,
    Row<Talking, hold, Held, Do<8>, none>, Row<Talking, hangUp, Idle, Do<9>, none>,
    Row<Held, resume, Talking, Do<10>, none>, Row<Held, hangUp, Idle, Do<11>, none>, Row<Held, ring, Waiting, Do<12>, none>,
    Row<Waiting, answer, Talking, Do<13>, none>, Row<Waiting, resume, Talking, Do<14>, none>, Row<Waiting, hangUp, Idle, Do<15>, none>> {};
  template <class Machine, class Event> void no_transition(Event const &, Machine &, int) {}
};
typedef msm::back::state_machine<PhoneDef> Phone;

static Phone phone;
static int step(const struct event *event) {
  phone.taken = false;
  switch (event->kind) {
  case 0: phone.process_event(dial()); break;
  case 1: phone.process_event(ring()); break;
  case 2: phone.process_event(answer()); break;
  case 3: phone.process_event(hangUp()); break;
  case 4: phone.process_event(hold()); break;
  case 5: phone.process_event(resume()); break;
  }
  return phone.taken;
}
int main() { phone.start(); drive(6, step); }
