internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumSQL

/// A statement of a save, with what its result tells.
struct SaveStatement {
  enum Kind {
    case insert(RowSnapshot)
    /// If no row has the key and the version, others have changed it.
    case update(StoreChanges.Update)
    /// Deletes rows of one table, and returns the keys of those that had their versions.
    case delete([RowSnapshot])
    /// Changes something that no conflict concerns.
    case other
  }

  var kind: Kind
  var request: PostgreSQLRequest

  init(_ kind: Kind, _ request: PostgreSQLRequest) {
    self.kind = kind
    self.request = request
  }

  init(_ sql: SQLFragment, _ values: [PostgreSQLValue]) {
    self.init(.other, PostgreSQLRequest(sql.text(in: .postgreSQL), values))
  }
}

/// All statements of a save, in the order in which they run.
struct SavePlan {
  /// Keys that are cleared first, so that rows can be deleted and unique keys can change hands.
  var clearing: [SaveStatement] = []
  /// New, changed and deleted rows.
  var rows: [SaveStatement] = []
  /// Join rows, positions and metadata.
  var links: [SaveStatement] = []

  var all: [SaveStatement] { clearing + rows + links }
}
