public import MomentumModel
public import MomentumSQL
public import MomentumStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a query finds the properties of a model: Core Data's tables or those of one's own.
public struct QueryLayout: Sendable {
  /// Whose text follows Core Data's log.
  public let isCoreData: Bool
  public let dialect: SQLDialect
  let model: ObjectModel
  private let storage: Storage
  /// The names that decide the order of a row's columns; `nil` where those are the layout's own.
  private var computed: ComputedNames?

  private enum Storage: Sendable {
    case coreData(StoreSchema)
    case plain(PlainSchema, roots: [EntityID: PlainRoot])
  }

  /// A table of the plain layout and the columns that are no properties.
  struct PlainRoot: Sendable {
    var table: String
    var identity: String
    /// Holds the name of a row's entity; `nil` where all rows are of one.
    var entity: String?
  }

  /// A store as Core Data lays it out.
  ///
  /// - Parameter computed: The computed schema, where `schema` has the names of a certain store. Columns of a
  ///   row stand in the order of the computed names: generated code reads them by place.
  public static func coreData(
    _ model: ObjectModel, _ schema: StoreSchema, computed: StoreSchema? = nil
  ) -> QueryLayout {
    var layout = QueryLayout(
      isCoreData: true, dialect: .coreData, model: model, storage: .coreData(schema))
    layout.computed = computed.map { ComputedNames($0, of: schema, model) }
    return layout
  }

  /// A database of one's own. `dialect` is `.sqlite` or `.postgreSQL`.
  public static func plain(
    _ model: ObjectModel, _ schema: PlainSchema, _ dialect: SQLDialect
  ) -> QueryLayout {
    var roots: [EntityID: PlainRoot] = [:]
    for table in schema.tables {
      guard case .entity(let root) = table.kind, let identity = table.primaryKey.first else {
        continue
      }
      let entity = table.columns.first { column in
        column.checks.contains { if case .entity = $0 { true } else { false } }
      }
      roots[root] = PlainRoot(table: table.name, identity: identity, entity: entity?.name)
    }
    return QueryLayout(
      isCoreData: false, dialect: dialect, model: model, storage: .plain(schema, roots: roots))
  }

  private init(isCoreData: Bool, dialect: SQLDialect, model: ObjectModel, storage: Storage) {
    self.isCoreData = isCoreData
    self.dialect = dialect
    self.model = model
    self.storage = storage
  }

  /// The schema of Core Data's layout.
  var storeSchema: StoreSchema? {
    if case .coreData(let schema) = storage { schema } else { nil }
  }

  // MARK: - Tables

  func table(of entity: EntityID) -> String {
    switch storage {
    case .coreData(let schema): schema[entity].table
    case .plain(_, let roots): roots[model.root(of: entity)]?.table ?? ""
    }
  }

  func identity(of entity: EntityID) -> String {
    switch storage {
    case .coreData: "Z_PK"
    case .plain(_, let roots): roots[model.root(of: entity)]?.identity ?? "id"
    }
  }

  /// The column that tells rows of different entities apart; `nil` where all rows are of one.
  func entityColumn(of entity: EntityID) -> String? {
    switch storage {
    case .coreData(let schema): schema[entity].sharesTable ? "Z_ENT" : nil
    case .plain(_, let roots): roots[model.root(of: entity)]?.entity
    }
  }

  /// The condition that keeps an entity's rows apart from the others of its table, where it needs one.
  func restriction(
    to entity: EntityID, includesSubentities: Bool, alias: String
  ) -> SQLExpression? {
    guard let column = entityColumn(of: entity) else { return nil }
    let operand = SQLExpression.column(SQLColumn(alias, column))
    switch storage {
    case .coreData(let schema):
      let root = schema[model.root(of: entity)]
      let wanted =
        includesSubentities
        ? schema[entity].familyNumbers : schema[entity].number...schema[entity].number
      guard wanted != root.familyNumbers else { return nil }
      let family = includesSubentities ? [entity] + subentities(of: entity) : [entity]
      guard wanted.count == family.count else {
        // A store whose numbers are not those of its model: others may stand between.
        return .isIn(operand, family.map { number(schema[$0].number) })
      }
      return numbers(wanted, operand)
    case .plain:
      let family = [entity] + (includesSubentities ? subentities(of: entity) : [])
      if includesSubentities, model.root(of: entity) == entity { return nil }
      let names = family.filter { !model[$0].isAbstract }.map { model[$0].name }
      guard !names.isEmpty else { return .boolean(false) }
      let values = names.map { SQLExpression.placeholder(.value(.text($0)), .text) }
      return values.count == 1
        ? .comparison(operand, .equal, values[0]) : .isIn(operand, values)
    }
  }

  private func number(_ value: Int) -> SQLExpression {
    .placeholder(.value(.integer(Int64(value))), .integer)
  }

