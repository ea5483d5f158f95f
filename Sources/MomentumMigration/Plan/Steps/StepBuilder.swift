import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

/// Writes a plan's steps in an order in which no step needs what an earlier step has removed.
///
/// First triggers and views are dropped, links whose form changes are copied to temporary tables,
/// and old tables are renamed. Then all new tables are made. Then rows move. A script depends on
/// this order: CREATE TABLE must not come after the first row has moved (MigrationPlan+Script.swift
/// explains why).
struct StepBuilder {
  let matches: EntityMatches
  let plans: TablePlans
  let catalog: StoreCatalog
  let style: MigrationPlan.Style
  let causes: StepCauses
  let bytes: TableBytes
  let stale: StaleDerivations

  private(set) var steps: [MigrationPlan.Step] = []
  /// The current names of the old tables, by their names in the catalog.
  var currentNames: [String: String] = [:]
  /// The names that are in use or will be, folded (ASCII letters in lower case).
  private var takenNames: Set<String>
  private var spareCount = 0

  init(
    matches: EntityMatches, plans: TablePlans, catalog: StoreCatalog, style: MigrationPlan.Style,
    diff: ModelDiff?
  ) {
    self.matches = matches
    self.plans = plans
    self.catalog = catalog
    self.style = style
    causes = StepCauses(diff, matches)
    bytes = TableBytes(catalog)
    stale = StaleDerivations(matches, plans)
    takenNames = Set(
      (catalog.tables.map(\.name) + catalog.objects.map(\.name)
        + matches.new.schema.tables.flatMap { table in
          [table.name] + table.joinTables.map(\.name) + table.rTrees.map(\.name)
            + table.indexes.map(\.name)
        }).map(folded))
  }

  mutating func build() {
    let objects = ObjectPlan(self)
    add(objects.setAside())
    addLinks()
    renameOldTables()
    for table in plans.entities { addRows(of: table) }
    for join in plans.joins { addRows(of: join) }
    addKeyRepairs()
    addDerivations()
    add(objects.restore())
    addEntityNumbers()
    addHistory()
    addCleanUp()
  }

  mutating func add(_ step: MigrationPlan.Step) {
    if !step.statements.isEmpty { steps.append(step) }
  }

  mutating func add(_ list: [MigrationPlan.Step]) {
    for step in list { add(step) }
  }

  /// Returns a name that no table, index, trigger or view of the store has.
  mutating func spareName() -> String {
    var name = ""
    repeat {
      spareCount += 1
      name = "Z_MOMENTUM_\(spareCount)"
    } while !takenNames.insert(folded(name)).inserted
    return name
  }

  func current(_ table: StoreCatalog.Table) -> String { currentNames[table.name] ?? table.name }

  /// The temporary table with all links of the list at this index of `plans.links`.
  static func linkTable(_ index: Int) -> TemporaryTable {
    TemporaryTable("momentum_links_\(index + 1)")
  }

  /// The temporary table with the first link of each row, for the list at this index of
  /// `plans.links`.
  static func firstLinkTable(_ index: Int) -> TemporaryTable {
    TemporaryTable("momentum_links_\(index + 1)_first")
  }

  /// Copies links that move between foreign keys and join tables to temporary tables, before any
  /// table changes.
  private mutating func addLinks() {
    let reader = LinkReader(old: matches.old)
    for (index, pair) in plans.pairs.enumerated() {
      let names = unique(pair.sources.map { matches.oldName($0.relationship) })
      add(
        MigrationPlan.Step(
          comment: "chooses among the links of \(names.joined(separator: ", "))",
          statements: KeyPair.statements(index, reader.select(pair.sources)),
          causes: causes.of(oldRelationships: pair.sources.map(\.relationship))))
    }
    for (index, sources) in plans.links.enumerated() {
      let isJoin = plans.joins.contains { $0.links == index }
      let names = unique(sources.map { matches.oldName($0.relationship) }).joined(separator: ", ")
      var statements: [MigrationPlan.Statement] = []
      if isJoin {
        statements = [StepBuilder.linkTable(index).create(as: reader.select(sources))]
      }
      if plans.entities.contains(where: { $0.recipes.contains { $0.reads(index) } }) {
        // The target tables look up one link per row by this table's primary key.
        let table = StepBuilder.firstLinkTable(index)
        statements += [
          table.create(
            SQLColumnDefinition("h", "INTEGER", "PRIMARY KEY"), SQLColumnDefinition("t", "INTEGER"),
            SQLColumnDefinition("o", "INTEGER")),
          "INSERT INTO \(sql: table.sql) (h, t, o) \(sql: reader.selectFirst(sources))",
        ]
      }
      add(
        MigrationPlan.Step(
          comment: "reads the links of \(names)", statements: statements,
          causes: causes.of(oldRelationships: sources.map(\.relationship))))
    }
  }
}

extension ColumnRecipe {
  func reads(_ links: Int) -> Bool { values.values.contains { $0.links == links } }
}
