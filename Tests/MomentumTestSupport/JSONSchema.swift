import Foundation

/// Validates JSON by a schema of JSON Schema, draft 7: the keywords `$ref`, `type`, `enum`, `properties`,
/// `required`, `additionalProperties`, `items`, `minItems`, `uniqueItems`, `minimum`, `minLength`, `pattern`.
/// Another keyword is a failure, so that no rule is passed over in silence.
package struct JSONSchema {
  private let root: [String: Any]

  /// - Parameter path: Of the schema, from the repository's root.
  package init(at path: String) throws {
    let data = try Data(contentsOf: RepositoryFiles.url(path))
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// What is wrong with a document, each with its place; empty for a valid one.
  package func problems(in text: String) throws -> [String] {
    let value = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: [.fragmentsAllowed])
    return problems(value, root, at: "")
  }

  private func problems(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    schema.keys.sorted().flatMap { key -> [String] in
      let rule = schema[key]
      switch key {
      case "$schema", "title", "description", "definitions", "properties": return []
      case "$ref":
        let name = (rule as? String ?? "").split(separator: "/").last.map(String.init) ?? ""
        guard let target = (root["definitions"] as? [String: Any])?[name] as? [String: Any] else {
          return ["\(place): the schema has no '\(name)'"]
        }
        return problems(value, target, at: place)
      case "type":
        let wanted = rule as? [String] ?? [rule as? String ?? ""]
        return wanted.contains { isOfType(value, $0) } ? [] : ["\(place): is not \(wanted)"]
      case "enum":
        let choices = (rule as? [Any] ?? []).map { "\($0)" }
        return choices.contains("\(value)") ? [] : ["\(place): '\(value)' is not one of \(choices)"]
      case "required":
        let members = value as? [String: Any] ?? [:]
        return (rule as? [String] ?? []).filter { members[$0] == nil }
          .map { "\(place): '\($0)' is missing" }
      case "additionalProperties": return memberProblems(value, schema, at: place)
      case "items":
        guard let item = rule as? [String: Any] else { return ["\(place): items is no schema"] }
        return (value as? [Any] ?? []).enumerated().flatMap {
          problems($1, item, at: "\(place)[\($0)]")
        }
      case "minItems":
        return (value as? [Any])?.count ?? 0 < rule as? Int ?? 0 ? ["\(place): too few items"] : []
      case "uniqueItems":
        let items = (value as? [Any] ?? []).map { "\($0)" }
        return Set(items).count == items.count ? [] : ["\(place): an item stands twice"]
      case "minimum":
        return (value as? NSNumber)?.doubleValue ?? 0 < (rule as? NSNumber)?.doubleValue ?? 0
          ? ["\(place): \(value) is too small"] : []
      case "minLength":
        return (value as? String)?.count ?? 0 < rule as? Int ?? 0 ? ["\(place): is too short"] : []
      case "pattern":
        let text = value as? String ?? ""
        let found = text.range(of: rule as? String ?? "", options: .regularExpression)
        return found == nil ? ["\(place): '\(text)' has another form"] : []
      case _: return ["\(place): the schema's keyword '\(key)' is not known here"]
      }
    }
  }

  /// `additionalProperties` is false or a schema for the members that `properties` does not name.
  private func memberProblems(
    _ value: Any, _ schema: [String: Any], at place: String
  ) -> [String] {
    let known = schema["properties"] as? [String: Any] ?? [:]
    let members = value as? [String: Any] ?? [:]
    return members.keys.sorted().flatMap { name -> [String] in
      let inner = "\(place)/\(name)"
      if let rule = known[name] as? [String: Any] {
        return problems(members[name] ?? NSNull(), rule, at: inner)
      }
      guard let rule = schema["additionalProperties"] as? [String: Any] else {
        return ["\(inner): no such member"]
      }
      return problems(members[name] ?? NSNull(), rule, at: inner)
    }
  }

  private func isOfType(_ value: Any, _ type: String) -> Bool {
    // Foundation's numbers answer to both; a Boolean's type is told by its encoding.
    let isBoolean = (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "boolean": return isBoolean
    case "integer":
      guard !isBoolean, let number = value as? NSNumber else { return false }
      return number.doubleValue == number.doubleValue.rounded()
    case "number": return !isBoolean && value is NSNumber
    case "null": return value is NSNull
    case _: return false
    }
  }
}
