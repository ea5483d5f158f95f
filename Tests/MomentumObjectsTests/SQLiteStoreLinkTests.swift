import MomentumModel
import MomentumSQL
import Testing

@testable import MomentumObjects

/// To-many relationships: join rows, positions, and members without inverse.
@Suite struct SQLiteStoreLinkTests {
  private func link(
    _ source: RowSnapshot, _ relationship: ObjectRelationship, add: [RowSnapshot] = [],
    remove: [RowSnapshot] = [], order: [RowSnapshot]? = nil
  ) -> StoreChanges.Link {
    StoreChanges.Link(
      source: source.id, relationship: relationship, added: add.map(\.id),
      removed: remove.map(\.id), order: order?.map(\.id))
  }

  @Test func aPairThatBothSidesNameIsOneRow() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let artist = try fixture.new("Band")
      let tags = try (0..<2).map { _ in try fixture.new("Tag") }
      let (ours, theirs) = (
        try fixture.relationship("Artist", "tags"), try fixture.relationship("Tag", "artists")
      )
      try fixture.store.save(
        StoreChanges(
          inserts: [.init(artist), .init(tags[0]), .init(tags[1])],
          links: [
            link(artist, ours, add: tags), link(tags[0], theirs, add: [artist]),
            link(tags[1], theirs, add: [artist]),
          ]))
      #expect(try storedRows(path, "SELECT COUNT(*) FROM Z_2TAGS") == [[.integer(2)]])
      #expect(Set(try fixture.store.members(ours, of: artist.id)) == Set(tags.map(\.id)))
      #expect(try fixture.store.members(theirs, of: tags[1].id) == [artist.id])
      #expect(try fixture.store.members(theirs, of: tags[1].id)[0].entityName == "Band")
      try fixture.store.save(
        StoreChanges(
          links: [
            link(artist, ours, remove: [tags[0]]), link(tags[0], theirs, remove: [artist]),
          ]))
      #expect(try fixture.store.members(ours, of: artist.id) == [tags[1].id])
      let many = try fixture.store.members(theirs, of: tags.map(\.id))
      #expect(many == [tags[1].id: [artist.id]])
    }
  }

  @Test func positionsFollowTheOrder() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let albums = try fixture.relationship("Artist", "albums")
      let artist = try fixture.new("Artist")
      let members = try (0..<4).map { _ in try fixture.new("Album", [:], ["artist": artist.id]) }
      func save(_ new: [RowSnapshot], order: [RowSnapshot]) throws {
        try fixture.store.save(
          StoreChanges(
            inserts: new.map { .init($0) }, links: [link(artist, albums, add: new, order: order)]))
        #expect(try fixture.store.members(albums, of: artist.id) == order.map(\.id))
        let many = try fixture.store.members(albums, of: [artist.id])
        #expect(many == [artist.id: order.map(\.id)])
      }
      try fixture.insert(artist)
      try save([members[0], members[1]], order: [members[1], members[0]])
      let before = try storedRows(path, "SELECT Z_PK, Z_FOK_ARTIST FROM ZALBUM ORDER BY Z_PK")
      // An appended member leaves the others where they are.
      try save([members[2]], order: [members[1], members[0], members[2]])
      let after = try storedRows(path, "SELECT Z_PK, Z_FOK_ARTIST FROM ZALBUM ORDER BY Z_PK")
      #expect(Array(after.prefix(2)) == before)
      try save([members[3]], order: [members[3], members[2], members[0], members[1]])
      try save([], order: [members[0], members[1], members[2], members[3]])
      let versions = try storedRows(path, "SELECT DISTINCT Z_OPT FROM ZALBUM")
      #expect(versions == [[.integer(1)]])
    }
  }

  @Test func aMemberThatMovesGetsItsPositionWithItsNewKey() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let albums = try fixture.relationship("Artist", "albums")
      let owners = try (0..<2).map { _ in try fixture.new("Artist") }
      let album = try fixture.new("Album", [:], ["artist": owners[0].id])
      try fixture.store.save(
        StoreChanges(
          inserts: [.init(owners[0]), .init(owners[1]), .init(album)],
          links: [link(owners[0], albums, add: [album], order: [album])]))
      let moved = fixture.update(album, [:], ["artist": owners[1].id])
      try fixture.store.save(
        StoreChanges(
          updates: [moved],
          links: [
            link(owners[0], albums, remove: [album], order: []),
            link(owners[1], albums, add: [album], order: [album]),
          ]))
      #expect(try fixture.store.members(albums, of: owners[1].id) == [album.id])
      #expect(
        try storedRows(path, "SELECT ZARTIST, Z1ARTIST, Z_FOK_ARTIST FROM ZALBUM").first?.first
          == .integer(owners[1].id.number))
      try fixture.store.save(
        StoreChanges(
          updates: [fixture.update(moved.new, [:], ["artist": .some(nil)])],
          links: [link(owners[1], albums, remove: [album], order: [])]))
      #expect(try storedRows(path, "SELECT ZARTIST FROM ZALBUM") == [[.null]])
      #expect(try storedRows(path, "SELECT Z_FOK_ARTIST FROM ZALBUM") == [[.null]])
    }
  }

  @Test func membersWithoutInverseAreWrittenFromTheLinks() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let notes = try fixture.relationship("Artist", "notes")
      let artist = try fixture.new("Artist")
      let members = try (0..<2).map { _ in try fixture.new("Note") }
      try fixture.store.save(
        StoreChanges(
          inserts: [.init(artist), .init(members[0]), .init(members[1])],
          links: [link(artist, notes, add: members)]))
      #expect(Set(try fixture.store.members(notes, of: artist.id)) == Set(members.map(\.id)))
      try fixture.store.save(StoreChanges(links: [link(artist, notes, remove: [members[0]])]))
      #expect(try fixture.store.members(notes, of: artist.id) == [members[1].id])
    }
  }
}
