package import MomentumModel
import MomentumSQL
package import MomentumStore

/// Makes the tables of a plan from those of the plain layout.
package struct DistributedLayout {
  private let model: ObjectModel
  private let plain: PlainSchema
  private let plan: DistributionPlan
  /// The topmost entity of each entity table, by the table's name.
  private var entities: [String: EntityID] = [:]
  /// The to-one relationship of each key column, by table and column.
  private var relationships: [String: [String: RelationshipID]] = [:]
  /// The column with the root's key of each entity table that has one, and whether the plain layout
  /// has the column.
  private var rootColumns: [String: (name: String, isNew: Bool)] = [:]
  /// The names of tables, indexes and constraints with an index, which are in one scope.
  private let relations: Set<String>

  package static func layOut(
    _ model: ObjectModel, _ plain: PlainSchema, _ plan: DistributionPlan
  ) -> DistributedSchema {
    let layout = DistributedLayout(model, plain, plan)
    let tables = plain.tables.map { layout.table($0) }
    func rank(_ table: DistributedTable) -> Int {
      table.rootColumn == nil ? 0 : table.isRoot ? 1 : 2
    }
    let sorted = tables.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }
    return DistributedSchema(plan: plan, plain: plain, tables: sorted.map(\.element))
  }

  private init(_ model: ObjectModel, _ plain: PlainSchema, _ plan: DistributionPlan) {
    self.model = model
    self.plain = plain
    self.plan = plan
    relations = plain.relationNames
    var names: [EntityID: String] = [:]
    for table in plain.tables {
      guard case .entity(let root) = table.kind else { continue }
      entities[table.name] = root
      names[root] = table.name
    }
    for (id, storage) in plain.relationships {
      guard case .foreignKey(let key) = storage, let table = names[model.root(of: id.entity)] else {
        continue
      }
      relationships[table, default: [:]][key.column] = id
    }
    for table in plain.tables { nameRootColumn(of: table) }
  }

  // MARK: - The root's key

  private mutating func nameRootColumn(of table: PlainTable) {
    guard let entity = entities[table.name] else { return }
    switch plan.placements[entity] {
    case .root: rootColumns[table.name] = (table.primaryKey[0], false)
    case .colocated(let path):
      let key = keyOfPath(path, in: table)
      rootColumns[table.name] = key.map { ($0, false) } ?? (newRootColumn(in: table), true)
    case .reference, .undecided, nil: break
    }
  }

  /// The key column of a path of one required step, which holds the root's key already.
  private func keyOfPath(_ path: [RelationshipID], in table: PlainTable) -> String? {
    guard path.count == 1, case .foreignKey(let key) = plain.relationships[path[0]] else {
      return nil
    }
    return table.columns.first { $0.name == key.column && !$0.isNullable }?.name
  }

  /// A free name for the root's key: `account_id`, or `account_root_id` if a column has that name.
  private func newRootColumn(in table: PlainTable) -> String {
    let root = plain.tables.first { entities[$0.name] == plan.root }
    let used = Set(table.columns.map(\.name))
    let base = root?.name ?? "root"
    let identity = root?.primaryKey.first ?? "id"
    return PlainNameScope.free("\(base)_\(identity)", "\(base)_root_\(identity)", besides: used)
  }

  // MARK: - Tables

  private func table(_ plain: PlainTable) -> DistributedTable {
    var result = DistributedTable(
      table: plain, rootColumn: rootColumns[plain.name]?.name,
      isRoot: entities[plain.name] == plan.root, foreignKeys: [])
    if case .join = plain.kind { addRootColumn(ofJoin: plain, to: &result) }
    if rootColumns[plain.name]?.isNew == true, let column = result.rootColumn {
      insert(column, into: &result.table)
    }
    result.table.foreignKeys = []
    for index in result.table.columns.indices { adapt(&result.table.columns[index]) }
    addForeignKeys(of: plain, to: &result)
    addRoot(to: &result)
    return result
  }

  private func insert(_ column: String, into table: inout PlainTable) {
    table.columns.insert(
      PlainColumn(
        name: column, type: .uuid, isNullable: false,
        comment: "The key of the row's \(model[plan.root].name)."), at: 0)
  }

  /// Gives a join table the root's key if one of its ends has one.
  private func addRootColumn(ofJoin plain: PlainTable, to result: inout DistributedTable) {
    let ends = plain.foreignKeys.filter { rootColumns[$0.table] != nil }
    guard !ends.isEmpty else { return }
    if let root = ends.first(where: { entities[$0.table] == plan.root }) {
      result.rootColumn = root.column
    } else {
      let column = newRootColumn(in: plain)
      result.rootColumn = column
      insert(column, into: &result.table)
    }
  }

  /// Turns a key into a UUID and a generated column into an ordinary one, since not every engine
  /// has generated columns in distributed tables.
  private func adapt(_ column: inout PlainColumn) {
    switch column.type {
    case .identity, .key: column.type = .uuid
    case .smallInteger, .integer, .bigInteger, .decimal, .float, .double, .text, .boolean, .date,
      .uuid, .binary:
      break
    }
    if column.generation != nil {
      column.generation = nil
      column.comment = [column.comment, "The program computes it."].compactMap { $0 }
        .joined(separator: " ")
    }
  }

  // MARK: - Keys

  private func addForeignKeys(of plain: PlainTable, to result: inout DistributedTable) {
    for key in plain.foreignKeys {
      let relationship = relationships[plain.name]?[key.column]
      if let relationship, plan.unenforced.contains(relationship) {
        result.table.notes.append(
          "Not enforced: \(key.column) may refer to a row of another server.")
        continue
      }
      if let made = foreignKey(key, from: result) {
        result.foreignKeys.append(made)
        if key.onDelete == .setNull, made.onDelete != .setNull {
          result.table.notes.append(
            "Not enforced: the program sets \(key.column) to NULL before it deletes the row that it refers to."
          )
        }
      } else {
        result.table.notes.append(
          "Not enforced: \(key.column) equals \(result.rootColumn ?? "") or is NULL.")
      }
    }
    addKeyOfRoot(to: &result)
  }

  /// The key with the root's key before it: `FOREIGN KEY (account_id, project_id) REFERENCES
  /// project (account_id, id)`; alone if the referenced table is a reference table or the root's.
  ///
  /// `nil` for a key to the root's table that is not the column with the root's key.
  private func foreignKey(
    _ key: PlainForeignKey, from table: DistributedTable
  ) -> DistributedForeignKey? {
    var made = DistributedForeignKey(
      name: key.name, columns: [key.column], table: key.table,
      referencedColumns: [key.referencedColumn], onDelete: key.onDelete)
    guard let root = table.rootColumn, let target = rootColumns[key.table]?.name else {
      return made
    }
    if entities[key.table] == plan.root { return key.column == root ? made : nil }
    made.columns.insert(root, at: 0)
    made.referencedColumns.insert(target, at: 0)
    // SET NULL would also clear the root's key. Only PostgreSQL 15 can name the columns to clear;
    // Citus refuses it (github.com/citusdata/citus/issues/7132).
    if made.onDelete == .setNull { made.onDelete = .noAction }
    return made
  }

  /// Adds a foreign key for a root's key that no required path holds: the path has optional steps.
  private func addKeyOfRoot(to result: inout DistributedTable) {
    guard let entity = entities[result.name], case .colocated(let path) = plan.placements[entity],
      rootColumns[result.name]?.isNew == true, let column = result.rootColumn,
      path.contains(where: { model[$0].isOptional || model.root(of: $0.entity) != $0.entity }),
      let root = plain.tables.first(where: { entities[$0.name] == plan.root })
    else { return }
    result.foreignKeys.append(
      DistributedForeignKey(
        name: PlainNameScope.free(
          "\(result.name)_\(column)_fkey", besides: Set(result.foreignKeys.map(\.name))),
        columns: [column], table: root.name, referencedColumns: [root.primaryKey[0]],
        onDelete: .noAction))
  }

  /// Puts the root's key into the primary key and into everything unique: an engine can check
  /// uniqueness on one server only.
  private func addRoot(to result: inout DistributedTable) {
    guard let root = result.rootColumn else { return }
    func withRoot(_ columns: [String]) -> [String] {
      columns.contains(root) ? [root] + columns.filter { $0 != root } : [root] + columns
    }
    result.table.primaryKey = withRoot(result.table.primaryKey)
    let key = result.table.primaryKey
    // The primary key finds these rows already.
    result.table.indexes.removeAll { index in
      index.condition == nil && !index.isUnique && index.terms.allSatisfy(\.isAscending)
        && key.starts(with: index.terms.map(\.column))
    }
    guard !result.isRoot else { return dropUniqueness(of: &result.table) }
    for index in result.table.uniqueConstraints.indices {
      let columns = result.table.uniqueConstraints[index].columns
      result.table.uniqueConstraints[index].columns = withRoot(columns)
      if !columns.contains(root) { noteUniqueness(columns, &result.table) }
    }
    for index in result.table.indexes.indices where result.table.indexes[index].isUnique {
      let columns = result.table.indexes[index].terms.map(\.column)
      guard !columns.contains(root) else { continue }
      result.table.indexes[index].terms.insert(.init(root), at: 0)
      noteUniqueness(columns, &result.table)
    }
  }

  private func noteUniqueness(_ columns: [String], _ table: inout PlainTable) {
    let names = columns.joined(separator: ", ")
    // The key of a one-to-one relationship is unique anyway: its object is of one root.
    let isKey = columns.count == 1 && relationships[table.name]?[columns[0]] != nil
    guard !isKey else { return }
    table.notes.append("\(names) is unique among the rows of one \(model[plan.root].name) only.")
  }

  /// A row of the root's table is alone in its root, so nothing but its key can be unique.
  private func dropUniqueness(of table: inout PlainTable) {
    let unique =
      table.uniqueConstraints.map(\.columns)
      + table.indexes.filter(\.isUnique).map { $0.terms.map(\.column) }
    for columns in unique {
      table.notes.append("Not enforced: \(columns.joined(separator: ", ")) is unique.")
    }
    table.uniqueConstraints = []
    table.indexes = table.indexes.map { index in
      var index = index
      index.isUnique = false
      return index
    }
    for columns in unique
    where !table.indexes.contains(where: { $0.terms.map(\.column).starts(with: columns) }) {
      table.indexes.append(
        PlainIndex(
          name: PlainNameScope.free(
            "\(table.name)_\(columns.joined(separator: "_"))_idx",
            besides: relations.union(table.indexes.map(\.name))),
          terms: columns.map { .init($0) }))
    }
  }
}
