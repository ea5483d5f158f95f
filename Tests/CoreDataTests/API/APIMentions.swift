/// Which tests mention a name of the table.
///
/// A name is mentioned by its last part: `save` of `NSManagedObjectContext.save()`. In addition
///
/// - an initialiser needs its type, or a subclass of it, and all its labels;
/// - a function that shares its name with another one of the type needs all its labels;
/// - a nested type, and a member that several types have (`name`, `insert`), needs its type, or a
///   subclass of it.
struct APIMentions {
  /// Where the mention is, the best place first.
  enum Place: Int, Comparable {
    /// In the test itself, and the type as well.
    case besideType
    case inTest
    /// In a helper that the test names; see ``APITests/Test/behind``.
    case inHelper

    static func < (one: Place, other: Place) -> Bool { one.rawValue < other.rawValue }
  }

  /// A name of the table: its parts, and the labels of a function.
  private struct Name {
    let parts: [String]
    let labels: [String]

    init(_ text: String) {
      let pieces = text.split(separator: "(", maxSplits: 1)
      parts = (pieces.first ?? "").split(separator: ".").map { part in
        part.filter { $0 != "`" }
      }
      labels = (pieces.dropFirst().first ?? "").split(separator: ":").map { "\($0):" }
        .filter { $0 != "_:" && $0 != "):" }
    }

    var last: String { parts.last ?? "" }
    var owner: String { parts.dropLast().joined(separator: ".") }
    var isInitialiser: Bool { last == "init" }
    var isNestedType: Bool { parts.count > 1 && last.first?.isUppercase == true }
  }

  private let tests: APITests
  private var owners: [String: Set<String>] = [:]
  private var counts: [String: Int] = [:]

  init(_ names: [String], _ tests: APITests) {
    self.tests = tests
    for name in names.map(Name.init) where name.parts.count > 1 {
      owners[name.last, default: []].insert(name.owner)
      counts["\(name.owner).\(name.last)", default: 0] += 1
    }
  }

  /// The best place where a test with a name mentions a name of the table; `nil` if none does.
  func place(of name: String, in test: String) -> Place? {
    tests.all.filter { $0.name == test }.compactMap { place(of: Name(name), in: $0) }.min()
  }

  /// The tests that mention a name in the best place, the shortest first.
  func tests(of name: String) -> [(test: String, place: Place)] {
    let name = Name(name)
    let found = tests.all.compactMap { test in
      place(of: name, in: test).map { (test: test, place: $0) }
    }
    return found.sorted { one, other in
      (one.place, one.test.own.count, one.test.name)
        < (other.place, other.test.own.count, other.test.name)
    }.map { ($0.test.name, $0.place) }
  }

  private func place(of name: Name, in test: APITests.Test) -> Place? {
    let family = name.parts.count > 1 ? tests.family(of: name.parts[name.parts.count - 2]) : []
    func saysType(_ words: Set<String>) -> Bool {
      family.isEmpty || !family.isDisjoint(with: words)
    }
    let isSaidHere = isSaid(name, in: test.own)
    if isSaidHere, saysType(test.own) { return .besideType }
    let needsType =
      name.isInitialiser || name.isNestedType || (owners[name.last]?.count ?? 0) > 1
    let texts = [test.own] + test.behind
    if needsType, !texts.contains(where: saysType) { return nil }
    if isSaidHere { return .inTest }
    return test.behind.contains { isSaid(name, in: $0) } ? .inHelper : nil
  }

  private func isSaid(_ name: Name, in words: Set<String>) -> Bool {
    let isShared = (counts["\(name.owner).\(name.last)"] ?? 0) > 1
    let labels = name.isInitialiser || isShared ? name.labels : []
    return (name.isInitialiser || words.contains(name.last)) && labels.allSatisfy(words.contains)
  }
}
