import Foundation

/// Checks JSON against a JSON Schema (2020-12), as far as the project's own schema goes: a keyword that is not understood is a failure, so that
/// nothing is passed over.
public struct SchemaValidator {
  private let root: [String: Any]

  /// - Throws: An error of Foundation when the bytes are no JSON.
  public init(schema bytes: Data) throws {
    root = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
  }

  /// What is wrong with a document, one line for each place; empty when it fits.
  ///
  /// - Throws: An error of Foundation when the bytes are no JSON.
  public func problems(in bytes: Data) throws -> [String] {
    check(try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed), root, at: "$")
  }

  private func check(_ value: Any, _ schema: Any, at path: String) -> [String] {
    if let flag = schema as? Bool, !(schema is [String: Any]) { return flag ? [] : ["\(path): nothing is allowed here"] }
    guard let schema = schema as? [String: Any] else { return ["\(path): the schema is none"] }
    return schema.keys.sorted().flatMap { key in check(value, key, schema, at: path) }
  }

  private func check(_ value: Any, _ keyword: String, _ schema: [String: Any], at path: String) -> [String] {
    let argument = schema[keyword] as Any
    switch keyword {
    case "$schema", "$id", "$defs", "title", "description", "$comment", "examples", "default": return []
    case "$ref": return check(value, resolve(argument as? String ?? ""), at: path)
    case "type":
      let types = argument as? [String] ?? [argument as? String ?? ""]
      return types.contains { Self.isOf($0, value) } ? [] : ["\(path): not of type \(types.joined(separator: " or "))"]
    case "enum": return (argument as? [Any] ?? []).contains { Self.equal($0, value) } ? [] : ["\(path): not one of the values allowed"]
    case "const": return Self.equal(argument, value) ? [] : ["\(path): not the value allowed"]
    case "required":
      guard let object = value as? [String: Any] else { return [] }
      return (argument as? [String] ?? []).filter { object[$0] == nil }.map { "\(path): `\($0)` is missing" }
    case "properties":
      guard let object = value as? [String: Any], let known = argument as? [String: Any] else { return [] }
      return known.keys.sorted().flatMap { key in object[key].map { check($0, known[key] as Any, at: "\(path).\(key)") } ?? [] }
    case "additionalProperties":
      guard let object = value as? [String: Any] else { return [] }
      let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
      return object.keys.sorted().filter { !known.contains($0) }.flatMap { check(object[$0] as Any, argument, at: "\(path).\($0)") }
    case "propertyNames":
      guard let object = value as? [String: Any] else { return [] }
      return object.keys.sorted().flatMap { check($0, argument, at: "\(path) key `\($0)`") }
    case "items":
      guard let array = value as? [Any] else { return [] }
      return array.enumerated().flatMap { check($0.element, argument, at: "\(path)[\($0.offset)]") }
    case "minItems":
      guard let array = value as? [Any], let least = argument as? Int else { return [] }
      return array.count >= least ? [] : ["\(path): fewer than \(least) elements"]
    case "pattern":
      guard let text = value as? String, let pattern = argument as? String, let regex = try? Regex(pattern) else { return [] }
      return text.contains(regex) ? [] : ["\(path): `\(text)` does not match \(pattern)"]
    case "anyOf":
      let all = (argument as? [Any] ?? []).map { check(value, $0, at: path) }
      return all.contains { $0.isEmpty } ? [] : ["\(path): fits none of the forms allowed"] + all.joined().prefix(8)
    default: return ["\(path): the validator does not know `\(keyword)`"]
    }
  }

  /// `#/$defs/state`
  private func resolve(_ reference: String) -> Any {
    var current: Any = root
    for part in reference.split(separator: "/").dropFirst() { current = (current as? [String: Any])?[String(part)] as Any }
    return current
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": isBoolean(value)
    case "number": value is NSNumber && !isBoolean(value)
    case "integer":
      value is NSNumber && !isBoolean(value) && (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } == true
    default: false
    }
  }

  private static func isBoolean(_ value: Any) -> Bool {
    guard let number = value as? NSNumber else { return false }
    return String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B"
  }

  private static func equal(_ first: Any, _ second: Any) -> Bool {
    if isBoolean(first) != isBoolean(second) { return false }
    return (first as? NSObject)?.isEqual(second) ?? (String(describing: first) == String(describing: second))
  }
}
