import Foundation
import MomentumRuntime
import MomentumSQL

/// The key of any object of the library.
struct LibraryKey: ObjectKey {
  var rawValue: Int64
}

/// An object whose properties are named when it runs, as tests that choose them by chance need it.
///
/// Encodes its values by the same calls that generated code makes.
struct LibraryObject<Kind: LibraryEntity>: StoredEntity {
  typealias Model = Library
  typealias ID = LibraryKey

  struct Paths: EntityPaths {
    let path: PropertyPath
    init(_ path: PropertyPath) { self.path = path }

    func toMany(_ name: String) -> ToManyPath<LibraryObject<Note>> { ToManyPath(path, name) }
    func attribute<Value>(_ name: String, _ type: Value.Type) -> AttributePath<Value> {
      // `size.width` leads through the composite.
      let keys = name.split(separator: ".").map(String.init)
      let owner = keys.dropLast().reduce(path) { $0.appending($1) }
      return AttributePath(owner, keys.last ?? name)
    }
  }

  static var entityName: String { Kind.name }
  static var storedProperties: [String] { Kind.properties }

  var objectID = LibraryKey.unsaved
  var values: [String: SQLValue] = [:]

  init(_ values: [String: SQLValue] = [:], id: Int64 = 0) {
    self.values = values
    objectID = LibraryKey(rawValue: id)
  }

  /// The tests read rows by their columns instead.
  init(row: Row) throws(RowError) { throw RowError(column: 0, expected: "no row") }

  func encode(into row: inout RowEncoder) {
    for name in Kind.properties {
      switch values[name] ?? .null {
      case .null: row.appendNull()
      case .integer(let value): row.append(value)
      case .real(let value): row.append(value)
      case .text(let value): row.append(value)
      case .blob(let value): row.append(Data(value))
      }
    }
  }
}

/// What can be done to a store of the library, by names.
struct LibraryStore {
  static let kinds: [String: any LibraryEntity.Type] = [
    "Party": Party.self, "Member": Member.self, "Club": Club.self, "Passport": Passport.self,
    "Book": Book.self, "Chapter": Chapter.self, "Lamp": Lamp.self, "Note": Note.self,
    "Series": Series.self, "Shelf": Shelf.self, "Sticker": Sticker.self,
  ]

  let store: Store<Library>

  struct UnknownEntity: Error { var name: String }

  private func kind(_ name: String) throws -> any LibraryEntity.Type {
    guard let kind = Self.kinds[name] else { throw UnknownEntity(name: name) }
    return kind
  }

  @discardableResult
  func insert(_ entity: String, _ values: [String: SQLValue] = [:]) throws -> Int64 {
    func insert<Kind: LibraryEntity>(_: Kind.Type) throws -> Int64 {
      try store.insert(LibraryObject<Kind>(values)).objectID.rawValue
    }
    return try insert(kind(entity))
  }

  func update(_ entity: String, _ key: Int64, _ values: [String: SQLValue]) throws {
    func update<Kind: LibraryEntity>(_: Kind.Type) throws {
      try store.update(LibraryObject<Kind>(values, id: key))
    }
    try update(kind(entity))
  }

  func delete(_ entity: String, _ key: Int64) throws {
    func delete<Kind: LibraryEntity>(_: Kind.Type) throws {
      try store.delete(LibraryObject<Kind>.self, LibraryKey(rawValue: key))
    }
    try delete(kind(entity))
  }

  /// A change of a to-many relationship.
  enum ToManyChange: Sendable, Hashable {
    case add([Int64], at: Int?)
    case remove([Int64])
    case replace([Int64])
    case reorder([Int64])
  }

  func change(
    _ relationship: String, of entity: String, _ key: Int64, _ change: ToManyChange
  ) throws {
    func keys(_ list: [Int64]) -> [LibraryKey] { list.map(LibraryKey.init(rawValue:)) }
    func run<Kind: LibraryEntity>(_: Kind.Type) throws {
      let type = LibraryObject<Kind>.self
      let owner = LibraryKey(rawValue: key)
      switch change {
      case .add(let list, let index):
        try store.add(
          keys(list), to: { $0.toMany(relationship) }, of: type, owner, at: index)
      case .remove(let list):
        try store.remove(keys(list), from: { $0.toMany(relationship) }, of: type, owner)
      case .replace(let list):
        try store.replace({ $0.toMany(relationship) }, of: type, owner, with: keys(list))
      case .reorder(let list):
        try store.reorder({ $0.toMany(relationship) }, of: type, owner, as: keys(list))
      }
    }
    try run(kind(entity))
  }
}
