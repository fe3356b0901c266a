import FSMModel
import FSMSimulate
import Synchronization

/// Answers what only the caller's code can tell, in every way there is, one call after the other.
///
/// A call is made again with other answers until all have been tried: the last answer changes first, as the digits of a counter do.
final class Oracle: Sendable {
  private struct Decision {
    var question: Environment.Question
    var values: [Value]
    var chosen = 0
  }

  private struct State {
    var decisions: [Decision] = []
    /// How many of them this call has asked for.
    var asked = 0
    var hasOpenAnswers = false
  }

  private let state = Mutex(State())
  private let domains: Domains

  init(_ domains: Domains) { self.domains = domains }

  var environment: Environment { Environment { question in self.answer(question) } }

  /// True where a question has more answers than were tried.
  var hasOpenAnswers: Bool { state.withLock { $0.hasOpenAnswers } }

  /// Forgets everything: the next call is another one.
  func reset() { state.withLock { $0 = State() } }

  /// What was answered in the last call.
  var answers: [(question: Environment.Question, value: Value)] {
    state.withLock { state in state.decisions.prefix(state.asked).map { ($0.question, $0.values[$0.chosen]) } }
  }

  /// Turns to the next answers; false when all have been given.
  func turn() -> Bool {
    state.withLock { state in
      state.decisions.removeLast(state.decisions.count - state.asked)
      state.asked = 0
      while var last = state.decisions.popLast() {
        guard last.chosen + 1 < last.values.count else { continue }
        last.chosen += 1
        state.decisions.append(last)
        return true
      }
      return false
    }
  }

  private func answer(_ question: Environment.Question) -> Value? {
    state.withLock { state in
      if let known = state.decisions.prefix(state.asked).first(where: { $0.question.isSame(as: question) }) {
        return known.values[known.chosen]
      }
      if state.asked == state.decisions.count {
        let machine = domains.assembly.chart[question.machine]
        let isOwn = question.machine == domains.assembly[.machine as ScopeID].machine
        let function = question.function.flatMap { name in isOwn ? machine.callables.first { $0.name == name }?.id : nil }
        let choice = domains.values(
          of: question.type, in: machine, isRead: true, name: question.text, place: function.map { .answer($0) })
        guard choice.values.contains(where: \.isKnown) else { return nil }
        if !choice.isWhole { state.hasOpenAnswers = true }
        state.decisions.append(Decision(question: question, values: choice.values))
      }
      let decision = state.decisions[state.asked]
      state.asked += 1
      return decision.values[decision.chosen]
    }
  }
}

extension Environment.Question {
  fileprivate func isSame(as other: Environment.Question) -> Bool {
    text == other.text && function == other.function && arguments == other.arguments && place == other.place
  }
}
