package import MomentumSQL
import MomentumStore

// One SQL script that migrates a store with any SQLite client, or leaves it unchanged.
//
// The danger is a client that goes on after an error, as the sqlite3 shell does without -bail. If
// the transaction had ended by then, every later statement would change the old store on its own.
// Therefore:
//
// - A condition that fails at the start does not end the transaction. It only fails to insert a
//   row, and the last condition finds the row missing and rolls back.
// - SQLite ends the transaction by itself if the disk is full or cannot be read. For this case,
//   each table is hidden by a temporary view of its name, which is made before the transaction. The
//   views are dropped inside the transaction and return when it ends, and the statements fail on a
//   view. No statement may therefore write `main.` before a table's name. Only CREATE TABLE works
//   regardless, so none may come after the first row has moved.
// - DROP … IF EXISTS of an index, trigger or view would work outside the transaction too. A
//   temporary object of the same name is dropped instead, because SQLite looks up names in `temp`
//   first.

extension MigrationPlan {
  /// - Parameters:
  ///   - guard: The conditions that the store must satisfy before and after.
  ///   - epilogue: Statements that write `Z_METADATA` and `Z_MODELCACHE`. They must use names
  ///     without `main.`, which would reach the tables although they are hidden.
  /// - Returns: A script for SQLite 3.33 or newer. A second run changes nothing, because its guard
  ///   fails.
  package func script(guard condition: ScriptGuard, epilogue: [SQLFragment] = []) -> String {
    let hidden = hiddenNames(condition)
    var text = ScriptText()
    text.comment(title(condition))
    text.comment("Run it with: sqlite3 -bail STORE < SCRIPT")
    text.comment("Where the store is not what it is made for, nothing is changed.")
    text.section("Outside the transaction no table can be reached.")
    text.add("PRAGMA busy_timeout = 5000")
    // If a client has foreign keys on, dropping a table would delete the rows that refer to it.
    text.add("PRAGMA foreign_keys = OFF")
    let temporary = TemporaryTable.schema
    for name in hidden {
      text.add(.drop(.view, name, schema: temporary, ifExists: true))
      text.add(.createTemporaryView(name, as: "SELECT 0 AS hidden"))
    }
    let hiding = TemporaryTable("momentum_hidden")
    text.add(hiding.drop(ifExists: true).sql)
    text.add(hiding.create(SQLColumnDefinition("hidden", "INTEGER")).sql)
    for name in droppedNames(.index) { text.add(hiding.createIndex(name, on: ["hidden"]).sql) }
    for name in droppedNames(.trigger) {
      text.add(
        "CREATE TEMP TRIGGER \(name: name) AFTER DELETE ON \(name: hiding.name) "
          + "BEGIN SELECT 1; END")
    }
    text.add("BEGIN")
    text.add(hiding.drop().sql)
    for name in hidden { text.add(.drop(.view, name, schema: temporary)) }
    addConditions(condition, &text)
    for (index, step) in steps.enumerated() {
      text.section("\(index + 1). \(step.comment)")
      for statement in step.statements { text.add(SQLFragment(printed: statement)) }
    }
    if !epilogue.isEmpty { text.section("What the store says of itself") }
    for statement in epilogue { text.add(statement) }
    addFinalConditions(condition, &text)
    text.add("COMMIT")
    text.add(hiding.drop(ifExists: true).sql)
    for name in hidden { text.add(.drop(.view, name, schema: temporary, ifExists: true)) }
    return text.text
  }

  private func title(_ condition: ScriptGuard) -> String {
    condition.version.map { "Migrates a store of \($0)." } ?? "Migrates a store."
  }

