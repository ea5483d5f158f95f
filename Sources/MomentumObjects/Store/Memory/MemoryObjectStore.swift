import Foundation
internal import MomentumModel
internal import MomentumPropertyList

/// A store whose rows are all in memory. It has no file, or a file that is read when the store is
/// opened and replaced as a whole by each save (`XML`, `Binary`).
///
/// It has no uniqueness constraints, no derived attributes, no batch requests and no history
/// (documented and observed: only SQLite stores have them).
package final class MemoryObjectStore: ObjectStore {
  package let type: String
  package let path: String?
  package let identifier: String
  package let configuration: String?
  package let isReadOnly: Bool
  package let places: ObjectPlaces
  /// The references in the URIs of objects, for a store without a file.
  package let references: MemoryReferences

  private struct State: Sendable {
    var tables: MemoryTables
    var lastNumber: Int64
    var information: StoreInformation
    /// Whether the store in memory has changes that its file lacks.
    var isChanged: Bool
  }

  private let model: ModelPlan
  /// The entities of the store's configuration; `nil` for all entities.
  private let entities: Set<EntityID>?
  /// Writes the whole content into the file; `nil` for a store without a file.
  private let write: StoreWrite?
  private let numbers: @Sendable (String) -> Int64?
  private let state: Locked<State>

  /// Makes an empty store in memory.
  ///
  /// - Parameter path: A path that the store reports as its own; no file is made.
  package convenience init(
    _ model: ModelPlan, options: MemoryStoreOptions = MemoryStoreOptions(), path: String? = nil,
    identifier: String = UUID().uuidString
  ) throws {
    let contents = StoreContents(
      information: StoreInformation([
        "NSStoreType": .string("InMemory"), "NSStoreUUID": .string(identifier),
      ]), lastNumber: 0, nodes: [])
    let references = MemoryReferences(identifier)
    try self.init(
      model, contents, options,
      Kind(
        type: "InMemory", path: path, isChanged: false, write: nil,
        references: { references.text($0) }, numbers: { references.number($0) }))
  }

  /// Opens a file, or makes one for an empty store.
  ///
  /// Source: observed (tests of JSQCoreDataKit): a binary store that was added has its file. That an
  /// XML store has it, too, is assumed.
  ///
  /// - Parameter type: `XML` or `Binary`.
  package convenience init(
    file path: String, type: String, _ model: ModelPlan,
    options: MemoryStoreOptions = MemoryStoreOptions()
  ) throws {
    let format = try StoreFileType.format(type, path: path)
    let file = AtomicFile(path: path)
    let isNew = !file.exists && !options.isReadOnly
    let contents =
      isNew
      ? StoreContents(
        information: StoreInformation([
          "NSStoreType": .string(type), "NSStoreUUID": .string(UUID().uuidString),
        ]), lastNumber: StoreFileType.firstNumber - 1, nodes: [])
      : try Self.contents(of: file, format, model, options)
    try self.init(
      model, contents, options,
      Kind(
        type: type, path: path, isChanged: isNew,
        write: { try file.write(format.write($0, path: path, model)) }, references: nil,
        numbers: { Int64($0).flatMap { $0 > 0 ? $0 : nil } }))
    if isNew { try save(StoreChanges()) }
  }

  private static func contents(
    of file: AtomicFile, _ format: any StoreFileFormat, _ model: ModelPlan,
    _ options: MemoryStoreOptions
  ) throws -> StoreContents {
    let bytes = try file.read()
    try StoreFileType.check(bytes, type: format.type, path: file.path)
    let wanted = ModelInformation(model, entities: entities(options.configuration, model))
    let information = try format.information(bytes, path: file.path)
    guard options.ignoresVersions || wanted.isMade(information) else {
      throw MemoryStoreError(.incompatible, path: file.path)
    }
    return try format.read(bytes, path: file.path, model)
  }

  /// The properties in which the types of stores in memory differ.
  struct Kind {
    var type: String
    var path: String?
    /// Whether the store in memory has changes that its file lacks.
    var isChanged: Bool
    var write: StoreWrite?
    /// Returns the text in a URI for a number; `nil` if URIs have the numbers themselves.
    var references: (@Sendable (Int64) -> String)?
    var numbers: @Sendable (String) -> Int64?
  }

  init(
    _ model: ModelPlan, _ contents: StoreContents, _ options: MemoryStoreOptions, _ kind: Kind
  ) throws {
    let entities = Self.entities(options.configuration, model)
    try Self.refuseDerivedAttributes(model, entities, kind.path)
    let identifier = contents.information["NSStoreUUID"]?.string ?? ""
    let references = MemoryReferences(identifier)
    let places = ObjectPlaces(store: identifier, model, references: kind.references)
    var information = contents.information
    ModelInformation(model, entities: entities).write(to: &information)
    let tables = try MemoryTables(
      contents.nodes, model, places, readAt: Date().timeIntervalSinceReferenceDate,
      path: kind.path ?? "")
    type = kind.type
    path = kind.path
    self.identifier = identifier
    configuration = options.configuration
    isReadOnly = options.isReadOnly
    self.places = places
    self.references = references
    self.model = model
    self.entities = entities
    write = kind.write
    numbers = kind.numbers
    state = Locked(
      State(
        tables: tables, lastNumber: contents.lastNumber, information: information,
        isChanged: kind.isChanged))
  }

  private static func entities(_ configuration: String?, _ model: ModelPlan) -> Set<EntityID>? {
    guard let configuration else { return nil }
    let members = model.model.configurations.first { $0.name == configuration }?.members ?? []
    return Set(members)
  }

  /// Throws if the model has derived attributes, since nothing would compute their values. Core
  /// Data raises an exception (observed).
  private static func refuseDerivedAttributes(
    _ model: ModelPlan, _ entities: Set<EntityID>?, _ path: String?
  ) throws {
    for entity in model.entities where entities?.contains(entity.id) != false {
      guard let derived = entity.attributes.first(where: \.isDerived) else { continue }
      throw MemoryStoreError(
        .derivedAttribute(entity: entity.name, attribute: derived.name), path: path)
    }
  }

  // MARK: - Reading

  package var metadata: StoreInformation {
    get { state.withLock { $0.information } }
    set {
      state.withLock { state in
        // Type and identity cannot be changed; they stay those of the open store, as what is known
        // of the model, without which the file could not be opened again.
        var information = newValue
        for key in ["NSStoreType", "NSStoreUUID"] { information[key] = state.information[key] }
        for key in ModelInformation.keys where state.information[key] != nil {
          information[key] = state.information[key]
        }
        state.isChanged = state.isChanged || information != state.information
        state.information = information
      }
    }
  }

  package func holds(_ entity: EntityPlan) -> Bool { entities?.contains(entity.id) != false }

  /// The present state. Requests read it without a lock, so a long request does not delay a save.
  private var view: MemoryView { MemoryView(state.withLock { $0.tables }) }

  package func rows(_ fetch: StoreFetch) throws -> [RowSnapshot] {
    if let ids = fetch.identities {
      return try ids.filter { $0.place.store == identifier }.compactMap { try row($0) }
    }
    let rows = try MemoryFetch(view, fetch).rows()
    try fetch.watch?.check(rows.count)
    return rows
  }

  package func identities(_ fetch: StoreFetch) throws -> [ObjectID] {
    try MemoryFetch(view, fetch).rows().map(\.id)
  }

  package func count(_ fetch: StoreFetch) throws -> Int { try MemoryFetch(view, fetch).count() }

  package func dictionaries(_ fetch: StoreFetch) throws -> [[String: StoredValue]] {
    try MemoryFetch(view, fetch).dictionaries()
  }

  package func row(_ id: ObjectID) throws -> RowSnapshot? {
    state.withLock { $0.tables.row(id) }
  }

  package func members(
    _ relationship: ObjectRelationship, of id: ObjectID
  ) throws -> [ObjectID] {
    state.withLock { $0.tables.members(relationship, of: id.number).map(\.id) }
  }

  package func members(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> [ObjectID: [ObjectID]] {
    let tables = state.withLock { $0.tables }
    var result: [ObjectID: [ObjectID]] = [:]
    for id in ids { result[id] = tables.members(relationship, of: id.number).map(\.id) }
    return result
  }

  package func number(ofReference text: String, of entity: EntityPlan) -> Int64? { numbers(text) }

  // MARK: - Writing

  /// Numbers for new objects. All entities share one sequence, as in the files of XML stores.
  package func reserveNumbers(_ count: Int, root: EntityPlan) throws -> ClosedRange<Int64> {
    try state.withLock { state in
      let (last, isPast) = state.lastNumber.addingReportingOverflow(Int64(max(count, 1)))
      guard !isPast else { throw MemoryStoreError(.noMoreNumbers, path: path) }
      defer { state.lastNumber = last }
      return state.lastNumber + 1...last
    }
  }

  package var wantsEmptySaves: Bool { write != nil && state.withLock { $0.isChanged } }

  package func save(_ changes: StoreChanges) throws {
    try state.withLock { state in
      if isReadOnly {
        guard changes.isEmpty else { throw MemoryStoreError(.readOnly, path: path) }
        return
      }
      let conflicts = state.tables.conflicts(with: changes)
      guard conflicts.isEmpty else { throw StoreConflict.rows(conflicts) }
      guard let write else { return state.tables.apply(changes) }
      guard state.isChanged || !changes.isEmpty else { return }
      // Change a copy of the tables: if the file cannot be written, the store stays as it was.
      var tables = state.tables
      tables.apply(changes)
      let contents = StoreContents(
        information: state.information, lastNumber: state.lastNumber, nodes: tables.nodes)
      try write(contents)
      state.tables = tables
      state.isChanged = false
    }
  }

  package func close() {}
}

/// Writes the whole content of a store.
typealias StoreWrite = @Sendable (StoreContents) throws -> Void
