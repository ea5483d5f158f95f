import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

/// How the table of one root entity is made.
struct TablePlan {
  let match: EntityMatches.Table
  /// The columns in the target's order, without `Z_PK`, `Z_ENT` and `Z_OPT`.
  let recipes: [ColumnRecipe]
  let keys: [KeyRecipes.Key]
  let attributes: AttributeRecipes
  /// The old and new entity numbers of the kept rows, ascending by the old number.
  let numbers: [NumberChange]
  /// The old entity numbers of rows that the table does not get, because their entity was removed
  /// or moved to another table.
  let droppedNumbers: [Int]
  let shape: TableShape
  /// The old columns whose values the new columns keep, by the names of the new columns.
  let oldColumns: [String: String]
  let fillsAll: Bool

  var name: String { match.schema.name }
  var oldNumbers: [Int] { numbers.map(\.old) }

  init(
    _ match: EntityMatches.Table, _ matches: EntityMatches, style: MigrationPlan.Style,
    live: LiveColumns, oldUniqueness: [[String]], hasAutomaticIndex: Bool,
    links: inout [[LinkSource]]
  ) {
    self.match = match
    let numbers = match.members.map {
      NumberChange(old: matches.old.number(of: $0.old), new: matches.newNumber(of: $0.new))
    }.sorted { $0.old < $1.old }
    self.numbers = numbers
    let kept = Set(numbers.map(\.old))
    let oldFamily = match.members.first.map {
      matches.old.familyNumbers(of: matches.old.families.root(of: $0.old))
    }
    droppedNumbers = (oldFamily ?? []).filter { !kept.contains($0) }.sorted()
    fillsAll = style == .asCoreData
    attributes = AttributeRecipes(match, matches)
    keys = KeyRecipes(match, matches, links: &links).keys
    let all = attributes.recipes + keys.flatMap { $0.recipes(matches) }
    let byName = Dictionary(all.map { ($0.target.name, $0) }) { first, _ in first }
    recipes = match.schema.columns.map { column in
      var recipe = byName[column.name] ?? ColumnRecipe(target: column, values: [:], place: "")
      recipe.target = column
      live.forget(&recipe, match.members.map { (matches.old.number(of: $0.old), $0.old) })
      return recipe
    }
    oldColumns = TablePlan.oldColumns(recipes, numbers.map(\.old))
    guard let source = match.source else {
      shape = .created
      return
    }
    let mapped = TablePlan.renamed(oldUniqueness, oldColumns)
    let isSameUniqueness =
      mapped == match.schema.inlineUniqueness && hasAutomaticIndex == !mapped.isEmpty
    let system = [("Z_PK", 0), ("Z_ENT", 1), ("Z_OPT", 2)].map { $0.0 }
    let alteration =
      match.isSplit || !isSameUniqueness
      ? nil
      : TableAlteration(
        columns: source.columns,
        target: system.map { StoreColumn(name: $0, sqlType: "INTEGER") } + match.schema.columns,
        oldColumns: oldColumns.merging(system.map { ($0, $0) }) { first, _ in first },
        known: live.all(in: match.members.map(\.old)), style: style)
    shape = alteration.map { .altered($0) } ?? .rebuilt
  }

  /// Finds the new column that each old column becomes: the one of the same name, or else the first
  /// one that is read from this old column alone.
  private static func oldColumns(_ recipes: [ColumnRecipe], _ numbers: [Int]) -> [String: String] {
    var result: [String: String] = [:]
    var taken: Set<String> = []
    let sources = recipes.map { $0.sources(numbers) }
    for wantsName in [true, false] {
      for (recipe, sources) in zip(recipes, sources) where result[recipe.target.name] == nil {
        guard
          let found = sources.first(where: {
            !taken.contains($0) && (!wantsName || folded($0) == folded(recipe.target.name))
          })
        else { continue }
        result[recipe.target.name] = found
        taken.insert(found)
      }
    }
    return result
  }

