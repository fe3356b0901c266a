import FSMModel

/// A name in a text format of pictures that takes only plain words: the path of the state where that is one, else its number.
///
/// For example: `Door_locked`, `Door_s7`.
struct PlainID: Hashable {
  let text: String

  private init(_ text: String) { self.text = text }

  /// The names of a machine's states, by number; no two are equal, and none is a word that the formats know.
  static func names(of machine: Machine, taken: inout Set<String>) -> [PlainID] {
    var base = isPlain(machine.name) ? machine.name : "machine"
    while taken.contains(base) || base.isEmpty { base += "_" }
    taken.insert(base)
    var ids = [PlainID(base)]
    for state in machine.states.dropFirst() {
      let path = ids[(state.parent ?? .root).index].text + "_" + state.name
      let isUsable = isPlain(state.name) && path.utf8.count <= 120 && taken.insert(path).inserted
      if isUsable {
        ids.append(PlainID(path))
      } else {
        var name = "\(base)_s\(state.id.index)"
        while !taken.insert(name).inserted { name += "_" }
        ids.append(PlainID(name))
      }
    }
    return ids
  }

  /// A name for something that belongs to this state; a doubled line is in no name of a state unless the chart has it, and then it is taken.
  func part(_ word: StaticString) -> PlainID { PlainID("\(text)__\(word)") }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")) || ($0 >= 0x30 && $0 <= 0x39)
    }
  }
}
