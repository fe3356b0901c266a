import FSMDiagnostics
import FSMModel

/// Answers whether guards can hold together: the one door to all reasoning about conditions.
///
/// It understands boolean structure, comparisons of a value with constants, cases of enums, equality with literals, the order of two
/// values, and `in(…)`. Functions defined in the chart are seen through; those the caller supplies may answer anything. Each value is
/// tried at one point of every interval that the guards tell apart, so for what it understands the answer is complete. What depends on
/// itself in ways it does not follow (`a + b` beside `a`) is `.unknown` rather than guessed.
struct GuardReasoner {
  /// A condition as it stands in a reaction; nil stands for no guard, which always holds.
  struct Guard {
    var condition: Expr?
    /// What `Expr.Kind.parameter` means in it.
    var parameters: [Parameter]
  }

  /// Guards that hold and guards that do not, all in one state and for one trigger.
  struct Question {
    /// Of each list one guard holds.
    var oneOf: [[Guard]] = []
    /// None of these holds.
    var none: [Guard] = []
    /// The state in which the question is asked; it and those around it are active.
    var state: StateID
    /// Whether opaque numbers may be taken for whole ones: right where a wrong alarm is the danger, wrong where a gap is.
    var assumesWhole = true
  }

  enum Answer {
    case impossible
    /// With values for which it happens, as text: `n = 4`; empty when any will do.
    case possible([String])
    case unknown
  }

  private let shared: SharedMachine

  init(machine: Machine) { shared = SharedMachine(machine) }

  func answer(_ question: Question) -> Answer {
    var builder = FormulaBuilder(shared)
    var parts: [Formula] = []
    for choice in question.oneOf { parts.append(.any(choice.map { builder.formula($0.condition, $0.parameters) })) }
    for part in question.none { parts.append(.not(builder.formula(part.condition, part.parameters))) }
    guard !builder.isExhausted else { return .unknown }
    var search = Search(terms: builder.terms, shared, state: question.state, assumesWhole: question.assumesWhole)
    switch search.run(.all(parts)) {
    case .exhausted: return .unknown
    case .none: return .impossible
    case .found(let values): return builder.terms.areIndependent ? .possible(search.witness(values, of: builder.terms)) : .unknown
    }
  }
}

/// A machine that many short-lived values look into: a reference, so that handing it on costs one count instead of one for each array.
final class SharedMachine: Sendable {
  let machine: Machine

  init(_ machine: Machine) { self.machine = machine }
}
