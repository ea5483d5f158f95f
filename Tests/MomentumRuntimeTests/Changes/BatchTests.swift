import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct BatchTests {
  typealias Books = LibraryObject<Book>
  typealias People = LibraryObject<Member>

  private func withBooks(_ body: (LibraryStore) throws -> Void) throws {
    try withLibrary { library in
      try library.store.transaction {
        let club = try library.insert("Club", ["name": .text("club")])
        let person = try library.insert("Member", ["name": .text("person")])
        for index in 0..<6 {
          let book = try library.insert(
            "Book",
            [
              "title": .text("t\(index)"), "price": .integer(Int64(index)),
              "owner": .integer(index < 3 ? club : person),
            ])
          for _ in 0..<index { try library.insert("Chapter", ["book": .integer(book)]) }
          try library.change("authors", of: "Book", book, .add([person], at: nil))
        }
      }
      try body(library)
    }
  }

  private func graph(_ library: LibraryStore) throws -> StoredGraph {
    try StoredGraph.read(library.store.compiled, library.store.connection)
  }

  private func books(_ library: LibraryStore, _ name: String) throws -> [SQLValue?] {
    let objects = try graph(library).objects.filter { $0.value.entity == "Book" }
    return objects.sorted { $0.key < $1.key }.map { $0.value.values[name] }
  }

  @Test func setsAttributesOfSomeAndCountsThem() throws {
    try withBooks { library in
      let count = try library.store.update(
        Books.where(format: "chapters.@count > 2"),
        set: [
          .set({ $0.attribute("isbn", String?.self) }, "x"),
          .set({ $0.attribute("size.width", Double.self) }, 2.5),
        ])
      #expect(count == 3)
      let values1 = try books(library, "isbn")
      #expect(values1 == [nil, nil, nil, .text("x"), .text("x"), .text("x")])
      let widths = try books(library, "size.width").compactMap { $0 }
      #expect(widths == Array(repeating: .real(2.5), count: 3))
      let locks = try graph(library).objects.filter { $0.key.root == "Book" }
        .sorted { $0.key < $1.key }.map(\.value.lock)
      #expect(locks == [1, 1, 1, 2, 2, 2])
    }
  }

  @Test func setsNil() throws {
    try withBooks { library in
      let price: Double? = nil
      let count = try library.store.update(
        Books.all, set: [.set({ $0.attribute("price", Double?.self) }, price)])
      #expect(count == 6)
      let prices = try books(library, "price")
      #expect(prices.allSatisfy { $0 == nil })
    }
  }

  @Test(arguments: [
    "owner.name == 'club'", "ANY authors.name == 'person' AND price < 3",
    "SUBQUERY(chapters, $x, $x.title == nil).@count < 3",
  ])
  func conditionOfAnyKind(_ format: String) throws {
    try withBooks { library in
      let fetch = Books.where(format: format)
      let count = try library.store.update(
        fetch, set: [.set({ $0.attribute("isbn", String?.self) }, "x")])
      #expect(count == 3)
      let count2 = try library.store.delete(fetch)
      #expect(count2 == 3)
      let graph = try graph(library)
      #expect(graph.faults == [])
      #expect(graph.objects.keys.filter { $0.root == "Book" }.map(\.key).sorted() == [4, 5, 6])
    }
  }

  @Test func limitAndOrder() throws {
    try withBooks { library in
      let dearest = Books.all
        .sorted(by: { $0.attribute("price", Double.self) }, .descending).limit(2).offset(1)
      let count3 = try library.store.delete(dearest)
      #expect(count3 == 2)
      let values4 = try books(library, "title")
      #expect(values4 == [.text("t0"), .text("t1"), .text("t2"), .text("t5")])
      let graph5 = try graph(library).faults
      #expect(graph5 == [])
    }
  }

  @Test func nothingToDo() throws {
    try withBooks { library in
      let count6 = try library.store.update(Books.all, set: [])
      #expect(count6 == 0)
      let count7 = try library.store.delete(Books.where(format: "price > 99"))
      #expect(count7 == 0)
    }
  }

  @Test func sameOneTwice() throws {
    try withBooks { library in
      try library.store.update(
        Books.where(format: "price == 0"),
        set: [
          .set({ $0.attribute("title", String.self) }, "a"),
          .set({ $0.attribute("title", String.self) }, "b"),
        ])
      let values8 = try books(library, "title").first
      #expect(values8 == .text("b"))
    }
  }

  @Test func deniedForOneIsDeniedForAll() throws {
    try withBooks { library in
      let before = try graph(library)
      #expect(throws: StoreFailure.self) { try library.store.delete(People.all) }
      let graph9 = try graph(library)
      expectEqual(graph9, before, "a batch that is refused leaves every object")
    }
  }

  private func expectFailure(
    _ reason: StoreFailure.Reason, _ text: String, _ change: (LibraryStore) throws -> Int
  ) throws {
    try withBooks { library in
      let before = try graph(library)
      do {
        _ = try change(library)
        Issue.record("nothing was thrown")
      } catch let failure as StoreFailure {
        #expect(failure.reason == reason)
        expectText(failure.description, text, "failure")
      }
      let graph10 = try graph(library)
      expectEqual(graph10, before, "a batch that is refused leaves every object")
    }
  }

  @Test func valueAgainstARule() throws {
    try expectFailure(
      .validation, "the value of attribute 'age' of entity 'Member' has to be at least 0"
    ) {
      try $0.store.update(People.all, set: [.set({ $0.attribute("age", Int16?.self) }, -1)])
    }
  }

  @Test func valueOfAnotherType() throws {
    try expectFailure(
      .request, "attribute 'title' of entity 'Book' takes a value of type String"
    ) {
      try $0.store.update(Books.all, set: [.set({ $0.attribute("title", Int16.self) }, 1)])
    }
  }

  @Test func requiredValue() throws {
    try expectFailure(
      .validation, "attribute 'title' of entity 'Book' is not optional and needs a value"
    ) {
      try $0.store.update(Books.all, set: [.set({ $0.attribute("title", String?.self) }, nil)])
    }
  }

  @Test func derivedAttribute() throws {
    try expectFailure(
      .request, "attribute 'chapterCount' of entity 'Book' is derived and cannot be set"
    ) {
      try $0.store.update(
        Books.all, set: [.set({ $0.attribute("chapterCount", Int64?.self) }, 7)])
    }
  }

  @Test func uniqueConstraint() throws {
    try expectFailure(
      .validation,
      "another object of entity 'Book' has the same 'isbn', 'title', which must be unique"
    ) {
      try $0.store.update(
        Books.all,
        set: [
          .set({ $0.attribute("title", String.self) }, "a"),
          .set({ $0.attribute("isbn", String?.self) }, "b"),
        ])
    }
  }

  @Test func attributeOfAnotherObject() throws {
    try expectFailure(.request, "'owner.name' is no stored attribute of entity 'Book' itself") {
      try $0.store.update(Books.all, set: [.set({ $0.attribute("owner.name", String.self) }, "a")])
    }
  }
}
