import Foundation
package import MomentumCompiler
package import MomentumMigrator
import MomentumModel
import MomentumRuntime

/// Opens the store of a description, and first migrates it if that is needed.
package struct StoreOpener {
  let model: ModelPlan
  var versions: [CompiledModel]
  var stages: StagedMigration?
  var mappings: [MappingMigration]
  let coordinator: StoreCoordinator
  var debug = DebugSettings.process
  /// Returns whether the program may write a file. Tests pass another closure.
  let isWritable: @Sendable (String) -> Bool

  /// - Parameter versions: The models that a store may have been made with, for migrations.
  package init(
    model: ModelPlan, versions: [CompiledModel] = [], stages: StagedMigration? = nil,
    mappings: [MappingMigration] = [], coordinator: StoreCoordinator,
    isWritable: @escaping @Sendable (String) -> Bool = { access($0, W_OK) == 0 }
  ) {
    self.model = model
    self.versions = versions
    self.stages = stages
    self.mappings = mappings
    self.coordinator = coordinator
    self.isWritable = isWritable
  }

  /// Opens a store and adds it to the coordinator.
  ///
  /// - Returns: The `NSStoreUUID` of the store.
  @discardableResult
  package func add(_ description: StoreDescription) throws -> String {
    do {
      try coordinator.checkIsNew(description.kind)
      let store = try open(description)
      do { try coordinator.add(store, description) } catch {
        store.close()
        throw error
      }
      return store.identifier
    } catch {
      let reported = ObjectError.reported(error, .open, path: shownPath(description))
      coordinator.noteOpeningFailure(reported)
      coordinator.log(line(reported, description))
      throw reported
    }
  }

  func open(_ description: StoreDescription) throws -> any ObjectStore {
    switch description.kind {
    case .sqlite("/dev/null"), .sqliteInMemory: return try openSQLite(nil, description)
    case .sqlite(let path): return try openSQLite(path, description)
    case .memory: return try MemoryObjectStore(model, options: memoryOptions(description))
    case .xml(let path), .binary(let path):
      return try MemoryObjectStore(
        file: path, type: description.kind.type, model, options: memoryOptions(description))
    case .custom(let type, let path):
      if let module = coordinator.moduleType(type) {
        return try module.open(model, description)
      }
      guard let factory = coordinator.factory(ofType: type) else {
        throw ObjectError.unknownType(type)
      }
      let references = CustomReferences(model)
      switch try factory(path, { try references.id($0, $1) }) {
      case .incremental(let store):
        return try IncrementalObjectStore(store, references, model, description)
      case .atomic(let store):
        return try AtomicOpening(
          store: store, references: references, model: model, description: description
        ).open()
      }
    }
  }

  /// The path of a description for logs and errors.
  private func shownPath(_ description: StoreDescription) -> String? {
    guard case .custom(let type, let path?) = description.kind,
      let module = coordinator.moduleType(type)
    else { return description.kind.path }
    return module.shown(path)
  }

  private func memoryOptions(_ description: StoreDescription) throws -> MemoryStoreOptions {
    _ = try model.members(of: description.configuration)
    return MemoryStoreOptions(
      configuration: description.configuration, isReadOnly: description.isReadOnly,
      ignoresVersions: description.options.contains(.ignoresVersions))
  }

  /// The line of the log for an error. Source: its form is observed in many logs; the options of
  /// the store are left out.
  private func line(_ error: any Error, _ description: StoreDescription) -> String {
    let path = shownPath(description).map { $0.contains("://") ? $0 : "file://\($0)" } ?? "(null)"
    let code = (error as? ObjectError).map { "\($0.code.rawValue)" } ?? "(null)"
    let type = description.kind.type
    return
      "CoreData: error: -addPersistentStoreWithType:\(type) "
      + "configuration:\(description.configuration ?? "(null)") URL:\(path) options:(null) ... "
      + "returned error Error Domain=NSCocoaErrorDomain Code=\(code): \(error)"
  }
}

// MARK: - SQLite

extension StoreOpener {
  private func openSQLite(_ path: String?, _ wanted: StoreDescription) throws -> any ObjectStore {
    var description = wanted
    if let path, !description.isReadOnly, access(path, F_OK) == 0, !isWritable(path) {
      description.isReadOnly = true
      coordinator.log(Self.readOnlyWarning(path))
    }
    if let path { try ObjectContainer.makeDefaultFolder(of: path) }
    let options = options(description)
    func open() throws -> SQLiteObjectStore {
      let store = try SQLiteObjectStore(
        path: path, model: model, configuration: description.configuration, options: options)
      if let warning = store.warning { coordinator.log("CoreData: error: \(warning)") }
      return store
    }
    do {
      return try open()
    } catch SQLiteStoreError.incompatible(let path, _, let metadata)
      where description.migrates && !description.isReadOnly
      && wanted.kind.path.flatMap(SQLiteObjectStore.sharedName) == nil
    {
      let isInferred = try StoreOpeningMigration(
        model: model, versions: versions, stages: stages, mappings: mappings,
        infers: description.infersMapping, timeout: description.timeout,
        log: MigrationLog(level: debug.migrationLevel) { [weak coordinator] line in
          coordinator?.log(line)
        }
      ).run(path, metadata)
      let store = try open()
      if isInferred { try store.noteMigration(from: metadata) }
      return store
    }
  }

  /// The line of the log for a file that cannot be written. Source: observed in reports of a public
  /// project.
  private static func readOnlyWarning(_ path: String) -> String {
    "CoreData: warning: Attempt to add read-only file at path file://\(path) read/write. "
      + "Adding it read-only instead. This will be a hard error in the future; you must specify "
      + "the NSReadOnlyPersistentStoreOption."
  }

  private func options(_ description: StoreDescription) -> SQLiteStoreOptions {
    var options = SQLiteStoreOptions()
    options.isReadOnly = description.isReadOnly
    options.timeout = description.timeout
    options.pragmas = description.pragmas
    options.tracksHistory = description.tracksHistory
    options.postsRemoteChanges = description.postsRemoteChanges
    options.vacuums = description.options.contains(.vacuums)
    options.analyzes = description.options.contains(.analyzes)
    options.ignoresVersions = description.options.contains(.ignoresVersions)
    options.checksIntegrity =
      description.options.contains(.checksIntegrity) || debug.checksIntegrity
    let level = max(debug.sqlLevel, description.sqlDebugLevel ?? 0)
    guard level > 0 else { return options }
    let log = SQLiteStoreLog(level: min(level, 4))
    options.hooks.explains = level >= 4
    options.hooks.observe = { [weak coordinator] event in
      for line in log.lines(event) { coordinator?.log(line) }
    }
    return options
  }
}
