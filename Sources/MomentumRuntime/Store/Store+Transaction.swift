internal import MomentumSQLite

extension Store {
  /// Runs changes that are kept together: all of them, or none where anything is thrown.
  ///
  /// ```swift
  /// try store.transaction {
  ///   let venue = try store.insert(Venue(name: "Chaya"))
  ///   try store.insert(Tip(text: "Go early", venue: venue.objectID))
  /// }
  /// ```
  ///
  /// One within another one is a part of it: what it throws takes back its own changes only, if it is
  /// caught. The rules of relationships (those that are not optional, numbers of objects) are looked at
  /// when the outermost one ends, so that objects which need each other can be made one after the other.
  ///
  /// - Throws: What `body` throws, or a `StoreFailure`.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try writer.transaction(body) } catch let error as SQLiteError {
      throw StoreFailure(change: error)
    } catch let error as StoreError { throw StoreFailure(change: error) }
  }

  /// Runs one change and gives its errors the type of the module's border.
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
  /// What a change that failed throws at the module's border.
  init(change error: any Error) {
    switch error {
    case let error as StoreFailure: self = error
    case let error as SQLiteError: self.init(change: error)
    case let error as StoreError: self.init(error)
    // None is known; a program that saves must not end for one. Its text may hold values.
    case _: self.init(.store, "the change failed with \(type(of: error))")
    }
  }

  /// A unique index of two columns may be violated by keys of objects, which no plan names.
  private init(change error: SQLiteError) {
    self.init(error.reason == .constraint ? .validation : .store, error.description)
  }
}
