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
  ///
  /// A container that was made from a bundle `Shop.xcdatamodeld` begins with a SQLite file
  /// `Shop.sqlite` in `$XDG_DATA_HOME`, or `~/.local/share`, in a folder with the program's name.
  public var descriptions: [StoreDescription] = []
  /// The stages of a migration; `nil` if migrations are inferred.
  public var stages: StagedMigration?
  /// Mapping models. If one of them leads from a store's version to the model, the first such one
  /// is used instead of an inferred migration.
  public var mappings: [MappingMigration] = []
  let model: ModelPlan
  let versions: [CompiledModel]

  /// A container for the current version in a model's bundle, with a description of one SQLite
  /// file. Older versions in the bundle are used for migrations.
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
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    descriptions = [StoreDescription(.sqlite("\(Self.defaultFolder)/\(name).sqlite"))]
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
  }

  /// The errors of a model that cannot be used.
  ///
  /// ```swift
  /// do { _ = try ObjectContainer(model: "Shop.xcdatamodeld") } catch let error as
  ///   ObjectContainer.ModelError { print(error) }
  /// ```
  public struct ModelError: Error, CustomStringConvertible {
    /// The errors with their locations.
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
}
