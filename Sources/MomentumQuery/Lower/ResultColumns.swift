import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

/// The result columns of requests for objects and of whole dictionaries.
struct ResultColumns {
  let layout: QueryLayout
  let request: FetchRequest

  struct Column {
    var meaning: FetchColumn
    var expression: SQLExpression
    /// What columns are sorted by.
    var name: String
  }

  private var model: ObjectModel { layout.model }

  private var hasSubentities: Bool {
    request.includesSubentities && layout.hasSubentities(request.entity)
  }

  func column(_ meaning: FetchColumn, _ name: String) -> Column {
    Column(
      meaning: meaning, expression: .column(SQLColumn("t0", name)),
      name: layout.sortName(of: name, in: request.entity))
  }

  /// `0` or `Z_ENT`, `Z_PK`, `Z_OPT`, then attributes and to-one keys, each sorted by column.
  ///
  /// With chosen properties the constant is 1, `Z_OPT` is left out, and the columns stand as asked for
  /// (observed in one log).
  var objects: [Column] {
    let head = head(constant: request.propertiesToFetch.isEmpty ? 0 : 1)
    guard request.resultType == .managedObjects else { return head }
    guard request.propertiesToFetch.isEmpty else {
      return head + request.propertiesToFetch.flatMap(chosen)
    }
    let lock = layout.isCoreData ? [column(.optimisticLock, "Z_OPT")] : []
    return head + lock + properties
  }

  private func head(constant: Int64) -> [Column] {
    let key = column(.primaryKey, layout.identity(of: request.entity))
    if hasSubentities, let entity = layout.entityColumn(of: request.entity) {
      return [column(.entityNumber, entity), key]
    }
    return [Column(meaning: .constant(constant), expression: .integer(constant), name: ""), key]
  }

  /// Attributes, then to-one keys. An entity with sub-entities has theirs too, so that any row can
  /// become its object.
  var properties: [Column] {
    var owners = [model.lineage(of: request.entity)]
    if hasSubentities { owners += layout.subentities(of: request.entity).map { [$0] } }
    return owners.flatMap { sorted($0.flatMap(attributes)) }
      + owners.flatMap { sorted($0.flatMap(toOneKeys)) }
  }

  /// A property of the entity itself; paths over relationships are faulted later.
  private func chosen(_ property: PropertyToFetch) -> [Column] {
    guard case .path(let path) = property.value else { return [] }
    switch path.target {
    case .attribute(let id) where path.steps.isEmpty:
      return layout.columns(of: id).map { column(of: id, $0) }
    case .compositeElement(let id, let names) where path.steps.isEmpty:
      return layout.column(of: id, path: names).map { [column(of: id, $0)] } ?? []
    case .object where path.steps.count == 1: return toOneKeys(path.steps[0])
    case .object, .attribute, .compositeElement: return []
    }
  }

  private func attributes(of entity: EntityID) -> [Column] {
    model[entity].attributes.indices.flatMap { index -> [Column] in
      let id = AttributeID(entity, index)
      return layout.columns(of: id).map { column(of: id, $0) }
    }
  }

  private func column(of id: AttributeID, _ leaf: CompositeLeaf) -> Column {
    column(
      leaf.path.isEmpty ? .attribute(id) : .compositeElement(id, path: leaf.path, leaf.type),
      leaf.column)
  }

  private func toOneKeys(of entity: EntityID) -> [Column] {
    model[entity].relationships.indices.flatMap { toOneKeys(RelationshipID(entity, $0)) }
  }

  /// The key, and behind it the number of the object's entity where that can be one of several.
  private func toOneKeys(_ id: RelationshipID) -> [Column] {
    guard case .foreignKey(let key) = layout.relationship(id) else { return [] }
    let keyColumn = column(.toOne(id), key.column)
    var number = key.entityColumn.map { SQLExpression.column(SQLColumn("t0", $0)) }
    // Generated code reads a row by place, so the place stays.
    if layout.lacksEntityColumn(id) {
      number = .placeholder(.value(.null), .integer)
    }
    guard let number else { return [keyColumn] }
    return [
      keyColumn,
      Column(meaning: .toOneEntity(id), expression: number, name: keyColumn.name),
    ]
  }

  /// The sort is stable, which keeps an entity's number behind its key.
  private func sorted(_ columns: [Column]) -> [Column] {
    columns.sorted { $0.name < $1.name }
  }
}
