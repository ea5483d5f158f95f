import MomentumModel
import MomentumSQL
import MomentumStore

/// Plans the steps for indexes, triggers, views and spatial indexes.
///
/// Triggers would run while rows move, and SQLite refuses to rename a table while a trigger or view
/// refers to a table that does not exist. So they are dropped before and made again afterwards.
struct ObjectPlan {
  private let builder: StepBuilder
  private let fates: [TableFate]
  /// The names of the tables that are written or renamed, folded (ASCII letters in lower case).
  private let changed: Set<String>
  /// The names of all tables of the old model, folded (ASCII letters in lower case).
  private let known: Set<String>
  private let hasRenames: Bool
  private let targetTriggers: [TargetTrigger]
  /// The names of the indexes that need not be made again.
  private let keptIndexes: Set<String>
  /// The app's own views and triggers that name something the new model lacks.
  private let broken: Set<StoreCatalog.Object>

  /// The trigger of a derived attribute or of a spatial index.
  private struct TargetTrigger {
    var name: String
    var creation: MigrationPlan.Statement
  }

  init(_ builder: StepBuilder) {
    self.builder = builder
    let plans = builder.plans
    broken = VanishedNames(plans).broken(in: builder.catalog)
    fates =
      plans.entities.map { TableFate($0.name, $0.match.source, $0.shape) }
      + plans.joins.map { TableFate($0.table.name, $0.source, $0.shape) }
    let sources = plans.entities.compactMap(\.match.source) + plans.joins.compactMap(\.source)
    known = Set((sources + plans.removed).map { folded($0.name) })
    let kept = Set(fates.compactMap(\.source).map(folded))
    let rebuilt = Set(sources.map { folded($0.name) }).subtracting(kept)
    let renamed = fates.contains { !$0.renames.isEmpty } || !rebuilt.isEmpty
    hasRenames = renamed
    var changed = rebuilt.union(plans.removed.map { folded($0.name) })
    for table in plans.entities where ObjectPlan.isWritten(table, builder) {
      if let source = table.match.source { changed.insert(folded(source.name)) }
    }
    for join in plans.joins {
      guard let source = join.source, case .altered(let alteration) = join.shape else { continue }
      if !alteration.renames.isEmpty || !alteration.additions.isEmpty
        || source.name != join.table.name || join.loses.sources || join.loses.destinations
      {
        changed.insert(folded(source.name))
      }
    }
    self.changed = changed
    targetTriggers = ObjectPlan.triggers(of: builder.matches.new.schema)
    keptIndexes = ObjectPlan.keptIndexes(builder, fates)
  }

  private static func isWritten(_ table: TablePlan, _ builder: StepBuilder) -> Bool {
    guard let source = table.match.source else { return false }
    guard case .altered(let alteration) = table.shape else { return true }
    let printer = ColumnPrinter(column: SQLFragment.name, link: { _, column in column.sql })
    return source.name != table.name || !alteration.renames.isEmpty
      || !table.droppedNumbers.isEmpty || !table.assignments(printer).isEmpty
      || table.keys.contains {
        !$0.sources.isEmpty && !builder.matches.allBecome($0.target, $0.oldTargets)
      }
      || table.keys.contains { $0.needsEntityNumbers || builder.plans.pair(of: $0) != nil }
      || !builder.derivations(of: table).isEmpty
  }

  // MARK: - Before the tables change

  func setAside() -> [MigrationPlan.Step] {
    let triggers = triggersToDrop
    let views = builder.catalog.objects.filter {
      $0.kind == .view && (hasRenames || broken.contains($0))
    }
    let trees = oldTrees.filter { name in !keptTrees.contains(name) }
    return [
      MigrationPlan.Step(
        comment: "sets triggers and views aside",
        statements: triggers.map { .definition(.drop(.trigger, $0.name, ifExists: true)) }
          + views.map { .definition(.drop(.view, $0.name, ifExists: true)) }),
      MigrationPlan.Step(
        comment: "removes spatial indexes",
        statements: trees.map { .definition(.drop(.table, $0)) }),
      MigrationPlan.Step(
        comment: "removes indexes that the target does not have, or has in another form",
        statements: indexesToDrop.map { .definition(.drop(.index, $0.name, ifExists: true)) },
        byteCount: 0,
        freedByteCount: indexesToDrop.reduce(0) { $0.addingClamped($1.byteCount ?? 0) }),
    ]
  }

  private var triggersToDrop: [StoreCatalog.Object] {
    builder.catalog.objects.filter { object in
      guard object.kind == .trigger else { return false }
      if hasRenames || changed.contains(folded(object.table)) || broken.contains(object) {
        return true
      }
      return known.contains(folded(object.table)) && !isKept(object)
    }
  }

  /// Whether a trigger on an unchanged table can stay: it is an app's own trigger, or the new model
  /// has the same one.
  private func isKept(_ object: StoreCatalog.Object) -> Bool {
    let isWanted = targetTriggers.contains {
      folded($0.name) == folded(object.name) && ObjectPlan.isSame($0.creation.sql, object.sql)
    }
    return isWanted || !object.isCoreDataTrigger
  }

  private static func isSame(
    _ creation: SQLFragment, _ other: String?, renames: [String: String] = [:]
  ) -> Bool {
    guard let other else { return false }
    let sql = creation.text
    return (renames.isEmpty && sql == other)
      || StatementTokens(other).renaming(renames) == StatementTokens(sql)
  }

