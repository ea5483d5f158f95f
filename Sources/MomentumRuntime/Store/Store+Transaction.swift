internal import MomentumSQLite

extension Store {
  /// Runs changes that belong together: if anything is thrown, all of them are rolled back.
  ///
  /// ```swift
  /// try store.transaction {
  ///   let venue = try store.insert(Venue(name: "Chaya"))
  ///   try store.insert(Tip(text: "Go early", venue: venue.objectID))
  /// }
  /// ```
  ///
  /// A transaction inside another one is a part of it: if its error is caught, only its own changes
  /// are rolled back. The rules of relationships (required objects, numbers of objects) are checked
  /// when the outermost transaction ends. So objects that require each other can be inserted one
  /// after the other.
  ///
  /// - Throws: What `body` throws, or a `StoreFailure`.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try writer.transaction(body) } catch let error as SQLiteError {
      throw StoreFailure(change: error)
    } catch let error as StoreError { throw StoreFailure(change: error) }
  }

  /// Runs one change and converts its errors to `StoreFailure`.
  func change<Result>(_ body: (GraphWriter) throws -> Result) throws(StoreFailure) -> Result {
    do {
      try writer.checkIsUsable()
      return try body(writer)
    } catch {
      throw StoreFailure(change: error)
    }
  }
}

extension StoreFailure {
  /// The failure for the error of a change.
  init(change error: any Error) {
    switch error {
    case let error as StoreFailure: self = error
    case let error as SQLiteError: self.init(change: error)
    case let error as StoreError: self.init(error)
    // Only the two types above are expected, but an unexpected error must not end the program. The
    // error's text may contain stored values, so only its type is shown.
    case _: self.init(.store, "the change failed with \(type(of: error))")
    }
  }

  /// Converts an error of SQLite. A changed relationship can also violate a unique index. No
  /// `RowPlan` then names the properties, so the text is SQLite's own.
  private init(change error: SQLiteError) {
    self.init(error.reason == .constraint ? .validation : .store, error.description)
  }
}
