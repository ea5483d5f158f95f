import MomentumModel
import MomentumSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes the table of a root entity, which also has the columns of all sub-entities.
struct PlainEntityTable {
  let root: EntityID
  let index: ModelIndex
  let names: PlainModelNames
  /// The names of the table's entities, except abstract ones, which have no rows.
  private let entityNames: [String]

  init(root: EntityID, index: ModelIndex, names: PlainModelNames) {
    self.root = root
    self.index = index
    self.names = names
    entityNames = PlainEntityTable.concreteNames(root, index)
  }

  private var model: ObjectModel { index.model }
  private var columnNames: PlainColumnNames? { names.columns[root] }

  func table() -> PlainTable {
    let name = names.table(of: root)
    let identity = names.identity(of: root)
    var table = PlainTable(
      name: name, kind: .entity(root),
      columns: [PlainColumn(name: identity, type: .identity, isNullable: false)],
      primaryKey: [identity])
    if PlainName.capitalized(PlainName.camelCase(name)) != model[root].name {
      table.notes.append("Entity \(model[root].name).")
    }
    if let column = columnNames?.entity {
      table.columns.append(
        PlainColumn(
          name: column, type: .text, isNullable: false,
          checks: [.entity(column: column, entityNames)]))
    }
    for entity in index.family(of: root) {
      let owners = owners(of: entity)
      for attribute in model[entity].attributes.indices {
        table.columns += columns(of: AttributeID(entity, attribute), owners)
      }
      for relationship in model[entity].relationships.indices {
        add(RelationshipID(entity, relationship), owners, to: &table)
      }
    }
    return table
  }

  // MARK: - Entities

  /// The names of the entities whose rows have the column; `nil` if all rows of the table have it.
  private func owners(of entity: EntityID) -> [String]? {
    let owners = PlainEntityTable.concreteNames(entity, index)
    return owners == entityNames ? nil : owners
  }

  /// The sorted names of the entity and its sub-entities, except abstract ones, which have no rows.
  private static func concreteNames(_ entity: EntityID, _ index: ModelIndex) -> [String] {
    let names = index.family(of: entity).filter { !index.model[$0].isAbstract }
      .map { index.model[$0].name }
    return names.isEmpty ? [index.model[entity].name] : names.sorted()
  }

  /// Adds a check to a column that only some entities have: their rows require a value, or only
  /// their rows may have one.
  private func tied(_ column: PlainColumn, to owners: [String]?) -> PlainColumn {
    guard let owners, let entityColumn = columnNames?.entity else { return column }
    var column = column
    column.checks.append(
      column.isNullable
        ? .reserved(column: column.name, entityColumn: entityColumn, entities: owners)
        : .required(column: column.name, entityColumn: entityColumn, entities: owners))
    column.isNullable = true
    if let value = column.defaultValue {
      // Keep the default out of the table: it would be set in the rows of the other entities too.
      column.defaultValue = nil
      column.comment = sentences(column.comment, "Default in the model: \(value.modelText).")
    }
    return column
  }

  // MARK: - Attributes

  private func columns(of id: AttributeID, _ owners: [String]?) -> [PlainColumn] {
    (columnNames?.leaves[id] ?? []).map { leaf, name in
      let element = leaf.element
      var column = PlainColumn(
        name: name, type: leaf.type, isNullable: !leaf.isRequired || element.derivation != nil,
        defaultValue: element.defaultValue, checks: checks(leaf, name))
      let path = ([model[id].name] + leaf.path).joined(separator: ".")
      if PlainName.camelCase(name) != path {
        column.comment = "\(model[id.entity].name).\(path)."
      }
      if let derivation = element.derivation {
        column.defaultValue = nil
        column.generation = leaf.path.isEmpty ? generation(derivation, of: id) : nil
        column.comment = sentences(column.comment, "Derived in the model: \(derivation).")
      }
      return tied(column, to: owners)
    }
  }

