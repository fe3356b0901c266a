import FSMDiagnostics
import FSMModel

/// A state that is a machine takes that machine's events, so they are events of the outer machine too, and so are the enums that its events
/// carry and that its values are passed as. Declared equally they are one; unequally they are an error.
extension ChartResolver {
  /// Machines ordered so that one comes after those it uses as states. A machine that contains itself is reported, and the state that
  /// closes the circle becomes an ordinary one.
  ///
  /// Depth-first search with an explicit stack, so a long chain of machines costs no call stack.
  mutating func innermostFirst() -> [MachineID] {
    enum Mark { case new, open, done }
    var marks = Array(repeating: Mark.new, count: resolvers.count)
    var order: [MachineID] = []
    for start in resolvers.indices where marks[start] == .new {
      var stack: [(machine: Int, uses: [StateID], next: Int)] = [(start, resolvers[start].machineStates, 0)]
      marks[start] = .open
      while let top = stack.last {
        guard top.next < top.uses.count else {
          marks[top.machine] = .done
          order.append(MachineID(top.machine))
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let state = top.uses[top.next]
        guard case .machine(let inner) = resolvers[top.machine].machine[state].kind else { continue }
        switch marks[inner.index] {
        case .done: break
        case .new:
          marks[inner.index] = .open
          stack.append((inner.index, resolvers[inner.index].machineStates, 0))
        case .open: cutCircle(at: state, in: top.machine, to: inner)
        }
      }
    }
    return order
  }

  private mutating func cutCircle(at state: StateID, in outer: Int, to inner: MachineID) {
    let name = resolvers[inner.index].machine.name
    reporter.report(
      .cyclicDefinition, at: resolvers[outer].machine[state].nameSpan, "machine `\(name)` contains itself",
      labels: [.init(resolvers[inner.index].machine.nameSpan, "`\(name)` is declared here")],
      hint: "a machine would never end; leave this state out, or send an event instead")
    resolvers[outer].machine[state].kind = .simple
  }

  /// Limits what machines become when the bodies of those they use stand inside them: in depth, as blocks in each other are limited, and in
  /// size, which can double with each machine. The state that goes beyond is reported and becomes an ordinary one.
  mutating func limitExtents(_ order: [MachineID]) {
    var extents = Array(repeating: (levels: 0, states: 0), count: resolvers.count)
    for id in order {
      let machine = resolvers[id.index].machine
      var levels = Array(repeating: 1, count: machine.states.count)
      var (deepest, size) = (1, machine.states.count)
      for state in machine.states {
        if let parent = state.parent { levels[state.id.index] = levels[parent.index] + 1 }
        deepest = max(deepest, levels[state.id.index])
        guard case .machine(let inner) = state.kind else { continue }
        let extent = extents[inner.index]
        let isDeep = levels[state.id.index] + extent.levels > Self.mostLevels
        guard !isDeep, size + extent.states <= Inlining.mostStates else {
          reporter.report(
            .nestedTooDeep, at: state.nameSpan,
            isDeep
              ? "machines stand inside each other more than \(Self.mostLevels) levels deep here"
              : "with the machines inside it `\(machine.name)` has more than \(Inlining.mostStates) states",
            hint: "use fewer of them; machines that run side by side can be told of each other's events by the program")
          resolvers[id.index].machine[state.id].kind = .simple
          continue
        }
        deepest = max(deepest, levels[state.id.index] + extent.levels)
        size += extent.states
      }
      extents[id.index] = (deepest, size)
    }
  }

  private static var mostLevels: Int { 64 }

  /// Adds the events of the machines that `id` has as states, and the enums that meet outside of them; those are complete already.
  mutating func inheritEvents(into id: MachineID) {
    for state in resolvers[id.index].machineStates {
      guard case .machine(let inner) = resolvers[id.index].machine[state].kind else { continue }
      let used = resolvers[inner.index].machine
      for type in used.typesMetOutside { resolvers[id.index].inherit(type, from: used, at: state, &reporter) }
      inheritMentioned(into: id, from: inner, at: state)
      for event in used.events { resolvers[id.index].inherit(event, from: used, at: state, &reporter) }
    }
  }

  /// Adds the enums of a machine used, or of those inside it, that `id` mentions without declaring them.
  private mutating func inheritMentioned(into id: MachineID, from used: MachineID, at state: StateID) {
    let mentioned = resolvers[id.index].machine.typesNotKnown
    if mentioned.isEmpty { return }
    for inner in [used] + resolvers.map(\.machine).inside(used) {
      let machine = resolvers[inner.index].machine
      for type in machine.enumerations where mentioned.contains(type.name) {
        resolvers[id.index].inherit(type.id, from: machine, at: state, &reporter)
      }
    }
  }
}

extension MachineResolver {
  /// States that act as a machine, in document order.
  var machineStates: [StateID] {
    machine.states.lazy.filter { if case .machine = $0.kind { true } else { false } }.map(\.id)
  }