  private func numbers(
    _ wanted: ClosedRange<Int>, _ operand: SQLExpression
  ) -> SQLExpression {
    guard wanted.count > 1 else {
      return .comparison(operand, .equal, number(wanted.lowerBound))
    }
    return .and([
      .comparison(operand, .greaterOrEqual, number(wanted.lowerBound)),
      .comparison(operand, .lessOrEqual, number(wanted.upperBound)),
    ])
  }

  func hasSubentities(_ entity: EntityID) -> Bool {
    switch storage {
    case .coreData(let schema): schema[entity].familyNumbers.count > 1
    case .plain: model.entities.contains { $0.parent == entity }
    }
  }

  /// All entities below, by entity number in Core Data's layout and as declared in others.
  func subentities(of entity: EntityID) -> [EntityID] {
    let below = model.entityIDs.filter { $0 != entity && model.inherits($0, from: entity) }
    guard case .coreData(let schema) = storage else { return below }
    return below.sorted { schema[$0].number < schema[$1].number }
  }

  // MARK: - Properties

  /// The columns of a stored attribute: one, or one for each leaf of a composite; empty for others.
  func columns(of id: AttributeID) -> [CompositeLeaf] {
    switch storage {
    case .coreData(let schema):
      if let leaves = schema.compositeColumns[id] { return leaves }
      return schema.attributeColumns[id].map {
        [CompositeLeaf(path: [], type: model[id].type, column: $0)]
      } ?? []
    case .plain(let schema, _): return schema.attributeColumns[id] ?? []
    }
  }

  func column(of id: AttributeID, path: [String] = []) -> CompositeLeaf? {
    columns(of: id).first { $0.path == path }
  }

  func relationship(_ id: RelationshipID) -> RelationshipStorage? {
    switch storage {
    case .coreData(let schema): schema.relationships[id]
    case .plain(let schema, _): schema.relationships[id]
    }
  }

  /// The name by which a column is sorted among the columns of a row: the computed one where a store has another.
  func sortName(of column: String, in entity: EntityID) -> String {
    computed?.columns[table(of: entity)]?[column] ?? column
  }

  /// Whether a row has a place for the number beside a key, though the store has no column for it.
  func lacksEntityColumn(_ id: RelationshipID) -> Bool {
    guard case .foreignKey(let key) = relationship(id), key.entityColumn == nil,
      case .foreignKey(let wanted)? = computed?.schema.relationships[id]
    else { return false }
    return wanted.entityColumn != nil
  }

  /// Whether a join table has a pair once although both of its objects have the other one.
  func keepsPairsOnce(_ id: RelationshipID) -> Bool {
    guard case .plain(let schema, _) = storage, case .joinTable(let side) = schema.relationships[id]
    else { return false }
    return schema.tables.contains { table in
      table.name == side.table
        && table.checks.contains { if case .ordered = $0 { true } else { false } }
    }
  }

  // MARK: - Values

  /// A constant as the layout's columns of its type hold it, with the type that a placeholder says.
  func value(_ value: AttributeValue) -> (SQLValue, SQLType) {
    if isCoreData { return (value.stored, QueryLayout.type(of: value)) }
    switch value {
    case .date(let seconds):
      let text =
        dialect.checksTypes
        ? PlainValue.timestamp(ofDate: seconds) : PlainValue.text(ofDate: seconds)
      return (.text(text), .timestamp)
    case .uuid(let uuid): return (.text(uuid.uuidString.lowercased()), .uuid)
    case .decimal(let number):
      return dialect.checksTypes ? (.text("\(number)"), .decimal) : (value.stored, .decimal)
    case .integer, .double, .string, .boolean, .binary, .uri:
      return (value.stored, QueryLayout.type(of: value))
    }
  }

  /// A column as it is compared and computed with. Digits in text are no numbers.
  func operand(_ column: SQLExpression, _ type: AttributeType) -> SQLExpression {
    guard !isCoreData, !dialect.checksTypes, case .decimal = type else { return column }
    return .cast(column, .real)
  }

  static func type(of value: AttributeValue) -> SQLType {
    switch value {
    case .integer: .integer
    case .double: .real
    case .decimal: .decimal
    case .string, .uri: .text
    case .boolean: .boolean
    case .date: .timestamp
    case .binary: .blob
    case .uuid: .uuid
    }
  }

  static func type(of type: AttributeType) -> SQLType {
    switch type {
    case .integer16, .integer32, .integer64: .integer
    case .boolean: .boolean
    case .double, .float: .real
    case .decimal: .decimal
    case .date: .timestamp
    case .uuid: .uuid
    case .string, .uri, .objectID: .text
    case .binary, .transformable, .undefined, .composite: .blob
    }
  }
}
