import MomentumModel
import MomentumPredicate
import MomentumSQL

/// The result columns of requests for objects and of whole dictionaries.
struct ResultColumns {
  private let layout: QueryLayout
  private let request: FetchRequest
  private let hasSubentities: Bool
  private(set) var meanings: [FetchColumn] = []
  private(set) var expressions: [SQLExpression] = []

  private init(_ request: FetchRequest, _ layout: QueryLayout) {
    self.layout = layout
    self.request = request
    hasSubentities = request.includesSubentities && layout.hasSubentities(request.entity)
  }

  /// The columns of a request for objects: `0` or `Z_ENT`, `Z_PK`, `Z_OPT`, then attributes and
  /// to-one keys, each sorted by column name.
  ///
  /// If the request chooses properties, the constant is 1, `Z_OPT` is left out, and the columns
  /// have the order of the request (observed in one log).
  static func objects(_ request: FetchRequest, _ layout: QueryLayout) -> ResultColumns {
    var columns = ResultColumns(request, layout)
    columns.appendHead(constant: request.propertiesToFetch.isEmpty ? 0 : 1)
    guard request.resultType == .managedObjects else { return columns }
    guard request.propertiesToFetch.isEmpty else {
      for property in request.propertiesToFetch { columns.append(columns.chosen(property)) }
      return columns
    }
    if layout.isCoreData { columns.append(.optimisticLock, "Z_OPT") }
    columns.appendProperties()
    return columns
  }

  /// The columns of dictionaries if the request chooses no properties.
  static func properties(_ request: FetchRequest, _ layout: QueryLayout) -> ResultColumns {
    var columns = ResultColumns(request, layout)
    columns.appendProperties()
    return columns
  }

  // MARK: - Parts

  private mutating func appendHead(constant: Int64) {
    if hasSubentities, let entity = layout.entityColumn(of: request.entity) {
      append(.entityNumber, entity)
    } else {
      meanings.append(.constant(constant))
      expressions.append(.integer(constant))
    }
    append(.primaryKey, layout.identity(of: request.entity))
  }

  /// Appends attributes, then to-one keys. Properties of sub-entities are included, because a row
  /// may belong to a sub-entity.
  private mutating func appendProperties() {
    let lineage = layout.model.lineage(of: request.entity)
    let below = hasSubentities ? layout.subentities(of: request.entity) : []
    append(lineage, below) { $0.attributeColumns }
    append(lineage, below) { $0.keyColumns }
  }

  private mutating func append(
    _ lineage: [EntityID], _ below: [EntityID], _ columns: (EntityPlace) -> [ResultColumn]
  ) {
    if lineage.count == 1 {
      append(columns(layout[lineage[0]]))
    } else {
      append(ResultColumn.sorted(lineage.flatMap { columns(layout[$0]) }))
    }
    for entity in below { append(columns(layout[entity])) }
  }

  /// The columns of a property that the request chooses. A path over a relationship has none,
  /// because Core Data loads these objects later.
  private func chosen(_ property: PropertyToFetch) -> [ResultColumn] {
    guard case .path(let path) = property.value else { return [] }
    switch path.target {
    case .attribute(let id) where path.steps.isEmpty:
      return layout.columns(of: id).map { ResultColumn(id, $0) }
    case .compositeElement(let id, let names) where path.steps.isEmpty:
      return layout.column(of: id, path: names).map { [ResultColumn(id, $0)] } ?? []
    case .object where path.steps.count == 1:
      let id = path.steps[0]
      return layout[id.entity].keyColumns.filter {
        $0.meaning == .toOne(id) || $0.meaning == .toOneEntity(id)
      }
    case .object, .attribute, .compositeElement: return []
    }
  }

  // MARK: - Columns

  private mutating func append(_ meaning: FetchColumn, _ name: String) {
    meanings.append(meaning)
    expressions.append(.column(SQLColumn("t0", name)))
  }

  private mutating func append(_ columns: [ResultColumn]) {
    for column in columns {
      meanings.append(column.meaning)
      expressions.append(column.expression)
    }
  }
}
