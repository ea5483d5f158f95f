import MomentumModel

/// A column to find in an entity's table: that of an attribute, of an innermost element of a
/// composite, or of a foreign key.
struct WantedColumn {
  /// The column's name that the layout computes from the model.
  var computed: String
  /// The name without the number that a collision with another property adds: `ZTITLE` for
  /// `ZTITLE1`.
  var natural: String
  /// Whether the name begins with an entity's number, as `Z4ITEMS` does: the key of a to-many
  /// relationship without inverse.
  var isNumbered: Bool
  var sqlType: String
  /// The entity numbers (`Z_ENT`) of rows that may have a value in the column.
  var numbers: [Int]
  /// The property in messages: `Venue.name`.
  var place: String
}

/// Finds the columns of one table; each column belongs to at most one property.
///
/// If only one property of the table has a name, its column has that name too. Several properties
/// with one name share `ZTITLE`, `ZTITLE1`, …: each of them gets a column of its type that has
/// values only in rows of its own entities. If several such columns exist, the one with the name
/// that the layout computes from the model is taken.
struct ColumnFinder {
  private let table: StoreCatalog.Table
  private let evidence: StoreEvidence
  /// The columns of the table by name in upper case.
  private let columns: [String: StoreColumn]
  private var taken: Set<String> = []

  init(_ table: StoreCatalog.Table, _ evidence: StoreEvidence) {
    self.table = table
    self.evidence = evidence
    columns = Dictionary(table.columns.map { ($0.name.uppercased(), $0) }) { first, _ in first }
  }

  /// Finds the columns of the wanted properties. Returns the names of the columns in the store by
  /// the names that the layout computes from the model. A property without a column has no entry.
  mutating func find(_ wanted: [WantedColumn]) -> [String: String] {
    var result: [String: String] = [:]
    let groups = Dictionary(grouping: wanted) { $0.natural }
    let naturals = Set(groups.keys)
    var rest: [WantedColumn] = []
    for column in wanted where groups[column.natural]?.count == 1 {
      if let name = take(column.computed) {
        result[column.computed] = name
      } else {
        rest.append(column)
      }
    }
    for name in naturals.sorted() {
      guard let group = groups[name], group.count > 1 else { continue }
      for (column, found) in zip(group, share(group, naturals)) {
        if let found { result[column.computed] = take(found) }
      }
    }
    for column in rest {
      if let name = another(column, naturals) { result[column.computed] = take(name) }
    }
    return result
  }

  /// Takes the first of these names that the table has and that no property has yet; returns the
  /// name in the table's spelling.
  mutating func take(first names: [String]) -> String? {
    for name in names {
      if let found = take(name) { return found }
    }
    return nil
  }

  /// Takes the column whose name consists of `prefix`, any number and `rest`, if no property has it
  /// yet and the table has only one such column.
  mutating func take(prefix: String, numbered rest: String) -> String? {
    let rest = rest.uppercased()
    let found = columns.keys.filter {
      !taken.contains($0) && NumberedName($0, prefix: prefix)?.rest == rest
    }
    return found.count == 1 ? found.first.flatMap { take($0) } : nil
  }

  private mutating func take(_ name: String) -> String? {
    guard let column = columns[name.uppercased()], taken.insert(name.uppercased()).inserted else {
      return nil
    }
    return column.name
  }

  /// Finds a column whose name differs only in its number, if the table has exactly one such free
  /// column of this type.
  private func another(_ wanted: WantedColumn, _ naturals: Set<String>) -> String? {
    let found = columns.filter { name, column in
      guard !taken.contains(name), !naturals.contains(name), column.sqlType == wanted.sqlType else {
        return false
      }
      guard wanted.isNumbered else { return NumberedName.isNumbered(name, wanted.natural) }
      let rest = NumberedName(wanted.natural, prefix: "Z")?.rest
      return rest != nil && NumberedName(name, prefix: "Z")?.rest == rest
    }
    return found.count == 1 ? found.first?.key : nil
  }

  // MARK: - Properties with the same name

  private func share(_ group: [WantedColumn], _ naturals: Set<String>) -> [String?] {
    let computed = group.map { $0.computed.uppercased() }
    var candidates = computed.filter { columns[$0] != nil && !taken.contains($0) }
    candidates += columns.keys.filter {
      !taken.contains($0) && !candidates.contains($0)
        && ($0 == group[0].natural || !naturals.contains($0))
        && NumberedName.isNumbered($0, group[0].natural)
    }.sorted { ($0.count, $0) < ($1.count, $1) }
    let known = hasTwins(group) ? valuesByColumn(candidates) : [:]
    func fits(_ wanted: WantedColumn, _ name: String, _ looksAtRows: Bool) -> Bool {
      guard columns[name]?.sqlType == wanted.sqlType else { return false }
      guard looksAtRows, let used = known[name] else { return true }
      return used.isSubset(of: wanted.numbers)
    }
    for looksAtRows in [true, false] {
      var search = Assignment(
        preferences: group.indices.map { index in
          ([computed[index]] + candidates.filter { $0 != computed[index] }).filter {
            candidates.contains($0) && fits(group[index], $0, looksAtRows)
          }
        })
      if let found = search.run() { return found }
    }
    return computed.map { candidates.contains($0) ? $0 : nil }
  }

  /// Whether several columns have the same type, so that types alone do not tell them apart.
  private func hasTwins(_ group: [WantedColumn]) -> Bool {
    Set(group.map(\.sqlType)).count < group.count
  }

  private func valuesByColumn(_ names: [String]) -> [String: Set<Int>] {
    var result: [String: Set<Int>] = [:]
    for name in names {
      if let column = columns[name] {
        result[name] = evidence.entityNumbers(table.name, column.name)
      }
    }
    return result
  }
}

/// Assigns a different column to each of several properties. `preferences` has the columns that fit
/// each property, the most likely one first.
private struct Assignment {
  let preferences: [[String]]
  private var chosen: [String] = []
  /// The number of combinations that are still tried. Without a limit, a damaged or hostile store
  /// with hundreds of columns that all fit would take forever.
  private var stepsLeft = 10_000

  init(preferences: [[String]]) { self.preferences = preferences }

  mutating func run() -> [String]? {
    guard chosen.count < preferences.count else { return chosen }
    for name in preferences[chosen.count] where !chosen.contains(name) {
      guard stepsLeft > 0 else { return nil }
      stepsLeft -= 1
      chosen.append(name)
      if let all = run() { return all }
      chosen.removeLast()
    }
    return nil
  }
}
