import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

/// The tables that one SELECT reads: aliases in order of first use, and a join for each step.
///
/// A to-one step is joined once however often it is used. A to-many step is joined anew for every
/// comparison, because two quantified comparisons may be met by two different objects.
struct JoinScope {
  /// A table that a path has reached.
  private struct Position {
    var alias: String
    var entity: EntityID
  }

  private struct Join {
    var table: String
    var alias: String
    var condition: SQLExpression
    /// Whether some comparison that every row has to meet fails without this join's row.
    var isRequired: Bool
  }

  private struct ToOneStep: Hashable {
    var alias: String
    var relationship: RelationshipID
  }

  private let model: ObjectModel
  private let schema: StoreSchema
  private let start: Position
  private var aliasCount: Int
  private var pending: [Join] = []
  private var toOneJoins: [ToOneStep: Int] = [:]

  /// Whether a to-many step was joined, so that a row of the source may appear several times.
  private(set) var multipliesRows = false

  init(model: ObjectModel, schema: StoreSchema, root: EntityID) {
    self.model = model
    self.schema = schema
    start = Position(alias: "t0", entity: root)
    aliasCount = 1
  }

  /// Inner where the row is needed anyway, outer where a missing one must not drop the source.
  var joins: [SQLJoin] {
    pending.map {
      SQLJoin(
        $0.isRequired ? .inner : .leftOuter, table: $0.table, alias: $0.alias, on: $0.condition)
    }
  }

  // MARK: - Key paths

  /// Joins what a path walks and gives the column at its end.
  ///
  /// `isRequired` says that no row can match when a step is missing.
  mutating func reference(to path: TypedKeyPath, isRequired: Bool) -> SQLExpression {
    reference(to: path, from: start, isRequired: isRequired)
  }

  private mutating func reference(
    to path: TypedKeyPath, from start: Position, isRequired: Bool
  ) -> SQLExpression {
    var position = start
    for (index, step) in path.steps.enumerated() {
      let isLast = index == path.steps.count - 1
      if isLast, path.target == .object,
        let key = objectKey(of: step, from: position, isRequired: isRequired)
      {
        return key
      }
      position = join(step, from: position, isRequired: isRequired)
    }
    return column(of: path.target, at: position)
  }

  private func column(of target: TypedKeyPath.Target, at position: Position) -> SQLExpression {
    .column(SQLColumn(position.alias, columnName(of: target)))
  }

  private func columnName(of target: TypedKeyPath.Target) -> String {
    switch target {
    case .object: "Z_PK"
    case .attribute(let id): schema.attributeColumns[id] ?? "Z_PK"
    case .compositeElement(let id, let path):
      schema.compositeColumns[id]?.first { $0.path == path }?.column ?? "Z_PK"
    }
  }

  /// The key of a step's object where no row of its table is needed: a foreign key of the source, or
  /// the far column of a join table.
  private mutating func objectKey(
    of step: RelationshipID, from position: Position, isRequired: Bool
  ) -> SQLExpression? {
    switch schema.relationships[step] {
    case .foreignKey(let key):
      return .column(SQLColumn(position.alias, key.column))
    case .joinTable(let side):
      let alias = joinTable(side, from: position, isRequired: isRequired)
      // The destination's alias stays reserved although its table is not read (observed: t1, t3).
      aliasCount += 1
      return .joinColumn(SQLColumn(alias, side.destinationColumn))
    case .inverseForeignKey, nil:
      return nil
    }
  }

  private mutating func join(
    _ step: RelationshipID, from position: Position, isRequired: Bool
  ) -> Position {
    let destination = model[step].destination
    let table = schema[destination].table
    switch schema.relationships[step] {
    case .foreignKey(let key):
      let shared = ToOneStep(alias: position.alias, relationship: step)
      if let index = toOneJoins[shared] {
        pending[index].isRequired = pending[index].isRequired || isRequired
        return Position(alias: pending[index].alias, entity: destination)
      }
      toOneJoins[shared] = pending.count
      let alias = nextAlias()
      append(
        table, alias, SQLColumn(position.alias, key.column), SQLColumn(alias, "Z_PK"), isRequired)
      return Position(alias: alias, entity: destination)
    case .inverseForeignKey(let key):
      multipliesRows = true
      let alias = nextAlias()
      append(
        table, alias, SQLColumn(position.alias, "Z_PK"), SQLColumn(alias, key.column), isRequired)
      return Position(alias: alias, entity: destination)
    case .joinTable(let side):
      let near = joinTable(side, from: position, isRequired: isRequired)
      let alias = nextAlias()
      append(
        table, alias, SQLColumn(near, side.destinationColumn), SQLColumn(alias, "Z_PK"), isRequired)
      return Position(alias: alias, entity: destination)
    case nil:
      preconditionFailure("the checker admits no relationship that is not stored")
    }
  }