  // MARK: - Indexes

  private var targetIndexes: [SQLIndex] {
    builder.matches.new.schema.tables.flatMap(\.indexes)
  }

  private static func keptIndexes(_ builder: StepBuilder, _ fates: [TableFate]) -> Set<String> {
    let byName = Dictionary(
      builder.catalog.objects.filter { $0.kind == .index }.map { (folded($0.name), $0) }
    ) { first, _ in first }
    let byTarget = Dictionary(fates.map { (folded($0.target), $0) }) { first, _ in first }
    return Set(
      builder.matches.new.schema.tables.flatMap(\.indexes).compactMap { index in
        guard let object = byName[folded(index.name)], let sql = object.sql,
          let fate = byTarget[folded(index.table)], let source = fate.source,
          folded(source) == folded(object.table),
          isSame(index.creation.sql, sql, renames: fate.renames)
        else { return nil }
        return object.name
      })
  }

  private var indexesToDrop: [StoreCatalog.Object] {
    let kept = keptIndexes
    let staying = Set(fates.compactMap(\.source).map(folded))
    let wanted = Set(targetIndexes.map { folded($0.name) })
    return builder.catalog.objects.filter { object in
      guard object.kind == .index, let sql = object.sql, staying.contains(folded(object.table)),
        !kept.contains(object.name)
      else { return false }
      switch builder.style {
      case .fresh: return true
      // Core Data leaves old indexes. Drop only a unique index, which would still forbid
      // duplicates, and an index whose name a new index needs.
      case .asCoreData:
        let words = StatementTokens(sql).tokens.prefix(2)
        return wanted.contains(folded(object.name)) || words.contains(.word("unique"))
      }
    }
  }

  // MARK: - Spatial indexes

  /// The virtual tables of the old model's spatial indexes that the store has.
  private var oldTrees: [String] {
    builder.matches.old.schema.tables.flatMap(\.rTrees).compactMap {
      builder.matches.old.catalogTable(named: $0.name)?.name
    }
  }

  private var keptTrees: Set<String> {
    Set(
      builder.matches.new.schema.tables.flatMap(\.rTrees).filter { keepsTree($0) }.map(\.name))
  }

  /// Whether the store already has a spatial index, over the same columns of a table that no
  /// statement writes.
  func keepsTree(_ tree: StoreRTree) -> Bool {
    builder.matches.old.schema.tables.flatMap(\.rTrees).contains(tree)
      && builder.matches.old.catalogTable(named: tree.name)?.name == tree.name
      && fates.contains { $0.target == tree.table && $0.source != nil && $0.renames.isEmpty }
      && !changed.contains(folded(tree.table))
  }

  // MARK: - After the rows have moved

  func restore() -> [MigrationPlan.Step] {
    let kept = keptIndexes
    let counts = Dictionary(
      builder.plans.entities.map { ($0.name, $0.match.source?.rowCount) }
        + builder.plans.joins.map { ($0.table.name, $0.source?.rowCount) }
    ) { first, _ in first }
    var steps = builder.matches.new.schema.tables.flatMap { table in
      table.indexes.filter { !kept.contains($0.name) }.map { index in
        let rows = counts[index.table] ?? nil
        let bytes = builder.bytes.index(index, columns: table.columns, rows: rows)
        return MigrationPlan.Step(
          comment: "makes index \(index.name)", statements: [index.creation],
          causes: builder.causes.of(newTable: table.name), table: index.table, rowCount: rows,
          byteCount: bytes, newByteCount: bytes)
      }
    }
    for table in builder.matches.new.schema.tables {
      for tree in table.rTrees where !keepsTree(tree) { steps.append(filling(of: tree)) }
    }
    steps.append(
      MigrationPlan.Step(comment: "makes views and triggers", statements: views + triggersToMake))
    return steps
  }

  private func filling(of tree: StoreRTree) -> MigrationPlan.Step {
    MigrationPlan.Step(
      comment: "fills the spatial index \(tree.name)", statements: [tree.filling],
      table: tree.table)
  }

  private static func triggers(of schema: StoreSchema) -> [TargetTrigger] {
    schema.tables.flatMap { table in
      table.rTrees.flatMap { tree in
        tree.triggers.map { TargetTrigger(name: $0.name, creation: $0.creation) }
      } + table.triggers.map { TargetTrigger(name: $0.name, creation: $0.creation) }
    }
  }

  private var triggersToMake: [MigrationPlan.Statement] {
    let dropped = triggersToDrop
    let droppedNames = Set(dropped.map { folded($0.name) })
    let present = Dictionary(
      builder.catalog.objects.filter { $0.kind == .trigger }.map { (folded($0.name), $0) }
    ) { first, _ in first }
    let target = targetTriggers
    let missing = target.filter {
      droppedNames.contains(folded($0.name)) || present[folded($0.name)] == nil
    }
    let targetNames = Set(target.map { folded($0.name) })
    let others = dropped.filter { object in
      guard !targetNames.contains(folded(object.name)), !broken.contains(object) else {
        return false
      }
      return !known.contains(folded(object.table)) || !object.isCoreDataTrigger
    }
    return missing.map(\.creation) + others.compactMap(\.creation)
  }

  private var views: [MigrationPlan.Statement] {
    guard hasRenames else { return [] }
    return builder.catalog.objects.filter { $0.kind == .view && !broken.contains($0) }
      .compactMap(\.creation)
  }
}
