import MomentumModel
import MomentumSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds unique constraints and indexes to one table. Each of them gets a name, and equal ones are
/// added once.
struct PlainIndexLayout {
  private(set) var table: PlainTable
  private let index: ModelIndex
  private let names: PlainModelNames
  private let condition: (String) -> IndexCondition?
  private var relations = PlainNameScope.relations
  private var uniqueColumns: Set<Set<String>> = []

  init(
    table: PlainTable, index: ModelIndex, names: PlainModelNames,
    condition: @escaping (String) -> IndexCondition?
  ) {
    self.table = table
    self.index = index
    self.names = names
    self.condition = condition
  }

  /// Adds the constraints and indexes. `relations` holds the names of tables and indexes in use;
  /// new names are added to it.
  mutating func add(_ relations: inout PlainNameScope) {
    // Swap the set of names instead of copying it: with a second owner, every new name would copy
    // the whole set.
    swap(&self.relations, &relations)
    defer { swap(&self.relations, &relations) }
    let ofKeys = table.uniqueConstraints
    table.uniqueConstraints = []
    for constraint in ofKeys { addUnique(constraint.columns) }
    switch table.kind {
    case .entity(let root):
      let family = index.family(of: root)
      for entity in family { addUniqueness(of: entity) }
      addKeyIndexes()
      for entity in family { addIndexes(of: entity) }
    case .join:
      let keys = Array(table.primaryKey.reversed())
      addIndex(PlainIndex(name: "", terms: keys.map { .init($0) }), named: keys[0])
    }
  }

  // MARK: - Uniqueness

  private mutating func addUniqueness(of entity: EntityID) {
    for properties in index.model[entity].uniquenessConstraints {
      let found = properties.compactMap { column($0, in: entity) }
      guard found.count == properties.count, !found.isEmpty else {
        note("uniqueness of (\(properties.joined(separator: ", ")))", of: entity)
        continue
      }
      let columns = found.map(\.column)
      // If this entity declares one of the columns, the column is NULL in rows of other entities,
      // and UNIQUE allows any number of NULLs. So the constraint needs no condition on the entity.
      let isOwn = found.contains { $0.owner == entity }
      if entity == index.root(of: entity) || isOwn {
        addUnique(columns)
      } else if let entityColumn = names.columns(of: entity)?.entity {
        addIndex(
          PlainIndex(
            name: "", isUnique: true, terms: columns.map { .init($0) },
            condition: .entity(column: entityColumn, entityNames(entity))),
          named: ([PlainName.snakeCase(index.model[entity].name)] + columns)
            .joined(separator: "_"), ending: "key")
      }
    }
  }

  private func entityNames(_ entity: EntityID) -> [String] {
    index.family(of: entity).map { index.model[$0].name }.sorted()
  }

  private mutating func addUnique(_ columns: [String]) {
    guard uniqueColumns.insert(Set(columns)).inserted else { return }
    let name = relations.take("\(table.name)_\(columns.joined(separator: "_"))_key")
    table.uniqueConstraints.append(PlainUniqueConstraint(name: name, columns: columns))
  }

  // MARK: - Indexes

  /// Adds an index for each foreign key: without it, each deletion in the referenced table would
  /// scan the table with the key. For an ordered to-many relationship the index includes the
  /// position.
  private mutating func addKeyIndexes() {
    guard case .entity(let root) = table.kind else { return }
    for entity in index.family(of: root) {
      for relationship in index.model[entity].relationships.indices {
        guard let key = names.foreignKey(of: RelationshipID(entity, relationship)) else { continue }
        let columns = [key.column, key.orderColumn].compactMap { $0 }
        addIndex(PlainIndex(name: "", terms: columns.map { .init($0) }), named: key.column)
      }
    }
  }

  private mutating func addIndexes(of entity: EntityID) {
    let model = index.model
    for attribute in model[entity].attributes where attribute.isIndexed && !attribute.isTransient {
      addIndex([attribute.name], in: entity)
    }
    for properties in model[entity].compoundIndexes { addIndex(properties, in: entity) }
    for declared in model[entity].fetchIndexes { add(declared, of: entity) }
  }

  private mutating func addIndex(_ properties: [String], in entity: EntityID) {
    let columns = properties.compactMap { column($0, in: entity)?.column }
    // A composite attribute marked as indexed has no single column, and Core Data makes no index
    // for it.
    guard columns.count == properties.count, !columns.isEmpty else { return }
    addIndex(
      PlainIndex(name: "", terms: columns.map { .init($0) }),
      named: columns.joined(separator: "_"))
  }

  private mutating func add(_ declared: FetchIndex, of entity: EntityID) {
    guard declared.elements.allSatisfy({ $0.kind == .binary }) else {
      return note("R-tree index '\(declared.name)'", of: entity)
    }
    var terms: [PlainIndex.Term] = []
    for element in declared.elements {
      switch column(of: element.key, in: entity) {
      case .column(let column):
        if !terms.contains(where: { $0.column == column }) {
          terms.append(.init(column, isAscending: element.isAscending))
        }
      case .constant: continue
      case .none: return note("index '\(declared.name)'", of: entity)
      }
    }
    guard !terms.isEmpty else { return }
    var made = PlainIndex(name: "", terms: terms)
    if let format = declared.partialPredicate {
      guard let condition = condition(format).flatMap({ resolved($0, in: entity) }) else {
        return note("partial index '\(declared.name)'", of: entity)
      }
      made.condition = condition
    }
    addIndex(made, named: PlainName.snakeCase(declared.name))
  }

