import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

/// Turns typed predicates and expressions into SQL for the tables of a layout.
///
/// It keeps a scope for each SELECT around the current expression, the innermost last. It is a
/// struct, so that each request has its own.
struct Lowering {
  let layout: QueryLayout
  let options: QueryOptions
  /// The prefix of aliases in a nested request, such as `n1_`, so that they differ from the outer
  /// ones; empty for the outermost request.
  let aliasPrefix: String
  /// Whether a to-many relationship may be joined into the outermost SELECT.
  let allowsJoins: Bool
  var scopes: [QueryScope]
  /// The result columns that a having predicate may name, by name.
  var resultNames: [String: SQLExpression] = [:]
  /// The rows of aggregates, if an aggregate over a to-many relationship gets a SELECT of its own;
  /// `nil` if the relationship is joined.
  var separateRows: AggregatedRows?

  private var aliasCount = 1
  private var elementCount = 0
  /// The number of tables of values, including those of nested requests: all are in one statement
  /// and need different names.
  var arrayCount = 0

  init(
    layout: QueryLayout, options: QueryOptions, root: EntityID, aliasPrefix: String = "",
    allowsJoins: Bool
  ) {
    self.layout = layout
    self.options = options
    self.aliasPrefix = aliasPrefix
    self.allowsJoins = allowsJoins
    let start = QueryScope.Position(entity: root, place: .row(alias: aliasPrefix + "t0"))
    scopes = [QueryScope(origin: .queriedObject, start: start)]
  }

  var model: ObjectModel { layout.model }
  var rootAlias: String { aliasPrefix + "t0" }

  mutating func nextAlias() -> String {
    defer { aliasCount += 1 }
    return "\(aliasPrefix)t\(aliasCount)"
  }

  /// A variable name for the objects of a quantifier. No variable in a format can have this name.
  mutating func nextElement() -> String {
    elementCount += 1
    return "#\(elementCount)"
  }

  mutating func array(_ values: [SQLValue]) -> SQLValueArray {
    defer { arrayCount += 1 }
    return SQLValueArray(name: "_Z_intarray\(arrayCount)", values: values)
  }

  // MARK: - Key paths

  /// Joins the relationships of a path and returns the value at its end.
  ///
  /// - Parameter isRequired: Whether a row cannot match if an object on the path is missing.
  mutating func reference(_ path: TypedKeyPath, isRequired: Bool) -> SQLExpression {
    let scope = scopeIndex(of: path.origin)
    let isRequired = isRequired && scope == scopes.count - 1
    let end = position(path.steps, scope, isRequired: isRequired)
    switch path.target {
    case .object: return key(of: end)
    case .attribute(let id): return attribute(id, [], of: end, scope, isRequired)
    case .compositeElement(let id, let path): return attribute(id, path, of: end, scope, isRequired)
    }
  }

  func scopeIndex(of origin: TypedKeyPath.Origin) -> Int {
    scopes.lastIndex { $0.origin == origin } ?? 0
  }

  mutating func position(
    _ steps: [RelationshipID], _ scope: Int, isRequired: Bool
  ) -> QueryScope.Position {
    var position = scopes[scope].start
    for step in steps { position = self.step(step, from: position, scope, isRequired) }
    return position
  }

  private mutating func attribute(
    _ id: AttributeID, _ path: [String], of position: QueryScope.Position, _ scope: Int,
    _ isRequired: Bool
  ) -> SQLExpression {
    let alias = row(of: position, scope, isRequired)
    guard let leaf = layout.column(of: id, path: path) else {
      preconditionFailure("the checker admits no attribute that is not stored")
    }
    return layout.operand(.column(SQLColumn(alias, leaf.column)), leaf.type)
  }

