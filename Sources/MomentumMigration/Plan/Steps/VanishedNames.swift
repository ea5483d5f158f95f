package import MomentumStore

/// The names of the old model's tables and columns that the new store does not have, or uses for
/// something else. An app's own view or trigger that uses one of them cannot be kept.
struct VanishedNames {
  /// The names of tables. All names here are folded (ASCII letters in lower case).
  private var tables: Set<String>
  private var columns: [String: Set<String>] = [:]

  init(_ plans: TablePlans) {
    let sources = plans.entities.compactMap(\.match.source) + plans.joins.compactMap(\.source)
    tables = Set((sources + plans.removed).map { folded($0.name) })
    for table in plans.entities {
      let system = Dictionary(["Z_PK", "Z_ENT", "Z_OPT"].map { ($0, $0) }) { first, _ in first }
      add(
        table.name, table.match.source, table.shape,
        table.oldColumns.merging(system) { first, _ in first })
    }
    for join in plans.joins { add(join.table.name, join.source, join.shape, join.oldColumns) }
  }

  /// Makes the names for a mapping model, which replaces every table: the old tables and columns
  /// that no new table of the same name has.
  init(old: [StoreCatalog.Table], new: [String: [String]]) {
    let known = Set(old.map { folded($0.name) })
    let names = Dictionary(new.map { (folded($0.key), Set($0.value.map(folded))) }) { first, _ in
      first
    }
    tables = known.filter { names[$0] == nil }
    for table in old {
      guard let columns = names[folded(table.name)] else { continue }
      self.columns[folded(table.name)] = Set(table.columns.map { folded($0.name) })
        .subtracting(columns)
    }
  }

  private mutating func add(
    _ target: String, _ source: StoreCatalog.Table?, _ shape: TableShape,
    _ oldColumns: [String: String]
  ) {
    guard let source, folded(source.name) == folded(target) else { return }
    tables.remove(folded(target))
    let moved = Set(oldColumns.values.map(folded))
    let kept = Set(oldColumns.filter { folded($0.key) == folded($0.value) }.keys.map(folded))
    columns[folded(target)] = Set(source.columns.map { folded($0.name) }).filter { name in
      // A table that is altered in place keeps its columns that the model does not have.
      if case .altered = shape, !moved.contains(name) { return false }
      return !kept.contains(name)
    }
  }

  /// Whether a statement names a removed table, or a removed column together with its table.
  private func areMentioned(among names: Set<String>) -> Bool {
    !tables.isDisjoint(with: names)
      || columns.contains { names.contains($0.key) && !$0.value.isDisjoint(with: names) }
  }

  /// The app's own views and triggers that cannot be kept: they name a removed table or column, or
  /// a view that is dropped.
  ///
  /// If one of them stayed, SQLite would refuse every later ALTER TABLE … RENAME.
  func broken(in catalog: StoreCatalog) -> Set<StoreCatalog.Object> {
    var result: Set<StoreCatalog.Object> = []
    var users: [String: [StoreCatalog.Object]] = [:]
    for object in catalog.objects where object.kind != .index && !object.isCoreDataTrigger {
      let names = Set(StatementTokens(object.sql ?? "").tokens.compactMap(\.name))
      if object.sql == nil || areMentioned(among: names) { result.insert(object) }
      for name in names { users[name, default: []].append(object) }
    }
    var views = result.filter { $0.kind == .view }.map { folded($0.name) }
    while let view = views.popLast() {
      for user in users[view] ?? [] where result.insert(user).inserted {
        if user.kind == .view { views.append(folded(user.name)) }
      }
    }
    return result
  }
}

extension StoreCatalog.Object {
  /// Whether a trigger has a name that only Core Data gives: that of a derived attribute or a
  /// spatial index (observed).
  package var isCoreDataTrigger: Bool {
    kind == .trigger && (name.hasPrefix("Z_DA_") || name.hasPrefix("Z_RT_"))
  }
}
