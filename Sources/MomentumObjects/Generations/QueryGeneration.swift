/// A state of the stores that a context reads, although others save meanwhile.
///
/// ```swift
/// try context.setQueryGeneration(.current)
/// let books = try context.fetch(ObjectRequest("Book"))  // pins the state
/// try context.setQueryGeneration(nil)  // reads the newest state again
/// ```
///
/// Only SQLite stores with a write-ahead log have generations; other stores are always read as they
/// are. As long as a state is pinned, SQLite cannot reuse the beginning of the log, which grows
/// with each save. So release a generation that is no longer needed.
public struct QueryGeneration: Sendable, Hashable {
  /// The state at the moment of the first fetch.
  public static let current = QueryGeneration(source: nil)

  let source: PinnedSource?
}

extension ObjectContext {
  /// Lets the context read one state of its stores, until it saves or is given another one; `nil`
  /// lets it read the newest state each time.
  ///
  /// ``QueryGeneration/current`` pins the state of the first fetch. A save moves the context to the
  /// state after it; refreshing and merging do not. Objects keep their values until they are
  /// refreshed.
  ///
  /// Throws ``ObjectMisuse`` for a context with a parent, which reads what its parent reads.
  public final func setQueryGeneration(_ generation: QueryGeneration?) throws {
    guard parent == nil else {
      throw ObjectMisuse(
        "NSInternalInconsistencyException",
        "A context with a parent has no query generation of its own. Set that of its parent.")
    }
    guard let generation else {
      pinned = nil
      return
    }
    if let source = generation.source, source.coordinator !== coordinator {
      throw ObjectMisuse(
        "NSInvalidArgumentException",
        "The query generation is of another coordinator and cannot be read here.")
    }
    pinned = generation.source ?? PinnedSource(coordinator)
  }

  /// The state that the context reads: `nil` for the newest one, and ``QueryGeneration/current``
  /// until the first fetch.
  public final var queryGeneration: QueryGeneration? {
    guard let pinned else { return nil }
    return pinned.isPinned ? QueryGeneration(source: pinned) : .current
  }

  /// The topmost of the context's parents, which saves to the stores; the context itself if it has
  /// no parent.
  final var root: ObjectContext { parent?.root ?? self }

  /// After a save, a pinned context reads the state that it has saved.
  final func movePinnedGeneration() {
    guard pinned != nil else { return }
    let next = PinnedSource(coordinator)
    pinned = next
    // If this fails, the next fetch tries again and reports the error.
    do { _ = try next.stores() } catch {}
  }
}
