/// What the user may choose about generated Swift.
public struct SwiftOptions: Sendable, Hashable {
  /// Who may use the generated type.
  public enum Access: String, Sendable, Hashable, CaseIterable {
    case `internal`, package, `public`

    /// The modifier in front of a declaration, its blank included; nothing for `internal`, which is Swift's default.
    var prefix: String { self == .internal ? "" : rawValue + " " }
  }

  /// What runs machines, beside the machine itself.
  public enum Host: String, Sendable, Hashable, CaseIterable {
    case actor, observable
  }

  public var access: Access
  /// The type's name instead of the machine's; only for a chart with one machine.
  public var name: String?
  /// Whether errors that swiftc finds in the user's own text point into the chart.
  public var sourceLocations: Bool
  /// Whether the type is `Codable`.
  public var codable: Bool
  /// The host that stands beside the type; nil for none.
  public var host: Host?
  /// Whether actions hear which states are left and entered and which transitions are taken, and the type has a table of these.
  public var observed: Bool

  public init(
    access: Access = .internal, name: String? = nil, sourceLocations: Bool = true, codable: Bool = false, host: Host? = nil,
    observed: Bool = false
  ) {
    self.observed = observed
    self.access = access
    self.name = name
    self.sourceLocations = sourceLocations
    self.codable = codable
    self.host = host
  }
}
