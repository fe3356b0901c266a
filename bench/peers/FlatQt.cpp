// Qt's compiled state machine for the chart that fsmc wrote as SCXML. Effects are its log.
#include "FlatQt.h"
#include "drive.h"
#include <QCoreApplication>
#include <QScxmlStateMachine>

int main(int count, char **arguments) {
  QCoreApplication application(count, arguments);
  FlatQt machine;
  uint64_t seen = 0;
  QObject::connect(&machine, &QScxmlStateMachine::log, [&](const QString &, const QString &message) {
    seen++;
    note(message.toLongLong());
  });
  machine.start();
  QCoreApplication::processEvents();
  const char *names[] = {"dial", "ring", "answer", "hangUp", "hold", "resume"};
  uint64_t x = 42;
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  int events = 4096 * 4;
  for (int i = 0; i < events; i++) {
    if (i % 4096 == 0) x = 42;
    x = x * 6364136223846793005ULL + 1442695040888963407ULL;
    uint64_t before = seen;
    machine.submitEvent(QString::fromLatin1(names[(x >> 33) % 6]));
    // Once for the step, and once for its log, which comes as an event of its own.
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    if (seen != before) note(1000);
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  double nanoseconds = (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec);
  printf("performed %f %llu 4\n", nanoseconds / events, (unsigned long long)hash);
}
