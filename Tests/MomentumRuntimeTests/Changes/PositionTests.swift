import MomentumCompiler
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Positions in ordered relationships: whose they are, and where they end.
@Suite struct PositionTests {
  private func links(
    _ relationship: String, of root: String, _ key: Int64, _ library: LibraryStore
  ) throws -> [Int64]? {
    let graph = try StoredGraph.read(library.store.compiled, library.store.connection)
    #expect(graph.faults == [])
    return graph.objects[.init(root: root, key: key)]?.links[relationship]
  }

  private static let changes: [(LibraryStore.ToManyChange, [Int64])] = [
    (.reorder([3, 1, 2]), [3, 1, 2]), (.reorder([1, 2, 3]), [1, 2, 3]),
    (.replace([2, 3, 1]), [2, 3, 1]), (.replace([3, 2]), [3, 2]),
    (.add([3], at: 0), [3, 1, 2]), (.add([1], at: 3), [2, 3, 1]), (.add([2], at: 2), [1, 2, 3]),
    (.add([2], at: 3), [1, 3, 2]),
    (.add([4, 1], at: 1), [4, 1, 2, 3]), (.add([4], at: nil), [1, 2, 3, 4]),
    (.remove([2]), [1, 3]),
  ]

  /// In a many-to-many relationship a member has a position in the list of each owner. To change
  /// one list leaves the other lists, and the lists of the other direction.
  @Test(arguments: changes)
  func aListOfOneOwnerIsChangedAlone(
    _ change: LibraryStore.ToManyChange, _ expected: [Int64]
  ) throws {
    try withLibrary { library in
      for name in ["a", "b", "c"] { try library.insert("Member", ["name": .text(name)]) }
      for title in ["1", "2", "3", "4"] { try library.insert("Book", ["title": .text(title)]) }
      try library.change("works", of: "Member", 1, .add([1, 2, 3], at: nil))
      try library.change("works", of: "Member", 2, .replace([2, 1, 3, 4]))
      try library.change("works", of: "Member", 3, .replace([3, 2]))
      try library.change("authors", of: "Book", 2, .reorder([3, 1, 2]))
      let lists = try (2...3).map { try links("works", of: "Party", $0, library) }
      #expect(lists == [[2, 1, 3, 4], [3, 2]])
      try library.change("works", of: "Member", 1, change)
      #expect(try links("works", of: "Party", 1, library) == expected)
      #expect(try (2...3).map { try links("works", of: "Party", $0, library) } == lists)
      let authors = try #require(try links("authors", of: "Book", 2, library))
      #expect(authors == (expected.contains(2) ? [3, 1, 2] : [3, 2]))
    }
  }

  /// The same by the other direction, where the owner is a book.
  @Test func theOtherDirectionHasPositionsOfItsOwn() throws {
    try withLibrary { library in
      for name in ["a", "b"] { try library.insert("Member", ["name": .text(name)]) }
      for title in ["1", "2"] {
        let book = try library.insert("Book", ["title": .text(title)])
        try library.change("authors", of: "Book", book, .add([1, 2], at: nil))
      }
      try library.change("authors", of: "Book", 1, .reorder([2, 1]))
      #expect(try links("authors", of: "Book", 1, library) == [2, 1])
      #expect(try links("authors", of: "Book", 2, library) == [1, 2])
      #expect(try links("works", of: "Party", 1, library) == [1, 2])
      #expect(try links("works", of: "Party", 2, library) == [1, 2])
    }
  }

  /// Objects whose key the member holds: the list of another owner has other members.
  @Test(arguments: changes)
  func aListOfMembersWithOneOwnerIsArranged(
    _ change: LibraryStore.ToManyChange, _ expected: [Int64]
  ) throws {
    try withLibrary { library in
      for name in ["a", "b", "c", "d", "e"] { try library.insert("Member", ["name": .text(name)]) }
      try library.change("pupils", of: "Member", 5, .replace([1, 2, 3]))
      try library.change("pupils", of: "Member", 4, .replace([5]))
      try library.change("pupils", of: "Member", 5, change)
      #expect(try links("pupils", of: "Party", 5, library) == expected)
      #expect(try links("pupils", of: "Party", 4, library) == [5])
    }
  }

