public import GoldenBubbleTea
import MomentumRuntime

/// Answers requests about venues: one connection, owned by an actor.
public actor VenueReader {
  private let store: Store<BubbleTea>

  public init(path: String) throws {
    store = try BubbleTea.open(path)
  }

  public func deals(within distance: Float, category: String) throws -> [Venue] {
    try store.fetch(Venue.dealsNearby(distance: distance, category: category))
  }
}

/// Several readers, each with a connection of its own, asked in turn.
public struct VenueReaders: Sendable {
  private let readers: [VenueReader]

  /// - Parameter count: About the number of cores; at least one is made.
  public init(path: String, count: Int) throws {
    readers = try (0..<max(1, count)).map { _ in try VenueReader(path: path) }
  }

  public func deals(
    within distance: Float, category: String, request number: Int
  ) async throws -> [Venue] {
    let reader = readers[Int(number.magnitude % UInt(readers.count))]
    return try await reader.deals(within: distance, category: category)
  }
}

/// Makes changes, one after the other: SQLite has one writer at a time.
public actor VenueWriter {
  private let store: Store<BubbleTea>

  public init(path: String) throws { store = try BubbleTea.openOrCreate(path) }

  public func setFavorite(_ isFavorite: Bool, of id: Venue.ID) throws {
    try store.update(Venue.where(keys: [id]), set: [.set(\.favorite, isFavorite)])
  }
}
