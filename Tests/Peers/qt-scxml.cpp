// Runs an SCXML document in Qt's engine: events come in as JSON lines, the active states go out, one line a call.
//
//   {"event": "push", "data": {"by": 3}}    ->    low    (the innermost active states, sorted, joined by blanks)

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTextStream>
#include <QtScxml/QScxmlStateMachine>

static void settle() {
  for (int round = 0; round < 40; ++round) QCoreApplication::processEvents(QEventLoop::AllEvents);
}

static void show(QScxmlStateMachine &machine, QTextStream &out) {
  QStringList names = machine.activeStateNames(true);
  names.sort();
  out << (machine.isRunning() ? names.join(' ') : QString("ended")) << Qt::endl;
}

int main(int count, char **words) {
  QCoreApplication application(count, words);
  QTextStream in(stdin), out(stdout), errors(stderr);
  QScxmlStateMachine *machine = QScxmlStateMachine::fromFile(QString::fromLocal8Bit(words[1]));
  for (const QScxmlError &error : machine->parseErrors()) errors << error.toString() << Qt::endl;
  if (!machine->parseErrors().isEmpty()) return 1;
  machine->start();
  settle();
  show(*machine, out);
  QString line;
  while (in.readLineInto(&line)) {
    const QJsonObject call = QJsonDocument::fromJson(line.toUtf8()).object();
    machine->submitEvent(call["event"].toString(), call["data"].toObject().toVariantMap());
    settle();
    show(*machine, out);
  }
  return 0;
}