  /// The SQL of an object's key. If another column holds the key, such as a foreign key, that
  /// column is returned and the object's row is not joined.
  func key(of position: QueryScope.Position) -> SQLExpression {
    switch position.place {
    case .row(let alias): .column(SQLColumn(alias, layout.identity(of: position.entity)))
    case .key(let column): .column(column)
    case .joinTableKey(let column, _): .joinColumn(column)
    }
  }

  func keyColumn(of position: QueryScope.Position) -> SQLColumn {
    switch position.place {
    case .row(let alias): SQLColumn(alias, layout.identity(of: position.entity))
    case .key(let column), .joinTableKey(let column, _): column
    }
  }

  /// The alias of an object's row. Joins the row if that was not done before.
  mutating func row(
    of position: QueryScope.Position, _ scope: Int, _ isRequired: Bool
  ) -> String {
    switch position.place {
    case .row(let alias): return alias
    case .key(let column): return join(position.entity, on: column, nil, scope, isRequired)
    case .joinTableKey(let column, let reserved):
      return join(position.entity, on: column, reserved, scope, isRequired)
    }
  }

  // MARK: - Joins

  /// Joins the row of a to-one object: `JOIN ZLOCATION t1 ON t0.ZLOCATION = t1.Z_PK`. Returns its
  /// alias.
  private mutating func join(
    _ entity: EntityID, on column: SQLColumn, _ reserved: String?, _ scope: Int, _ isRequired: Bool
  ) -> String {
    if let known = use(.row(column), scope, isRequired) { return known }
    let alias = reserved ?? nextAlias()
    append(
      .table(layout.table(of: entity), alias: alias), column,
      SQLColumn(alias, layout.identity(of: entity)), scope, isRequired)
    scopes[scope].shared[.row(column)] = (scopes[scope].pending.count - 1, alias)
    return alias
  }

  private mutating func use(
    _ key: QueryScope.Key, _ scope: Int, _ isRequired: Bool
  ) -> String? {
    guard let known = scopes[scope].shared[key] else { return nil }
    if isInner(isRequired) { scopes[scope].pending[known.index].isRequired = true }
    return known.alias
  }

  private func isInner(_ isRequired: Bool) -> Bool {
    isRequired && options.rules.contains(.innerJoin)
  }

  private mutating func append(
    _ source: SQLSource, _ left: SQLColumn, _ right: SQLColumn, _ scope: Int, _ isRequired: Bool
  ) {
    scopes[scope].pending.append(
      QueryScope.Join(
        source: source, condition: .comparison(.joinColumn(left), .equal, .joinColumn(right)),
        isRequired: isInner(isRequired)))
  }

  private mutating func step(
    _ id: RelationshipID, from position: QueryScope.Position, _ scope: Int, _ isRequired: Bool
  ) -> QueryScope.Position {
    let entity = model[id].destination
    switch layout.relationship(id) {
    case .foreignKey(let key):
      let alias = row(of: position, scope, isRequired)
      return .init(entity: entity, place: .key(SQLColumn(alias, key.column)))
    case .inverseForeignKey(let key):
      return inverse(id, key, from: position, scope, isRequired)
    case .joinTable(let side):
      let alias = nextAlias()
      append(
        joinTable(id, side, alias), keyColumn(of: position), SQLColumn(alias, side.sourceColumn),
        scope, isRequired)
      scopes[scope].multipliesRows = true
      return joinTablePosition(entity, side, alias)
    case nil:
      preconditionFailure("the checker admits no relationship that is not stored")
    }
  }

  /// Follows a relationship whose key is in the destination's row: a to-many relationship, or in
  /// the plain layout also a to-one relationship.
  private mutating func inverse(
    _ id: RelationshipID, _ key: ForeignKey, from position: QueryScope.Position, _ scope: Int,
    _ isRequired: Bool
  ) -> QueryScope.Position {
    let entity = model[id].destination
    let near = keyColumn(of: position)
    let isToMany = model[id].isToMany
    if !isToMany, let known = use(.inverse(near, id), scope, isRequired) {
      return .init(entity: entity, place: .row(alias: known))
    }
    let alias = nextAlias()
    append(
      .table(layout.table(of: entity), alias: alias), near, SQLColumn(alias, key.column), scope,
      isRequired)
    if isToMany {
      scopes[scope].multipliesRows = true
    } else {
      scopes[scope].shared[.inverse(near, id)] = (scopes[scope].pending.count - 1, alias)
    }
    return .init(entity: entity, place: .row(alias: alias))
  }

