import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What is refused, in which words; the store is as it was.
@Suite struct ChangeFailureTests {
  private func expectFailure(
    _ reason: StoreFailure.Reason, _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation, _ change: (LibraryStore) throws -> Void
  ) throws {
    try withLibrary { library in
      try library.insert("Sticker", ["label": .text("old")])
      let connection = library.store.connection
      let before = try StoredGraph.read(library.store.compiled, connection)
      do {
        // Steps of the change that are good by themselves are taken back as well.
        try library.store.transaction { try change(library) }
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
      } catch let failure as StoreFailure {
        #expect(failure.reason == reason, sourceLocation: sourceLocation)
        expectText(failure.description, text, "failure", sourceLocation: sourceLocation)
      }
      expectEqual(
        try StoredGraph.read(library.store.compiled, connection), before,
        "a change that is refused leaves every object: \(text)", sourceLocation: sourceLocation)
      #expect(!connection.isInTransaction, sourceLocation: sourceLocation)
    }
  }

  @Test func requiredAttribute() throws {
    try expectFailure(
      .validation, "attribute 'label' of entity 'Sticker' is not optional and needs a value"
    ) { try $0.insert("Sticker") }
  }

  @Test func boundOfNumber() throws {
    try expectFailure(
      .validation, "the value of attribute 'age' of entity 'Member' has to be at most 150"
    ) { try $0.insert("Member", ["name": .text("a"), "age": .integer(151)]) }
  }

  @Test func lengthOfText() throws {
    try expectFailure(
      .validation,
      "the value of attribute 'name' of entity 'Member' has to be at most 12 characters long"
    ) { try $0.insert("Member", ["name": .text("a secret that is long")]) }
  }

  @Test func formOfText() throws {
    try expectFailure(
      .validation,
      "the value of attribute 'motto' of entity 'Club' has to be a text that matches '[a-z ]*'"
    ) { try $0.insert("Club", ["name": .text("a"), "motto": .text("SECRET")]) }
  }

  @Test func notANumber() throws {
    try expectFailure(
      .validation, "the value of attribute 'price' of entity 'Book' has to be a number"
    ) { try $0.insert("Book", ["title": .text("a"), "price": .real(.nan)]) }
  }

  @Test func halfAComposite() throws {
    try expectFailure(
      .validation, "attribute 'size.width' of entity 'Book' is not optional and needs a value"
    ) { try $0.insert("Book", ["title": .text("a"), "size.height": .real(1)]) }
  }

  @Test func updateIsCheckedToo() throws {
    try expectFailure(
      .validation, "the value of attribute 'size.width' of entity 'Book' has to be at least 0.0"
    ) {
      let book = try $0.insert("Book", ["title": .text("a")])
      try $0.update("Book", book, ["title": .text("b"), "size.width": .real(-1)])
    }
  }

  @Test func abstractEntity() throws {
    try expectFailure(.validation, "entity 'Party' is abstract and cannot have objects") {
      try $0.insert("Party", ["name": .text("a")])
    }
  }

  @Test func uniqueConstraintOfAncestor() throws {
    try expectFailure(
      .validation, "another object of entity 'Club' has the same 'name', which must be unique"
    ) {
      try $0.insert("Member", ["name": .text("secret")])
      try $0.insert("Club", ["name": .text("secret")])
    }
  }

  @Test func uniqueConstraintOfTwoAttributesWhenUpdated() throws {
    try expectFailure(
      .validation,
      "another object of entity 'Book' has the same 'isbn', 'title', which must be unique"
    ) {
      try $0.insert("Book", ["title": .text("a"), "isbn": .text("1")])
      let other = try $0.insert("Book", ["title": .text("b"), "isbn": .text("1")])
      try $0.update("Book", other, ["title": .text("a"), "isbn": .text("1")])
    }
  }

  @Test func destinationThatIsNotThere() throws {
    try expectFailure(
      .noObject,
      "relationship 'book' of entity 'Chapter' leads to 'Book', of which no object has the given key"
    ) { try $0.insert("Chapter", ["book": .integer(7)]) }
  }

  @Test func destinationOfAnotherEntity() throws {
    try expectFailure(
      .noObject,
      "relationship 'mentor' of entity 'Member' leads to 'Member', of which no object has the given key"
    ) {
      let club = try $0.insert("Club", ["name": .text("a")])
      try $0.insert("Member", ["name": .text("b"), "mentor": .integer(club)])
    }
  }

