import FSMDiagnostics

/// An SCXML document as its elements say, before anything is translated.
///
/// Source: State Chart XML (SCXML), W3C Recommendation of 2015-09-01; section numbers below are of that text.
struct SCXMLOutline {
  /// In document order, parents before children; the first is `<scxml>` itself.
  var states: [SCXMLState] = []
  var data: [SCXMLData] = []
  /// `<script>` in `<scxml>`: runs when the machine starts.
  var scripts: [SCXMLAction] = []
  var name: XMLWord?
  /// The name of `<scxml>`'s element.
  var nameSpan: Span
  var span: Span

  /// States by id; a second one of an id is reported where states are read.
  var ids: [String: Int] = [:]
}

/// `<state>`, `<parallel>`, `<final>`, `<history>`, or `<scxml>` itself.
struct SCXMLState {
  enum Kind: Hashable {
    case root, state, parallel, final
    case history(isDeep: Bool)
  }

  var kind: Kind
  var id: XMLWord?
  var parent: Int?
  /// One more than the index of the last state inside.
  var end = 0
  var children: [Int] = []
  var entry: [SCXMLAction] = []
  var exit: [SCXMLAction] = []
  var exitSpan: Span?
  /// In document order; of a history its default.
  var transitions: [SCXMLTransition] = []
  /// The `initial` attribute or element.
  var initial: SCXMLInitial?
  var nameSpan: Span
  var span: Span

  var isHistory: Bool { if case .history = kind { true } else { false } }
}

struct SCXMLInitial {
  var targets: [XMLWord]
  var actions: [SCXMLAction] = []
  var span: Span
}

/// `<transition>` (3.5)
struct SCXMLTransition {
  /// Event descriptors; empty for an eventless transition.
  var events: [XMLWord]
  var condition: JSExpr?
  var targets: [XMLWord]
  var targetSpan: Span?
  var isInternal: Bool
  var actions: [SCXMLAction]
  var nameSpan: Span
  var span: Span
  /// Whether its condition or content names `_event`.
  var usesEvent = false
}

/// `<data>` (5.3)
struct SCXMLData {
  var name: String
  var nameSpan: Span
  var value: JSExpr?
  var span: Span
}

/// Executable content (section 4).
indirect enum SCXMLAction {
  case raise(XMLWord, span: Span)
  case send(SCXMLSend)
  case cancel(XMLWord, span: Span)
  case log(label: String?, JSExpr?, span: Span)
  case assign(JSAssignment)
  case conditional([SCXMLBranch], span: Span)
}

/// A part of `<if>`; without a condition for `<else/>`.
struct SCXMLBranch {
  var condition: JSExpr?
  var isElse = false
  var actions: [SCXMLAction]
  var span: Span
}

/// `<send>` (6.2)
struct SCXMLSend {
  var event: XMLWord
  var id: XMLWord?
  var delay: SCXMLDelay?
  /// `target="#_internal"`
  var isInternal: Bool
  /// `<param>` and `namelist`.
  var parameters: [(name: XMLWord, value: JSExpr)] = []
  var span: Span
}

enum SCXMLDelay {
  /// `delay="1.5s"`
  case constant(XMLWord)
  /// `delayexpr="…"`
  case expression(JSExpr)
}

extension Sequence<SCXMLAction> {
  /// Calls `visit` with each action and those inside its `<if>`s, in document order.
  func forEachAction(_ visit: (SCXMLAction) -> Void) {
    var stack = Array(Array(self).reversed())
    while let next = stack.popLast() {
      visit(next)
      if case .conditional(let branches, _) = next { stack.append(contentsOf: branches.flatMap(\.actions).reversed()) }
    }
  }
}

extension SCXMLOutline {
  /// Calls `visit` with each piece of executable content, in document order.
  func forEachContent(_ visit: ([SCXMLAction]) -> Void) {
    visit(scripts)
    for state in states {
      visit(state.entry)
      visit(state.exit)
      if let initial = state.initial { visit(initial.actions) }
      for transition in state.transitions { visit(transition.actions) }
    }
  }

  func contains(_ outer: Int, _ inner: Int) -> Bool { inner >= outer && inner < states[outer].end }
  func properlyContains(_ outer: Int, _ inner: Int) -> Bool { inner > outer && inner < states[outer].end }
  func child(of outer: Int, holding inner: Int) -> Int? { states[outer].children.first { contains($0, inner) } }

  /// The innermost state that properly contains all of them.
  func innermostProperAncestor(of members: [Int]) -> Int {
    guard let first = members.min(), let last = members.max() else { return 0 }
    var current = first
    while let parent = states[current].parent {
      current = parent
      if last < states[current].end { return current }
    }
    return 0
  }

  /// The innermost state that properly contains all of them and is not parallel.
  func innermostProperComposite(of members: [Int]) -> Int {
    var current = innermostProperAncestor(of: members)
    while states[current].kind == .parallel, let parent = states[current].parent { current = parent }
    return current
  }
}
