import Foundation

/// Notifies observers of a coordinator of new transactions in a store, by this process or another
/// one. Observers are called on a private queue, one at a time.
final class RemoteChangeCenter: Sendable {
  typealias Observer = @Sendable (_ storeIdentifier: String, HistoryToken?) -> Void

  private struct State {
    var observers: [Int: Observer] = [:]
    var lastObserver = 0
    /// The number of the last transaction that observers were notified of, by identifier of the
    /// store.
    var posted: [String: Int64] = [:]
    var watchers: [String: StoreWatcher] = [:]
  }

  private let queue = DispatchQueue(label: "remote changes")
  private let state = Locked(State())

  // MARK: - Observers

  func add(_ observer: @escaping Observer) -> Int {
    state.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = observer
      return state.lastObserver
    }
  }

  func remove(_ number: Int) {
    state.withLock { $0.observers[number] = nil }
  }

  // MARK: - Stores

  /// Begins to watch a store for the changes of other processes, if its options ask for it.
  func watch(_ store: any ObjectStore) {
    guard store.postsRemoteChanges else { return }
    let last = number(of: store)
    state.withLock { $0.posted[store.identifier] = last }
    let watcher = store.makeWatcher { [weak self, weak store] in
      guard let self, let store else { return }
      self.post(store)
    }
    state.withLock { $0.watchers[store.identifier] = watcher }
  }

  func stopWatching(_ store: any ObjectStore) {
    let watcher = state.withLock { $0.watchers.removeValue(forKey: store.identifier) }
    watcher?.cancel()
  }

  /// Notifies the observers that a store has changed. If the store has a history, several new
  /// transactions together cause one notification.
  func post(_ store: any ObjectStore) {
    guard store.postsRemoteChanges else { return }
    let identifier = store.identifier
    let last = number(of: store)
    let observers = state.withLock { state -> [Observer] in
      if let last {
        guard last > state.posted[identifier] ?? 0 else { return [] }
        state.posted[identifier] = last
      }
      return state.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    guard !observers.isEmpty else { return }
    let token = last.map { HistoryToken([identifier: $0]) }
    queue.async { for observer in observers { observer(identifier, token) } }
  }

  /// The number of the last transaction. `nil` for a store without a history, or if the history
  /// cannot be read: observers then get no token, and see the error when they read.
  private func number(of store: any ObjectStore) -> Int64? {
    do { return try store.lastTransaction() } catch { return nil }
  }
}

extension StoreCoordinator {
  /// Calls a closure after each transaction of a store with
  /// ``StoreDescription/postsRemoteChanges``, including those of other processes. It gets the
  /// identifier of the store and, if the store keeps a history, the token of its last transaction.
  ///
  /// The closure runs on a private queue, until the result is released or cancelled.
  public func observeRemoteChanges(
    _ body: @escaping @Sendable (_ storeIdentifier: String, HistoryToken?) -> Void
  ) -> ContextObservation {
    let number = remoteChanges.add(body)
    return ContextObservation { [remoteChanges] in remoteChanges.remove(number) }
  }

  /// Called after a store has committed a transaction of this coordinator.
  func didCommit(_ store: any ObjectStore) { remoteChanges.post(store) }
}

extension ObjectStore {
  package var postsRemoteChanges: Bool { false }
  package func makeWatcher(_ notify: @escaping @Sendable () -> Void) -> StoreWatcher? { nil }
}