  @Test func destinationThatWasNotInserted() throws {
    try expectFailure(
      .noObject,
      "relationship 'book' of entity 'Chapter' leads to an object that was not inserted yet"
    ) { try $0.insert("Chapter", ["book": .integer(0)]) }
  }

  @Test func memberOfAnotherEntity() throws {
    try expectFailure(
      .noObject,
      "relationship 'friends' of entity 'Member' leads to 'Member', of which no object has the given key"
    ) {
      let person = try $0.insert("Member", ["name": .text("a")])
      let club = try $0.insert("Club", ["name": .text("b")])
      try $0.change("friends", of: "Member", person, .add([club], at: nil))
    }
  }

  @Test func objectOfAnotherEntity() throws {
    try expectFailure(.noObject, "no object of entity 'Member' has the given key") {
      let club = try $0.insert("Club", ["name": .text("a")])
      try $0.update("Member", club, ["name": .text("b")])
    }
  }

  @Test func requiredRelationship() throws {
    try expectFailure(
      .validation,
      "relationship 'book' of entity 'Chapter' is not optional and needs an object"
    ) { try $0.insert("Chapter", ["title": .text("a")]) }
  }

  @Test func requiredRelationshipThatIsCleared() throws {
    try expectFailure(
      .validation,
      "relationship 'book' of entity 'Chapter' is not optional and needs an object"
    ) { library in
      let book = try library.insert("Book", ["title": .text("b")])
      let chapter = try library.insert(
        "Chapter", ["title": .text("a"), "book": .integer(book)])
      try library.update("Chapter", chapter, ["book": .null])
    }
  }

  @Test func requiredToManyRelationship() throws {
    try expectFailure(
      .validation,
      "relationship 'volumes' of entity 'Series' is not optional and needs at least one object"
    ) { try $0.insert("Series", ["title": .text("a")]) }
  }

  @Test func tooManyObjects() throws {
    try expectFailure(
      .validation, "relationship 'volumes' of entity 'Series' can have at most 3 objects"
    ) { library in
      let series = try library.insert("Series")
      for index in 0..<4 {
        try library.insert("Book", ["title": .text("\(index)"), "series": .integer(series)])
      }
    }
  }

  @Test func memberThatIsNeededElsewhere() throws {
    try expectFailure(
      .validation,
      "relationship 'volumes' of entity 'Series' is not optional and needs at least one object"
    ) { library in
      let old = try library.insert("Series")
      let new = try library.insert("Series")
      let book = try library.insert("Book", ["title": .text("a"), "series": .integer(old)])
      try library.change("volumes", of: "Series", new, .add([book], at: nil))
    }
  }

  @Test func denyingRule() throws {
    try expectFailure(
      .validation,
      "relationship 'books' of entity 'Party' denies deletion while it leads to an object"
    ) {
      let club = try $0.insert("Club", ["name": .text("a")])
      try $0.insert("Book", ["title": .text("b"), "owner": .integer(club)])
      try $0.delete("Club", club)
    }
  }

  @Test func orderOfAnUnorderedRelationship() throws {
    try expectFailure(.request, "relationship 'tags' of entity 'Book' is not ordered") {
      let book = try $0.insert("Book", ["title": .text("a")])
      try $0.change("tags", of: "Book", book, .reorder([]))
    }
  }

  @Test func orderThatLeavesOneOut() throws {
    try expectFailure(
      .request,
      "the new order of relationship 'pupils' of entity 'Member' has to name each of its objects once"
    ) {
      let mentor = try $0.insert("Member", ["name": .text("a")])
      let pupil = try $0.insert("Member", ["name": .text("b"), "mentor": .integer(mentor)])
      try $0.change("pupils", of: "Member", mentor, .reorder([pupil, pupil]))
    }
  }

  @Test func placeBehindTheLast() throws {
    try expectFailure(
      .request, "relationship 'pupils' of entity 'Member' has no place 1 among its 0 objects"
    ) {
      let mentor = try $0.insert("Member", ["name": .text("a")])
      try $0.change("pupils", of: "Member", mentor, .add([mentor], at: 1))
    }
  }

  @Test func unknownToManyRelationship() throws {
    try expectFailure(.request, "'owner' is no stored to-many relationship of entity 'Book'") {
      let book = try $0.insert("Book", ["title": .text("a")])
      try $0.change("owner", of: "Book", book, .add([], at: nil))
    }
  }
}