  private mutating func joinTable(
    _ side: JoinTableSide, from position: Position, isRequired: Bool
  ) -> String {
    multipliesRows = true
    let alias = nextAlias()
    append(
      side.table, alias, SQLColumn(position.alias, "Z_PK"), SQLColumn(alias, side.sourceColumn),
      isRequired)
    return alias
  }

  private mutating func append(
    _ table: String, _ alias: String, _ left: SQLColumn, _ right: SQLColumn, _ isRequired: Bool
  ) {
    pending.append(
      Join(
        table: table, alias: alias,
        condition: .comparison(.joinColumn(left), .equal, .joinColumn(right)),
        isRequired: isRequired))
  }

  private mutating func nextAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  // MARK: - Sub-selects over a to-many step

  /// A SELECT over the objects of the first to-many step of a path.
  ///
  /// Steps before it are joined in this scope. `condition` gets the scope of the sub-select and the
  /// value at the path's end, and gives what the rows have to meet.
  mutating func subselect(
    over path: TypedKeyPath, isRequired: Bool,
    columns: (SQLExpression) -> [SQLExpression],
    condition: (inout JoinScope, SQLExpression) -> SQLExpression?
  ) -> SQLSelect {
    let split = path.steps.firstIndex { model[$0].isToMany } ?? path.steps.count - 1
    var position = start
    for step in path.steps[..<split] {
      position = join(step, from: position, isRequired: isRequired)
    }
    let step = path.steps[split]
    let rest = TypedKeyPath(
      root: model[step].destination, steps: Array(path.steps[(split + 1)...]), target: path.target)
    var inner = self
    inner.pending = []
    inner.toOneJoins = [:]
    let entry = inner.enter(step, then: rest)
    let extra = condition(&inner, entry.end)
    aliasCount = inner.aliasCount
    let correlation = SQLExpression.comparison(
      .joinColumn(SQLColumn(position.alias, "Z_PK")), .equal, .joinColumn(entry.near))
    return SQLSelect(
      columns: columns(entry.key), source: .table(entry.table, alias: entry.near.table),
      joins: inner.joins,
      condition: extra.map { .and([correlation, .parenthesized($0)]) }
        ?? .parenthesized(correlation))
  }

  /// The table that a sub-select reads first.
  private struct Entry {
    var table: String
    /// Holds the key of the object outside.
    var near: SQLColumn
    /// The key of the object inside.
    var key: SQLExpression
    /// The value at the end of the path.
    var end: SQLExpression
  }

  private mutating func enter(_ step: RelationshipID, then rest: TypedKeyPath) -> Entry {
    let alias = nextAlias()
    switch schema.relationships[step] {
    case .joinTable(let side):
      let key = SQLExpression.joinColumn(SQLColumn(alias, side.destinationColumn))
      var end = key
      if !rest.steps.isEmpty || rest.target != .object {
        let far = nextAlias()
        append(
          schema[rest.root].table, far, SQLColumn(alias, side.destinationColumn),
          SQLColumn(far, "Z_PK"), true)
        // Steps behind a to-many one may be missing.
        end = reference(
          to: rest, from: Position(alias: far, entity: rest.root), isRequired: false)
      }
      return Entry(
        table: side.table, near: SQLColumn(alias, side.sourceColumn), key: key, end: end)
    case .inverseForeignKey(let foreignKey):
      return Entry(
        table: schema[rest.root].table, near: SQLColumn(alias, foreignKey.column),
        key: .joinColumn(SQLColumn(alias, "Z_PK")),
        end: reference(
          to: rest, from: Position(alias: alias, entity: rest.root), isRequired: false))
    case .foreignKey, nil:
      preconditionFailure("a to-many relationship of a path is stored on the other side")
    }
  }
}
