package import MomentumCompiler
package import MomentumModel
package import MomentumQuery
internal import MomentumRuntime
package import MomentumSQL
internal import MomentumStore

/// Turns requests into statements for the tables of a server.
///
///     let lowering = ServerLowering(compiled)
///     print(lowering.print(lowering.lower(FetchRequest(entity: venue))).text)
///     // SELECT 0, t0.id, 0, t0.name, … FROM venue t0
///
/// A row of objects has the columns that a row of Core Data's store has, in the same order, so that
/// whatever reads rows of a store reads these, too.
package struct ServerLowering: Sendable {
  /// What the columns hold in which a store has the number of an entity.
  package enum EntityColumns: Sendable {
    /// 0: generated code does not read them.
    case zero
    /// The name of the entity, which for a to-one object is looked up in its table.
    case names
  }

  package let tables: ServerTables
  package let layout: QueryLayout
  /// The layout of Core Data's stores, which has the order of the columns.
  private let rowLayout: QueryLayout
  private let entities: EntityColumns
  /// The column with the version of a row; `nil` if the tables have none.
  private let versionColumn: String?

  package init(
    _ compiled: CompiledModel, entities: EntityColumns, versionColumn: String? = nil
  ) {
    let schema = compiled.plainSchema
    tables = ServerTables(compiled.model, schema)
    layout = .plain(compiled.model, schema, .postgreSQL)
    rowLayout = compiled.queryLayout(.coreData)
    self.entities = entities
    self.versionColumn = versionColumn
  }

  package func print(_ lowered: LoweredFetchRequest) -> SQLText {
    SQLPrinter.print(lowered.select, dialect: layout.dialect)
  }

  /// The statement of a request; columns that no table here has are 0.
  package func lower(
    _ request: FetchRequest, options: QueryOptions = QueryOptions()
  ) -> LoweredFetchRequest {
    var options = options
    // A join over a to-many relationship multiplies rows, and DISTINCT would compare whole rows.
    options.rules.remove(.joinForAny)
    var lowered = FetchRequestLowering(layout: layout, options: options).lower(request)
    switch request.resultType {
    case .managedObjects: replaceColumns(of: &lowered, by: request)
    case .dictionaries where entities == .names:
      if request.propertiesToFetch.isEmpty {
        replaceColumns(of: &lowered, by: request)
      } else {
        appendEntities(to: &lowered, request.entity)
      }
    case .managedObjectIDs, .dictionaries, .count: break
    }
    return lowered
  }

  private func replaceColumns(
    of lowered: inout LoweredFetchRequest, by request: FetchRequest
  ) {
    let columns = FetchRequest(
      entity: request.entity, includesSubentities: request.includesSubentities,
      resultType: request.resultType, propertiesToFetch: request.propertiesToFetch)
    lowered.columns = FetchRequestLowering(layout: rowLayout).lower(columns).columns
    lowered.select.columns = lowered.columns.map { column($0, request.entity) }
  }

  /// Puts the entity's name behind each key of an object that may belong to several entities.
  private func appendEntities(to lowered: inout LoweredFetchRequest, _ entity: EntityID) {
    let pairs = zip(lowered.columns, lowered.select.columns).flatMap { meaning, expression in
      guard case .toOne(let id) = meaning, let name = entityName(of: id, entity) else {
        return [(meaning, expression)]
      }
      return [(meaning, expression), (.toOneEntity(id), name)]
    }
    lowered.columns = pairs.map(\.0)
    lowered.select.columns = pairs.map(\.1)
  }

  // MARK: - Columns

  /// The key of the fetched object: `t0.id`.
  package func identity(of entity: EntityID) -> SQLExpression {
    .column(SQLColumn("t0", tables.place(of: entity).identity))
  }

  /// The order of the keys, for which the server reads the index of the primary key.
  package func keyOrder(of entity: EntityID) -> SQLOrderTerm {
    SQLOrderTerm(identity(of: entity), isNullable: false)
  }

  private func column(_ column: FetchColumn, _ entity: EntityID) -> SQLExpression {
    switch column {
    case .primaryKey: identity(of: entity)
    case .attribute(let id): self.column(id, [])
    case .compositeElement(let id, let path, _): self.column(id, path)
    case .toOne(let id): toOne(id, entity) ?? Self.nothing
    case .entityNumber where entities == .names:
      tables.place(of: entity).entity.map { .column(SQLColumn("t0", $0)) } ?? .integer(0)
    case .toOneEntity(let id) where entities == .names: entityName(of: id, entity) ?? .integer(0)
    case .optimisticLock:
      versionColumn.map { .column(SQLColumn("t0", $0)) } ?? .integer(0)
    case .constant, .entityNumber, .toOneEntity, .value, .count: .integer(0)
    }
  }

  private func column(_ id: AttributeID, _ path: [String]) -> SQLExpression {
    tables.schema.attributeColumns[id]?.first { $0.path == path }
      .map { .column(SQLColumn("t0", $0.column)) } ?? Self.nothing
  }

  /// The key of a to-one object: `t0.venue_id`; if the object's row has the key,
  /// `(SELECT k0.id FROM stats k0 WHERE k0.venue_id = t0.id)`.
  private func toOne(_ id: RelationshipID, _ entity: EntityID) -> SQLExpression? {
    guard let plan = tables.plan(for: id) else { return nil }
    switch plan.storage {
    case .sourceKey(let key): return .column(SQLColumn("t0", key.column))
    case .destinationKey(let key):
      let identity = tables.place(of: plan.relationship.destination).identity
      return looked(up: identity, key.table, where: key.column, self.identity(of: entity))
    case .join: return nil
    }
  }

  /// The name of a to-one object's entity:
  /// `(SELECT k0.entity FROM person k0 WHERE k0.id = t0.author_id)`; `nil` if all objects of its
  /// table belong to one entity.
  private func entityName(of id: RelationshipID, _ entity: EntityID) -> SQLExpression? {
    guard let plan = tables.plan(for: id) else { return nil }
    let place = tables.place(of: plan.relationship.destination)
    guard let column = place.entity else { return nil }
    switch plan.storage {
    case .sourceKey(let key):
      let value = SQLExpression.column(SQLColumn("t0", key.column))
      return looked(up: column, place.table, where: place.identity, value)
    case .destinationKey(let key):
      return looked(up: column, key.table, where: key.column, identity(of: entity))
    case .join: return nil
    }
  }

  private func looked(
    up column: String, _ table: String, where key: String, _ value: SQLExpression
  ) -> SQLExpression {
    .select(
      SQLSelect(
        columns: [.column(SQLColumn("k0", column))], source: .table(table, alias: "k0"),
        condition: .comparison(.column(SQLColumn("k0", key)), .equal, value)))
  }

  /// In place of a property that no column has.
  private static let nothing = SQLExpression.placeholder(.value(.null), .text)
}
