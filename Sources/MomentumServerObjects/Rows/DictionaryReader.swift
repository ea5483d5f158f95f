internal import MomentumModel
internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumPredicate
internal import MomentumQuery

/// Reads the rows of a request for dictionaries.
struct DictionaryReader {
  private enum Kind {
    case stored(AttributeType)
    case computed(AttributeType)
    /// The key of an object; the column at `nameColumn` has the name of its entity.
    case object(EntityID, nameColumn: Int?)
  }

  private struct Field {
    var name: String
    var column: Int
    var kind: Kind
  }

  private let source: ObjectSource
  private let entity: EntityPlan
  private var fields: [Field] = []

  init(_ columns: [FetchColumn], _ request: FetchRequest, _ source: ObjectSource) {
    self.source = source
    entity = source.model[request.entity]
    var nameColumn: Int?
    for (index, column) in columns.enumerated() {
      if column == .entityNumber { nameColumn = index }
      if case .toOneEntity = column, case .object(let entity, _)? = fields.last?.kind {
        // This column has the name of the entity of the key in the previous column.
        fields[fields.count - 1].kind = .object(entity, nameColumn: index)
      }
      guard let (name, kind) = field(column, request, nameColumn) else { continue }
      fields.append(Field(name: name, column: index, kind: kind))
    }
    // The columns are in the order of `propertiesToFetch`, which has the names that the program
    // chose, such as `total` for a sum.
    guard fields.count == request.propertiesToFetch.count else { return }
    for (index, property) in request.propertiesToFetch.enumerated() {
      fields[index].name = property.name
    }
  }

  private func field(
    _ column: FetchColumn, _ request: FetchRequest, _ nameColumn: Int?
  ) -> (String, Kind)? {
    let model = source.model.model
    switch column {
    case .primaryKey: return ("objectID", .object(request.entity, nameColumn: nameColumn))
    case .attribute(let id): return (model[id].name, .stored(model[id].type))
    case .compositeElement(let id, let path, let type):
      return (([model[id].name] + path).joined(separator: "."), .stored(type))
    case .toOne(let id):
      return (model[id].name, .object(model[id].destination, nameColumn: nil))
    case .value(let name, .attribute(let type)): return (name, .computed(type))
    case .value(let name, .count): return (name, .computed(.integer64))
    case .value(let name, .object(let entity)): return (name, .object(entity, nameColumn: nil))
    case .count: return ("count", .computed(.integer64))
    case .constant, .entityNumber, .optimisticLock, .toOneEntity: return nil
    }
  }

  /// The values of a row by name; a name without a value is absent.
  func values(_ row: PostgreSQLRow) throws -> [String: StoredValue] {
    var values: [String: StoredValue] = [:]
    values.reserveCapacity(fields.count)
    for field in fields { values[field.name] = try value(field, row) }
    return values
  }

  private func value(_ field: Field, _ row: PostgreSQLRow) throws -> StoredValue? {
    let cell = try row.value(at: field.column)
    do throws(StoredCell.Malformed) {
      switch field.kind {
      case .stored(let type): return try StoredCell.value(cell, of: type).map { .attribute($0) }
      case .computed(let type):
        return try StoredCell.computed(cell, of: type).map { .attribute($0) }
      case .object: break
      }
    } catch { throw malformed(field) }
    guard case .object(let id, let nameColumn) = field.kind, cell != .null else { return nil }
    guard case .integer(let key) = cell else { throw malformed(field) }
    var plan = source.model[id]
    if let nameColumn, case .text(let name) = try row.value(at: nameColumn),
      let own = source.entity(named: name), own.root == plan.root
    {
      plan = own
    }
    return .identity(ObjectID(source.places[plan], key))
  }

  private func malformed(_ field: Field) -> ObjectError {
    ObjectError(
      .init(rawValue: 134_060),
      "entity '\(entity.name)', property '\(field.name)': the stored value has another type")
  }
}
