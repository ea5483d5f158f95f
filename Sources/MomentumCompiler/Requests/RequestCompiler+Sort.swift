import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery

// Compiles sort keys such as `owner.name:desc:localizedStandardCompare:` and `totalSum:desc`.

extension RequestCompiler {
  mutating func resolveSortKeys() {
    // The order of rows does not change their number, so sort keys would only add joins.
    let keys = text.sortKeys.compactMap { sortKey(SourceFile(path: "<sort>", text: $0)) }
    request.sortKeys = request.resultType == .count ? [] : keys
  }

  private mutating func sortKey(_ source: SourceFile) -> SortKey? {
    let whole = source.trimmed(SourceRange(0, source.utf8.count))
    let key = keyRange(source, whole)
    let isName = isSelectionName(source.text(in: key))
    if !isName, refuseSpelling(source, whole) || refuseAggregate(source, key) { return nil }
    let rest = SourceRange(min(key.end + 1, whole.end), whole.end)
    guard let manner = manner(source, rest), let target = target(source, source.trimmed(key)) else {
      return nil
    }
    let isText = target.type == .attribute(.string) || target.type == .attribute(.uri)
    if manner.comparison != .binary, !isText {
      report(
        .sortComparison(manner.comparison, type: target.type.name(in: model)),
        at: SourceLocation(source, manner.comparisonRange))
    }
    return SortKey(
      target.value, isAscending: manner.isAscending,
      comparison: isText ? manner.comparison : .binary)
  }

  // MARK: - What is sorted by

  /// The range of the key without direction and comparison. The name of a selected value may
  /// contain colons, as in `count:(name):desc`; of several names that match, the longest one is
  /// taken.
  private func keyRange(_ source: SourceFile, _ whole: SourceRange) -> SourceRange {
    let bytes = Array(source.utf8[whole.start..<whole.end])
    let colon = UInt8(ascii: ":")
    let known = selections.map(\.property.name) + unreadNames.sorted()
    let names = known.map { Array($0.utf8) }.filter { name in
      bytes.starts(with: name) && (bytes.count == name.count || bytes[name.count] == colon)
    }
    let count =
      names.map(\.count).max() ?? bytes.firstIndex(of: colon) ?? bytes.count
    return SourceRange(whole.start, whole.start + count)
  }

  private func isSelectionName(_ name: String) -> Bool {
    unreadNames.contains(name) || selections.contains { $0.property.name == name }
  }

  private struct Target {
    var value: SortKey.Value
    var type: PredicateType
  }

  /// The value to sort by. If a property has the same name as a selected value, the selected value
  /// is taken. An expression that was selected without `AS` has its own text as name.
  private mutating func target(_ source: SourceFile, _ range: SourceRange) -> Target? {
    let name = source.text(in: range)
    let location = SourceLocation(source, range)
    if let index = selections.firstIndex(where: { $0.property.name == name }),
      let target = target(ofSelection: index)
    {
      return target
    }
    guard !unreadNames.contains(name), let resolved = resolve(source, range) else { return nil }
    if resolved.crossesToMany {
      report(.sortOverToMany(name), at: location)
      return nil
    }
    if !request.propertiesToGroupBy.isEmpty, !isGrouped(resolved.path) {
      report(.sortNotGrouped(name), at: location)
      return nil
    }
    return Target(value: .path(resolved.path), type: resolved.type)
  }

  /// The selected value to sort by; `nil` for a key path without `AS`, which is handled like a key
  /// path that was not selected.
  private func target(ofSelection index: Int) -> Target? {
    switch selections[index].property.value {
    case .path(let path):
      guard selections[index].isNamed else { return nil }
      return Target(value: .path(path), type: type(of: path))
    case .objectID:
      let path = TypedKeyPath(root: request.entity, steps: [], target: .object)
      return Target(value: .path(path), type: .object(request.entity))
    case .expression(_, let type):
      return Target(value: .fetchedProperty(index), type: type)
    }
  }

  func type(of path: TypedKeyPath) -> PredicateType {
    switch path.target {
    case .attribute(let id): .attribute(model[id].type)
    case .compositeElement(let id, let names): .attribute(elementType(of: id, names))
    case .object: .object(path.steps.last.map { model[$0].destination } ?? path.root)
    }
  }

  private func elementType(of id: AttributeID, _ names: [String]) -> AttributeType {
    names.reduce(model[id].type) { type, name in
      guard case .composite(let composite) = type else { return type }
      return model[composite].elements.first { $0.name == name }?.type ?? .undefined
    }
  }

  // MARK: - Direction and comparison

  private struct Manner {
    var isAscending = true
    var comparison = SortComparison.binary
    var comparisonRange = SourceRange(0, 0)
  }

  /// Reads the words after a key, which may be in either order: `desc`,
  /// `desc:localizedStandardCompare:`, `caseInsensitive`.
  private mutating func manner(_ source: SourceFile, _ range: SourceRange) -> Manner? {
    var manner = Manner()
    var hasDirection = false
    var hasComparison = false
    for word in SortWord.words(of: source, range) {
      let location = SourceLocation(source, word.range)
      if let isAscending = word.isAscending, !hasDirection {
        manner.isAscending = isAscending
        hasDirection = true
      } else if let comparison = word.comparison, !hasComparison {
        manner.comparison = comparison
        manner.comparisonRange = word.range
        hasComparison = true
      } else if word.isAscending != nil || word.comparison != nil {
        report(.sortWordTwice(word.text), at: location)
        return nil
      } else if word.isSelector || hasDirection {
        report(.sortSelector(word.selector, near: word.nearComparison), at: location)
        return nil
      } else {
        report(.sortDirection(word.text, near: word.nearWord), at: location)
        return nil
      }
    }
    return manner
  }
}

/// A word after the key in a sort key's text: a direction or a comparison.
private struct SortWord {
  var text: String
  /// Whether a colon follows the word, as in a selector such as `localizedCompare:`.
  var hasColon: Bool
  var range: SourceRange

  static func words(of source: SourceFile, _ range: SourceRange) -> [SortWord] {
    var result: [SortWord] = []
    var start = range.start
    while start < range.end {
      let end = source.utf8[start..<range.end].firstIndex(of: UInt8(ascii: ":")) ?? range.end
      let part = source.trimmed(SourceRange(start, end))
      result.append(
        SortWord(text: source.text(in: part), hasColon: end < range.end, range: part))
      start = end + 1
    }
    return result
  }

  private static let directions = ["asc", "ascending", "desc", "descending"]

  var isAscending: Bool? {
    switch text.lowercased() {
    case "asc", "ascending": true
    case "desc", "descending": false
    case _: nil
    }
  }

  var selector: String { text.hasSuffix("ompare") && hasColon ? text + ":" : text }

  var isSelector: Bool { text.hasSuffix("ompare") }

  /// The comparison that the word names: a selector with or without its colon, or the part of a
  /// selector before `Compare:`; `nil` for any other word.
  var comparison: SortComparison? {
    SortComparison.allCases.first { $0.rawValue == text + ":" || $0.word == text }
  }

  var nearComparison: String? {
    nearName(to: text, among: SortComparison.allCases.flatMap { [$0.word, $0.selectorName] })
  }

  var nearWord: String? {
    nearName(to: text, among: SortWord.directions + SortComparison.allCases.map(\.word))
  }
}

extension SortComparison {
  fileprivate var selectorName: String { String(rawValue.dropLast()) }

  /// The short name of the comparison, such as `caseInsensitive`; for the plain comparison it is
  /// `compare`.
  var word: String {
    self == .binary ? selectorName : String(selectorName.dropLast("Compare".count))
  }
}
