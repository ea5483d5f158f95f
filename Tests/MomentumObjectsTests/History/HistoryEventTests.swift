import MomentumCompiler
import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

@testable import MomentumObjects

/// What a save says about its history, and the bits of changed properties in the rows.
@Suite struct HistoryEventTests {
  /// The tokens of the saves of a context.
  private func tokens(
    _ context: ObjectContext, _ body: () throws -> Void
  ) throws -> [HistoryToken?] {
    var tokens: [HistoryToken?] = []
    let observation = context.observe { event in
      if case .didSave(let changes) = event { tokens.append(changes.token) }
    }
    defer { observation.cancel() }
    try body()
    return tokens
  }

  @Test("SR-277, OG-817: the event of a save has the new token if the store keeps a history")
  func token() throws {
    let world = try BatchWorld(options: BatchWorld.tracking)
    let found = try tokens(world.context) {
      for name in ["Ann", "Bob"] {
        try world.insert("Author", ["name": name])
        try world.context.save()
      }
    }
    let store = world.store.identifier
    #expect(found == [HistoryToken([store: 1]), HistoryToken([store: 2])])
    #expect(found.last == .some(try world.coordinator.currentHistoryToken()))
    let plain = try BatchWorld()
    let without = try tokens(plain.context) {
      try plain.insert("Author", ["name": "Ann"])
      try plain.context.save()
    }
    #expect(without == [nil])
  }

  @Test("SR-277: the save of a child writes no history and has no token") func child() throws {
    let world = try BatchWorld(options: BatchWorld.tracking)
    let child = ObjectContext(parent: world.context)
    let found = try tokens(child) {
      try child.insert("Author")
      try child.save()
    }
    #expect(found == [nil])
  }

  @Test("SR scenario 43, SR-259: a to-one to an entity with sub-entities shifts the bits behind it")
  func shiftedBits() throws {
    let world = try BatchWorld(options: BatchWorld.tracking)
    let book = try world.insert("Book", ["title": "A"])
    let chapter = try world.insert("Chapter", ["text": "a"])
    chapter["book"] = .object(book)
    try world.context.save()
    chapter["text"] = .string("b")
    try world.context.save()
    let other = try world.insert("Novel", ["title": "B"])
    chapter["book"] = .object(other)
    try world.context.save()
    let number = try #require(world.model.entity(named: "Chapter")?.id)
    let entity = world.store.compiled.schema[number].number
    let bits = try world.rows(
      "SELECT ZCOLUMNS FROM ACHANGE WHERE ZCHANGETYPE = 1 AND ZENTITY = \(entity) ORDER BY Z_PK")
    // Two slots for 'book', since a book may be a novel; 'text' has the third.
    #expect(bits == [[.blob([0b0010_0000])], [.blob([0b1000_0000])]])
  }
}
