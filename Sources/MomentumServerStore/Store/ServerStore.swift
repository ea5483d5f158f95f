internal import MomentumPostgreSQL
public import MomentumRuntime

/// A PostgreSQL database with the tables of a model.
///
/// It has a pool of connections and is `Sendable`: any number of tasks may use it at once. Requests
/// and values are those of a `Store`.
///
/// ```swift
/// let store = try await BubbleTea.open(server: "postgresql://app@db.example.org/tea")
/// let venues = try await store.fetch(Venue.where { $0.specialCount > 0 })
/// let saved = try await store.insert(Location(city: "Ulm", latitude: 48.4, longitude: 10))
/// ```
public final class ServerStore<Model: StoredModel>: Sendable {
  let database: ServerDatabase
  /// The transaction that the store belongs to; `nil` if each call borrows a connection of its own.
  let session: ServerSession?

  init(_ database: ServerDatabase, _ session: ServerSession? = nil) {
    self.database = database
    self.session = session
  }

  /// Refuses tasks that come later, waits for those that use a connection, and closes all
  /// connections.
  public func close() async { await database.pool.close() }
}
