internal import MomentumModel
internal import MomentumPredicate
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Reads the rows of a request for dictionaries.
struct DictionaryDecoder {
  private enum Kind {
    case stored(CellKind)
    /// The value of an expression: SQLite may return a whole number as REAL.
    case computed(AttributeType)
    /// The key of an object. The column at `numberColumn` has its entity number; `nil` if there is
    /// none.
    case object(EntityID, numberColumn: Int?)
  }

  private struct Field {
    var name: String
    var column: Int
    var kind: Kind
  }

  private let source: RowSource
  private let entity: EntityPlan
  private var fields: [Field] = []

  init(_ columns: [FetchColumn], _ request: FetchRequest, _ source: RowSource) {
    self.source = source
    entity = source.model[request.entity]
    var numberColumn: Int?
    for (index, column) in columns.enumerated() {
      if column == .entityNumber { numberColumn = index }
      if case .toOneEntity = column, case .object(let entity, _)? = fields.last?.kind {
        // This column has the entity number of the key in the previous column.
        fields[fields.count - 1].kind = .object(entity, numberColumn: index)
      }
      guard let (name, kind) = field(column, request, numberColumn) else { continue }
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
    _ column: FetchColumn, _ request: FetchRequest, _ numberColumn: Int?
  ) -> (String, Kind)? {
    let model = source.model.model
    switch column {
    case .primaryKey: return ("objectID", .object(request.entity, numberColumn: numberColumn))
    case .attribute(let id):
      let attribute = model[id]
      let kind = CellKind(attribute.type, isExternal: attribute.allowsExternalStorage)
      return (attribute.name, .stored(kind))
    case .compositeElement(let id, let path, let type):
      let plan = source.model[id.entity].leaves.first { $0.attribute == id && $0.path == path }
      let isExternal = plan?.element.allowsExternalStorage ?? false
      return (
        ([model[id].name] + path).joined(separator: "."),
        .stored(CellKind(type, isExternal: isExternal))
      )
    case .toOne(let id):
      return (model[id].name, .object(model[id].destination, numberColumn: nil))
    case .value(let name, .attribute(let type)): return (name, .computed(type))
    case .value(let name, .count): return (name, .computed(.integer64))
    case .value(let name, .object(let entity)): return (name, .object(entity, numberColumn: nil))
    case .count: return ("count", .computed(.integer64))
    case .constant, .entityNumber, .optimisticLock, .toOneEntity: return nil
    }
  }

  /// The values of the current row by name; a name without a value is absent.
  func row(_ statement: Statement) throws -> [String: StoredValue] {
    var row: [String: StoredValue] = [:]
    row.reserveCapacity(fields.count)
    for field in fields {
      if let value = try value(field, statement) { row[field.name] = value }
    }
    return row
  }

  private func value(_ field: Field, _ statement: Statement) throws -> StoredValue? {
    let malformed = SQLiteStoreError.malformed(entity: entity.name, property: field.name, key: 0)
    switch field.kind {
    case .stored(let kind):
      do throws(MalformedCell) {
        return try statement.attributeValue(at: field.column, kind, source.files)
          .map { .attribute($0) }
      } catch {
        throw malformed
      }
    case .computed(let type):
      let stored = statement.value(at: field.column)
      guard stored != .null else { return nil }
      guard let value = AttributeValue(computed: stored, type: type) else { throw malformed }
      return .attribute(value)
    case .object(let entity, let numberColumn):
      guard !statement.isNull(at: field.column) else { return nil }
      guard case .value(let key) = statement.integerCell(at: field.column) else { throw malformed }
      var plan = source.model[entity]
      if let numberColumn, let number = statement.integer(at: numberColumn),
        let own = source.entities[number], own.root == plan.root
      {
        plan = own
      }
      return .identity(ObjectID(source.places[plan], key))
    }
  }
}

extension AttributeValue {
  /// Converts the result of an expression. SQLite's `total()` returns a REAL even for whole
  /// numbers, but Core Data returns a number of the expression's type. A value of another storage
  /// class is returned unchanged.
  fileprivate init?(computed value: SQLValue, type: AttributeType) {
    var number = value
    if case .real(let real) = value, [.integer16, .integer32, .integer64, .boolean].contains(type),
      let whole = Int64(exactly: real.rounded(.towardZero))
    {
      number = .integer(whole)
    }
    if let known = AttributeValue(stored: number, type: type) {
      self = known
      return
    }
    switch value {
    case .null: return nil
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .double(number)
    case .text(let text): self = .string(text)
    case .blob(let bytes): self = .binary(bytes)
    }
  }
}
