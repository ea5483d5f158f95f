import Foundation
import MomentumModel
import MomentumObjects
import MomentumPropertyList
import MomentumServerObjects
import MomentumTestSupport
import Testing

/// One context over one database.
@Suite(.enabled(if: ServerObjectsCase.isEnabled, ServerObjectsCase.reason))
struct StoreTests {
  @Test func everyTypeOfValueIsReadAsItWasSaved() throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let context = try test.context()
      let band = try context.insert("Band")
      let uuid = UUID()
      let values: [String: PropertyValue] = [
        "name": .string("Ébène \u{1F3B8}"), "born": .attribute(.date(12_345.25)),
        "rating": .double(0.1),
        "weight": .double(0.5),
        "price": .attribute(.decimal(Decimal(string: "12.345678901234567") ?? 0)),
        "isActive": .boolean(true), "code": .attribute(.uuid(uuid)),
        "site": .attribute(.uri("https://example.org/a?b")),
        "photo": .attribute(.binary([0, 1, 255])), "memberCount": .integer(-4),
        "home": .composite(["city": .string("Ulm"), "zip": .integer(89_073)]),
      ]
      for (key, value) in values { try band.setValue(value, forKey: key) }
      try context.save()
      let other = try test.context()
      let read = try #require(try other.fetch(ObjectRequest("Artist")).first)
      #expect(read.entityName == "Band")
      for (key, value) in values { #expect(read[key] == value, "\(key)") }
      #expect(read.text("lowerName") == "ébène \u{1F3B8}")
      read["name"] = .null
      read["price"] = .null
      try other.save()
      let third = try test.context()
      let again = try #require(try third.fetch(ObjectRequest("Band")).first)
      #expect(again["name"] == .null && again["price"] == .null)
      #expect(again["memberCount"] == .integer(-4))
    }
  }

  /// The foreign key of `album` has ON DELETE RESTRICT, and albums are deleted before photos: the
  /// first attempt fails, and the second one deletes row by row.
  @Test func anObjectIsDeletedWithThoseThatRequireIt() throws {
    let entities = """
      <entity name="Album">
        <relationship name="photos" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Photo" inverseName="album" inverseEntity="Photo"/>
      </entity>
      <entity name="Photo">
        <relationship name="album" maxCount="1" deletionRule="Nullify" destinationEntity="Album" inverseName="photos" inverseEntity="Album"/>
      </entity>
      """
    try ServerObjectsCase.with(entities) { test in
      let context = try test.context()
      let album = try context.insert("Album")
      let photo = try context.insert("Photo")
      photo["album"] = .object(album)
      try context.save()
      let rules = try test.rows(
        """
        SELECT confdeltype FROM pg_constraint WHERE contype = 'f'
          AND connamespace = CAST(quote_ident(current_schema()) AS regnamespace)
        """)
      #expect(rules == [["r"]])
      try context.delete(album)
      try context.delete(photo)
      try context.save()
      #expect(try test.rows("SELECT count(*) FROM album") == [["0"]])
      #expect(try test.rows("SELECT count(*) FROM photo") == [["0"]])
    }
  }

  @Test func requestsFilterSortCountAndGroupOnTheServer() throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let context = try test.context()
      let artist = try context.insert("Artist")
      artist["name"] = .string("Ann")
      for (title, year) in [("C", 1999), ("A", 2001), ("B", 1999), ("D", 2004)] {
        let album = try context.insert("Album")
        album["title"] = .string(title)
        album["year"] = .integer(Int64(year))
        album["artist"] = .object(artist)
      }
      try context.save()
      let other = try test.context()
      var request = ObjectRequest(
        "Album", where: ObjectPredicate("year < 2003 AND artist.name == 'Ann'"))
      request.sortKeys = [ObjectSort("year"), ObjectSort("title", ascending: false)]
      #expect(try other.fetch(request).map { $0.text("title") } == ["C", "B", "A"])
      #expect(try other.count(request) == 3)
      request.limit = 1
      request.offset = 1
      #expect(try other.fetch(request).map { $0.text("title") } == ["B"])
      let mine = ObjectRequest(
        "Album", where: ObjectPredicate("artist == %@", [.object(artist.objectID)]))
      #expect(try other.count(mine) == 4)
      var groups = ObjectRequest("Album")
      groups.propertiesToFetch = ["year", "count:(title) AS total"]
      groups.propertiesToGroupBy = ["year"]
      groups.sortKeys = [ObjectSort("year")]
      let rows = try other.fetchDictionaries(groups)
      #expect(rows.map { $0["total"] } == [2, 1, 1].map { .attribute(.integer($0)) })
      var dictionaries = ObjectRequest("Album", where: ObjectPredicate("title == 'D'"))
      dictionaries.propertiesToFetch = ["title", "artist"]
      #expect(
        try other.fetchDictionaries(dictionaries)
          == [["title": .attribute(.string("D")), "artist": .identity(artist.objectID)]])
    }
  }

  @Test("An album that moves to another artist stays when its old artist is deleted")
  func movedMembers() throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let context = try test.context()
      let (old, album) = (try context.insert("Artist"), try context.insert("Album"))
      old["name"] = .string("old")
      album["artist"] = .object(old)
      try context.save()
      let new = try context.insert("Artist")
      new["name"] = .string("new")
      album["artist"] = .object(new)
      try context.delete(old)
      try context.save()
      let other = try test.context()
      let read = try other.fetch(ObjectRequest("Album"))
      #expect(read.count == 1)
      guard case .object(let artist)? = read.first?["artist"] else {
        Issue.record("the album has no artist")
        return
      }
      #expect(artist.text("name") == "new")
      #expect(try other.count(ObjectRequest("Artist")) == 1)
    }
  }

  @Test func aUniqueValueOfADeletedObjectCanBeUsedInTheSameSave() throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let context = try test.context()
      let old = try context.insert("Artist")
      old["name"] = .string("Ann")
      let other = try context.insert("Artist")
      other["name"] = .string("Bob")
      try context.save()
      try context.delete(old)
      other["name"] = .string("Ann")
      let new = try context.insert("Band")
      new["name"] = .string("Bob")
      try context.save()
      let names = try test.rows("SELECT name, entity FROM artist ORDER BY id")
      #expect(names == [["Ann", "Artist"], ["Bob", "Band"]])
    }
  }

  @Test func aFaultWhoseRowIsGoneIsAnError() throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let context = try test.context()
      let note = try context.insert("Note")
      note["text"] = .string("a")
      try context.save()
      let other = try test.context()
      let fault = other.object(with: note.objectID)
      try context.delete(note)
      try context.save()
      #expect(throws: ObjectError.self) { try other.existingObject(with: note.objectID) }
      #expect(fault.isFault)
      #expect(try other.fetch(ObjectRequest("Note")).isEmpty)
    }
  }

  @Test func metadataIsKeptWithTheNextSave() throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let store = try test.store()
      store.metadata["lastImport"] = .string("monday")
      #expect(store.wantsEmptySaves)
      try store.save(StoreChanges())
      let again = try test.store()
      #expect(again.metadata["lastImport"] == .string("monday"))
      #expect(again.identifier == store.identifier)
      #expect(again.metadata["NSStoreType"] == .string("PostgreSQL"))
    }
  }

  @Test func reservedNumbersAreNeverGivenTwice() throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let plan = try #require(test.model.entity(named: "Band"))
      let root = test.model[plan.root]
      let (one, two) = (try test.store(), try test.store())
      let first = try one.reserveNumbers(10, root: root)
      try test.rows("INSERT INTO artist (entity) VALUES ('Artist')")
      let second = try two.reserveNumbers(5, root: root)
      #expect(first.count == 10 && second.count == 5 && second.lowerBound > first.upperBound + 1)
    }
  }
}
