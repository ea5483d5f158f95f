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
        try storedRows(path, "SELECT ZARTIST, Z2_ARTIST, Z_FOK_ARTIST FROM ZALBUM")
          == [[.integer(owners[1].id.number), .integer(2), .integer(2048)]])
      try fixture.store.save(
        StoreChanges(
          updates: [fixture.update(moved.new, [:], ["artist": ObjectID?.none])],
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

  // MARK: - Other models

  /// A row of an entity without required values.
  private func new(_ name: String, _ model: ModelPlan, _ store: SQLiteObjectStore) throws
    -> RowSnapshot
  {
    let entity = try #require(model.entity(named: name))
    let number = try store.reserveNumbers(1, root: entity).lowerBound
    return RowSnapshot(
      ObjectID(store.places[entity], number), version: 1, values: [nil], toOnes: [], readAt: 0)
  }

  @Test func aRelationshipThatIsItsOwnInverseHasARowForEachDirection() throws {
    let model = try ModelPlan(
      compiledModel(
        """
        <entity name="Person"><attribute name="name" optional="YES" attributeType="String"/>
          <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person"
            inverseName="friends" inverseEntity="Person"/></entity>
        """))
    let store = try SQLiteObjectStore(path: nil, model: model)
    let friends = try #require(model.entity(named: "Person")?.toManys.first)
    let (a, b) = (try new("Person", model, store), try new("Person", model, store))
    try store.save(
      StoreChanges(inserts: [.init(a), .init(b)], links: [link(a, friends, add: [b])]))
    #expect(try store.members(friends, of: a.id) == [b.id])
    #expect(try store.members(friends, of: b.id) == [a.id])
    try store.save(StoreChanges(links: [link(b, friends, remove: [a])]))
    #expect(try store.members(friends, of: a.id) == [])
    #expect(try store.members(friends, of: b.id) == [])
  }

  @Test func bothSidesOfAPairMayBeOrdered() throws {
    let model = try ModelPlan(
      compiledModel(
        """
        <entity name="List"><attribute name="name" optional="YES" attributeType="String"/>
          <relationship name="songs" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Song" inverseName="lists" inverseEntity="Song"/></entity>
        <entity name="Song"><attribute name="name" optional="YES" attributeType="String"/>
          <relationship name="lists" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="List" inverseName="songs" inverseEntity="List"/></entity>
        """))
    let store = try SQLiteObjectStore(path: nil, model: model)
    let songs = try #require(model.entity(named: "List")?.toManys.first)
    let lists = try #require(model.entity(named: "Song")?.toManys.first)
    let list = try (0..<2).map { _ in try new("List", model, store) }
    let song = try (0..<2).map { _ in try new("Song", model, store) }
    try store.save(
      StoreChanges(
        inserts: (list + song).map { .init($0) },
        links: [
          link(list[0], songs, add: song, order: [song[1], song[0]]),
          link(list[1], songs, add: [song[0]], order: [song[0]]),
          link(song[0], lists, add: list, order: [list[1], list[0]]),
          link(song[1], lists, add: [list[0]], order: [list[0]]),
        ]))
    #expect(try store.members(songs, of: list[0].id) == [song[1].id, song[0].id])
    #expect(try store.members(lists, of: song[0].id) == [list[1].id, list[0].id])
    try store.save(
      StoreChanges(links: [link(song[0], lists, order: [list[0], list[1]])]))
    #expect(try store.members(lists, of: song[0].id) == [list[0].id, list[1].id])
    #expect(try store.members(songs, of: list[0].id) == [song[1].id, song[0].id])
  }
}
