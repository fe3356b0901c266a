import FSMDiagnostics
import FSMSyntax

/// The names of events, values and callables of a chart in JSON: those it declares, and those it only uses.
struct JSONNames {
  /// A callable that the chart only names.
  struct Assumed {
    var name: String
    var text: JSONString
    /// Nil where uses do not fit each other.
    var parameters: Shape?
  }

  /// Names and types of parameters.
  typealias Shape = [(name: String, type: String)]

  private(set) var events: [String: String] = [:]
  /// Events to declare, in the order met.
  private(set) var assumedEvents: [(name: String, text: JSONString)] = []
  private(set) var actions: [String: Assumed] = [:]
  private(set) var functions: [String: Assumed] = [:]
  private(set) var activities: [String: Assumed] = [:]
  private(set) var delays: [String: Assumed] = [:]
  /// With which parameters callables are used that the chart only names; nil where uses differ.
  var actionShapes: [String: Shape?] = [:]
  var functionShapes: [String: Shape?] = [:]
  var actionOrder: [String] = []
  var functionOrder: [String] = []
  var activityOrder: [String] = []
  var delayOrder: [String] = []
  /// Sources of activities that may fail.
  var failing: Set<String> = []
  /// Spans of declarations that the chart does not make itself.
  var assumed: Set<Span> = []

  /// Texts of events that `on` of some state names.
  private var mentioned: Set<String> = []
  let declaresActions: Bool
  let declaresFunctions: Bool
  let declaresActivities: Bool
  let declaresEvents: Bool
  /// Variables, constants, data and parameters: a bare name may be one of them.
  private var values: Set<String> = []
  private var declaredFunctions: Set<String> = []
  private var declaredActions: Set<String> = []
  private var eventNames: UniqueNames
  private var callableNames: UniqueNames
  private var runNames = UniqueNames(reserving: [])
  private(set) var contextNames: [String: String] = [:]

  init(_ outline: JSONOutline, _ object: JSONObject) {
    func keys(_ key: String) -> [String] { object[key]?.object?.members.map(\.key.text) ?? [] }
    (declaresActions, declaresFunctions) = (object["actions"]?.object != nil, object["functions"]?.object != nil)
    (declaresActivities, declaresEvents) = (object["activities"]?.object != nil, object["events"]?.object != nil)
    declaredFunctions = Set(keys("functions"))
    declaredActions = Set(keys("actions"))
    eventNames = UniqueNames(reserving: keys("events") + outline.nodes.flatMap { Self.eventTexts($0.object) })
    for event in object["events"]?.object?.members ?? [] {
      events[event.key.text] = event.key.text
      if let label = event.value.object?["label"]?.string?.text, events[label] == nil { events[label] = event.key.text }
      values.formUnion(event.value.object?["parameters"]?.object?.members.map(\.key.text) ?? [])
    }
    callableNames = UniqueNames(reserving: keys("context") + keys("actions") + keys("functions") + keys("activities"))
    for key in keys("context") { contextNames[key] = callableNames.name(for: key) }
    values.formUnion(contextNames.values)
    // Patterns are matched with what the chart names anywhere.
    for node in outline.nodes {
      for text in Self.eventTexts(node.object) where !declaresEvents && text.first != "*" && !text.isEmpty && !text.hasSuffix(".*") {
        mentioned.insert(text)
      }
    }
    for node in outline.nodes { values.formUnion(node.object["data"]?.object?.members.map(\.key.text) ?? []) }
  }

  /// Keys of `on`, so that texts that are names keep them.
  private static func eventTexts(_ object: JSONObject) -> [String] {
    switch object["on"]?.kind {
    case .object(let events): events.members.map(\.key.text)
    case .array(let list): list.compactMap { $0.object?["event"]?.string?.text }
    default: []
    }
  }

  func isValue(_ name: String) -> Bool { values.contains(name) }

  func isDeclaredFunction(_ name: String) -> Bool { declaredFunctions.contains(name) }

  func isDeclaredAction(_ name: String) -> Bool { declaredActions.contains(name) }

  // MARK: Names given

  /// The name of an event; declared when the chart declares none.
  mutating func event(_ text: JSONString) -> String {
    if let known = events[text.text] { return known }
    if declaresEvents, UniqueNames.isName(text.text) { return text.text }
    let name = eventNames.name(for: text.text)
    events[text.text] = name
    assumedEvents.append((name, text))
    return name
  }

  /// All events whose text begins so.
  mutating func events(under prefix: String) -> [String] {
    let texts = mentioned.union(events.keys).filter { $0 == prefix.dropLast() || $0.hasPrefix(prefix) }
    return texts.sorted().map { text in events[text] ?? eventNames.name(for: text) }
  }

  mutating func action(_ text: JSONString) -> String {
    Self.use(text, actionShapes[text.text] ?? [], &actions, &actionOrder, &callableNames)
  }

  mutating func function(_ text: JSONString) -> String {
    Self.use(text, functionShapes[text.text] ?? [], &functions, &functionOrder, &callableNames)
  }

  mutating func activity(_ text: JSONString) -> String { Self.use(text, [], &activities, &activityOrder, &callableNames) }

  mutating func delay(_ text: JSONString) -> String { Self.use(text, [], &delays, &delayOrder, &callableNames) }

  /// The name of a run of an activity.
  mutating func run(_ text: String) -> String { runNames.name(for: text) }

  private static func use(
    _ text: JSONString, _ shape: Shape?, _ table: inout [String: Assumed], _ order: inout [String], _ names: inout UniqueNames
  ) -> String {
    if let known = table[text.text] { return known.name }
    let name = names.fresh(like: text.text)
    order.append(text.text)
    table[text.text] = Assumed(name: name, text: text, parameters: shape)
    return name
  }

  /// Parameters that both uses fit; whole numbers are numbers too.
  static func merged(_ first: Shape, _ second: Shape) -> Shape? {
    guard first.map(\.name) == second.map(\.name) else { return nil }
    var result = first
    for (index, other) in second.enumerated() where other.type != first[index].type {
      guard ["Int", "Double"].contains(other.type), ["Int", "Double"].contains(first[index].type) else { return nil }
      result[index].type = "Double"
    }
    return result
  }
}
