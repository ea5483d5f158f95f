/// How far a copy has come.
package struct CopyProgress: Sendable, Hashable {
  /// The table of the server that is being copied or compared.
  package var table: String
  package var rowsDone: Int
  package var rowsTotal: Int
}

/// What a copy has done.
package struct CopyResult: Sendable, Hashable {
  /// The number of tables that have rows of the model, and of their rows.
  package var tables: Int
  package var rows: Int
  /// Whether the copy went on where an earlier one had ended.
  package var isResumed: Bool
  /// The number of rows whose exact values or version counters are kept beside.
  package var detailedRows: Int
  /// The number of large binaries that have no value on the server because their files are missing.
  package var missingFiles = 0
}
