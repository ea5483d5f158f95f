extension PostgreSQLConnection {
  /// Runs `body` while no other session has the lock of this name in the database: migrations take it.
  ///
  /// The lock is the session's, so it is gone when the connection is. Waiting for it ends when the
  /// task is cancelled. Waiting inside one statement (`pg_advisory_lock`) would be a deadlock: such a
  /// statement holds a snapshot, the session with the lock may run CREATE INDEX CONCURRENTLY, which
  /// waits for all older snapshots, and the server ends one of both. So short statements ask again
  /// and again. Documented:
  /// <https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS>.
  package func withAdvisoryLock<Value>(
    _ name: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgreSQLConnection) async throws -> Value
  ) async throws -> Value {
    let key = Self.advisoryKey(name)
    try await lock(key)
    let value: Value
    do { value = try await body(self) } catch {
      await unlock(key)
      throw error
    }
    await unlock(key)
    return value
  }

  private func lock(_ key: Int64) async throws(PostgreSQLError) {
    while true {
      let rows = try await query("SELECT pg_try_advisory_lock($1)", [.integer(key)])
      if try rows.first?.bool(at: 0) == true { return }
      do { try await Task.sleep(for: .milliseconds(100)) } catch {
        throw PostgreSQLError(.execute, .cancelled)
      }
    }
  }

  private func unlock(_ key: Int64) async {
    do {
      _ = try await execute(
        script: "SELECT pg_advisory_unlock(\(key))", .execute, isShielded: true)
    } catch {
      // In a failed transaction the server refuses the statement; the end of the session unlocks.
      drop()
    }
  }

  /// FNV-1a of the name, so that every version and every machine takes the same key.
  static func advisoryKey(_ name: String) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