  private func hiddenNames(_ condition: ScriptGuard) -> [String] {
    let target = condition.target.tables.flatMap { table in
      [table.name] + table.joinTables.map(\.name) + table.rTrees.map(\.name)
    }
    let views = condition.source.objects.filter { $0.kind == .view }.map(\.name)
    var seen: Set<String> = []
    return
      (condition.tables.map(\.name) + target + ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]
      + views).filter { seen.insert(folded($0)).inserted }
  }

  /// The names of the objects of this kind that the steps drop with IF EXISTS.
  private func droppedNames(_ kind: SQLObjectKind) -> [String] {
    unique(
      steps.flatMap(\.definitions).compactMap { definition in
        if case .drop(kind, let name, schema: nil, ifExists: true) = definition {
          name
        } else {
          nil
        }
      })
  }

  private var failingChecks: [Precondition] { checks.filter { $0.consequence == .fails } }

  private func addConditions(_ condition: ScriptGuard, _ text: inout ScriptText) {
    text.section("What the store must be")
    let conditions = ScriptGuard.conditions
    text.add(conditions.create(columns: condition.conditionColumns).sql)
    text.add(.createTable(condition.lockTable))
    let isLocked: SQLFragment =
      "(SELECT count(*) FROM main.sqlite_master WHERE name = \(text: condition.lock)) = 1"
    for expression in [
      isLocked, condition.holdsHashes, condition.hasEntities, condition.hasTables,
      condition.hasTriggers,
    ] {
      text.add("INSERT INTO \(sql: conditions.sql) (source) SELECT \(sql: expression)")
    }
    if let holdsMetadata = condition.holdsMetadata {
      text.add("INSERT INTO \(sql: conditions.sql) (metadata) SELECT \(sql: holdsMetadata)")
    }
    for check in failingChecks {
      text.comment("\(check.place): \(check.problem)")
      text.add("INSERT INTO \(sql: conditions.sql) (passes) SELECT (\(sql: check.count)) = 0")
    }
    let counts = ScriptGuard.counts
    text.add(
      counts.create(
        SQLColumnDefinition("number", "INTEGER", "PRIMARY KEY"), SQLColumnDefinition("value")
      ).sql)
    for (index, invariant) in invariants.enumerated() {
      text.comment(invariant.name)
      text.add(
        "INSERT INTO \(sql: counts.sql) SELECT \(number: index + 1), (\(sql: invariant.source))")
    }
  }

  /// Adds the conditions on the migrated store. The first of them rolls back if any earlier
  /// condition failed.
  private func addFinalConditions(_ condition: ScriptGuard, _ text: inout ScriptText) {
    text.section("What the store must be now; else everything is undone")
    let conditions = ScriptGuard.conditions
    let counts = ScriptGuard.counts
    let count = 5 + (condition.metadata == nil ? 0 : 1) + failingChecks.count
    text.add(.drop(.table, condition.lock, schema: ScriptGuard.storeSchema))
    func require(_ expression: SQLFragment) {
      text.add(
        "INSERT OR ROLLBACK INTO \(sql: conditions.sql) (result) "
          + "SELECT ifnull((\(sql: expression)), 0)")
    }
    require("SELECT count(*) = \(number: count) FROM \(sql: conditions.sql)")
    require("SELECT \(sql: condition.hasTarget(self))")
    for (index, invariant) in invariants.enumerated() {
      text.comment(invariant.name)
      require(
        "SELECT (SELECT value FROM \(sql: counts.sql) WHERE number = \(number: index + 1)) = "
          + "(\(sql: invariant.result))")
    }
    for zero in mustBeZero {
      text.comment(zero.name)
      require("SELECT (\(sql: zero.result)) = 0")
    }
    text.add(counts.drop().sql)
    text.add(conditions.drop().sql)
  }
}

/// The lines of a script.
private struct ScriptText {
  private(set) var text = ""

  mutating func add(_ statement: SQLFragment) { text += statement.text + ";\n" }

  mutating func add(_ definition: SQLDefinition) { add(definition.sql) }

  /// Adds a comment on one line. A name in a model may have line breaks, which would end the
  /// comment, and SQLite would run the rest.
  mutating func comment(_ words: String) {
    text += "-- \(String(words.map { $0.isNewline ? " " : $0 }))\n"
  }

  mutating func section(_ words: String) {
    text += "\n"
    comment(words)
  }
}
