import Foundation
package import Testing

/// Fails with the first difference of two values and the way to it, in place of both values:
///
///     a refused migration leaves every file
///     at ["app.sqlite"] byte 4096 of 8192: expected 0d 00 00 00, found 0a 00 00 00
///
/// - Parameter rule: What has to hold.
package func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ rule: Comment,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  let found = FirstDifference.text(actual, expected) ?? "they differ in nothing that can be shown"
  Issue.record("\(rule)\n\(found)", sourceLocation: sourceLocation)
}

/// Where two values differ first.
package enum FirstDifference {
  /// `nil` where nothing differs that a mirror shows.
  package static func text(_ actual: Any, _ expected: Any) -> String? {
    find(actual, expected, at: "")
  }

  private static func find(_ actual: Any, _ expected: Any, at path: String) -> String? {
    if let actual = actual as? String, let expected = expected as? String {
      return lines(actual, expected, at: path)
    }
    if let actual = actual as? Data, let expected = expected as? Data {
      return bytes(Array(actual), Array(expected), at: path)
    }
    if let actual = actual as? [UInt8], let expected = expected as? [UInt8] {
      return bytes(actual, expected, at: path)
    }
    let (one, two) = (Mirror(reflecting: actual), Mirror(reflecting: expected))
    switch one.displayStyle {
    case .dictionary: return entries(one, two, at: path)
    case .set: return members(one, two, at: path)
    case .collection: return elements(one, two, at: path)
    case .optional:
      guard let inner = one.children.first, let other = two.children.first else {
        return leaf(actual, expected, at: path)
      }
      return find(inner.value, other.value, at: path)
    case _: return properties(actual, expected, one, two, at: path)
    }
  }

  // MARK: - Kinds of values

  private static func properties(
    _ actual: Any, _ expected: Any, _ one: Mirror, _ two: Mirror, at path: String
  ) -> String? {
    let (own, other) = (Array(one.children), Array(two.children))
    guard own.map(\.label) == other.map(\.label) else { return leaf(actual, expected, at: path) }
    for (child, wanted) in zip(own, other) {
      let way = path + (child.label.map { $0.hasPrefix(".") ? $0 : "." + $0 } ?? "")
      if let found = find(child.value, wanted.value, at: way) { return found }
    }
    return leaf(actual, expected, at: path)
  }

  private static func elements(_ one: Mirror, _ two: Mirror, at path: String) -> String? {
    let (own, other) = (one.children.map(\.value), two.children.map(\.value))
    for (index, (child, wanted)) in zip(own, other).enumerated() {
      if let found = find(child, wanted, at: "\(path)[\(index)]") { return found }
    }
    if own.count < other.count {
      return "at \(path)[\(own.count)] of \(other.count): missing \(short(other[own.count]))"
    }
    guard own.count > other.count else { return nil }
    return "at \(path)[\(other.count)]: \(own.count - other.count) too many, the first "
      + short(own[other.count])
  }

  private static func entries(_ one: Mirror, _ two: Mirror, at path: String) -> String? {
    let (own, other) = (named(one), named(two))
    for key in Set(own.keys).union(other.keys).sorted() {
      let way = "\(path)[\(key)]"
      guard let wanted = other[key] else { return "at \(way): should not be there" }
      guard let child = own[key] else { return "at \(way): is missing" }
      if let found = find(child, wanted, at: way) { return found }
    }
    return nil
  }

  /// By the text of the key.
  private static func named(_ dictionary: Mirror) -> [String: Any] {
    var result: [String: Any] = [:]
    for child in dictionary.children {
      let pair = Array(Mirror(reflecting: child.value).children)
      if pair.count == 2 { result[String(reflecting: pair[0].value)] = pair[1].value }
    }
    return result
  }

  private static func members(_ one: Mirror, _ two: Mirror, at path: String) -> String? {
    let own = Set(one.children.map { String(reflecting: $0.value) })
    let other = Set(two.children.map { String(reflecting: $0.value) })
    if let missing = other.subtracting(own).min() { return "at \(path): missing \(short(missing))" }
    return own.subtracting(other).min().map { "at \(path): too many \(short($0))" }
  }

  private static func lines(_ actual: String, _ expected: String, at path: String) -> String? {
    guard actual != expected else { return nil }
    let own = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let other = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(own, other).prefix { $0 == $1 }.count
    let place = other.count > 1 || own.count > 1 ? "\(path) line \(index + 1)" : path
    let wanted = index < other.count ? String(reflecting: other[index]) : "the end"
    let found = index < own.count ? String(reflecting: own[index]) : "the end"
    return message(place, wanted, found)
  }

  private static func bytes(_ actual: [UInt8], _ expected: [UInt8], at path: String) -> String? {
    guard actual != expected else { return nil }
    let index = zip(actual, expected).prefix { $0 == $1 }.count
    func shown(_ bytes: [UInt8]) -> String {
      if index == bytes.count { return "the end" }
      return bytes[index...].prefix(8).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined(separator: " ")
    }
    return message(
      "\(path) byte \(index) of \(expected.count)", shown(expected), shown(actual))
  }

  private static func leaf(_ actual: Any, _ expected: Any, at path: String) -> String? {
    let (found, wanted) = (String(reflecting: actual), String(reflecting: expected))
    return found == wanted ? nil : message(path, short(wanted), short(found))
  }

  private static func message(_ path: String, _ expected: String, _ actual: String) -> String {
    let place = path.drop { $0 == " " || $0 == "." }
    return (place.isEmpty ? "" : "at \(place): ") + "expected \(expected), found \(actual)"
  }

  private static func short(_ value: Any) -> String {
    let text = value as? String ?? String(reflecting: value)
    return text.count > 200 ? "\(text.prefix(200))…" : text
  }
}
