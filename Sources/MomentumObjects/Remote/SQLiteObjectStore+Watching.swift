internal import MomentumSQL
internal import MomentumSQLite

extension SQLiteObjectStore {
  /// A watcher that notices commits of other connections; `nil` for a store without a file.
  package func makeWatcher(_ notify: @escaping @Sendable () -> Void) -> StoreWatcher? {
    guard let path else { return nil }
    let version = Locked(dataVersion())
    return StoreWatcher(
      path: path,
      hasChanged: { [weak self] in
        guard let present = self?.dataVersion() else { return false }
        return version.withLock { known in
          defer { known = present }
          return known != present
        }
      }, notify: notify)
  }

  /// A number that changes when another connection commits; `nil` if the store is closed or cannot
  /// be read. It is read on the connection that writes, whose own commits do not change it.
  ///
  /// Documented: <https://sqlite.org/pragma.html#pragma_data_version>.
  private func dataVersion() -> Int64? {
    do {
      return try pool.write { connection in
        // Do not report this statement: a log of the app's statements would be full of it.
        let value = try connection.connection.firstValue("PRAGMA data_version")
        if case .integer(let number)? = value { return number }
        return nil
      }
    } catch { return nil }
  }
}
