public import MomentumDiagnostics
public import MomentumModel
import MomentumModelFiles
import MomentumPredicate
public import MomentumStore
public import MomentumVersionHash

/// A model with everything that follows from it alone: its hashes and the layout of its store.
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
  public let schema: StoreSchema
  public let hashes: ModelHashes
  /// The framework whose layout the schema follows; `nil` for the newest known.
  public let frameworkVersion: Int?

  /// Reads, checks and lays out the text of a `contents` file.
  ///
  /// `nil` when anything was an error; the diagnostics then say what, and go on as far as they can.
  public static func compile(
    _ source: SourceFile, frameworkVersion: Int? = nil, _ diagnostics: inout Diagnostics
  ) -> CompiledModel? {
    guard let syntax = DataModelReader.read(source, &diagnostics) else { return nil }
    return compile(syntax, frameworkVersion: frameworkVersion, &diagnostics)
  }

  /// Checks and lays out a model that was read already.
  public static func compile(
    _ syntax: ModelSyntax, frameworkVersion: Int? = nil, _ diagnostics: inout Diagnostics
  ) -> CompiledModel? {
    guard let model = ModelChecker.check(syntax, &diagnostics) else { return nil }
    StoredRequestChecker.check(syntax, model, &diagnostics)
    if diagnostics.hasErrors { return nil }
    return CompiledModel(
      syntax: syntax, model: model,
      schema: CoreDataLayout(frameworkVersion: frameworkVersion).layOut(model),
      hashes: ModelHashes(of: model), frameworkVersion: frameworkVersion)
  }
}
