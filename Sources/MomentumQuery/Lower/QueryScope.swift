import MomentumModel
import MomentumPredicate
import MomentumSQL

/// The tables that one SELECT reads: its first one, and a join for each object that is looked into.
struct QueryScope {
  /// An object that a path has reached: by its row, or by a column that holds its key. A row is joined
  /// only when more than the key is asked for.
  struct Position {
    enum Place {
      case row(alias: String)
      case key(SQLColumn)
      /// A key in a join table. The alias of the row stays reserved although it may not be read
      /// (observed: aliases t1 and t3 for two join tables).
      case joinTableKey(SQLColumn, reservedAlias: String)
    }

    var entity: EntityID
    var place: Place
  }

  struct Join {
    var source: SQLSource
    var condition: SQLExpression
    /// Whether a comparison that every row has to meet fails without this join's row.
    var isRequired: Bool
  }

  /// What a shared join is found by: a to-one object is joined once however often it is used.
  enum Key: Hashable {
    case row(SQLColumn)
    case inverse(SQLColumn, RelationshipID)
  }

  let origin: TypedKeyPath.Origin
  var start: Position
  var pending: [Join] = []
  var shared: [Key: (index: Int, alias: String)] = [:]
  /// Whether a to-many step was joined, so that a row of the source may appear several times.
  var multipliesRows = false

  init(origin: TypedKeyPath.Origin, start: Position) {
    self.origin = origin
    self.start = start
  }

  /// Inner where the row is needed anyway, outer where a missing one must not drop the source.
  var joins: [SQLJoin] {
    pending.map { SQLJoin($0.isRequired ? .inner : .leftOuter, $0.source, on: $0.condition) }
  }
}
