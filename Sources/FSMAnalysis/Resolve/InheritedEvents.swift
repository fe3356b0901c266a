import FSMDiagnostics
import FSMModel

/// A state that is a machine takes that machine's events, so they are events of the outer machine too. Declared equally they are one
/// event; unequally they are an error.
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

  /// Adds the events of the machines that `id` has as states; those are complete already.
  mutating func inheritEvents(into id: MachineID) {
    for state in resolvers[id.index].machineStates {
      guard case .machine(let inner) = resolvers[id.index].machine[state].kind else { continue }
      let used = resolvers[inner.index].machine
      for event in used.events { resolvers[id.index].inherit(event, from: used, at: state, &reporter) }
    }
  }
}

extension MachineResolver {
  /// States that act as a machine, in document order.
  var machineStates: [StateID] {
    machine.states.lazy.filter { if case .machine = $0.kind { true } else { false } }.map(\.id)
  }

  fileprivate mutating func inherit(_ event: Event, from used: Machine, at state: StateID, _ reporter: inout Reporter) {
    let parameters = event.parameters.map { $0.seenFromOutside(of: used) }
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

extension Event {
  fileprivate var declaration: String { (isPrivate ? "private " : "") + signature }
}

extension Parameter {
  /// An enum of a machine is, outside of it, a Swift type like any other: `ClipEditor.Sub`.
  fileprivate func seenFromOutside(of machine: Machine) -> Parameter {
    guard case .enumeration(let id) = type else { return self }
    var copy = self
    copy.typeText = "\(machine.name).\(machine[id].name)"
    copy.type = .opaque(copy.typeText)
    return copy
  }
}
