import FSMDiagnostics
import FSMSyntax

/// Makes a machine of the language out of an outline.
struct SCXMLTranslator {
  /// Matches of descriptors and events, conditions of completions: beyond so many the chart would grow out of all proportion.
  static let maximumExpansions = 200_000

  let outline: SCXMLOutline
  var diagnostics: [Diagnostic] = []
  private var reported: Set<Span> = []
  /// Names and, where they differ, the ids they stand for.
  var stateNames: [String] = []
  var stateLabels: [String?] = []
  var events = EventTable()
  var cancels: CancelKeys
  var types: DataTypes
  var valueNames: UniqueNames
  let outgoing: OutgoingEvents
  /// Data, and names that a script at the top brings in.
  var declared: Set<String> = []
  /// Data that have a value from the start.
  let valued: Set<String>
  /// The name of the action that `<log>` performs; nil while there is none.
  var logName: String?
  /// The name of the constant that holds the session's id; nil while nothing reads it.
  var sessionName: String?
  /// States whose completion is waited for as the language's `done`.
  var observed: Set<Int> = []
  /// The private events of completions that final states raise.
  var raisedCompletions: [Int: Int] = [:]
  var expansions = 0

  private init(_ outline: SCXMLOutline) {
    self.outline = outline
    cancels = CancelKeys(outline)
    valued = Set(outline.data.filter { $0.value != nil }.map(\.name))
    var declared = Set(outline.data.map(\.name))
    outline.scripts.forEachAction { if case .assign(let assignment) = $0 { declared.insert(assignment.name) } }
    self.declared = declared
    types = DataTypes(outline, declared: declared)
    valueNames = UniqueNames(reserving: declared)
    outgoing = OutgoingEvents(outline, types: types, names: &valueNames)
  }

  /// The machine, and what could not be translated.
  static func translate(_ outline: SCXMLOutline, fileName: String) -> (machine: MachineSyntax, diagnostics: [Diagnostic]) {
    var translator = SCXMLTranslator(outline)
    let machine = translator.translate(fileName: fileName)
    return (machine, translator.diagnostics)
  }

  private mutating func translate(fileName: String) -> MachineSyntax {
    nameStates()
    addEvents()
    let title = outline.name?.text ?? fileName
    // The generated type bears the name, and types are capitalized in Swift.
    let capitalized = title.prefix(1).uppercased() + title.dropFirst()
    var machineNames = UniqueNames(reserving: [capitalized], besides: Set(stateNames))
    let name = machineNames.name(for: capitalized)
    let body = members(of: 0)
    let nameSpan = outline.name?.span ?? outline.nameSpan
    let label = outline.name.flatMap { $0.text == name ? nil : PlainStringSyntax(value: $0.text, span: $0.span) }
    return MachineSyntax(
      doc: nil, isParallel: false, name: Name(name, nameSpan), label: label, conformances: [],
      members: variables() + eventMembers() + outgoingMembers() + logMembers() + body, span: outline.span)
  }

  private mutating func nameStates() {
    var names = UniqueNames(reserving: outline.ids.keys.sorted())
    for state in outline.states {
      let name =
        state.id.map { names.name(for: $0.text) } ?? (state.parent == nil ? "" : names.fresh(like: state.isHistory ? "history" : "state"))
      stateNames.append(name)
      stateLabels.append(state.id.flatMap { $0.text == name ? nil : $0.text })
    }
  }

  /// Everything the chart raises, sends or waits for.
  private mutating func addEvents() {
    var late: [XMLWord] = []
    for state in outline.states {
      addEvents(of: state.entry)
      for transition in state.transitions {
        for descriptor in transition.events where descriptor.text != "*" {
          let stem = XMLWord(text: EventTable.stem(of: descriptor.text), span: descriptor.span)
          if stem.text == "done" || stem.text.hasPrefix("done.") {
            late.append(stem)
          } else {
            events.add(stem.text, .plain, span: stem.span)
          }
        }
        addEvents(of: transition.actions)
      }
      addEvents(of: state.initial?.actions ?? [])
      addEvents(of: state.exit)
    }
    addEvents(of: outline.scripts)
    cancels.settle(in: &events)
    addCompletions()
    for word in late where events.matches(word.text).isEmpty { events.add(word.text, .plain, span: word.span) }
    events.giveNames()
  }

  private mutating func addEvents(of actions: [SCXMLAction]) {
    actions.forEachAction { action in
      switch action {
      case .raise(let event, _): events.add(event.text, .plain, span: event.span)
      case .send(let send) where outgoing[send.event.text] != nil: break
      case .send(let send): events.add(send.event.text, .plain, span: send.event.span)
      case .cancel, .log, .assign, .conditional: break
      }
    }
  }

  // MARK: Reports

  /// Reports a finding once for each place, however often what stands there is translated.
  mutating func report(
    _ code: DiagnosticCode, at span: Span, _ message: String, hint: String? = nil, labels: [Diagnostic.Label] = [],
    severity: Diagnostic.Severity? = nil
  ) {
    guard reported.insert(span).inserted else { return }
    diagnostics.append(Diagnostic(code, at: span, message, severity: severity, labels: labels, hint: hint))
  }

  // MARK: Pieces of syntax

  func call(_ name: String, _ span: Span, _ arguments: [ArgumentSyntax] = []) -> CallSyntax {
    CallSyntax(name: Name(name, span), arguments: arguments, span: span)
  }

  func path(to state: Int, _ span: Span) -> PathSyntax { PathSyntax(segments: [Name(stateNames[state], span)]) }

  func label(_ text: String?, _ span: Span) -> PlainStringSyntax? { text.map { PlainStringSyntax(value: $0, span: span) } }
}