  private static func renamed(_ lists: [[String]], _ oldColumns: [String: String]) -> [[String]] {
    let new = Dictionary(oldColumns.map { ($0.value, $0.key) }) { first, _ in first }
    return lists.map { $0.map { new[$0] ?? "" } }
  }

  /// The value that a column gets in rows with certain old entity numbers.
  struct Assignment {
    var column: String
    var value: SQLFragment
    var rows: Set<Int>
  }

  /// The assignments for columns that stay; empty if all rows already have the right values.
  ///
  /// - Parameter printer: Prints names of columns as they are after the columns were renamed.
  func assignments(_ printer: ColumnPrinter) -> [Assignment] {
    var result: [Assignment] = []
    if numbers.contains(where: { $0.old != $0.new }) {
      result.append(
        Assignment(
          column: "Z_ENT", value: renumbering(of: "Z_ENT", numbers),
          rows: Set(numbers.filter { $0.old != $0.new }.map(\.old))))
    }
    for recipe in recipes {
      let changed = changedRows(recipe)
      guard !changed.isEmpty else { continue }
      result.append(
        Assignment(
          column: recipe.target.name,
          value: recipe.expression(
            oldNumbers, fillsAll: fillsAll, entity: "Z_ENT", printer), rows: changed))
    }
    return result
  }

  /// The new columns that a statement writes in rows of this table. `nil` if all rows are written
  /// anew or some are deleted. Empty if columns are only added or renamed.
  var writtenColumns: Set<String>? {
    guard case .altered = shape, droppedNumbers.isEmpty else { return nil }
    let written = recipes.filter { !changedRows($0).isEmpty }
    let isRenumbered = numbers.contains { $0.old != $0.new }
    return Set(written.map(\.target.name) + (isRenumbered ? ["Z_ENT"] : []))
  }

  /// The new names of renamed key columns. No row is written for them, but a mistake in the names
  /// would exchange relationships.
  var renamedKeyColumns: Set<String> {
    let columns = Set(keys.map(\.column.column))
    return Set(oldColumns.filter { columns.contains($0.key) && $0.key != $0.value }.keys)
  }

  /// The old entity numbers of the rows in which the column does not yet have the right value.
  private func changedRows(_ recipe: ColumnRecipe) -> Set<Int> {
    let own = oldColumns[recipe.target.name].map { ColumnValue.column($0) } ?? .null
    if let value = recipe.uniform(oldNumbers, fillsAll: fillsAll) {
      guard !isSame(value, own) else { return [] }
      return fillsAll ? Set(oldNumbers) : Set(recipe.values.keys)
    }
    return Set(recipe.values.filter { !isSame($0.value, own) }.keys)
  }

  private func isSame(_ value: ColumnValue, _ own: ColumnValue) -> Bool {
    if case .renumbered(let column, let changes) = value {
      return own == .column(column) && changes.allSatisfy { $0.old == $0.new }
    }
    return value == own
  }
}

/// Tells which columns of a store hold values of an entity's rows.
struct LiveColumns {
  private let old: OldStore
  /// The columns of own and inherited properties, by `EntityID.index`.
  private let columns: [Set<String>]

  init(_ old: OldStore) {
    self.old = old
    let leaves = StoredLeaves(old)
    var columns = [Set<String>](repeating: [], count: old.model.entities.count)
    func add(_ names: [String], _ entity: EntityID) {
      for member in old.families.family(of: entity) { columns[member.index].formUnion(names) }
    }
    for entity in old.model.entityIDs {
      add(
        old.model[entity].attributes.indices.flatMap { index in
          leaves.leaves(of: AttributeID(entity, index)).map(\.column)
        }, entity)
    }
    for (id, storage) in old.relationships {
      switch storage {
      case .foreignKey(let key): add(key.columns, id.entity)
      case .inverseForeignKey(let key): add(key.columns, old.model[id].destination)
      case .joinTable: break
      }
    }
    self.columns = columns
  }

