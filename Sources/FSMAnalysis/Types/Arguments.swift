import FSMDiagnostics
import FSMModel
import FSMSyntax

/// One place of a call: a parameter, a datum of a state, a variable that the caller passes.
struct ArgumentSlot {
  var name: String
  var isLabelled: Bool
  var type: ValueType
  var typeText: String
  var hasDefault: Bool

  /// As it is passed: `amount: Int`, with `= …` where it may be left out.
  var shape: String { (isLabelled ? "\(name): " : "") + typeText + (hasDefault ? " = …" : "") }
}

/// Arguments as Swift takes them: in the order declared, with the labels declared, ones with defaults left out at will.
extension MachineResolver {
  /// The value for each slot, nil where it was left out. Nil altogether after a report: the error shows the right call.
  mutating func match(
    _ arguments: [ArgumentSyntax], to slots: [ArgumentSlot], of name: Name, span: Span, declared: Span?, in scope: Scope
  ) -> [Expr?]? {
    var values: [Expr?] = Array(repeating: nil, count: slots.count)
    var next = 0
    for argument in arguments {
      guard let slot = place(of: argument, in: slots, from: next) else {
        report(argument, number: next, slots: slots, name: name, declared: declared)
        return nil
      }
      values[slot] = check(argument.value, slots[slot].type, in: scope)
      next = slot + 1
    }
    let missing = slots.indices.filter { values[$0] == nil && !slots[$0].hasDefault }
    guard missing.isEmpty else {
      let list = missing.map { "`\(slots[$0].name)`" }.joined(separator: ", ")
      reporter.report(
        .wrongArguments, at: span, "`\(name.text)` is missing \(list)", labels: declared.map { [.init($0, "declared here")] } ?? [],
        hint: "write `\(shape(name.text, slots))`")
      return nil
    }
    return values
  }

  /// The slot an argument belongs to: the next one, or a later one when only defaults lie between.
  private func place(of argument: ArgumentSyntax, in slots: [ArgumentSlot], from start: Int) -> Int? {
    var index = start
    while index < slots.count {
      let slot = slots[index]
      if let label = argument.label {
        if slot.isLabelled, slot.name == label.text { return index }
      } else if !slot.isLabelled {
        return index
      }
      guard slot.hasDefault else { return nil }
      index += 1
    }
    return nil
  }

  private mutating func report(_ argument: ArgumentSyntax, number: Int, slots: [ArgumentSlot], name: Name, declared: Span?) {
    var fixes: [Diagnostic.Fix] = []
    let message: String
    if number >= slots.count, argument.label.map({ label in slots.contains { $0.name == label.text } }) != true {
      message = slots.isEmpty ? "`\(name.text)` takes no arguments" : "`\(name.text)` takes \(count(slots.count)), this one is too many"
    } else if let label = argument.label {
      if slots.contains(where: { $0.isLabelled && $0.name == label.text }) {
        message = "argument `\(label.text)` of `\(name.text)` is out of order or given twice"
      } else if let bare = slots.first(where: { !$0.isLabelled && $0.name == label.text }) {
        message = "`\(bare.name)` of `\(name.text)` is passed without a label"
        let end = Int(argument.value.span.start)
        fixes = [.init("remove the label", [.init(Span(file: label.span.file, start: Int(label.span.start), end: end), "")])]
      } else {
        message = "`\(name.text)` has no parameter `\(label.text)`"
      }
    } else {
      let wanted = slots[min(number, slots.count - 1)]
      message = "`\(name.text)` needs the label `\(wanted.name):` here"
      fixes = [.init("write `\(wanted.name):`", [.init(argument.span.before, "\(wanted.name): ")])]
    }
    reporter.report(
      .wrongArguments, at: argument.label?.span ?? argument.span, message, labels: declared.map { [.init($0, "declared here")] } ?? [],
      hint: "write `\(shape(name.text, slots))`", fixes: fixes)
  }

  private func count(_ number: Int) -> String { number == 1 ? "one argument" : "\(number) arguments" }

  /// The call as it should look: `refund(amount: Int)`.
  func shape(_ name: String, _ slots: [ArgumentSlot]) -> String {
    "\(name)(\(slots.map(\.shape).joined(separator: ", ")))"
  }
}

extension ArgumentSlot {
  init(_ parameter: Parameter) {
    self.init(
      name: parameter.name, isLabelled: parameter.isLabelled, type: parameter.type, typeText: parameter.typeText, hasDefault: false)
  }
}

extension Callable {
  var slots: [ArgumentSlot] { parameters.map { ArgumentSlot($0) } }
}

extension Event {
  var slots: [ArgumentSlot] { parameters.map { ArgumentSlot($0) } }
}
