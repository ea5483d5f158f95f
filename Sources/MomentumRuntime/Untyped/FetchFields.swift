package import MomentumCompiler
package import MomentumModel
import MomentumPredicate
package import MomentumQuery
package import MomentumSQL
import MomentumStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The fields in which the rows of a fetch are shown to people.
///
/// A field may use several columns: the object of a relationship whose destination has sub-entities
/// has a key and an entity number.
package struct FetchFields: Sendable {
  package struct Field: Sendable {
    package var name: String
    package var isNumber: Bool
    /// The relationship of a to-one field, which has its name; `nil` for every other field, also
    /// for a fetched expression that returns an object.
    package var relationship: RelationshipID?
    fileprivate var column: Int
    fileprivate var kind: Kind
  }

  fileprivate enum Kind: Sendable {
    case attribute(AttributeType)
    /// The value of an expression. SQLite may return a whole number as REAL, or a Boolean as 0 or
    /// 1.
    case computed(AttributeType)
    /// The key of an object. The column at `numberColumn` has its entity number; `nil` if all
    /// objects belong to this entity.
    case object(EntityID, numberColumn: Int?)
  }

  /// A value of a field.
  package enum Value: Sendable, Hashable {
    case missing
    case value(AttributeValue)
    /// A value that is not stored in the way its type requires.
    case raw(SQLValue)
    /// An object as text: entity name, slash, `p`, primary key, for example `Venue/p1`.
    case object(String)
  }

  package let fields: [Field]
  private let entityNames: [Int64: String]
  private let model: ObjectModel

  /// The fields of prefetched objects.
  package init(of objects: FetchResult, in model: CompiledModel) {
    self.init(objects.columns, FetchRequest(entity: objects.entity), in: model)
  }

  /// The fields of objects, object IDs or dictionaries. For objects and object IDs, the first field
  /// is `object`.
  ///
  /// - Parameter columns: The columns of the rows. If the request has a batch size, they differ
  ///   from those of its first statement, which reads keys only.
  package init(_ columns: [FetchColumn], _ request: FetchRequest, in compiled: CompiledModel) {
    model = compiled.model
    entityNames = Dictionary(
      compiled.schema.entities.map { (Int64($0.number), $0.name) }
    ) { first, _ in first }
    var fields = FetchFields.fields(columns, request, model: compiled.model)
    // The columns of a dictionary are in the order of its properties.
    if request.resultType == .dictionaries, fields.count == request.propertiesToFetch.count {
      for (index, property) in request.propertiesToFetch.enumerated() {
        fields[index].name = property.name
      }
    }
    self.fields = fields
  }

  private static func fields(
    _ columns: [FetchColumn], _ request: FetchRequest, model: ObjectModel
  ) -> [Field] {
    let ownName = request.resultType == .dictionaries ? "objectID" : "object"
    var fields: [Field] = []
    var entityNumber: Int?
    for (index, column) in columns.enumerated() {
      switch column {
      case .entityNumber: entityNumber = index
      case .primaryKey:
        fields.append(
          Field(
            name: ownName, isNumber: false, column: index,
            kind: .object(request.entity, numberColumn: entityNumber)))
      case .attribute(let id):
        fields.append(Field(model[id].name, index, model[id].type))
      case .compositeElement(let id, let path, let type):
        fields.append(Field(([model[id].name] + path).joined(separator: "."), index, type))
      case .toOne(let id):
        fields.append(
          Field(
            name: model[id].name, isNumber: false, relationship: id, column: index,
            kind: .object(model[id].destination, numberColumn: nil)))
      case .toOneEntity:
        // This column has the entity number of the key in the previous column.
        if case .object(let entity, _)? = fields.last?.kind {
          fields[fields.count - 1].kind = .object(entity, numberColumn: index)
        }
      case .value(let name, .attribute(let type)):
        fields.append(Field(name, index, type, isComputed: true))
      case .value(let name, .count):
        fields.append(Field(name, index, .integer64, isComputed: true))
      case .value(let name, .object(let entity)):
        fields.append(
          Field(
            name: name, isNumber: false, column: index,
            kind: .object(entity, numberColumn: nil)))
      case .count: fields.append(Field("count", index, .integer64))
      case .constant, .optimisticLock: break
      }
    }
    return fields
  }

  /// The value of a field in a row.
  package func value(of field: Field, in row: [SQLValue]) -> Value {
    guard field.column < row.count, row[field.column] != .null else { return .missing }
    let value = row[field.column]
    switch field.kind {
    case .attribute(let type):
      return FetchFields.value(value, type)
    case .computed(let type):
      let number = FetchFields.number(value, as: type)
      return FetchFields.value(number, type)
    case .object(let entity, let numberColumn):
      guard case .integer(let key) = value else { return .raw(value) }
      var name = model[entity].name
      if let numberColumn, numberColumn < row.count, case .integer(let number) = row[numberColumn] {
        name = entityNames[number] ?? name
      }
      return .object("\(name)/p\(key)")
    }
  }
}

extension FetchFields {
  private static func value(_ value: SQLValue, _ type: AttributeType) -> Value {
    // A server keeps all digits of a decimal. A store cannot have this text: its column would have
    // turned digits into a number.
    if type == .decimal, case .text(let digits) = value,
      digits.utf8.allSatisfy({ "-.0123456789".utf8.contains($0) }),
      let number = Decimal(string: digits)
    {
      return .value(.decimal(number))
    }
    return AttributeValue(stored: value, type: type).map { .value($0) } ?? .raw(value)
  }

  /// Converts a number to the attribute's type, as Core Data does: SQLite's `total()` returns a
  /// REAL even for whole numbers. A value that does not fit is returned unchanged.
  fileprivate static func number(_ value: SQLValue, as type: AttributeType) -> SQLValue {
    guard case .real(let number) = value else { return value }
    switch type {
    case .integer16, .integer32, .integer64, .boolean:
      return Int64(exactly: number.rounded(.towardZero)).map { .integer($0) } ?? value
    case .undefined, .decimal, .double, .float, .string, .date, .binary, .uuid, .uri,
      .transformable, .objectID, .composite:
      return value
    }
  }
}

extension FetchFields.Field {
  fileprivate init(
    _ name: String, _ column: Int, _ type: AttributeType, isComputed: Bool = false
  ) {
    let numbers: [AttributeType] = [.integer16, .integer32, .integer64, .double, .float, .decimal]
    self.init(
      name: name, isNumber: numbers.contains(type), column: column,
      kind: isComputed ? .computed(type) : .attribute(type))
  }
}
