/// Writes a chart as JSON: a machine configuration as XState has it, with what the language adds.
///
/// Reading it back gives the same tree, except for the order between members of different kinds, which says nothing. `Grammar/fsm.schema.json`
/// describes the form.
public struct ChartJSONWriter {
  /// The JSON of a chart.
  ///
  /// For example: `ChartJSONWriter.text(of: SyntaxFile(parsing: source))`.
  public static func text(of file: SyntaxFile) -> String {
    let machines = file.machines.map { machine in
      var writer = ChartJSONWriter(machine)
      return writer.machine(machine)
    }
    var top: [(key: String, value: JSONText)] = []
    if !file.imports.isEmpty { top.append(("imports", .array(file.imports.map { .string($0.text) }))) }
    if !file.uses.isEmpty { top.append(("uses", .array(file.uses.map { .string($0.path.value) }))) }
    if machines.count == 1, case .object(let members) = machines[0] {
      return JSONText.object(top + members).rendered() + "\n"
    }
    return JSONText.object(top + [("machines", .array(machines))]).rendered() + "\n"
  }

  let outline: StateOutline
  /// The state that is written; the machine is 0.
  var holder = 0
  /// How many states were written so far: the outline numbers them in this order.
  var count = 0

  private init(_ machine: MachineSyntax) {
    var outline = StateOutline(machine: machine.name.text)
    Self.add(machine.members, to: &outline, in: 0)
    self.outline = outline
  }

  private static func add(_ members: [MemberSyntax], to outline: inout StateOutline, in parent: Int) {
    for member in members {
      switch member {
      case .state(let state):
        let index = outline.add(state.name.text, in: parent)
        add(state.members ?? [], to: &outline, in: index)
      case .choice(let choice): _ = outline.add(choice.name.text, in: parent)
      case .history(let history): _ = outline.add(history.name.text, in: parent)
      default: break
      }
    }
  }

  private mutating func machine(_ machine: MachineSyntax) -> JSONText {
    var object = JSONMembers()
    object.set("id", .string(machine.name.text))
    // An identity that begins small gives the machine a name that begins with a capital, unless the name is said.
    if machine.name.text.first?.isLowercase == true { object.set("name", .string(machine.name.text)) }
    object.set("label", machine.label)
    object.set("description", machine.doc)
    if machine.isParallel { object.set("type", .string("parallel")) }
    if !machine.conformances.isEmpty { object.set("conformances", .array(machine.conformances.map { .string($0.text) })) }
    write(machine.members, to: &object)
    // Without these keys what is only named would be taken as declared.
    if needsFunctions(machine.members), !object.has("functions") { object.set("functions", .object([])) }
    if !object.has("events") { object.set("events", .object([])) }
    return object.json
  }

  /// True where a guard is one bare name: without functions declared it would be taken for one.
  private func needsFunctions(_ members: [MemberSyntax]) -> Bool {
    func isBare(_ branches: [BranchSyntax]) -> Bool {
      branches.contains { if case .name? = $0.condition?.kind { true } else { false } }
    }
    return members.contains { member in
      switch member {
      case .reaction(let reaction): isBare(reaction.body.branches)
      case .choice(let choice): isBare(choice.branches)
      case .event(let event): event.from.contains { isBare($0.body.branches) }
      case .state(let state): needsFunctions(state.members ?? [])
      default: false
      }
    }
  }
}
