internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// Gives the objects of an import their keys.
struct ImportKeys {
  let model: ObjectModel
  let schema: StoreSchema

  /// The keys that the file gives, and a block of new ones per family behind them, from the root's row:
  /// `UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? …`.
  func allocate(_ plan: ImportPlan, _ connection: Connection) throws -> [Int64] {
    let roots = plan.objects.map { model.root(of: $0.entity) }
    var given: [EntityID: Int64] = plan.lastKeys
    var newCounts: [EntityID: Int64] = [:]
    for (object, root) in zip(plan.objects, roots) {
      if let key = object.key {
        given[root] = max(given[root] ?? 0, key)
      } else {
        newCounts[root, default: 0] += 1
      }
    }
    var next: [EntityID: Int64] = [:]
    for root in Set(roots).union(plan.lastKeys.keys).sorted() {
      next[root] = try reserve(root, given[root] ?? 0, newCounts[root] ?? 0, connection)
    }
    return zip(plan.objects, roots).map { object, root in
      if let key = object.key { return key }
      let key = (next[root] ?? 0) + 1
      next[root] = key
      return key
    }
  }

  /// - Returns: The key before the first new one.
  private func reserve(
    _ root: EntityID, _ given: Int64, _ count: Int64, _ connection: Connection
  ) throws -> Int64 {
    let number = SQLValue.integer(Int64(schema[root].number))
    let old = try connection.firstValue(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [number])
    guard case .integer(let last)? = old, last >= 0, max(last, given) <= Int64.max - count else {
      throw StoreError.notAStore(path: connection.path, missing: "Z_PRIMARYKEY.Z_MAX")
    }
    let start = max(last, given)
    try connection.execute(
      "UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?",
      [.integer(start + count), number, .integer(last)])
    return start
  }
}
