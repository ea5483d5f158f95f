import MomentumSQL

extension StoreReader {
  /// Makes a table of integers hold keys, in place of those it held before.
  ///
  /// Core Data binds a virtual table to the name; a temporary table reads the same and is no part of
  /// the store, which may be open for reading only. Each key is kept once.
  public func bindArray(_ name: String, _ keys: [Int64]) throws(StoreError) {
    let table = "temp." + SQLPrinter.identifier(name)
    try asStoreError {
      try connection.execute("CREATE TABLE IF NOT EXISTS \(table) (value INTEGER PRIMARY KEY)")
      try connection.execute("DELETE FROM \(table)")
      let insert = try connection.prepare("INSERT OR IGNORE INTO \(table) VALUES (?)")
      for key in keys {
        try insert.bind([.integer(key)])
        while try insert.step() {}
      }
    }
  }

  /// Runs statements that see the store in one state, whoever writes to it meanwhile.
  public func withOneState<Result>(
    _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    try asStoreError {
      // Outside of a transaction only, and it keeps the table of keys off the disk.
      try connection.execute("PRAGMA temp_store = MEMORY")
      return try connection.transaction(.deferred, body)
    }
  }
}
