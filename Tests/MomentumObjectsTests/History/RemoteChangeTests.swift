import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Notices of changes by this process and others: rules SR-247 and SR-248.
@Suite struct RemoteChangeTests {
  /// What an observer was told, for a thread that waits for it.
  private final class Notices: Sendable {
    private let told = DispatchSemaphore(value: 0)
    private let all = Locked<[(store: String, token: HistoryToken?, isMain: Bool)]>([])

    func add(_ store: String, _ token: HistoryToken?) {
      all.withLock { $0.append((store, token, Thread.isMainThread)) }
      told.signal()
    }

    /// The next notice; fails after a time that no machine needs.
    func next() throws -> (store: String, token: HistoryToken?, isMain: Bool) {
      #expect(told.wait(timeout: .now() + 60) == .success, "no notice")
      return try #require(all.withLock { $0.isEmpty ? nil : $0.removeFirst() })
    }

    var isEmpty: Bool { all.withLock { $0.isEmpty } }
  }

  private var options: SQLiteStoreOptions {
    var options = BatchWorld.tracking
    options.postsRemoteChanges = true
    return options
  }

  @Test("SR scenario 52 (SR-247): own saves and batch requests, with store and token")
  func ownChanges() throws {
    let world = try BatchWorld(options: options)
    let notices = Notices()
    let observation = world.coordinator.observeRemoteChanges { notices.add($0, $1) }
    try world.insert("Author", ["name": "Ann"])
    try world.context.save()
    let first = try notices.next()
    #expect(first.store == world.store.identifier && !first.isMain)
    #expect(first.token?.numbers == [world.store.identifier: 1])
    try world.context.execute(.update("Author", set: ["name": .string("Bob")]))
    #expect(try notices.next().token == world.coordinator.currentHistoryToken())
    // After the end of the observation nothing is told; a save that is told proves the order.
    observation.cancel()
    let later = Notices()
    let second = world.coordinator.observeRemoteChanges { later.add($0, $1) }
    defer { second.cancel() }
    try world.insert("Author", ["name": "Cid"])
    try world.context.save()
    _ = try later.next()
    #expect(notices.isEmpty)
  }

  @Test("Without the option nothing is told; without a history there is no token")
  func silentStores() throws {
    let silent = try BatchWorld(options: BatchWorld.tracking)
    var plain = SQLiteStoreOptions()
    plain.postsRemoteChanges = true
    let world = try BatchWorld(options: plain)
    let notices = Notices()
    let one = silent.coordinator.observeRemoteChanges { notices.add($0, $1) }
    let other = world.coordinator.observeRemoteChanges { notices.add($0, $1) }
    defer {
      one.cancel()
      other.cancel()
    }
    try silent.insert("Author", ["name": "Ann"])
    try silent.context.save()
    try world.insert("Author", ["name": "Ann"])
    try world.context.save()
    let notice = try notices.next()
    #expect(notice.store == world.store.identifier && notice.token == nil)
    #expect(notices.isEmpty)
  }

  @Test("The settings of a description reach the store")
  func description() throws {
    let container = ObjectContainer(try compiledModel(BatchWorld.entities))
    var description = StoreDescription(.sqliteInMemory)
    description.tracksHistory = true
    description.postsRemoteChanges = true
    container.descriptions = [description]
    try container.openStores()
    let store = try #require(container.coordinator.stores.first)
    #expect(store.postsRemoteChanges)
    #expect(try container.coordinator.currentHistoryToken() != nil)
  }

  @Test("SR-248: commits through another connection", arguments: [true, false])
  func othersChanges(keepsHistory: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/books.sqlite"
      var options = SQLiteStoreOptions()
      options.tracksHistory = keepsHistory
      var watching = options
      watching.postsRemoteChanges = true
      let world = try BatchWorld(path: path, options: watching)
      let other = try BatchWorld(path: path, options: options)
      let notices = Notices()
      let observation = world.coordinator.observeRemoteChanges { notices.add($0, $1) }
      defer { observation.cancel() }
      try other.insert("Author", ["name": "Ann"])
      try other.context.save()
      let notice = try notices.next()
      #expect(notice.store == world.store.identifier)
      #expect((notice.token != nil) == keepsHistory)
      guard keepsHistory else { return }
      // The notice leads to the change.
      let found = try world.context.fetchHistory(after: .token(nil))
      try ObjectContext.mergeRemoteChanges(
        try #require(found.first).mergedChanges, into: [world.context])
      let authors = try world.context.fetch(ObjectRequest("Author"))
      #expect(authors.map { $0.text("name") } == ["Ann"])
      world.coordinator.remove(world.store)
      other.coordinator.remove(other.store)
    }
  }
}