  private enum KeyColumn {
    case column(String)
    /// A value that is equal in all rows, such as the entity in a table that holds only one entity.
    case constant
    case none
  }

  private func column(of key: FetchIndex.Key, in entity: EntityID) -> KeyColumn {
    let name =
      switch key {
      case .property(let name), .expression(let name): name
      }
    if let found = column(name, in: entity) { return .column(found.column) }
    switch name {
    case "self", "SELF", "objectID": return .column(names.identity(of: entity))
    case "entity", "SELF.entity":
      return names.columns(of: entity)?.entity.map { .column($0) } ?? .constant
    default: return .none
    }
  }

  /// Adds an index, unless the primary key, a constraint or an earlier index already finds the same
  /// rows.
  private mutating func addIndex(_ made: PlainIndex, named name: String, ending: String = "idx") {
    if made.condition == nil, !made.isUnique {
      let columns = made.terms.map(\.column)
      let isAscending = made.terms.allSatisfy(\.isAscending)
      let known = [table.primaryKey] + table.uniqueConstraints.map(\.columns)
      if isAscending, known.contains(where: { $0.starts(with: columns) }) { return }
    }
    guard !table.indexes.contains(where: { covers($0, made) }) else { return }
    var made = made
    made.name = relations.take("\(table.name)_\(name)_\(ending)")
    table.indexes.append(made)
  }

  private func covers(_ index: PlainIndex, _ other: PlainIndex) -> Bool {
    index.condition == other.condition && (index.isUnique == other.isUnique)
      && (other.isUnique ? index.terms == other.terms : index.terms.starts(with: other.terms))
  }

  // MARK: - Columns

  /// The single column that a property or `composite.element` is stored in, and the entity that
  /// declares the property; `nil` if there is no such single column.
  private func column(_ path: String, in entity: EntityID) -> (column: String, owner: EntityID)? {
    let parts = path.split(separator: ".").map(String.init)
    guard let first = parts.first,
      let property = index.model.property(named: first, in: entity)
    else { return nil }
    switch property {
    case .attribute(let id):
      let rest = Array(parts.dropFirst())
      return names.columns(of: id.entity)?.leaves[id]?.first { $0.leaf.path == rest }
        .map { ($0.column, id.entity) }
    case .relationship(let id):
      guard parts.count == 1, let key = names.foreignKey(of: id) else { return nil }
      return (key.column, id.entity)
    case .fetchedProperty: return nil
    }
  }

  private mutating func note(_ what: String, of entity: EntityID) {
    table.notes.append("Not made: \(what) of \(index.model[entity].name).")
  }

  // MARK: - Conditions

  private func resolved(
    _ condition: IndexCondition, in entity: EntityID
  ) -> PlainIndexCondition? {
    switch condition {
    case .and(let operands): return resolved(operands, in: entity).map { .and($0) }
    case .or(let operands): return resolved(operands, in: entity).map { .or($0) }
    case .isNull(let key): return column(key, in: entity).map { .isNull($0.column) }
    case .isNotNull(let key): return column(key, in: entity).map { .isNotNull($0.column) }
    case .comparison(let key, let sign, let literal):
      guard case .attribute(let id) = index.model.property(named: key, in: entity),
        let (leaf, column) = names.columns(of: id.entity)?.leaves[id]?.first, leaf.path.isEmpty,
        let value = AttributeValue(literal, for: leaf.type)
      else { return nil }
      return .comparison(column, leaf.type, sign, value)
    }
  }

  private func resolved(
    _ operands: [IndexCondition], in entity: EntityID
  ) -> [PlainIndexCondition]? {
    let conditions = operands.compactMap { resolved($0, in: entity) }
    return conditions.count == operands.count ? conditions : nil
  }
}

extension AttributeValue {
  /// Converts a constant of a predicate to a value of a column; `nil` if the type does not fit.
  fileprivate init?(_ literal: IndexCondition.Literal, for type: SQLColumnType) {
    switch (type, literal) {
    case (.smallInteger, .integer(let value)), (.integer, .integer(let value)),
      (.bigInteger, .integer(let value)):
      self = .integer(value)
    case (.smallInteger, .double(let value)), (.integer, .double(let value)),
      (.bigInteger, .double(let value)):
      // Keep a number with a fraction as it is: SQL compares it with an integer column without
      // rounding.
      self = Int64(exactly: value).map { .integer($0) } ?? .double(value)
    case (.boolean, .integer(let value)) where value == 0 || value == 1:
      self = .boolean(value == 1)
    case (.float, .integer(let value)), (.double, .integer(let value)):
      self = .double(Double(value))
    case (.float, .double(let value)), (.double, .double(let value)): self = .double(value)
    case (.decimal, .integer(let value)): self = .decimal(Decimal(value))
    case (.decimal, .double(let value)):
      guard let decimal = Decimal(string: "\(value)"), !decimal.isNaN else { return nil }
      self = .decimal(decimal)
    case (.decimal, .decimal(let digits)):
      guard let decimal = Decimal(string: digits), !decimal.isNaN else { return nil }
      self = .decimal(decimal)
    case (.text, .string(let text)): self = .string(text)
    case (.uuid, .string(let text)):
      guard let uuid = UUID(uuidString: text) else { return nil }
      self = .uuid(uuid)
    case (.identity, _), (.key, _), (.smallInteger, _), (.integer, _), (.bigInteger, _),
      (.decimal, _), (.float, _), (.double, _), (.text, _), (.boolean, _), (.date, _), (.uuid, _),
      (.binary, _):
      return nil
    }
  }
}