  /// Takes over an enum of a used machine that this one does not declare.
  fileprivate mutating func inherit(_ type: EnumerationID, from used: Machine, at state: StateID, _ reporter: inout Reporter) {
    let theirs = used[type]
    guard let own = names.enumerations[theirs.name] else {
      var inherited = theirs
      inherited.id = EnumerationID(machine.enumerations.count)
      inherited.declaredIn = theirs.declaredIn ?? used.id
      declare(inherited)
      recognise(inherited)
      return
    }
    let mine = machine[own]
    guard mine.cases != theirs.cases else { return }
    reporter.report(
      .conflictingEvent, at: machine[state].nameSpan, "enum `\(theirs.name)` is declared differently in machine `\(used.name)`",
      labels: [.init(mine.nameSpan, "here it is \(mine.shape)"), .init(theirs.nameSpan, "there it is \(theirs.shape)")],
      hint: "its values meet here: declare it alike in both, or give one of the two another name")
  }

  /// What has been declared with the name of an enum that was not known yet is of that enum: in Swift the name means nothing else.
  private mutating func recognise(_ enumeration: Enumeration) {
    func recognised(_ type: ValueType) -> ValueType { type == .opaque(enumeration.name) ? .enumeration(enumeration.id) : type }
    func recognised(_ parameters: [Parameter]) -> [Parameter] { parameters.map { $0.typed(recognised($0.type)) } }
    for index in machine.variables.indices { machine.variables[index].type = recognised(machine.variables[index].type) }
    for index in machine.events.indices { machine.events[index].parameters = recognised(machine.events[index].parameters) }
    for index in machine.callables.indices {
      machine.callables[index].parameters = recognised(machine.callables[index].parameters)
      machine.callables[index].result = machine.callables[index].result.map(recognised)
    }
  }

  /// A type of another machine as this one has it: an enum that this one declares alike or takes over; unknown where it has none.
  func known(_ type: ValueType, in other: Machine) -> ValueType {
    guard case .enumeration(let id) = type else { return type }
    guard let own = names.enumerations[other[id].name], machine[own].cases == other[id].cases else { return .unknown }
    return .enumeration(own)
  }

  fileprivate mutating func inherit(_ event: Event, from used: Machine, at state: StateID, _ reporter: inout Reporter) {
    let parameters = event.parameters.map { $0.typed(known($0.type, in: used)) }
    guard let own = names.events[event.name] else {
      let id = EventID(machine.events.count)
      names.events[event.name] = id
      var inherited = event
      inherited.id = id
      inherited.parameters = parameters
      inherited.declaredIn = event.declaredIn ?? used.id
      machine.events.append(inherited)
      return
    }
    let mine = machine[own]
    guard mine.parameters.map(\.shape) != parameters.map(\.shape) || mine.isPrivate != event.isPrivate else { return }
    reporter.report(
      .conflictingEvent, at: machine[state].nameSpan, "event `\(event.name)` is declared differently in machine `\(used.name)`",
      labels: [
        .init(mine.nameSpan, "here it is `\(mine.declaration)`"), .init(event.nameSpan, "there it is `\(event.declaration)`"),
      ],
      hint: "declare it alike in both, or give one of the two another name")
  }
}

extension Machine {
  /// The enums that its events carry and that its open variables take, each once: values of them pass between it and the machine around.
  fileprivate var typesMetOutside: [EnumerationID] {
    let types = events.flatMap { $0.parameters.map(\.type) } + self[.root].data.map { self[$0] }.filter { $0.value == nil }.map(\.type)
    var seen: Set<EnumerationID> = []
    return types.compactMap { if case .enumeration(let id) = $0, seen.insert(id).inserted { id } else { nil } }
  }

  /// Names of types in its declarations that it does not declare.
  fileprivate var typesNotKnown: Set<String> {
    let parameters = events.flatMap(\.parameters) + callables.flatMap(\.parameters)
    let types = variables.map(\.type) + parameters.map(\.type) + callables.compactMap(\.result)
    return Set(types.compactMap { if case .opaque(let name) = $0 { name } else { nil } })
  }
}

extension Parameter {
  fileprivate func typed(_ type: ValueType) -> Parameter {
    var copy = self
    copy.type = type
    return copy
  }
}

extension Enumeration {
  fileprivate var shape: String { "`{ \(cases.joined(separator: ", ")) }`" }
}

extension Event {
  fileprivate var declaration: String { (isPrivate ? "private " : "") + signature }
}
