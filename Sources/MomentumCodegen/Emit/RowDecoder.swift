import MomentumModel

/// Makes the expression that reads a value of an entity from a row.
struct RowDecoder {
  /// A property that needs a value and has no column.
  struct Missing: Error {
    var name: String
  }

  private let plan: PortablePlan
  private var primaryKey: Int?
  private var positions: [[String]: Int] = [:]
  /// Every path that leads to a column, so that a composite without columns is not walked.
  private var prefixes: Set<[String]> = []

  init(plan: PortablePlan, columns: [CompiledFetchRequest.Column]) {
    self.plan = plan
    for (index, column) in columns.enumerated() {
      switch column {
      case .primaryKey: primaryKey = primaryKey ?? index
      case .property(let path):
        positions[path] = positions[path] ?? index
        for length in path.indices { prefixes.insert(Array(path[...length])) }
      case .ignored: break
      }
    }
  }

  /// `Self(objectID: row.value(at: 0), name: row.valueIfPresent(at: 1))`, in an extension of the entity.
  ///
  /// `Self`, because a property or a parameter may have the entity's name.
  func object(_ entity: PortablePlan.EntityType) -> Result<Expression, Missing> {
    guard let primaryKey else { return .failure(Missing(name: "objectID")) }
    do throws(Missing) {
      let key = Expression.Argument("objectID", RowDecoder.value(primaryKey, "value"))
      let others = try arguments(entity.properties, path: [])
      return .success(.call(.name("Self"), [key] + others))
    } catch {
      return .failure(error)
    }
  }

  /// `row.value(at: 3)`
  static func value(_ column: Int, _ reader: Identifier) -> Expression {
    .call(.member(.name("row"), reader), [.init("at", .integer(Int64(column)))])
  }

  private func arguments(
    _ properties: [PortableProperty], path: [String]
  ) throws(Missing) -> [Expression.Argument] {
    var result: [Expression.Argument] = []
    for property in properties {
      let path = path + [property.modelName]
      if let value = try value(of: property, path: path) {
        result.append(.init(property.identifier, value))
      } else if property.isOptional {
        // A default stands for a new object; a row that lacks the column says nothing.
        result.append(.init(property.identifier, .null))
      } else {
        throw Missing(name: path.joined(separator: "."))
      }
    }
    return result
  }

  /// `nil` where the row has no column for it.
  private func value(
    of property: PortableProperty, path: [String]
  ) throws(Missing) -> Expression? {
    switch property.kind {
    case .attribute, .toOne:
      return positions[path].map {
        RowDecoder.value($0, property.isOptional ? "valueIfPresent" : "value")
      }
    case .composite(let id):
      let composite = plan[id]
      if composite.properties.isEmpty {
        return .call(.type(.named(composite.name)), [])
      }
      guard prefixes.contains(path) else { return nil }
      let value = Expression.call(
        .type(.named(composite.name)), try arguments(composite.properties, path: path))
      guard property.isOptional else { return value }
      let columns = positions.filter { $0.key.starts(with: path) }.values.sorted()
      let isNull = Expression.call(
        .member(.name("row"), "isNull"),
        [.init("at", .array(columns.map { .integer(Int64($0)) }))])
      return .ternary(isNull, .null, value)
    }
  }
}
