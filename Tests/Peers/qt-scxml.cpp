// Runs an SCXML document in Qt's engine: events come in as JSON lines, and for each call a line goes out: the innermost active states, sorted,
// then, behind a line, what was logged.
//
//   {"start": {"n": 3}}                     ->    low | note: hello
//   {"event": "push", "data": {"by": 3}}    ->    high lit | note: 3; click:
//   {"wait": 250}                           ->    low |
//
// The first line may give values for data; without it the machine starts at once. Nothing takes longer than the last argument says, in
// seconds: a document that never settles ends the program with status 124.

#include <QtCore/QCoreApplication>
#include <QtCore/QElapsedTimer>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTextStream>
#include <QtScxml/QScxmlStateMachine>

#include <csignal>
#include <unistd.h>

static void settle() {
  for (int round = 0; round < 40; ++round) QCoreApplication::processEvents(QEventLoop::AllEvents);
}

static void giveUp(int) { _exit(124); }

int main(int count, char **words) {
  QCoreApplication application(count, words);
  std::signal(SIGALRM, giveUp);
  alarm(count > 2 ? QString(words[2]).toUInt() : 20);
  QTextStream in(stdin), out(stdout), errors(stderr);
  QScxmlStateMachine *machine = QScxmlStateMachine::fromFile(QString::fromLocal8Bit(words[1]));
  for (const QScxmlError &error : machine->parseErrors()) errors << error.toString() << Qt::endl;
  if (!machine->parseErrors().isEmpty()) return 1;

  QStringList logged;
  QObject::connect(machine, &QScxmlStateMachine::log, [&](const QString &label, const QString &text) { logged << label + ": " + text; });
  auto show = [&] {
    settle();
    QStringList names = machine->activeStateNames(true);
    names.sort();
    const QString line = (machine->isRunning() ? names.join(' ') : QString("ended")) + " | " + logged.join("; ");
    out << QString(line).replace("\\", "\\\\").replace("\n", "\\n") << Qt::endl;
    logged.clear();
  };

  QString line;
  bool isStarted = false;
  while (in.readLineInto(&line)) {
    const QJsonObject call = QJsonDocument::fromJson(line.toUtf8()).object();
    if (!isStarted) {
      isStarted = true;
      if (call.contains("start")) machine->setInitialValues(call["start"].toObject().toVariantMap());
      machine->start();
      show();
      if (call.contains("start")) continue;
    }
    if (call.contains("wait")) {
      QElapsedTimer timer;
      timer.start();
      while (timer.elapsed() < call["wait"].toInt()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    } else {
      machine->submitEvent(call["event"].toString(), call["data"].toObject().toVariantMap());
    }
    show();
  }
  if (!isStarted) {
    machine->start();
    show();
  }
  return 0;
}
