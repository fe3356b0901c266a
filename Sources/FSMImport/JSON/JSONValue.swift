import FSMDiagnostics

/// A value of a JSON file, with its place.
struct JSONValue: Sendable {
  indirect enum Kind: Sendable {
    case object(JSONObject)
    case array([JSONValue])
    case string(JSONString)
    /// The text as written; no number is too large for it.
    case number(String)
    case bool(Bool)
    case null
  }

  var kind: Kind
  var span: Span

  var object: JSONObject? { if case .object(let object) = kind { object } else { nil } }
  var array: [JSONValue]? { if case .array(let array) = kind { array } else { nil } }
  var string: JSONString? { if case .string(let string) = kind { string } else { nil } }
  var bool: Bool? { if case .bool(let value) = kind { value } else { nil } }

  /// As messages name it: "a number".
  var description: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "`true` or `false`"
    case .null: "`null`"
    }
  }
}

/// The members of an object in the order written; no key stands twice.
struct JSONObject: Sendable {
  struct Member: Sendable {
    var key: JSONString
    var value: JSONValue
  }

  var members: [Member]
  private let indices: [String: Int]

  init(_ members: [Member]) {
    self.members = members
    indices = Dictionary(members.enumerated().map { ($0.element.key.text, $0.offset) }) { first, _ in first }
  }

  subscript(_ key: String) -> JSONValue? { indices[key].map { members[$0].value } }

  func member(_ key: String) -> Member? { indices[key].map { members[$0] } }
}

/// A string, escapes resolved.
struct JSONString: Sendable, Hashable {
  var text: String
  /// Between the quotes.
  var content: Range<Int>
  /// What lies between the quotes, as messages point at it; with them where that is nothing.
  var span: Span

  static func == (lhs: JSONString, rhs: JSONString) -> Bool { lhs.text == rhs.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A JSON file as read.
struct JSONDocument: Sendable {
  var root: JSONValue
  /// The file's bytes with every string resolved in place, so that what strings hold can be read as text of the language.
  ///
  /// An escape is longer than what it stands for: blanks fill the difference, where they mean nothing.
  var image: SourceFile
}