  private func checks(_ leaf: PlainLeaf, _ column: String) -> [PlainConstraint] {
    let element = leaf.element
    var checks: [PlainConstraint] = []
    if case .string = element.type {
      let bounds = (length(element.minimum), length(element.maximum))
      if bounds.0 != nil || bounds.1 != nil {
        checks.append(.length(column: column, minimum: bounds.0, maximum: bounds.1))
      }
      if let pattern = element.regularExpression {
        checks.append(.matches(column: column, pattern: pattern))
      }
    } else if element.minimum != nil || element.maximum != nil {
      checks.append(
        .range(
          column: column, leaf.type, minimum: element.minimum, maximum: element.maximum))
    }
    return checks
  }

  private func length(_ bound: AttributeValue?) -> Int64? {
    guard case .integer(let value) = bound, value > 0 else { return nil }
    return value
  }

  /// The expression of a derived attribute if the database can compute it: a copy, or the lower or
  /// upper case, of an attribute that every row has. `nil` for any other expression.
  private func generation(_ derivation: String, of id: AttributeID) -> PlainGeneration? {
    let functions: [(String, PlainGeneration.Function)] = [
      ("lowercase:(", .lowercase), ("uppercase:(", .uppercase),
    ]
    var function = PlainGeneration.Function.copy
    var operand = derivation
    if let (prefix, known) = functions.first(where: { derivation.hasPrefix($0.0) }),
      derivation.hasSuffix(")")
    {
      function = known
      operand = String(derivation.dropFirst(prefix.count).dropLast())
    }
    guard id.entity == root,
      let source = model[root].attributes.firstIndex(where: { $0.name == operand }),
      let (leaf, column) = columnNames?.leaves[AttributeID(root, source)]?.first,
      leaf.path.isEmpty, leaf.element.derivation == nil, leaf.element.type == model[id].type,
      function == .copy || leaf.element.type == .string
    else { return nil }
    return PlainGeneration(function, of: column)
  }

  // MARK: - Relationships

  private func add(_ id: RelationshipID, _ owners: [String]?, to table: inout PlainTable) {
    guard let place = names.relationships.places[id] else { return }
    table.notes += PlainNotes(index: index, relationships: names.relationships).notes(id)
    guard case .key(let isUnique) = place, let key = names.foreignKey(of: id) else { return }
    let relationship = model[id]
    let inverse = names.relationships.inverse(of: id)
    let referenced = names.identity(of: relationship.destination)
    var column = PlainColumn(
      name: key.column, type: .key, isNullable: relationship.isOptional)
    if PlainName.camelCase(key.column) != relationship.name + "Id" {
      column.comment = "\(model[id.entity].name).\(relationship.name)."
    }
    table.columns.append(tied(column, to: owners))
    table.foreignKeys.append(
      PlainForeignKey(
        name: PlainName.shortened("\(table.name)_\(key.column)_fkey"), column: key.column,
        table: names.table(of: relationship.destination), referencedColumn: referenced,
        onDelete: .init(
          inverse.map { model[$0].deleteRule }, isRequired: !relationship.isOptional)))
    if isUnique {
      table.uniqueConstraints.append(PlainUniqueConstraint(name: "", columns: [key.column]))
    }
    if let position = key.orderColumn {
      table.columns.append(PlainColumn(name: position, type: .integer))
    }
  }

  private func sentences(_ first: String?, _ second: String) -> String {
    first.map { "\($0) \(second)" } ?? second
  }
}

extension AttributeValue {
  /// The default value as a comment of the table prints it.
  fileprivate var modelText: String {
    switch self {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .string(let text), .uri(let text): "'\(text)'"
    case .boolean(let value): value ? "YES" : "NO"
    case .date(let seconds): UTCDate.text(seconds) ?? "\(seconds) s after 2001-01-01"
    case .binary(let bytes): "\(bytes.count) bytes"
    case .uuid(let value): value.uuidString
    }
  }
}
