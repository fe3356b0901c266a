import FSMModel

/// The Swift names of everything in one machine.
struct SwiftNaming {
  /// Members of the generated type that fsmc adds; a chart's own name that is one of these gets an underscore.
  static let ownMembers: Set<String> = [
    "acceptedEvents", "advance", "canHandle", "handle", "hash", "hashValue", "isFinished", "isIn", "nextDeadline", "offer", "start",
    "state",
  ]
  /// Types that fsmc adds inside the generated type.
  static let ownTypes: Set<String> = [
    "Actions", "Call", "Effect", "Event", "EventName", "Failure", "Functions", "Outcome", "RangedVariable", "Recorder", "Rejection", "Runs",
    "State",
    "StateName", "Timers", "Trigger",
  ]
  /// Names that steps use for their own parameters and locals.
  private static let ownLocals: Set<String> = [
    "Self", "actions", "before", "call", "copy", "error", "event", "functions", "recorder", "self",
  ]

  let machine: String
  /// For each state the case of its parent's enum.
  private(set) var cases: [String] = []
  /// For each composite the name of its enum, as seen inside the machine: `State.Active`.
  private(set) var types: [String] = []
  /// For each state the case of `StateName`.
  private(set) var stateNames: [String] = []
  /// For each state the middle of the names of its functions: `ActivePaused`.
  private(set) var helpers: [String] = []
  /// Properties of the machine, or labels of a state's data.
  private(set) var variables: [String] = []
  private(set) var events: [String] = []
  private(set) var callables: [String] = []
  private(set) var enumerations: [String] = []
  /// For each enumeration its cases.
  private(set) var enumerationCases: [[String]] = []
  /// The private types of machines with regions.
  private(set) var reactionType = "Reaction"
  private(set) var selectionType = "Selection"
  private(set) var choiceType = "Choice"

  private var functions: SwiftNames
  private var nestedTypes = SwiftNames()
  /// Names of steps' own locals, and of members, which no local may hide.
  private var hidden = ownLocals.union(ownMembers)
  private var helperSet: Set<String> = []

  /// - Parameter mentioned: every identifier in the types that the chart mentions, which no nested type may capture.
  init(_ machine: Machine, as name: String, mentioned: Set<String>) {
    self.machine = SwiftIdentifier(escaping: name).text
    enumerations = machine.enumerations.map { SwiftIdentifier(escaping: $0.name, avoiding: Self.ownTypes).text }
    enumerationCases = machine.enumerations.map { $0.cases.map { SwiftIdentifier(escaping: $0).text } }
    events = machine.events.map { SwiftIdentifier(escaping: $0.name).text }
    variables = machine.variables.map {
      SwiftIdentifier(escaping: $0.name, avoiding: $0.owner == .root ? Self.ownMembers : []).text
    }
    callables = machine.callables.map {
      SwiftIdentifier(escaping: $0.name, avoiding: $0.kind == .action ? ["effects", "record", "removeAll"] : []).text
    }
    let properties = zip(machine.variables, variables).filter { $0.0.owner == .root }.map(\.1.withoutBackticks)
    functions = SwiftNames(taken: Self.ownMembers.union(properties))
    nameStates(of: machine, avoiding: mentioned.union(enumerations))
    helperSet = Set(helpers)
    nestedTypes = SwiftNames(taken: mentioned.union(enumerations.map(\.withoutBackticks)).union(Self.ownTypes))
    reactionType = nestedTypes.claim("Reaction")
    selectionType = nestedTypes.claim("Selection")
    choiceType = nestedTypes.claim("Choice")
  }

  /// A name for a type beside `State`.
  mutating func claimType(_ name: String) -> String { nestedTypes.claim(name) }

  /// A name for a private function that no property or other function has.
  mutating func claimFunction(_ name: String) -> String { functions.claim(name) }

  /// A name for a private member that steps use, which no property, function or local has.
  mutating func claimMember(_ name: String) -> String {
    let free = functions.claim(name)
    hidden.insert(free.withoutBackticks)
    return free
  }

  /// A name for a local that hides nothing which steps call or use.
  func local(_ name: String) -> String {
    let isFunction = Self.functionVerbs.contains { name.hasPrefix($0) && helperSet.contains(String(name.dropFirst($0.count))) }
    return isFunction ? name + "_" : SwiftIdentifier(escaping: name, avoiding: hidden).text.withoutBackticks
  }

  /// How the names of private functions about one state begin.
  private static let functionVerbs = ["always", "choose", "enter", "leave", "react", "resume", "settle", "step"]

  private mutating func nameStates(of machine: Machine, avoiding mentioned: Set<String>) {
    cases = machine.states.map { SwiftIdentifier(escaping: $0.name).text }
    types = Array(repeating: "", count: machine.states.count)
    stateNames = types
    helpers = types
    types[0] = "State"
    var names = SwiftNames()
    var helperNames = SwiftNames()
    for state in machine.states {
      nameTypes(of: state, in: machine, avoiding: mentioned)
      guard let parent = state.parent else { continue }
      let helper = helperNames.claim(helpers[parent.index] + state.name.capitalizedFirst)
      helpers[state.id.index] = helper.withoutBackticks
      if !state.isPseudo {
        let path = machine.path(from: .root, to: state.id).map { machine[$0].name }
        stateNames[state.id.index] = names.claim(path[0] + path.dropFirst().map(\.capitalizedFirst).joined())
      }
    }
  }

  /// Names the enums of a state's composite children: in upper case, unlike every case beside them and every type they could hide.
  private mutating func nameTypes(of state: State, in machine: Machine, avoiding mentioned: Set<String>) {
    let composites = state.children.filter { !machine[$0].children.isEmpty }
    if composites.isEmpty { return }
    var scope = SwiftNames(taken: mentioned.union(state.children.map { machine[$0].name }))
    for child in composites {
      var name = machine[child].name.capitalizedFirst
      if scope.contains(name) { name += "State" }
      types[child.index] = "\(types[state.id.index]).\(scope.claim(name))"
    }
  }

  /// The enum of a composite without what it is nested in: `Active` of `State.Active`.
  func ownTypeName(of state: StateID) -> String {
    let path = types[state.index]
    return path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
