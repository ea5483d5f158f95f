import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Links that an import makes between objects of the store: counted when they are new.
@Suite struct ImportLinkTests {
  /// Every object is found by its name; each relationship is given from one side.
  private static func map(_ entity: String, _ name: String, _ relationship: String, _ match: String)
    -> String
  {
    """
    {"objects": [{"entity": "\(entity)", "match": "\(name)", "attributes": {"\(name)": "name"},
      "relationships": {"\(relationship)": {"key": "to", "match": "\(match)"}}}]}
    """
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var entity: String
    var name: String
    var relationship: String
    var match: String
    /// The names of the objects that are given, and how many of them were linked already.
    var given: [String]
    var linked: Int
    /// The objects with a change, the ends of each new link.
    var updated: Int
    var unchanged: Int
    /// The keys of the relationship afterwards.
    var after: [Int64]
    var isToMany = true

    var testDescription: String { "\(entity).\(relationship) = \(given)" }
  }

  /// Book 1 has chapter `x`, sticker `s`, author `a` and note `n`; member `a` is married to `b`.
  static let rows = [
    Row(
      entity: "Book", name: "title", relationship: "chapters", match: "title", given: ["x"],
      linked: 0, updated: 0, unchanged: 1, after: [1]),
    Row(
      entity: "Book", name: "title", relationship: "chapters", match: "title", given: ["y"],
      linked: 1, updated: 1, unchanged: 0, after: [1, 2]),
    Row(
      entity: "Book", name: "title", relationship: "chapters", match: "title", given: ["x", "y"],
      linked: 1, updated: 1, unchanged: 0, after: [1, 2]),
    Row(
      entity: "Book", name: "title", relationship: "notes", match: "text", given: ["n"],
      linked: 0, updated: 0, unchanged: 1, after: [1]),
    Row(
      entity: "Book", name: "title", relationship: "notes", match: "text", given: ["m", "n"],
      linked: 1, updated: 1, unchanged: 0, after: [1, 2]),
    Row(
      entity: "Book", name: "title", relationship: "tags", match: "label", given: ["s"],
      linked: 0, updated: 0, unchanged: 1, after: [1]),
    Row(
      entity: "Book", name: "title", relationship: "tags", match: "label", given: ["s", "t"],
      linked: 1, updated: 1, unchanged: 0, after: [1, 2]),
    Row(
      entity: "Book", name: "title", relationship: "authors", match: "name", given: ["a"],
      linked: 0, updated: 0, unchanged: 1, after: [1]),
    Row(
      entity: "Book", name: "title", relationship: "authors", match: "name", given: ["b", "a"],
      linked: 1, updated: 1, unchanged: 0, after: [1, 2]),
    Row(
      entity: "Chapter", name: "title", relationship: "book", match: "title", given: ["1"],
      linked: 0, updated: 0, unchanged: 1, after: [1], isToMany: false),
    Row(
      entity: "Chapter", name: "title", relationship: "book", match: "title", given: ["2"],
      linked: 1, updated: 1, unchanged: 0, after: [2], isToMany: false),
    Row(
      entity: "Member", name: "name", relationship: "spouse", match: "name", given: ["b"],
      linked: 0, updated: 0, unchanged: 1, after: [2], isToMany: false),
    Row(
      entity: "Member", name: "name", relationship: "spouse", match: "name", given: ["c"],
      linked: 1, updated: 1, unchanged: 0, after: [3], isToMany: false),
  ]

  private static let subject = ["Book": "1", "Chapter": "x", "Member": "a"]

  private func fill(_ library: LibraryStore) throws {
    for name in ["a", "b", "c"] { try library.insert("Member", ["name": .text(name)]) }
    try library.update("Member", 1, ["name": .text("a"), "spouse": .integer(2)])
    for title in ["1", "2"] { try library.insert("Book", ["title": .text(title)]) }
    for (title, book) in [("x", 1), ("y", 2)] as [(String, Int64)] {
      try library.insert("Chapter", ["title": .text(title), "book": .integer(book)])
    }
    for text in ["n", "m"] { try library.insert("Note", ["text": .text(text)]) }
    for label in ["s", "t"] { try library.insert("Sticker", ["label": .text(label)]) }
    for (relationship, list) in ["notes": [1], "tags": [1], "authors": [1]] as [String: [Int64]] {
      try library.change(relationship, of: "Book", 1, .add(list, at: nil))
    }
  }

  @Test(arguments: rows) func onlyNewLinksAreMadeAndCounted(row: Row) throws {
    try withLibrary { library in
      try fill(library)
      let compiled = library.store.compiled
      let path = library.store.connection.path
      let subject = try #require(Self.subject[row.entity])
      let names = row.given.map { "\"\($0)\"" }.joined(separator: ", ")
      let list = row.isToMany ? "[\(names)]" : names
      let data = SourceFile(
        path: "data.json", text: "[{\"name\": \"\(subject)\", \"to\": \(list)}]")
      let map = SourceFile(
        path: "map.json", text: Self.map(row.entity, row.name, row.relationship, row.match))
      func load() throws -> ImportResult {
        var diagnostics = Diagnostics()
        let result = try compiled.importing(of: data, into: path, mappedBy: map, &diagnostics)
        return try #require(result, "\(diagnostics.all.map(\.text))")
      }
      let result = try load()
      #expect(
        [result.inserted, result.linked, result.updated, result.unchanged]
          == [0, row.linked, row.updated, row.unchanged])
      let graph = try StoredGraph.read(compiled, library.store.connection)
      #expect(graph.faults == [])
      let root = row.entity == "Member" ? "Party" : row.entity
      #expect(graph.objects[.init(root: root, key: 1)]?.links[row.relationship] == row.after)
      // The same once more changes nothing.
      let again = try load()
      #expect([again.inserted, again.linked, again.updated, again.unchanged] == [0, 0, 0, 1])
      expectEqual(
        try StoredGraph.read(compiled, library.store.connection), graph,
        "the same import once more changes nothing")
    }
  }
}
