internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// Assigns keys to the objects of an import.
struct ImportKeys {
  let model: ObjectModel
  let schema: StoreSchema

  /// Takes the keys in the file and reserves a block of new keys for each family after the last one
  /// in use: `UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? …` on the root's row.
  ///
  /// - Parameter existing: The keys of objects that are in the store, by index in `plan.objects`.
  /// - Returns: The key of each of `plan.objects`, and by root entity the key before the first new
  ///   key.
  func allocate(
    _ plan: ImportPlan, existing: [Int32: Int64], _ connection: Connection
  ) throws -> (keys: [Int64], before: [EntityID: Int64]) {
    let roots = model.entityIDs.map { model.root(of: $0) }
    var keys = plan.givenKeys
    if keys.isEmpty { keys = Array(repeating: 0, count: plan.objects.count) }
    for (object, key) in existing { keys[Int(object)] = key }
    var given: [EntityID: Int64] = plan.lastKeys
    var newCounts: [EntityID: Int64] = [:]
    for (index, object) in plan.objects.enumerated() where existing[Int32(clamping: index)] == nil {
      let root = roots[object.entity.index]
      if keys[index] > 0 {
        given[root] = max(given[root] ?? 0, keys[index])
      } else {
        newCounts[root, default: 0] += 1
      }
    }
    var next: [EntityID: Int64] = [:]
    for root in Set(given.keys).union(newCounts.keys).sorted() {
      next[root] = try reserve(root, given[root] ?? 0, newCounts[root] ?? 0, connection)
    }
    let before = next
    for (index, object) in plan.objects.enumerated() where keys[index] == 0 {
      let root = roots[object.entity.index]
      let key = (next[root] ?? 0) + 1
      next[root] = key
      keys[index] = key
    }
    return (keys, before)
  }

  /// - Returns: The key before the first new key.
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
