import MomentumModel
import MomentumPredicate
import MomentumSQL

/// The tables of one SELECT: the first table, and a join for each object whose row is read.
struct QueryScope {
  /// An object at the end of a path: its row, or a column with its key. The row is joined only if
  /// more than the key is needed.
  struct Position {
    enum Place {
      case row(alias: String)
      case key(SQLColumn)
      /// A key in a join table. The alias of the row is reserved even if the row is never joined
      /// (observed: aliases t1 and t3 for two join tables).
      case joinTableKey(SQLColumn, reservedAlias: String)
    }

    var entity: EntityID
    var place: Place
  }

  struct Join {
    var source: SQLSource
    var condition: SQLExpression
    /// Whether a matching row must have the joined row, because a required comparison cannot be
    /// true without it.
    var isRequired: Bool
  }

  /// The key by which a join is found again, because a to-one object is joined only once.
  enum Key: Hashable {
    case row(SQLColumn)
    case inverse(SQLColumn, RelationshipID)
  }

  let origin: TypedKeyPath.Origin
  var start: Position
  var pending: [Join] = []
  var shared: [Key: (index: Int, alias: String)] = [:]
  /// Whether a to-many relationship was joined, so that a row of the source may appear several
  /// times.
  var multipliesRows = false

  init(origin: TypedKeyPath.Origin, start: Position) {
    self.origin = origin
    self.start = start
  }

  /// The joins: an inner join if every matching row has the joined row, an outer join if a missing
  /// row must not remove the row of the source.
  var joins: [SQLJoin] {
    pending.map { SQLJoin($0.isRequired ? .inner : .leftOuter, $0.source, on: $0.condition) }
  }
}
