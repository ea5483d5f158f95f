import Foundation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import Testing

@testable import MomentumObjects

/// What a SQLite store returns of what was saved.
@Suite struct SQLiteStoreRowTests {
  @Test func everyTypeIsReadAsItWasWritten() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let long = String(repeating: "ü", count: 5000)
      let values: [String: AttributeValue] = [
        "name": .string(long), "born": .date(700_000_000.5), "rating": .double(4),
        "price": .decimal(Decimal(string: "12.5") ?? 0), "isActive": .boolean(true),
        "code": .uuid(UUID()), "site": .uri("https://example.org"),
        "photo": .binary([2, 0, 255]), "home.city": .string(""), "home.zip": .integer(-1),
      ]
      let artist = try fixture.new("Artist", values)
      try fixture.insert(artist)
      let read = try #require(try fixture.store.row(artist.id))
      for (name, value) in values { #expect(try fixture.value(name, read) == value) }
      #expect(read.version == 1)
      #expect(try fixture.store.rows(fixture.fetch("Artist")).map(\.values) == [read.values])
    }
  }

  @Test func anEmptyRowHasNoValues() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let album = try fixture.new("Album")
      try fixture.insert(album)
      let read = try #require(try fixture.store.row(album.id))
      #expect(read.values == [nil])
      #expect(read.toOnes == [nil])
    }
  }

  @Test func aRowOfASubentityHasAllItsValues() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let band = try fixture.new("Band", ["name": .string("B"), "memberCount": .integer(4)])
      let artist = try fixture.new("Artist", ["name": .string("A")])
      let album = try fixture.new("Album", ["title": .string("T")], ["artist": band.id])
      try fixture.insert(band, artist, album)
      let rows = try fixture.store.rows(fixture.fetch("Artist", sortedBy: "name"))
      #expect(rows.map(\.id.entityName) == ["Artist", "Band"])
      #expect(try fixture.value("memberCount", rows[1]) == .integer(4))
      let owner = try #require(try fixture.store.row(album.id)?.toOnes.first)
      #expect(owner?.entityName == "Band")
      #expect(owner == band.id)
      // An identity that names the super-entity means the same row.
      let general = ObjectID(fixture.store.places[try fixture.entity("Artist")], band.id.number)
      #expect(try fixture.store.row(general)?.id.entityName == "Band")
      #expect(try fixture.store.identities(fixture.fetch("Band")) == [band.id])
    }
  }

  @Test func countsAndDictionariesAreOfTheStore() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let artist = try fixture.new("Artist", ["name": .string("A"), "rating": .double(2)])
      let other = try fixture.new("Artist", ["name": .string("B"), "rating": .double(4)])
      let album = try fixture.new("Album", ["title": .string("T")], ["artist": artist.id])
      try fixture.insert(artist, other, album)
      #expect(try fixture.store.count(fixture.fetch("Artist")) == 2)
      let albums = try fixture.store.dictionaries(fixture.fetch("Album"))
      #expect(albums == [["title": .attribute(.string("T")), "artist": .identity(artist.id)]])
      var fetch = try fixture.fetch("Artist", sortedBy: "name")
      let entity = try fixture.entity("Artist")
      guard case .attribute(let name)? = fixture.model.model.property(named: "name", in: entity.id)
      else { throw FixtureError.noProperty }
      fetch.request.propertiesToFetch = [
        PropertyToFetch(name: "objectID", value: .objectID),
        PropertyToFetch(
          name: "title",
          value: .path(.init(root: entity.id, steps: [], target: .attribute(name)))),
      ]
      #expect(
        try fixture.store.dictionaries(fetch) == [
          ["objectID": .identity(artist.id), "title": .attribute(.string("A"))],
          ["objectID": .identity(other.id), "title": .attribute(.string("B"))],
        ])
    }
  }

  @Test func anExternalFileIsRead() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let artist = try fixture.new("Artist", ["photo": .binary([7])])
      try fixture.insert(artist)
      let name = UUID().uuidString
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let files = folder + "/.music_SUPPORT/_EXTERNAL_DATA"
      try FileManager.default.createDirectory(
        atPath: files, withIntermediateDirectories: true)
      try Data([9, 9]).write(to: URL(fileURLWithPath: files + "/" + name))
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute(
        "UPDATE ZARTIST SET ZPHOTO = ?", [.blob([2] + Array(name.utf8) + [0])])
      #expect(try fixture.value("photo", fixture.store.row(artist.id)) == .binary([9, 9]))
      try FileManager.default.removeItem(atPath: files + "/" + name)
      #expect(throws: SQLiteStoreError.self) { try fixture.store.row(artist.id) }
    }
  }

  @Test(arguments: [
    ("ZRATING = 'secret'", "rating"), ("ZCODE = x'00'", "code"), ("ZPHOTO = x'03'", "photo"),
    ("ZPHOTO = x'022e2e2f2e2e'", "photo"), ("ZZIP = 'secret'", "home.zip"),
  ])
  func aMalformedValueIsAnErrorThatDoesNotShowIt(_ change: String, _ property: String) throws {
    try SQLiteStoreFixture.run { fixture, path in
      let artist = try fixture.new("Artist")
      try fixture.insert(artist)
      _ = try storedRows(path, "UPDATE ZARTIST SET \(change)")
      let error = #expect(throws: SQLiteStoreError.self) {
        _ = try fixture.store.rows(fixture.fetch("Artist"))
      }
      let text = try #require(error?.description)
      #expect(text.contains("'\(property)'") && text.contains("'Artist'"))
      #expect(text.contains("key \(artist.id.number)") && !text.contains("secret"))
    }
  }

  @Test func aRowOfAnUnknownEntityIsAnError() throws {
    try SQLiteStoreFixture.run { fixture, path in
      try fixture.insert(try fixture.new("Artist"))
      _ = try storedRows(path, "UPDATE ZARTIST SET Z_ENT = 99")
      #expect(throws: SQLiteStoreError.self) { try fixture.store.rows(fixture.fetch("Artist")) }
    }
  }

  @Test func aMissingRowAndARowOfAnotherStoreAreAbsent() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let place = fixture.store.places[try fixture.entity("Artist")]
      #expect(try fixture.store.row(ObjectID(place, 77)) == nil)
      let foreign = ObjectPlace(store: "OTHER", entity: place.entity)
      try fixture.insert(try fixture.new("Artist"))
      #expect(try fixture.store.row(ObjectID(foreign, 1)) == nil)
    }
  }

  private enum FixtureError: Error { case noProperty }
}