  // MARK: - The end

  private func failure(_ change: () throws -> Void) -> String? {
    do {
      try change()
      return nil
    } catch { return "\(error)" }
  }

  /// The end of a list is not given twice in a transaction, even if the object that had it is gone.
  @Test func aPositionIsGivenOnceInATransaction() throws {
    try withLibrary { library in
      try library.insert("Book", ["title": .text("1")])
      func position(_ key: Int64) throws -> SQLValue? {
        try library.store.connection.firstValue(
          "SELECT Z_FOK_BOOK FROM ZCHAPTER WHERE Z_PK = ?", [.integer(key)])
      }
      try library.store.transaction {
        let first = try library.insert("Chapter", ["book": .integer(1)])
        guard case .integer(let end)? = try position(first) else {
          Issue.record("a chapter has no position")
          return
        }
        try library.delete("Chapter", first)
        let second = try library.insert("Chapter", ["book": .integer(1)])
        #expect(try position(second) == .integer(end + 1024))
      }
    }
  }

  /// Positions are 1,024 apart.
  @Test(arguments: [
    (Int64.max - 1024, nil),
    (Int64.max - 1023, "relationship 'chapters' of entity 'Book' has no places left"),
    (Int64.max, "relationship 'chapters' of entity 'Book' has no places left"),
  ])
  func aListWhosePositionsEndIsNamed(_ last: Int64, _ text: String?) throws {
    try withLibrary { library in
      for title in ["1", "2"] { try library.insert("Book", ["title": .text(title)]) }
      try library.insert("Chapter", ["book": .integer(1)])
      try library.store.connection.execute("UPDATE ZCHAPTER SET Z_FOK_BOOK = ?", [.integer(last)])
      let found = failure { try library.insert("Chapter", ["book": .integer(1)]) }
      #expect(found == text)
      #expect(try links("chapters", of: "Book", 1, library) == (text == nil ? [1, 2] : [1]))
      // Another owner counts for itself.
      #expect(failure { try library.insert("Chapter", ["book": .integer(2)]) } == nil)
      // A new order counts from the beginning, and then there are places again.
      guard text != nil else { return }
      try library.change("chapters", of: "Book", 1, .reorder([1]))
      if try library.store.connection.firstValue(
        "SELECT Z_FOK_BOOK FROM ZCHAPTER WHERE Z_PK = 1") == .integer(2048)
      {
        #expect(failure { try library.insert("Chapter", ["book": .integer(1)]) } == nil)
      }
    }
  }

  @Test(arguments: [
    ("works", "Member", "relationship 'works' of entity 'Member' has no places left"),
    ("authors", "Book", "relationship 'authors' of entity 'Book' has no places left"),
  ])
  func pairsHaveAnEndInEachDirection(
    _ full: String, _ entity: String, _ text: String
  ) throws {
    try withLibrary { library in
      for name in ["a", "b"] { try library.insert("Member", ["name": .text(name)]) }
      for title in ["1", "2"] { try library.insert("Book", ["title": .text(title)]) }
      try library.change("works", of: "Member", 1, .add([1], at: nil))
      let compiled = library.store.compiled
      let owner = try #require(compiled.model.entity(named: entity))
      guard case .relationship(let id)? = compiled.model.property(named: full, in: owner),
        case .joinTable(let side)? = compiled.schema.relationships[id],
        let order = side.orderColumn
      else {
        Issue.record("\(full) has no positions")
        return
      }
      try library.store.connection.execute(
        sql: "UPDATE \(side.table) SET \(order) = 9223372036854775807")
      // Either side of the pair needs a place in the list of member 1 or of book 1.
      let (member, book): (Int64, Int64) = entity == "Member" ? (1, 2) : (2, 1)
      #expect(
        failure { try library.change("works", of: "Member", member, .add([book], at: nil)) } == text
      )
      #expect(
        failure { try library.change("authors", of: "Book", book, .add([member], at: nil)) } == text
      )
      #expect(failure { try library.change("works", of: "Member", 2, .add([2], at: nil)) } == nil)
    }
  }
}
