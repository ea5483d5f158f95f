import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumStore

/// Finds the fetch indexes that may help a request, from its conditions and sort keys.
/// `FetchPlanner` tries them.
enum IndexCandidates {
  /// The most columns of an index that are compared by equality. A wider index costs more at each
  /// save than it helps.
  private static let equalitiesMax = 4
  /// The most candidates, so that a request with hundreds of comparisons does not take longer.
  private static let candidatesMax = 32

  /// Returns each candidate once, smaller ones first.
  static func of(_ request: FetchRequest, _ terms: SearchTerms) -> [IndexCandidate] {
    var result: [IndexCandidate] = []
    let sorts = sortElements(of: request, terms)
    for group in terms.groups {
      let isRoot = group.steps.isEmpty && group.scope == 0
      result += lists(of: group, sorts: isRoot ? sorts : []).map { elements in
        IndexCandidate(indexes: [.init(entity: group.entity, elements: elements)])
      }
    }
    let hasRoot = terms.groups.contains { $0.steps.isEmpty && $0.scope == 0 }
    if !hasRoot, !sorts.isEmpty {
      result.append(IndexCandidate(indexes: [.init(entity: request.entity, elements: sorts)]))
    }
    result += terms.alternatives.compactMap(alternative)
    var seen: Set<IndexCandidate> = []
    let unique = result.filter { seen.insert($0).inserted }
    let ordered = unique.enumerated().sorted {
      ($0.element.size.0, $0.element.size.1, $0.offset)
        < ($1.element.size.0, $1.element.size.1, $1.offset)
    }
    return ordered.map(\.element).prefix(candidatesMax).map { $0 }
  }

  /// Lists of columns for an index. Columns compared by equality come first, then one column
  /// compared by a range, or the sort keys: SQLite uses the columns of an index up to the first
  /// range (documented: <https://sqlite.org/optoverview.html#where_clause_analysis>).
  private static func lists(
    of group: SearchTerms.Group, sorts: [IndexCandidate.Element]
  ) -> [[IndexCandidate.Element]] {
    let equal = group.terms.filter { $0.use == .equality }
    let ranges = group.terms.filter { $0.use == .range && !$0.isCoarse }
    var lists: [[IndexCandidate.Element]] = []
    // Booleans come last, because an index on them excludes the fewest rows.
    let keys = Array(
      (equal.filter { !$0.isCoarse } + equal.filter(\.isCoarse)).prefix(equalitiesMax))
    for term in equal + ranges where !term.isCoarse && !term.isKey { lists.append([term.element]) }
    let all = distinct(keys.map(\.element))
    if keys.contains(where: { !$0.isCoarse && !$0.isKey }) || keys.count > 1 { lists.append(all) }
    for range in ranges { lists.append(distinct(all + [range.element])) }
    guard !sorts.isEmpty else { return lists.filter { !$0.isEmpty } }
    lists += [sorts, distinct(all + sorts)]
    for term in keys { lists.append(distinct([term.element] + sorts)) }
    return lists.filter { !$0.isEmpty }
  }

  /// Removes repeated columns: an index has each column once.
  private static func distinct(
    _ elements: [IndexCandidate.Element]
  ) -> [IndexCandidate.Element] {
    var seen: Set<String> = []
    return elements.filter { seen.insert($0.column).inserted }
  }

  /// The elements for the sort keys; empty if an index cannot have their order. It can if they are
  /// columns of the fetched entity and compared by bytes.
  private static func sortElements(
    of request: FetchRequest, _ terms: SearchTerms
  ) -> [IndexCandidate.Element] {
    guard request.resultType != .count else { return [] }
    var result: [IndexCandidate.Element] = []
    for key in request.sortKeys {
      guard case .path(let path) = key.value, key.comparison == .binary,
        let column = terms.element(of: path), column.steps.isEmpty
      else { return [] }
      var element = column.element
      element.isAscending = key.isAscending
      result.append(element)
    }
    return distinct(result)
  }

  /// One index for each side of an OR that no existing index helps.
  private static func alternative(_ sides: [[SearchTerms.Group]]) -> IndexCandidate? {
    var indexes: [IndexCandidate.Index] = []
    for groups in sides {
      guard groups.count == 1, let group = groups.first, group.steps.isEmpty else { return nil }
      if group.terms.contains(where: \.isKey) { continue }
      guard
        let term = group.terms.first(where: { $0.use == .equality && !$0.isCoarse })
          ?? group.terms.first(where: { !$0.isCoarse })
      else { return nil }
      let index = IndexCandidate.Index(entity: group.entity, elements: [term.element])
      if !indexes.contains(index) { indexes.append(index) }
    }
    return indexes.isEmpty ? nil : IndexCandidate(indexes: indexes)
  }
}
