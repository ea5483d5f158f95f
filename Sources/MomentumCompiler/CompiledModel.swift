public import MomentumDiagnostics
public import MomentumModel
import MomentumModelFiles
public import MomentumPredicate
import MomentumQuery
public import MomentumStore

/// A model with what its requests are compiled by: the layout of its store and its stored fetch requests.
///
/// ```swift
/// var diagnostics = Diagnostics()
/// let source = SourceFile(path: "contents", text: text)
/// if let compiled = CompiledModel.compile(source, &diagnostics) {
///   print(compiled.schemaScript)
/// }
/// ```
public struct CompiledModel: Sendable {
  public let syntax: ModelSyntax
  public let model: ObjectModel
  public private(set) var schema: StoreSchema
  /// The computed schema, where `schema` has the names of one store: its order of columns is that of
  /// generated code.
  package private(set) var computedSchema: StoreSchema?
  /// In declared order. A request whose predicate has errors is not usable; the model still is.
  public let storedRequests: [CheckedStoredRequest]
  /// The stored requests that `FETCH("name", …)` can name.
  package let storedFetches: [String: TypedFetch]
  /// The table and column of each property in `schema`, for compiling requests.
  private(set) var storeLayout: QueryLayout
  /// The framework whose layout the schema follows.
  public let framework: FrameworkVersion

  /// Reads, checks and lays out the text of a `contents` file.
  ///
  /// `nil` when the model itself has errors; the diagnostics say which. Errors in the predicates of
  /// stored requests are reported, and leave the model usable.
  public static func compile(
    _ source: SourceFile, frameworkVersion: Int? = nil, keepsHistory: Bool = false,
    _ diagnostics: inout Diagnostics
  ) -> CompiledModel? {
    guard let syntax = ModelReader.read(contents: source, &diagnostics) else { return nil }
    return compile(
      syntax, frameworkVersion: frameworkVersion, keepsHistory: keepsHistory, &diagnostics)
  }

  /// Checks and lays out a model that was read already.
  public static func compile(
    _ syntax: ModelSyntax, frameworkVersion: Int? = nil, keepsHistory: Bool = false,
    _ diagnostics: inout Diagnostics
  ) -> CompiledModel? {
    CheckedModel.check(syntax, &diagnostics).map {
      CompiledModel($0, frameworkVersion: frameworkVersion, keepsHistory: keepsHistory)
    }
  }

  /// Lays out a model that was checked already.
  public init(_ checked: CheckedModel, frameworkVersion: Int? = nil, keepsHistory: Bool = false) {
    let layout = CoreDataLayout(frameworkVersion: frameworkVersion, keepsHistory: keepsHistory) {
      PartialIndexCondition.sql($0, column: $1)
    }
    syntax = checked.syntax
    model = checked.model
    schema = layout.layOut(checked.model)
    storedRequests = checked.storedRequests
    storedFetches = CompiledModel.fetches(of: checked.storedRequests)
    storeLayout = .coreData(model, schema)
    framework = layout.framework
  }

  /// The same model over tables that have other names or numbers, as a store really has them.
  ///
  /// - Parameter computed: The schema that generated code was written for; `nil` for this model's.
  package func laidOut(as schema: StoreSchema, computed: StoreSchema? = nil) -> CompiledModel {
    var result = self
    let computed = computed ?? computedSchema ?? self.schema
    result.schema = schema
    result.computedSchema = schema.hasNames(of: computed) ? nil : computed
    result.storeLayout = .coreData(model, schema, computed: result.computedSchema)
    return result
  }

  private static func fetches(of requests: [CheckedStoredRequest]) -> [String: TypedFetch] {
    let usable = requests.filter(\.isUsable).map { stored in
      (
        stored.request.name,
        TypedFetch(entity: stored.request.entity, predicate: stored.predicate)
      )
    }
    return Dictionary(usable) { first, _ in first }
  }

  /// The script that makes an empty store's tables, for any SQLite.
  public var schemaScript: String { schema.creationScript(framework: framework) }

  /// The tables of the plain layout, without Core Data's columns and names.
  public var plainSchema: PlainSchema {
    PlainLayout(indexCondition: PartialIndexCondition.parse).layOut(model)
  }
}