  /// The names of all columns that the old model has in the table of `entities`, which share one
  /// table. ASCII letters are in lower case, since SQLite compares names of columns so.
  func all(in entities: [EntityID]) -> Set<String> {
    guard let first = entities.first else { return [] }
    let family = old.families.family(of: old.families.root(of: first))
    let names = family.reduce(into: Set<String>()) { $0.formUnion(columns[$1.index]) }
    return Set(names.map(folded) + ["z_pk", "z_ent", "z_opt"])
  }

  /// Clears the column in rows that had a value but no longer have the property. Otherwise they
  /// would keep a value that no object shows, and a unique index would compare it.
  func forget(_ recipe: inout ColumnRecipe, _ members: [(number: Int, entity: EntityID)]) {
    let missing = members.filter { recipe.values[$0.number] == nil }
    guard !missing.isEmpty, !recipe.values.isEmpty else { return }
    let sources = Set(recipe.values.values.compactMap(\.source))
    for (number, entity) in missing where !sources.isDisjoint(with: columns[entity.index]) {
      recipe.values[number] = .null
    }
  }
}

extension ForeignKey {
  /// The columns of the foreign key, of its entity number and of its position.
  var columns: [String] { [column, entityColumn, orderColumn].compactMap { $0 } }
}

extension KeyRecipes.Key {
  /// The recipes for the columns of a foreign key, of its entity number and of its position.
  func recipes(_ matches: EntityMatches) -> [ColumnRecipe] {
    let place = matches.name(relationship)
    func recipe(_ column: String, _ value: (KeyRecipes.KeySource) -> ColumnValue) -> ColumnRecipe {
      ColumnRecipe(
        target: StoreColumn(name: column, sqlType: "INTEGER"),
        values: sources.mapValues(value), place: place)
    }
    var result = [
      recipe(column.column) { source in
        switch source {
        case .key(let key, _): .column(key.column)
        case .links(let index, _): .link(index)
        }
      }
    ]
    if let entityColumn = column.entityColumn {
      result.append(
        recipe(entityColumn) { source in
          guard case .key(let key, let target) = source, let number = key.entityColumn else {
            return .null
          }
          return .renumbered(number, matches.numberChanges(ofFamily: target))
        })
    }
    if let orderColumn = column.orderColumn {
      result.append(
        recipe(orderColumn) { source in
          switch source {
          case .key(let key, _): key.orderColumn.map { .column($0) } ?? .null
          case .links(let index, _): .linkOrder(index)
          }
        })
    }
    return result
  }

  /// Whether entity numbers must be read from the rows that the keys lead to, because the old store
  /// has no column for them.
  var needsEntityNumbers: Bool {
    column.entityColumn != nil
      && sources.values.contains { source in
        guard case .key(let key, _) = source else { return true }
        return key.entityColumn == nil
      }
  }

  /// Whether positions must be assigned, because the old store has none.
  func needsPlaces(_ hasOrder: (Int) -> Bool) -> Bool {
    !sources.isEmpty
      && !sources.values.contains { source in
        switch source {
        case .key(let key, _): key.orderColumn != nil
        case .links(let index, _): hasOrder(index)
        }
      }
  }
}

extension EntityMatches {
  /// The old and new entity numbers of an old entity and its sub-entities, without removed ones.
  func numberChanges(ofFamily entity: EntityID) -> [NumberChange] {
    old.families.family(of: entity).compactMap { id in
      correspondence.destination(of: id).map {
        NumberChange(old: old.number(of: id), new: newNumber(of: $0))
      }
    }
  }

  /// Whether all rows of these old entities become rows of the new entity or its sub-entities.
  func allBecome(_ entity: EntityID, _ entities: some Sequence<EntityID>) -> Bool {
    entities.allSatisfy { id in
      correspondence.destination(of: id).map { newFamilies.inherits($0, from: entity) } ?? false
    }
  }
}