  private mutating func joinTablePosition(
    _ entity: EntityID, _ side: JoinTableSide, _ alias: String
  ) -> QueryScope.Position {
    .init(
      entity: entity,
      place: .joinTableKey(
        SQLColumn(alias, side.destinationColumn), reservedAlias: nextAlias()))
  }

  /// The join table as a source. If it stores each pair only once, the source is a union of both
  /// directions.
  private func joinTable(
    _ id: RelationshipID, _ side: JoinTableSide, _ alias: String
  ) -> SQLSource {
    guard layout.keepsPairsOnce(id) else { return .table(side.table, alias: alias) }
    func direction(_ first: String, _ second: String) -> SQLSelect {
      SQLSelect(
        columns: [
          .named(.joinColumn(SQLColumn("pair", first)), side.sourceColumn),
          .named(.joinColumn(SQLColumn("pair", second)), side.destinationColumn),
        ], source: .table(side.table, alias: "pair"))
    }
    return .union(
      direction(side.sourceColumn, side.destinationColumn),
      direction(side.destinationColumn, side.sourceColumn), alias: alias)
  }

  // MARK: - SELECTs over the objects of a to-many relationship

  /// A SELECT over the objects of a to-many relationship: `SELECT <column> FROM ZBOOK t1 WHERE
  /// (t0.Z_PK = t1.ZAUTHOR AND (<condition>))`.
  ///
  /// Relationships before the last one are joined outside. `body` runs inside the SELECT, where
  /// paths that begin at its objects have `element` as origin.
  mutating func select(
    over path: TypedKeyPath, element: String, isRequired: Bool,
    _ body: (inout Lowering, QueryScope.Position) -> (SQLExpression, SQLExpression?)
  ) -> SQLSelect {
    guard let step = path.steps.last else {
      preconditionFailure("a collection's path ends in a to-many step")
    }
    let outer = scopeIndex(of: path.origin)
    let near = keyColumn(
      of: position(
        Array(path.steps.dropLast()), outer,
        isRequired: isRequired && outer == scopes.count - 1))
    let entity = model[step].destination
    let alias = nextAlias()
    let source: SQLSource
    let far: SQLColumn
    var start = QueryScope.Position(entity: entity, place: .row(alias: alias))
    switch layout.relationship(step) {
    case .inverseForeignKey(let key):
      source = .table(layout.table(of: entity), alias: alias)
      far = SQLColumn(alias, key.column)
    case .joinTable(let side):
      source = joinTable(step, side, alias)
      far = SQLColumn(alias, side.sourceColumn)
      start = joinTablePosition(entity, side, alias)
    case .foreignKey, nil:
      preconditionFailure("a to-many relationship is stored on the other side")
    }
    scopes.append(QueryScope(origin: .variable(element), start: start))
    if !options.rules.contains(.keyFromJoinTable) {
      let alias = row(of: start, scopes.count - 1, true)
      scopes[scopes.count - 1].start.place = .row(alias: alias)
      start = scopes[scopes.count - 1].start
    }
    let (column, condition) = body(&self, start)
    let joins = scopes.removeLast().joins
    let correlation = SQLExpression.comparison(.joinColumn(near), .equal, .joinColumn(far))
    return SQLSelect(
      columns: [column], source: source, joins: joins,
      condition: condition.map { .and([correlation, .parenthesized($0)]) }
        ?? .parenthesized(correlation))
  }
}
