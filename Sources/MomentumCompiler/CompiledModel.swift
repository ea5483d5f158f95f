package import MomentumDiagnostics
public import MomentumModel
package import MomentumPredicate
import MomentumQuery
import MomentumSQL
package import MomentumStore

/// A model with the layout of its store and its stored fetch requests; fetch requests are compiled
/// against it.
///
/// ```swift
/// var diagnostics = Diagnostics()
/// let source = SourceFile(path: "contents", text: text)
/// if let compiled = CompiledModel.compile(source, &diagnostics) {
///   print(compiled.model.entities.map(\.name))
/// }
/// ```
public struct CompiledModel: Sendable {
  package let syntax: ModelSyntax
  /// The entities, attributes and relationships of the model.
  public let model: ObjectModel
  package private(set) var schema: StoreSchema
  /// The schema computed from the model, if `schema` has the names of an existing store; otherwise
  /// `nil`. Generated code expects columns in the order of their computed names.
  package private(set) var computedSchema: StoreSchema?
  /// The stored requests in declared order. A request whose predicate has errors cannot be used,
  /// but the model can.
  package let storedRequests: [CheckedStoredRequest]
  /// The stored requests that `FETCH("name", …)` can name, by name.
  package let storedFetches: [String: TypedFetch]
  /// The table and column of each property in `schema`, for compiling requests.
  private(set) var storeLayout: QueryLayout
  /// The version of Core Data whose layout the schema follows.
  package let framework: FrameworkVersion

  /// Reads, checks and lays out the text of a `contents` file.
  ///
  /// Returns `nil` if the model itself has errors, which are in the diagnostics. Errors in the
  /// predicates of stored requests are reported too, but the model can still be used.
  package static func compile(
    _ source: SourceFile, frameworkVersion: Int? = nil, keepsHistory: Bool = false,
    _ diagnostics: inout Diagnostics
  ) -> CompiledModel? {
    let read = ReadModel(source)
    diagnostics.append(contentsOf: read.diagnostics)
    return read.compiled(frameworkVersion: frameworkVersion, keepsHistory: keepsHistory)
  }

  /// Checks and lays out a model that was parsed already.
  package static func compile(
    _ syntax: ModelSyntax, frameworkVersion: Int? = nil, keepsHistory: Bool = false,
    _ diagnostics: inout Diagnostics
  ) -> CompiledModel? {
    CheckedModel.check(syntax, &diagnostics).map {
      CompiledModel($0, frameworkVersion: frameworkVersion, keepsHistory: keepsHistory)
    }
  }

  /// Lays out a model that was checked already.
  package init(_ checked: CheckedModel, frameworkVersion: Int? = nil, keepsHistory: Bool = false) {
    // Every store that SwiftData makes has the tables of persistent history (observed).
    let layout = CoreDataLayout(
      frameworkVersion: frameworkVersion,
      keepsHistory: keepsHistory || checked.model.isSwiftData
    ) {
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

  /// The same model with the table names and entity numbers of an existing store.
  ///
  /// - Parameter computed: The schema that the code was generated for; `nil` for the schema
  ///   computed from this model.
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

  /// The script that creates the tables of an empty store; it runs in any SQLite.
  package var schemaScript: String { schema.creationScript(framework: framework) }

  /// The tables of the plain layout, without Core Data's columns and names.
  package var plainSchema: PlainSchema {
    PlainLayout(indexCondition: PartialIndexCondition.parse).layOut(model)
  }
}
