import MomentumStore

// One SQL script that migrates a store with any SQLite client, or leaves it as it is.
//
// The trap is a client that goes on after an error, as the sqlite3 shell does without -bail. Were the
// transaction gone by then, every later statement would run by itself on the old store. So:
//
// - a failed condition at the start ends no transaction; it leaves a row out, and the last condition, which
//   does roll back, finds it missing;
// - SQLite ends the transaction by itself where the disk is full or cannot be read. Before it begins, every table
//   gets a temporary view of its name, which hides it; the views are dropped inside the transaction, and come
//   back with its end. On a view none of the statements works. So none may say `main.` before a table's name. A
//   CREATE TABLE is the exception, which is why none stands after the first row has moved;
// - a DROP … IF EXISTS of an index, a trigger or a view would work by itself too. A temporary one of the same name
//   takes the blow: names are looked up in `temp` first.

extension MigrationPlan {
  /// - Parameters:
  ///   - guard: What the store must be before and after.
  ///   - epilogue: Statements that write `Z_METADATA` and `Z_MODELCACHE`, by names without `main.`: what hides
  ///     the tables outside the transaction hides nothing from a qualified name.
  /// - Returns: A script for SQLite 3.33 or newer. A second run changes nothing: the guard fails.
  public func script(guard condition: ScriptGuard, epilogue: [String] = []) -> String {
    let hidden = hiddenNames(condition)
    var text = ScriptText()
    text.comment(title(condition))
    text.comment("Run it with: sqlite3 -bail STORE < SCRIPT")
    text.comment("Where the store is not what it is made for, nothing is changed.")
    text.section("Outside the transaction no table can be reached.")
    text.add("PRAGMA busy_timeout = 5000")
    // Where a client has them on, to drop a table would delete rows that refer to it.
    text.add("PRAGMA foreign_keys = OFF")
    for name in hidden {
      text.add("DROP VIEW IF EXISTS temp.\(sqlName(name))")
      text.add("CREATE TEMP VIEW \(sqlName(name)) AS SELECT 0 AS hidden")
    }
    text.add("DROP TABLE IF EXISTS temp.momentum_hidden")
    text.add("CREATE TEMP TABLE momentum_hidden (hidden INTEGER)")
    for name in droppedNames("INDEX") {
      text.add("CREATE INDEX temp.\(name) ON momentum_hidden (hidden)")
    }
    for name in droppedNames("TRIGGER") {
      text.add(
        "CREATE TEMP TRIGGER \(name) AFTER DELETE ON momentum_hidden BEGIN SELECT 1; END")
    }
    text.add("BEGIN")
    text.add("DROP TABLE temp.momentum_hidden")
    for name in hidden { text.add("DROP VIEW temp.\(sqlName(name))") }
    addConditions(condition, &text)
    for (index, step) in steps.enumerated() {
      text.section("\(index + 1). \(step.comment)")
      for statement in step.statements { text.add(statement) }
    }
    if !epilogue.isEmpty { text.section("What the store says of itself") }
    for statement in epilogue { text.add(statement) }
    addFinalConditions(condition, &text)
    text.add("COMMIT")
    text.add("DROP TABLE IF EXISTS temp.momentum_hidden")
    for name in hidden { text.add("DROP VIEW IF EXISTS temp.\(sqlName(name))") }
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

  /// What the steps drop of a kind, by names as a statement has them.
  private func droppedNames(_ kind: String) -> [String] {
    let start = "DROP \(kind) IF EXISTS "
    return unique(
      steps.flatMap(\.statements).filter { $0.hasPrefix(start) }
        .map { String($0.dropFirst(start.count)) })
  }

  private var failingChecks: [Check] { checks.filter { $0.consequence == .fails } }

  private func addConditions(_ condition: ScriptGuard, _ text: inout ScriptText) {
    text.section("What the store must be")
    let version = condition.version.map { " \($0)" } ?? ""
    text.add(
      "CREATE TEMP TABLE momentum_guard (source INTEGER NOT NULL DEFAULT 1 CONSTRAINT "
        + "\(sqlName("the store is not of version\(version), or was migrated already")) "
        + "CHECK (source = 1), metadata INTEGER NOT NULL DEFAULT 1 CONSTRAINT "
        + "\(sqlName("the metadata of the store is not what it was when the script was printed; print it anew")) "
        + "CHECK (metadata = 1), passes INTEGER NOT NULL DEFAULT 1 CONSTRAINT "
        + "\(sqlName("rows of the store do not fit the target")) CHECK (passes = 1), "
        + "result INTEGER NOT NULL DEFAULT 1 CONSTRAINT "
        + "\(sqlName("the result is not what it should be")) CHECK (result = 1))")
    text.add("CREATE TABLE main.\(condition.lock) (locked INTEGER)")
    let isLocked =
      "(SELECT count(*) FROM main.sqlite_master WHERE name = \(sqlText(condition.lock))) = 1"
    for expression in [
      isLocked, condition.holdsHashes, condition.hasEntities, condition.hasTables,
      condition.hasTriggers,
    ] {
      text.add("INSERT INTO temp.momentum_guard (source) SELECT \(expression)")
    }
    if let holdsMetadata = condition.holdsMetadata {
      text.add("INSERT INTO temp.momentum_guard (metadata) SELECT \(holdsMetadata)")
    }
    for check in failingChecks {
      text.comment("\(check.place): \(check.problem)")
      text.add("INSERT INTO temp.momentum_guard (passes) SELECT (\(check.countSQL)) = 0")
    }
    text.add("CREATE TEMP TABLE momentum_counts (number INTEGER PRIMARY KEY, value)")
    for (index, invariant) in invariants.enumerated() {
      text.comment(invariant.name)
      text.add("INSERT INTO temp.momentum_counts SELECT \(index + 1), (\(invariant.sourceSQL))")
    }
  }

  /// The first of them rolls back where any condition above failed.
  private func addFinalConditions(_ condition: ScriptGuard, _ text: inout ScriptText) {
    text.section("What the store must be now; else everything is undone")
    let count = 5 + (condition.metadata == nil ? 0 : 1) + failingChecks.count
    text.add("DROP TABLE main.\(condition.lock)")
    func require(_ expression: String) {
      text.add(
        "INSERT OR ROLLBACK INTO temp.momentum_guard (result) SELECT ifnull((\(expression)), 0)")
    }
    require("SELECT count(*) = \(count) FROM temp.momentum_guard")
    require("SELECT \(condition.hasTarget(self))")
    for (index, invariant) in invariants.enumerated() {
      text.comment(invariant.name)
      require(
        "SELECT (SELECT value FROM temp.momentum_counts WHERE number = \(index + 1)) = "
          + "(\(invariant.resultSQL))")
    }
    for zero in mustBeZero {
      text.comment(zero.name)
      require("SELECT (\(zero.resultSQL)) = 0")
    }
    text.add("DROP TABLE temp.momentum_counts")
    text.add("DROP TABLE temp.momentum_guard")
  }
}

/// The lines of a script.
private struct ScriptText {
  private(set) var text = ""

  mutating func add(_ statement: String) { text += statement + ";\n" }

  /// A name of a model may have line breaks, which would end the comment.
  mutating func comment(_ words: String) {
    text += "-- \(String(words.map { $0.isNewline ? " " : $0 }))\n"
  }

  mutating func section(_ words: String) {
    text += "\n"
    comment(words)
  }
}
