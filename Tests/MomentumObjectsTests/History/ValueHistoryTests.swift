import Foundation
import GoldenNewsroom
import MomentumModel
import MomentumRuntime
import MomentumTestSupport
import Testing

@testable import MomentumObjects

// Testing has types of the same names.
private typealias Attachment = GoldenNewsroom.Attachment
private typealias Category = GoldenNewsroom.Category
private typealias Tag = GoldenNewsroom.Tag

/// Changes by values (`Store.insert`, `update`, `delete`) in the persistent history: each transaction is
/// one there, as a save of objects is (SR-249, SR-257 to SR-261).
@Suite struct ValueHistoryTests {
  private struct World {
    let store: Store<Newsroom>
    let container: ObjectContainer
    let seen = MomentumObjects.Locked<HistoryToken?>(nil)

    /// The changes since the last call, a text for each transaction.
    func changes() throws -> [String] {
      let last = seen.withLock { $0 }
      let all = try container.viewContext.fetchHistory(after: .token(last))
      let token = try container.coordinator.currentHistoryToken()
      seen.withLock { $0 = token }
      return all.map { transaction in
        (transaction.changes ?? []).map { change in
          let id = "\(change.objectID.entityName)/\(change.objectID.reference)"
          switch change {
          case .inserted: return "+\(id)"
          case .updated(_, let properties): return "\(id) \(properties.sorted())"
          case .deleted(_, let tombstone): return "-\(id) \(tombstone.keys.sorted())"
          }
        }.joined(separator: ", ")
      }
    }
  }

  private func run(tracksHistory: Bool = true, _ body: (World) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let container = try ObjectContainer(
        model: RepositoryFiles.url("Models/Newsroom.xcdatamodeld").path)
      var description = StoreDescription(.sqlite(folder.path + "/news.sqlite"))
      description.tracksHistory = tracksHistory
      container.descriptions = [description]
      try container.openStores()
      try body(
        World(store: try Newsroom.open(folder.path + "/news.sqlite"), container: container))
      container.close()
    }
  }

  private func article(_ name: String, in category: Category.ID? = nil) -> Article {
    Article(
      creationDate: Date(timeIntervalSinceReferenceDate: 0), identifier: UUID(), name: name,
      category: category)
  }

  @Test func eachChangeIsATransactionWithTheObjectsThatItTouches() throws {
    try run { world in
      let store = world.store
      let desk = try store.insert(Category(name: "Food"))
      #expect(try world.changes() == ["+Category/1"])
      var tea = try store.insert(article("Tea", in: desk.objectID))
      #expect(try world.changes() == ["+Article/1, Category/1 [\"articles\"]"])
      tea.name = "Green tea"
      tea.views = 3
      try store.update(tea)
      try store.update(tea)
      #expect(try world.changes() == ["Article/1 [\"name\", \"views\"]"], "equal values: nothing")
      tea.category = nil
      try store.update(tea)
      #expect(
        try world.changes() == ["Article/1 [\"category\"], Category/1 [\"articles\"]"])
      let tag = try store.insert(Tag(name: "hot"))
      try store.add([tag.objectID], to: \.tags, of: tea)
      #expect(
        try world.changes() == ["+Tag/1", "Article/1 [\"tags\"], Tag/1 [\"articles\"]"])
      try store.update(Article.all, set: [.set(\.views, 9)])
      #expect(try world.changes() == ["Article/1 [\"views\"]"])
    }
  }

  @Test("SR-260: deletions keep preserved values; cascades and losses of a link are in it, too")
  func deletions() throws {
    try run { world in
      let store = world.store
      let tea = try store.insert(article("Tea"))
      try store.insert(contentsOf: [
        Attachment(checksum: Data([1]), article: tea.objectID), Attachment(article: nil),
      ])
      _ = try world.changes()
      try store.delete(tea)
      #expect(
        try world.changes() == ["-Article/1 [], -Attachment/1 [\"checksum\"]"])
      try store.delete(Attachment.all)
      #expect(try world.changes() == ["-Attachment/2 []"])
    }
  }

  @Test func aTransactionIsOneAndWhatIsRolledBackIsNotInIt() throws {
    struct Stop: Error {}
    try run { world in
      let store = world.store
      let old = try store.insert(Category(name: "Old"))
      _ = try world.changes()
      try store.transaction {
        let first = try store.insert(Category(name: "First"))
        try? store.transaction {
          var changed = old
          changed.name = "Changed"
          try store.update(changed)
          try store.delete(old)
          throw Stop()
        }
        let gone = try store.insert(Category(name: "Gone"))
        try store.delete(gone)
        var again = first
        again.name = "Again"
        try store.update(again)
      }
      #expect(try world.changes() == ["+Category/2"])
      try? store.transaction {
        try store.delete(old)
        throw Stop()
      }
      #expect(try world.changes() == [])
    }
  }

  @Test func aStoreWithoutHistoryGetsNone() throws {
    try run(tracksHistory: false) { world in
      try world.store.insert(Category(name: "Food"))
      #expect(try world.changes() == [])
    }
  }
}
