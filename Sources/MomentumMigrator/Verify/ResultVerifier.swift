import MomentumCompiler
import MomentumMigration
import MomentumPropertyList
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Compares the result of a migration with what the plan and the target require.
struct ResultVerifier {
  /// The most problems of one kind that are reported.
  static let problemsMax = 10

  let connection: Connection
  let prepared: PreparedMigration
  let plan: MigrationPlan
  let counts: SourceCounts
  let verification: MigrationOptions.Verification
  let faults: FaultPoint
  let meter: ProgressMeter

  /// Verifies the result. Throws the problems that it finds.
  ///
  /// - Returns: What was verified, one phrase each.
  func verify(fileBytes: Int64) throws -> [String] {
    var verified: [String] = []
    var problems: [String] = []
    func part(_ name: String, weight: Int64, _ look: () throws -> [String]) throws {
      try meter.begin(.verifying, name, weight: weight)
      let found = try look()
      problems += found.prefix(ResultVerifier.problemsMax)
      if found.isEmpty { verified.append(name) }
    }
    let integrity = IntegrityCheck(connection, verification)
    try part(integrity.name, weight: fileBytes * (verification == .full ? 3 : 1)) {
      try faults.willCall(.read, integrity.name)
      return try integrity.problems()
    }
    // In a damaged file the other checks have no reliable results.
    guard problems.isEmpty else { throw MigrationError.verification(problems) }
    try part("tables and indexes", weight: 4096, schema)
    try part("entity numbers and last keys", weight: 4096, entityNumbers)
    try part("metadata and version hashes", weight: 4096, metadata)
    try part("\(plan.invariants.count) counts of rows, links and values", weight: fileBytes / 4) {
      try invariants()
    }
    try part("\(plan.mustBeZero.count) counts of orphans", weight: fileBytes / 4, orphans)
    guard problems.isEmpty else { throw MigrationError.verification(problems) }
    return verified
  }

  static func weight(
    fileBytes: Int64, _ verification: MigrationOptions.Verification
  ) -> Int64 {
    fileBytes * (verification == .full ? 3 : 1) + fileBytes / 2 + 3 * 4096
  }

  // MARK: - Parts

  private func schema() throws -> [String] {
    try faults.willCall(.read, "sqlite_master")
    let fresh = try Connection.inMemory()
    for statement in prepared.input.target.schema.creationStatements(
      framework: prepared.input.target.framework)
    {
      try fresh.execute(sql: statement)
    }
    return SchemaComparison(
      expected: try StoreCatalog.read(from: fresh),
      actual: try StoreCatalog.read(from: connection),
      target: prepared.input.target.schema, source: prepared.input.source.schema,
      style: plan.style
    ).problems
  }

  private func entityNumbers() throws -> [String] {
    try faults.willCall(.read, "Z_PRIMARYKEY")
    let actual = try StoreCatalog.read(from: connection).entityNumbers
    let byNumber = Dictionary(actual.map { ($0.number, $0) }) { first, _ in first }
    let schema = prepared.input.target.schema
    let expected = schema.entities.sorted { $0.number < $1.number }
    var problems = expected.compactMap { entity -> String? in
      guard let row = byNumber[entity.number] else {
        return "Z_PRIMARYKEY has no entity \(entity.number), '\(entity.name)'"
      }
      // Core Data leaves the old name of a renamed entity in this table (observed once).
      let hasName = row.name == entity.name || plan.style == .asCoreData
      return hasName && row.parent == entity.parentNumber
        ? nil : "Z_PRIMARYKEY has '\(row.name)' where '\(entity.name)' should be"
    }
    let isHistory: (Int) -> Bool = { $0 >= 16001 }
    let extra = actual.filter { row in
      !isHistory(row.number) && !expected.contains { $0.number == row.number }
    }
    problems += extra.map { "Z_PRIMARYKEY has an entity more, \($0.number)" }
    for entity in expected where entity.parentNumber == 0 {
      let last = try SourceReader.number(
        "SELECT coalesce(max(Z_PK), 0) FROM \(name: entity.table)", connection, faults)
      if let last, last > byNumber[entity.number]?.maximumKey ?? 0 {
        problems.append("Z_MAX of '\(entity.name)' is below the last key")
      }
    }
    return problems
  }

  private func metadata() throws -> [String] {
    try faults.willCall(.read, "Z_METADATA")
    var problems: [String] = []
    let expected = prepared.metadata.migrated(to: prepared.input.target)
    let actual = try StoreMetadata.read(from: connection)
    // Compare the bytes: a NaN in the metadata is not equal to itself.
    if actual.uuid != expected.uuid
      || BinaryPropertyListWriter.write(actual.propertyList)
        != BinaryPropertyListWriter.write(expected.propertyList)
    {
      problems.append("Z_METADATA does not hold what was written")
    }
    let copy = prepared.input.target.modelCopy
    if try connection.hasTable("Z_MODELCACHE"),
      try ModelCache.read(from: connection) != (copy.packed == nil ? nil : copy.archive)
    {
      problems.append("Z_MODELCACHE does not hold the new model")
    }
    return problems
  }

  private func invariants() throws -> [String] {
    try zip(plan.invariants, counts.invariants).compactMap { invariant, before in
      let after = try SourceReader.value(
        invariant.result, connection, faults)
      guard before != after else { return nil }
      return "\(invariant.name): \(text(before)) before, \(text(after)) after"
    }
  }

  private func orphans() throws -> [String] {
    try zip(plan.mustBeZero, counts.tolerated).compactMap { invariant, tolerated in
      let count = try SourceReader.number(
        invariant.result, connection, faults)
      guard let count, count <= tolerated else {
        return "\(invariant.name): \(text(count)), at most \(tolerated) expected"
      }
      return nil
    }
  }

  private func text(_ count: Int64?) -> String { count.map { String($0) } ?? "no number" }

  private func text(_ value: SQLValue?) -> String {
    switch value {
    case .integer(let number): "\(number)"
    // The plan's statement returns several counts as one text.
    case .text(let numbers): numbers
    case .real, .blob, .null, nil: "no number"
    }
  }
}
