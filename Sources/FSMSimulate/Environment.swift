import FSMDiagnostics
import FSMModel

/// What the chart leaves to the caller's code: what declared functions answer, and whether a condition of opaque values holds.
///
/// For example: `Environment(answers: [.init(function: "isOpen", arguments: [], value: .bool(true))])`.
public struct Environment: Sendable {
  /// One thing that only the caller's code can tell.
  public struct Question: Sendable, Hashable {
    /// A declared function without a definition; nil for a condition of opaque values.
    public var function: String?
    public var arguments: [Value]
    /// The place whose machine declares the function; empty for the machine itself.
    public var place: String
    /// The question as Swift text: `isOpen()`, `list.count > 3`.
    public var text: String
    public var type: ValueType
    /// The machine whose enums `type` may name.
    public var machine: MachineID
    /// Where the chart asks.
    public var span: Span
  }

  /// What a function answers from here on.
  public struct Answer: Sendable, Hashable {
    public var function: String
    /// Nil for the answer whatever the arguments are.
    public var arguments: [Value]?
    public var value: Value

    public init(function: String, arguments: [Value]? = nil, value: Value) {
      self.function = function
      self.arguments = arguments
      self.value = value
    }
  }

  /// Of several that fit, the last counts.
  public var answers: [Answer]
  /// Answers by the text of the question, as `Question.text` has it; they count before `answers`.
  public var texts: [String: Value] = [:]
  /// Asked what neither tells; nil for "I do not know". It must answer equal questions of one call equally.
  public var answer: @Sendable (Question) -> Value?

  public init(answers: [Answer] = [], answer: @escaping @Sendable (Question) -> Value? = { _ in nil }) {
    self.answers = answers
    self.answer = answer
  }

  func callAsFunction(_ question: Question) -> Value? {
    if !texts.isEmpty, let known = texts[question.text] { return known }
    let known = answers.last { answer in
      answer.function == question.function && (answer.arguments == nil || answer.arguments == question.arguments)
    }
    return known?.value ?? answer(question)
  }
}
