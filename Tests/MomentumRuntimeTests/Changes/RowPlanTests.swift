import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// A type whose stored properties are not those of the model, as code generated from another version has them.
@Suite struct RowPlanTests {
  private enum Nothing: LibraryEntity {
    static let name = "Book"
    static let properties = ["title", "nothing"]
  }

  private enum WholeComposite: LibraryEntity {
    static let name = "Book"
    static let properties = ["size", "title"]
  }

  private enum NoElement: LibraryEntity {
    static let name = "Book"
    static let properties = ["size.depth", "title"]
  }

  private enum ElementOfText: LibraryEntity {
    static let name = "Book"
    static let properties = ["title.size"]
  }

  private enum ToMany: LibraryEntity {
    static let name = "Book"
    static let properties = ["title", "chapters"]
  }

  private enum ManyToMany: LibraryEntity {
    static let name = "Member"
    static let properties = ["name", "friends"]
  }

  private enum Path: LibraryEntity {
    static let name = "Book"
    static let properties = ["owner.name", "title"]
  }

  private enum KeyOfOtherSide: LibraryEntity {
    static let name = "Member"
    static let properties = ["name", "age", "pupils"]
  }

  private static let kinds: [any LibraryEntity.Type] = [
    Nothing.self, WholeComposite.self, NoElement.self, ElementOfText.self, ToMany.self,
    ManyToMany.self, Path.self, KeyOfOtherSide.self,
  ]

  @Test func aPropertyWithoutOneColumnIsNamed() throws {
    var found: [String] = []
    for kind in Self.kinds {
      func insert<Kind: LibraryEntity>(_: Kind.Type, _ library: LibraryStore) throws {
        try library.store.insert(LibraryObject<Kind>(["title": .text("a"), "name": .text("b")]))
      }
      try withLibrary { library in
        do {
          try insert(kind, library)
          found.append("\(kind) is inserted")
        } catch let failure as StoreFailure {
          #expect(failure.reason == .model)
          found.append(failure.description)
        }
        let books = try library.store.connection.firstValue("SELECT count(*) FROM ZBOOK")
        #expect(books == .integer(0))
      }
    }
    func text(_ entity: String, _ property: String) -> String {
      "entity '\(entity)' has no stored property '\(property)' of one column"
    }
    #expect(
      found == [
        text("Book", "nothing"), text("Book", "size"), text("Book", "size.depth"),
        text("Book", "title.size"), text("Book", "chapters"), text("Member", "friends"),
        text("Book", "owner.name"), text("Member", "pupils"),
      ])
  }

  /// The order of a type's properties is its own; each value comes to its column.
  @Test func valuesFollowTheOrderOfTheType() throws {
    enum Reversed: LibraryEntity {
      static let name = "Book"
      static let properties = [
        "title", "owner", "size.width", "size.height", "price", "isbn", "series", "cover",
      ]
    }
    try withLibrary { library in
      let owner = try library.insert("Club", ["name": .text("club")])
      let values: [String: SQLValue] = [
        "title": .text("t"), "owner": .integer(owner), "size.width": .real(1),
        "size.height": .real(2), "price": .integer(3), "isbn": .text("i"),
      ]
      let book = try library.store.insert(LibraryObject<Reversed>(values)).objectID.rawValue
      let graph = try StoredGraph.read(library.store.compiled, library.store.connection)
      let stored = graph.objects[.init(root: "Book", key: book)]
      #expect(graph.faults == [])
      #expect(stored?.values["title"] == .text("t") && stored?.values["isbn"] == .text("i"))
      #expect(stored?.values["size.width"] == .real(1))
      #expect(stored?.values["size.height"] == .real(2))
      #expect(stored?.values["price"] == .integer(3))
      #expect(stored?.links["owner"] == [owner])
    }
  }
}
