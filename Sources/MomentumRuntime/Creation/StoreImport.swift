internal import MomentumCompiler
internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// What an import has changed, or what its dry run would have changed.
package struct ImportResult: Sendable, Hashable {
  /// The number of new rows by table, join tables included.
  package var rows: [String: Int] = [:]
  package var inserted = 0
  /// The number of existing objects in which a value or link changed.
  package var updated = 0
  /// The number of existing objects in the import that already had all its values and links.
  package var unchanged = 0
  /// The number of new links; both directions count as one.
  package var linked = 0

  package init() {}
}

/// Runs an import plan on an open store in one transaction. New objects are written by one INSERT
/// each; existing objects are changed by the same `GraphWriter` that programs use.
struct StoreImport {
  let plan: ImportPlan
  let compiled: CompiledModel
  let connection: Connection
  let isDryRun: Bool

  /// Thrown at the end of a dry run, so that the transaction is rolled back.
  private struct DryRunEnd: Error { var result: ImportResult? }

  /// Thrown after diagnostics were reported, so that the transaction is rolled back.
  private struct Refused: Error {}

  /// - Returns: `nil` if errors were reported; the store is then unchanged.
  func run(
    onProgress: (ImportProgress) -> Void, _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> ImportResult? {
    let writer = GraphWriter(connection: connection, compiled: compiled)
    writer.checksRules = plan.checksRules
    do {
      return try writer.transaction {
        let result = try write(writer, onProgress, &diagnostics)
        guard isDryRun else { return result }
        // A commit checks the rules of relationships. A dry run does not commit, so check them
        // here.
        try writer.checkRelationships()
        throw DryRunEnd(result: result)
      }
    } catch let end as DryRunEnd {
      return end.result
    } catch is Refused {
      return nil
    } catch let error as StoreError {
      throw error
    } catch let error as SQLiteError {
      throw .sqlite(error)
    } catch let error as StoreFailure {
      diagnostics.report(plan.refusal(error.description))
      return nil
    } catch {
      diagnostics.report(plan.refusal("the import failed with \(type(of: error))"))
      return nil
    }
  }

  private func write(
    _ writer: GraphWriter, _ onProgress: (ImportProgress) -> Void,
    _ diagnostics: inout Diagnostics
  ) throws -> ImportResult {
    let importer = StoreImporter(model: compiled.model, schema: compiled.schema)
    guard let existing = try importer.existing(plan, on: connection, &diagnostics) else {
      throw Refused()
    }
    let history = HistoryWriter(connection: connection, compiled: compiled)
    if history != nil { writer.log?.recordsProperties = true }
    var (touched, matched): (Set<Int32>, Set<Int32>) = ([], [])
    let written = try importer.insert(
      plan, existing: existing, on: connection, onProgress: onProgress
    ) { object, values in
      matched.insert(object)
      if try update(object, existing[object] ?? 0, values, writer) { touched.insert(object) }
    }
    // Tell the change log which keys are new, so that later links do not increment `Z_OPT` of new
    // rows.
    for (root, key) in written.keysBefore {
      writer.log?.keys[root] = ChangeLog.Keys(highestBefore: key, highest: key)
    }
    var result = ImportResult()
    result.rows = written.rows
    result.inserted = plan.fileObjectCount - matched.count
    for link in plan.storedLinks {
      let isOfStore = existing[link.source] != nil || existing[link.destination] != nil
      guard try !isOfStore || self.link(link, written.keys, writer) else { continue }
      result.linked += 1
      if isOfStore { touched.formUnion([link.source, link.destination]) }
    }
    result.updated = matched.intersection(touched).count
    result.unchanged = matched.count - result.updated
    try history?.write(
      inserted: { body in
        for object in 0..<Int32(plan.fileObjectCount) where existing[object] == nil {
          try body(plan.entity(of: object), written.keys[Int(object)])
        }
      }, updated: writer.log?.properties ?? [:])
    return result
  }

  // MARK: - Existing objects

  /// Writes the values that differ:
  /// `UPDATE ZVENUE SET ZNAME = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?`.
  private func update(
    _ object: Int32, _ key: Int64, _ values: [(column: String, value: SQLValue)],
    _ writer: GraphWriter
  ) throws -> Bool {
    let entity = plan.entity(of: object)
    let columns = values.map(\.column)
    guard !columns.isEmpty,
      let row = try writer.firstRow(
        "SELECT \(names: columns) FROM \(name: writer.table(of: entity)) WHERE Z_PK = ?",
        [.integer(key)])
    else { return false }
    let changed = values.indices.filter { !row[$0].isSame(as: values[$0].value) }
    guard !changed.isEmpty else { return false }
    let root = compiled.model.root(of: entity)
    _ = writer.log?.touch(RowKey(root: root, key: key))
    let names = Set(changed.map { values[$0].column })
    for id in compiled.model.attributes(of: entity) {
      let own =
        compiled.schema.attributeColumns[id].map { [$0] }
        ?? compiled.schema.compositeColumns[id]?.map(\.column) ?? []
      guard !names.isDisjoint(with: own) else { continue }
      writer.log?.note(.attribute(id), RowKey(root: root, key: key))
    }
    let list: [SQLFragment] =
      changed.map { "\(name: columns[$0]) = ?" } + ["Z_OPT = Z_OPT + 1"]
    do {
      try writer.run(
        "UPDATE \(name: writer.table(of: entity)) SET \(list: list) WHERE Z_PK = ?",
        changed.map { values[$0].value } + [.integer(key)])
    } catch let error as SQLiteError {
      let text = UniquenessConstraints(of: root, compiled.model, compiled.schema)
        .text(for: error, entity: compiled.model[entity].name)
      throw text.map { StoreFailure(.validation, $0) } ?? error
    }
    return true
  }

  /// Links two objects.
  ///
  /// - Returns: `false` if the objects were already linked.
  private func link(
    _ link: StoredLink, _ keys: [Int64], _ writer: GraphWriter
  ) throws -> Bool {
    guard let plan = writer.plan(for: link.relationship) else { return false }
    let (source, destination) = (keys[Int(link.source)], keys[Int(link.destination)])
    switch plan.storage {
    case .sourceKey(let key):
      return try setToOne(plan, key, source, destination, writer)
    case .destinationKey:
      if let inverse = plan.inverse.flatMap({ writer.plan(for: $0) }),
        case .sourceKey(let key) = inverse.storage
      {
        return try setToOne(inverse, key, destination, source, writer)
      }
      guard try !writer.members(plan, of: source).contains(destination) else { return false }
      try writer.add([destination], to: plan, of: source)
    case .join(let join):
      guard try !writer.hasPair(join, source, destination) else { return false }
      try writer.add([destination], to: plan, of: source)
    }
    return true
  }

  private func setToOne(
    _ plan: RelationshipPlan, _ key: RelationshipPlan.Key, _ source: Int64, _ destination: Int64,
    _ writer: GraphWriter
  ) throws -> Bool {
    let old = try writer.firstRow(
      "SELECT \(name: key.column) FROM \(name: key.table) WHERE Z_PK = ?", [.integer(source)])?
      .first?.key
    guard old != destination else { return false }
    try writer.setToOne(plan, key, source: source, old: old, to: destination)
    return true
  }
}
