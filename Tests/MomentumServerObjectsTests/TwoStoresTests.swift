import MomentumModel
import MomentumObjects
import MomentumServerObjects
import MomentumTestSupport
import Testing

/// The same program over SQLite and over PostgreSQL: afterwards both stores have the same graph.
@Suite(.enabled(if: ServerObjectsCase.isEnabled, ServerObjectsCase.reason))
struct TwoStoresTests {
  @Test func relationshipsOfEveryKindAreTheSame() throws {
    try compare { context in
      let artists = try (0..<3).map { index in
        try insert(index == 1 ? "Band" : "Artist", "name", "artist \(index)", context)
      }
      let albums = try ["x", "y", "z"].map { try insert("Album", "title", $0, context) }
      let tags = try ["r", "s", "t"].map { try insert("Tag", "name", $0, context) }
      let notes = try ["1", "2"].map { try insert("Note", "text", $0, context) }
      let studio = try insert("Studio", "city", "Bonn", context)
      artists[0]["albums"] = .orderedObjects([albums[2], albums[0], albums[1]])
      artists[0]["star"] = .object(albums[1])
      artists[0]["friends"] = .objects([artists[0], artists[1]])
      artists[1]["rivals"] = .orderedObjects([artists[2], artists[0]])
      artists[0]["tags"] = .orderedObjects([tags[1], tags[0]])
      artists[2]["tags"] = .orderedObjects([tags[0], tags[2], tags[1]])
      artists[2]["notes"] = .orderedObjects([notes[1], notes[0]])
      artists[1]["studio"] = .object(studio)
      try context.save()
      return Gallery(artists: artists, albums: albums, tags: tags, notes: notes, studio: studio)
    } then: { gallery, context in
      let (artists, albums) = (gallery.artists, gallery.albums)
      artists[0]["albums"] = .orderedObjects([albums[1], albums[2]])
      artists[2]["albums"] = .orderedObjects([albums[0]])
      artists[2]["tags"] = .orderedObjects([gallery.tags[1], gallery.tags[0]])
      artists[2]["notes"] = .orderedObjects([gallery.notes[1]])
      artists[0]["notes"] = .orderedObjects([gallery.notes[0]])
      artists[0]["friends"] = .objects([artists[2]])
      artists[1]["rivals"] = .orderedObjects([artists[0], artists[2]])
      artists[2]["studio"] = .object(try #require(gallery.studio))
      try context.save()
    }
  }

  @Test func deleteRulesAndChangedEndsAreTheSame() throws {
    try compare { context in
      let artists = try (0..<4).map { try insert("Artist", "name", "artist \($0)", context) }
      let albums = try (0..<6).map { try insert("Album", "title", "album \($0)", context) }
      for (index, album) in albums.enumerated() { album["artist"] = .object(artists[index % 3]) }
      artists[0]["star"] = .object(albums[0])
      artists[1]["star"] = .object(albums[1])
      artists[3]["rivals"] = .orderedObjects([artists[1], artists[0], artists[3]])
      try context.save()
      return Gallery(artists: artists, albums: albums)
    } then: { gallery, context in
      let (artists, albums) = (gallery.artists, gallery.albums)
      // Unique keys change hands, members move away from an artist that is deleted with the rest.
      artists[0]["star"] = .object(albums[1])
      artists[1]["star"] = .object(albums[0])
      albums[2]["artist"] = .object(artists[3])
      albums[3]["artist"] = .object(try insert("Band", "name", "new", context))
      try context.delete(artists[2])
      try context.delete(albums[4])
      try context.save()
    }
  }

  // MARK: - Running

  private struct Gallery {
    var artists: [ManagedObject] = []
    var albums: [ManagedObject] = []
    var tags: [ManagedObject] = []
    var notes: [ManagedObject] = []
    var studio: ManagedObject?
  }

  private func insert(
    _ entity: String, _ key: String, _ text: String, _ context: ObjectContext
  ) throws -> ManagedObject {
    let object = try context.insert(entity)
    object[key] = .string(text)
    return object
  }

  /// Runs a program of two saves on both stores, and compares what new contexts read after each.
  private func compare(
    _ first: (ObjectContext) throws -> Gallery,
    then second: (Gallery, ObjectContext) throws -> Void
  ) throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let file = StoreCoordinator(test.model)
      try file.add(SQLiteObjectStore(path: nil, model: test.model))
      let (local, remote) = (ObjectContext(file), try test.context())
      let galleries = (try first(local), try first(remote))
      try expectSame(test, file, "after the first save")
      try second(galleries.0, local)
      try second(galleries.1, remote)
      try expectSame(test, file, "after the second save")
    }
  }

  private func expectSame(
    _ test: ServerObjectsCase, _ file: StoreCoordinator, _ when: Comment
  ) throws {
    let local = try graph(ObjectContext(file))
    #expect(local.count > 5)
    expectText(
      try graph(test.context()).joined(separator: "\n"), local.joined(separator: "\n"), when)
  }

  /// Each object with its properties, a line each.
  private func graph(_ context: ObjectContext) throws -> [String] {
    context.retainsRegisteredObjects = true
    var lines: [String] = []
    for (entity, name) in [
      ("Artist", "name"), ("Album", "title"), ("Tag", "name"), ("Note", "text"), ("Studio", "city"),
    ] {
      var request = ObjectRequest(entity)
      request.sortKeys = [ObjectSort(name)]
      for object in try context.fetch(request) {
        lines.append("\(object.entityName) \(object.text(name) ?? "-"): \(links(of: object))")
      }
    }
    return lines
  }

  private func links(of object: ManagedObject) -> String {
    let keys: [String: [String]] = [
      "Artist": ["albums", "star", "friends", "rivals", "tags", "notes", "studio"],
      "Album": ["artist", "starOf"], "Tag": ["artists"], "Studio": ["owner"],
    ]
    let entity = object.entityName == "Band" ? "Artist" : object.entityName
    return (keys[entity] ?? []).map { key in
      let text =
        switch object[key] {
        case .orderedObjects(let members): members.map(title).joined(separator: " ")
        case .objects(let members): members.map(title).sorted().joined(separator: " ")
        case .object(let other): title(other)
        case _: "-"
        }
      return "\(key) [\(text)]"
    }.joined(separator: " ")
  }

  private func title(_ object: ManagedObject) -> String {
    let keys = ["Album": "title", "Note": "text", "Studio": "city"]
    return object.text(keys[object.entityName] ?? "name") ?? "-"
  }
}
