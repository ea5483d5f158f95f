import MomentumModel

/// Makes the statements of an initialiser that reads an entity's value from a row.
struct RowDecoder {
  /// A required property for which the row has no column.
  struct Missing: Error {
    var name: String
  }

  private let plan: PortablePlan
  private var primaryKey: Int?
  private var positions: [[String]: Int] = [:]

  init(plan: PortablePlan, columns: [CompiledFetchRequest.Column]) {
    self.plan = plan
    for (index, column) in columns.enumerated() {
      switch column {
      case .primaryKey: primaryKey = primaryKey ?? index
      case .property(let path): positions[path] = positions[path] ?? index
      case .ignored: break
      }
    }
  }

  /// The statements that set all properties: `self.objectID = try row.key(1)`, and one statement
  /// for each property.
  func statements(_ entity: PortablePlan.EntityType) throws(Missing) -> [Statement] {
    guard let primaryKey else { throw Missing(name: "objectID") }
    var result = [RowDecoder.assign("objectID", .attempt(RowDecoder.read("key", primaryKey)))]
    for property in entity.properties { result.append(try statement(property)) }
    return result
  }

  /// The statements in the body of a composite's `init(row:_:…)`, whose parameters are the columns
  /// of its values.
  static func statements(
    _ composite: PortablePlan.CompositeValueType, columns: [Identifier], plan: PortablePlan
  ) -> [Statement] {
    var unreadColumns = columns[...]
    return composite.properties.map { property in
      var count = 1
      if case .composite(let inner) = property.kind { count = plan.leaves(of: inner).count }
      let own = unreadColumns.prefix(count).map { Expression.name($0) }
      unreadColumns = unreadColumns.dropFirst(count)
      return value(of: property, Array(own), plan)
    }
  }

  /// The call that reads one column: `row.string(3)`.
  static func read(_ reader: Identifier, _ column: Int) -> Expression {
    read(reader, .integer(Int64(column)))
  }

  private static func read(_ reader: Identifier, _ column: Expression) -> Expression {
    .call(.member(.name("row"), reader), [.init(nil, column)])
  }

  private static func assign(_ property: Identifier, _ value: Expression) -> Statement {
    .assign(.member(.name("self"), property), value)
  }

  private func statement(_ property: PortableProperty) throws(Missing) -> Statement {
    let paths: [[String]]
    if case .composite(let id) = property.kind {
      paths = plan.leaves(of: id).map { [property.modelName] + $0.map(\.modelName) }
    } else {
      paths = [[property.modelName]]
    }
    let columns = paths.compactMap { positions[$0] }
    guard columns.count == paths.count else {
      // The row lacks a column of the property. Do not use the default value: it is meant for new
      // objects, and the stored value may be another one.
      guard property.isOptional else { throw Missing(name: property.modelName) }
      return RowDecoder.assign(property.identifier, .null)
    }
    return RowDecoder.value(of: property, columns.map { .integer(Int64($0)) }, plan)
  }

  /// The statement that sets one property: `self.name = try row.string(3)`; for an optional
  /// composite, an `if` around two assignments.
  private static func value(
    of property: PortableProperty, _ columns: [Expression], _ plan: PortablePlan
  ) -> Statement {
    let name = property.identifier
    switch property.kind {
    case .attribute(let type):
      let reader = property.isOptional ? type.readerIfPresent : type.reader
      return assign(name, .attempt(read(reader, columns[0])))
    case .value(let type):
      let whole = property.isOptional ? TypeReference.optional(type.type) : type.type
      return assign(
        name,
        .attempt(
          .call(.type(whole), [.init("row", .name("row")), .init("column", columns[0])])))
    case .toOne, .toMany:
      return assign(
        name, .attempt(read(property.isOptional ? "keyIfPresent" : "key", columns[0])))
    case .composite(let id):
      let arguments =
        [Expression.Argument("row", .name("row"))] + columns.map { .init(nil, $0) }
      let value = assign(
        name, .attempt(.call(.type(.named(plan[id].name)), arguments)))
      guard property.isOptional else { return value }
      if columns.isEmpty { return assign(name, .null) }
      let isNull = Expression.call(
        .member(.name("row"), "isNull"), [.init(nil, .array(columns))])
      return .branch(.holds(isNull), [assign(name, .null)], else: [value])
    }
  }
}
