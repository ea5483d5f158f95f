@testable import MomentumObjects

/// Objects with values, as a context has them: a list orders them by the values of the moment.
final class ResultWorld {
  struct Person {
    var key: Int
    var team: String?
  }

  var people: [String: Person] = [:]
  /// How often the list asked for an order.
  private(set) var comparisons = 0

  /// `a1 S` is an object `a` with the key 1 in the section S.
  init(_ text: String = "") {
    for part in text.split(separator: ",") { set(String(part)) }
  }

  func set(_ text: String) {
    let words = text.split(separator: " ")
    let name = words[0].prefix { $0.isLetter }
    let key = Int(words[0].dropFirst(name.count)) ?? 0
    people[String(name)] = Person(key: key, team: words.count > 1 ? String(words[1]) : nil)
  }

  func order(_ one: String, _ other: String) -> Int {
    comparisons += 1
    guard let left = people[one], let right = people[other] else { return 0 }
    let teams = ((left.team ?? ""), (right.team ?? ""))
    if teams.0 != teams.1 { return teams.0 < teams.1 ? -1 : 1 }
    return left.key == right.key ? 0 : left.key < right.key ? -1 : 1
  }

  func list(sections: Bool = true) throws -> ResultList<String> {
    let names = people.keys.sorted().sorted { order($0, $1) < 0 }
    return try ResultList(
      names, order: { [self] in order($0, $1) },
      sectionName: sections ? { [self] in people[$0]?.team } : nil)
  }
}

extension ResultStep where Element == String {
  /// `insert b 0,1`
  var text: String {
    switch self {
    case .insertSection(let index, let name): "section insert \(index) \(name)"
    case .deleteSection(let index, let name): "section delete \(index) \(name)"
    case .insert(let element, let path): "insert \(element) \(path)"
    case .delete(let element, let path): "delete \(element) \(path)"
    case .move(let element, let from, let to): "move \(element) \(from) to \(to)"
    case .update(let element, let path): "update \(element) \(path)"
    }
  }
}

extension ResultChangeSet where Element == String {
  var text: [String] { steps.map(\.text) }
}

extension ResultList where Element == String {
  /// `S: a b | T: c`
  var text: String {
    var rest = all[...]
    return allSections.map { section in
      defer { rest = rest.dropFirst(section.count) }
      return "\(section.name): " + rest.prefix(section.count).joined(separator: " ")
    }.joined(separator: " | ")
  }
}
