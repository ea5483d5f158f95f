import MomentumStore

/// Names that a target needs and that something else in the store has: tables, indexes and views share one
/// space of names (observed: SQLite refuses a table with the name of an index).
struct TakenNames {
  private let wanted: Set<String>

  init(_ schema: StoreSchema) {
    let tables = schema.tables + (schema.history?.tables ?? [])
    var names: [String] = []
    for table in tables {
      names.append(table.name)
      names += table.joinTables.map(\.name)
      names += table.indexes.map(\.name)
      for tree in table.rTrees {
        names.append(tree.name)
        // Where the virtual table keeps its pages.
        names += ["node", "parent", "rowid"].map { "\(tree.name)_\($0)" }
      }
    }
    wanted = Set(names.map(folded))
  }

  /// What stands in the way, by kind and name.
  ///
  /// - Parameter leaving: Tables that are gone before anything is made, folded; their indexes go too.
  func reasons(in catalog: StoreCatalog, leaving: Set<String>) -> [PlanFailure.Reason] {
    let tables = catalog.tables.map(\.name).filter {
      wanted.contains(folded($0)) && !leaving.contains(folded($0))
    }
    let others = catalog.objects.filter { object in
      switch object.kind {
      case .trigger: false
      case .view: wanted.contains(folded(object.name))
      case .index: wanted.contains(folded(object.name)) && !leaving.contains(folded(object.table))
      }
    }
    return tables.map { reason("table", $0) } + others.map { reason($0.kind.rawValue, $0.name) }
  }

  private func reason(_ kind: String, _ name: String) -> PlanFailure.Reason {
    PlanFailure.Reason(
      kind: .storeDiffers, place: "\(kind) \(name)",
      text:
        "the store has \(kind == "index" ? "an" : "a") \(kind) \(name) already, which is not of its model"
    )
  }
}
