/// Assigns identifiers to names within one scope: the same list of names gets the same identifiers.
package struct NameScope: Sendable {
  /// Names that are not available, because they have another meaning in the scope. A name that
  /// equals one of them gets a `_` after it.
  private let reserved: Set<String>
  /// The identifiers in use; in lower case if the scope ignores case, as file systems may.
  private var taken: Set<String> = []
  private let ignoresCase: Bool
  /// The next number to try for an identifier that many names share. Without it, a thousand equal
  /// names would take a million steps.
  private var nextNumber: [String: Int] = [:]

  /// Words that cannot name a member or a type even between backticks, or that would hide `self`.
  private static let neverUsable: Set<String> = [
    "self", "Self", "init", "Type", "Protocol", "Any", "_",
  ]

  /// Whether a written word can be used as a type: `Any` can, `self` and `init` cannot.
  package static func isUsableAsType(_ name: String) -> Bool {
    name == "Any" || !neverUsable.contains(name)
  }

  package init(reserved: Set<String> = [], ignoresCase: Bool = false) {
    self.reserved = reserved
    self.ignoresCase = ignoresCase
  }

  /// Makes a distinct identifier for each name; the result has the order of the names.
  ///
  /// Names that are valid identifiers are assigned first, so a well-formed name keeps its spelling
  /// whatever the other names are.
  package mutating func claim(_ names: [String]) -> [Identifier] {
    let wanted = names.map { wish(for: $0) }
    var result = wanted
    var later: [Int] = []
    for index in names.indices {
      let isExact = wanted[index].text.utf8.elementsEqual(names[index].utf8)
      if isExact && insert(wanted[index]) { continue }
      later.append(index)
    }
    for index in later { result[index] = distinct(wanted[index]) }
    return result
  }

  /// Makes an identifier for one more name, distinct from all others in the scope.
  package mutating func claim(_ name: String) -> Identifier {
    distinct(wish(for: name))
  }

  /// Identifiers with a number from 0 on: `column0`, `column1`, …
  package static func numbered(_ stem: Identifier, count: Int) -> [Identifier] {
    (0..<count).map { stem.followed(by: $0) }
  }

  private func wish(for name: String) -> Identifier {
    let nearest = Identifier.nearest(to: name)
    return isReserved(nearest) ? nearest.renamed : nearest
  }

  private func isReserved(_ identifier: Identifier) -> Bool {
    reserved.contains(identifier.text) || NameScope.neverUsable.contains(identifier.text)
  }

  private mutating func distinct(_ wish: Identifier) -> Identifier {
    var candidate = wish
    var number = nextNumber[wish.text] ?? 2
    while isReserved(candidate) || !insert(candidate) {
      candidate = wish.numbered(number)
      number += 1
    }
    nextNumber[wish.text] = number
    return candidate
  }

  private mutating func insert(_ identifier: Identifier) -> Bool {
    taken.insert(ignoresCase ? identifier.text.lowercased() : identifier.text).inserted
  }
}
