import MomentumDiagnostics
import MomentumEvaluation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values as a table writes them: JSON, in which an object is an object with keys, and an object whose
/// one name begins with `$` is another kind of value.
///
///     {"$date": 0}  {"$decimal": "0.1"}  {"$set": [1, 2]}  {"$dictionary": [["key", 1]]}
enum JSONValue {
  struct Unreadable: Error {
    var text: String
  }

  static func read(_ text: String) throws -> PredicateValue {
    var issues = Diagnostics()
    guard let node = JSONParser.parse(SourceFile(path: "value", text: text), &issues) else {
      throw Unreadable(text: text)
    }
    return try value(node)
  }

  private static func value(_ node: JSONNode) throws -> PredicateValue {
    switch node.value {
    case .null: return .null
    case .boolean(let flag): return .boolean(flag)
    case .number(let digits):
      if let integer = Int64(digits) { return .integer(integer) }
      guard let number = Double(digits) else { throw Unreadable(text: digits) }
      return .double(number)
    case .string(let text): return .string(text)
    case .array(let items): return .array(try items.map(value))
    case .object(let members):
      if members.count == 1, members[0].name.hasPrefix("$"), members[0].name != "$id" {
        return try special(members[0].name, members[0].value)
      }
      return try object(members)
    }
  }

  private static func object(_ members: [JSONMember]) throws -> PredicateValue {
    var values: [String: PredicateValue] = [:]
    for member in members { values[member.name] = try value(member.value) }
    guard case .integer(let number) = values["$id"] ?? .integer(0) else {
      throw Unreadable(text: "$id")
    }
    return .object(TestObject(number, values))
  }

  private static func special(_ name: String, _ node: JSONNode) throws -> PredicateValue {
    let content = try value(node)
    let items: [PredicateValue]
    if case .array(let elements) = content { items = elements } else { items = [] }
    switch (name, content) {
    case ("$date", .integer(let seconds)): return .date(Double(seconds))
    case ("$date", .double(let seconds)): return .date(seconds)
    case ("$decimal", .string(let digits)):
      guard let number = Decimal(string: digits) else { throw Unreadable(text: digits) }
      return .decimal(number)
    case ("$uuid", .string(let text)):
      guard let uuid = UUID(uuidString: text) else { throw Unreadable(text: text) }
      return .uuid(uuid)
    case ("$url", .string(let text)): return .url(text)
    case ("$class", .string(let text)): return .className(text)
    case ("$data", .string(let text)): return .data(Array(text.utf8))
    case ("$double", .string(let text)):
      guard let number = Double(text) else { throw Unreadable(text: text) }
      return .double(number)
    case ("$set", .array): return .set(PredicateSet(items))
    case ("$orderedSet", .array): return .orderedSet(PredicateSet(items))
    case ("$dictionary", .array):
      return .dictionary(
        PredicateDictionary(
          try items.map { pair in
            guard case .array(let parts) = pair, parts.count == 2 else {
              throw Unreadable(text: "$dictionary")
            }
            return (parts[0], parts[1])
          }))
    default: throw Unreadable(text: name)
    }
  }
}
