import Foundation
public import MomentumCompiler
public import MomentumDiagnostics
public import MomentumMigrator

/// A model, its stores and a context for the main thread.
///
/// ```swift
/// let container = try ObjectContainer(model: "Shop.xcdatamodeld")
/// container.descriptions = [StoreDescription(.sqlite("Shop.sqlite"))]
/// try container.openStores()
/// let venue = try container.viewContext.insert("Venue")
/// ```
public final class ObjectContainer: @unchecked Sendable {
  /// The stores with the contexts that use them.
  public let coordinator: StoreCoordinator
  /// The context for the main thread.
  public let viewContext: ObjectContext
  /// The stores that ``openStores()`` opens. Later changes have no effect on open stores.
  public var descriptions: [StoreDescription] = []
  /// The stages of a migration; `nil` to infer one.
  public var stages: StagedMigration?
  private let model: ModelPlan
  private let versions: [CompiledModel]

  /// A container for the current version of a model's bundle. Older versions in it are used for
  /// migrations.
  ///
  /// Throws ``ModelError`` if the model has errors or does not exist.
  public convenience init(model path: String, classes: ObjectClasses = ObjectClasses()) throws {
    var diagnostics = Diagnostics()
    var bundle = BundleVersions()
    try bundle.add(bundle: path, &diagnostics)
    guard let current = bundle.all.first(where: \.isCurrent) ?? bundle.all.last else {
      throw ModelError(diagnostics: diagnostics)
    }
    self.init(current.compiled, versions: bundle.all.map(\.compiled), classes: classes)
  }

  /// A container for a compiled model.
  ///
  /// - Parameter versions: Older versions of the model, for migrations.
  public init(
    _ model: CompiledModel, versions: [CompiledModel] = [],
    classes: ObjectClasses = ObjectClasses()
  ) {
    self.model = ModelPlan(model)
    self.versions = versions
    coordinator = StoreCoordinator(self.model, classes: classes)
    viewContext = ObjectContext(coordinator, .mainQueue)
    viewContext.name = "viewContext"
  }

  /// The errors of a model that cannot be used.
  ///
  /// ```swift
  /// do { _ = try ObjectContainer(model: "Shop.xcdatamodeld") } catch let error as
  ///   ObjectContainer.ModelError { print(error) }
  /// ```
  public struct ModelError: Error, CustomStringConvertible {
    /// The errors with their places.
    public let diagnostics: Diagnostics

    /// The errors, a line each.
    public var description: String {
      TextRenderer().render(diagnostics.all.filter { $0.severity == .error })
    }
  }

  // MARK: - Contexts

  /// A context with a queue of its own, which saves to the stores.
  public func newBackgroundContext() -> ObjectContext { ObjectContext(coordinator) }

  /// Runs a block with a context of its own, on that context's queue.
  public func performBackgroundTask<Result: Sendable>(
    _ body: @escaping @Sendable (ObjectContext) throws -> Result
  ) async throws -> Result {
    let context = newBackgroundContext()
    return try await context.perform { try body(context) }
  }

  // MARK: - Stores

  /// Opens all stores of ``descriptions``, and migrates those of older versions.
  ///
  /// Throws the first error; the other stores are opened all the same.
  public func openStores() throws {
    var failure: (any Error)?
    for description in descriptions {
      do { try open(description) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private func open(_ description: StoreDescription) throws {
    switch description.kind {
    case .sqlite(let path): try openSQLite(path, description)
    case .sqliteInMemory: try openSQLite(nil, description)
    case .memory:
      try coordinator.add(MemoryObjectStore(model, options: options(description)))
    case .xml(let path): try open(file: path, type: "XML", description)
    case .binary(let path): try open(file: path, type: "Binary", description)
    }
  }

  private func options(_ description: StoreDescription) -> MemoryStoreOptions {
    MemoryStoreOptions(
      configuration: description.configuration, isReadOnly: description.isReadOnly)
  }

  private func open(file path: String, type: String, _ description: StoreDescription) throws {
    try coordinator.add(
      MemoryObjectStore(file: path, type: type, model, options: options(description)))
  }

  private func openSQLite(_ path: String?, _ description: StoreDescription) throws {
    var options = SQLiteStoreOptions()
    options.isReadOnly = description.isReadOnly
    options.timeout = description.timeout
    options.pragmas = description.pragmas
    options.tracksHistory = description.tracksHistory
    options.postsRemoteChanges = description.postsRemoteChanges
    func open() throws -> SQLiteObjectStore {
      try SQLiteObjectStore(
        path: path, model: model, configuration: description.configuration, options: options)
    }
    do {
      try coordinator.add(try open())
    } catch SQLiteStoreError.incompatible(let path, _, _)
      where description.migrates && !description.isReadOnly && canMigrate(description)
    {
      let migrator = stages?.migrator() ?? StoreMigrator()
      _ = try migrator.migrate(store: path, among: versions, to: model.compiled)
      try coordinator.add(try open())
    }
  }

  private func canMigrate(_ description: StoreDescription) -> Bool {
    description.infersMapping || stages != nil
  }
}
