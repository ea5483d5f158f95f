internal import MomentumCompiler
internal import MomentumSQLite

extension StoredModel {
  /// Opens a store.
  ///
  /// Throws if the store was made with another version of the model; the failure names the entities
  /// that differ.
  public static func open(
    _ path: String, options: StoreOptions = StoreOptions()
  ) throws(StoreFailure) -> Store<Self> {
    let compiled = try model.compiled.get()
    let connection: Connection
    let metadata: StoreMetadata
    do throws(SQLiteError) {
      connection =
        options.isReadOnly
        ? try ReadOnlyStore.open(path, options: options.connection)
        : try Connection(path: path, access: .readWrite, options: options.connection)
    } catch { throw StoreFailure(.sqlite(error)) }
    do throws(StoreError) {
      metadata = try StoreMetadata.read(from: connection)
    } catch { throw StoreFailure(error) }
    let mismatches = compiled.mismatches(metadata)
    guard mismatches.isEmpty else {
      throw StoreFailure(otherModel: model.name, path: path, mismatches)
    }
    let stored: ModelInStore
    do throws(StoreError) {
      stored = try compiled.inStore(connection, metadata)
      if options.isReadOnly {
        try stored.checkForReading(path)
      } else {
        try stored.checkForWriting(path)
      }
    } catch { throw StoreFailure(error) }
    do throws(SQLiteError) {
      return try Store(
        path: path, connection: connection, compiled: stored.model,
        prepared: PreparedNames(written: compiled.schema, own: stored.model.schema, compiled.model))
    } catch { throw StoreFailure(.sqlite(error)) }
  }

  /// Makes an empty store at a path where no file exists, and opens it.
  public static func create(
    _ path: String, options: StoreOptions = StoreOptions()
  ) throws(StoreFailure) -> Store<Self> {
    let compiled = try model.compiled.get()
    do throws(StoreError) {
      try compiled.createStore(at: path)
    } catch { throw StoreFailure(error) }
    return try open(path, options: options)
  }

  /// Opens a store, and first makes it if the file does not exist.
  ///
  /// If two processes do so at the same time, one of them makes the store and both open it.
  public static func openOrCreate(
    _ path: String, options: StoreOptions = StoreOptions()
  ) throws(StoreFailure) -> Store<Self> {
    let compiled = try model.compiled.get()
    do throws(StoreError) {
      try compiled.createStore(at: path)
    } catch {
      guard case .sqlite(let cause) = error, cause.reason == .fileExists else {
        throw StoreFailure(error)
      }
    }
    return try open(path, options: options)
  }
}

extension StoreFailure {
  fileprivate init(otherModel name: String, path: String, _ mismatches: [HashMismatch]) {
    let entities = mismatches.map { mismatch in
      switch (mismatch.inStore, mismatch.inModel) {
      case (nil, _): "the store has no entity '\(mismatch.entity)'"
      case (_, nil): "the model has no entity '\(mismatch.entity)'"
      case (_, _): "entity '\(mismatch.entity)' is another one"
      }
    }
    self.init(
      .otherModel,
      "'\(path)' was made with another version of the model '\(name)': "
        + entities.joined(separator: ", "))
  }
}
