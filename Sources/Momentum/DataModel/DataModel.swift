public import MomentumCompiler
public import MomentumDiagnostics
import MomentumGeneration
import MomentumModelFiles
import MomentumRuntime
import MomentumVersionHash

/// A Core Data model that was read and checked, and what follows from it.
///
/// ```swift
/// let model = try DataModel(contentsOf: "App.xcdatamodeld")
/// print(model.checksum, try model.sql(for: RequestInput(entity: "Venue")).text)
/// try model.createStore(at: "app.sqlite")
/// ```
public struct DataModel: Sendable {
  /// The model in the form that ``StoreMigrator`` and ``StagedMigration`` take.
  public let compiled: CompiledModel

  /// The bundle's name without its suffix: `App` for `Models/App.xcdatamodeld`.
  public let name: String

  /// The version's name: `App 3` for `App.xcdatamodeld/App 3.xcdatamodel`.
  public let version: String

  /// The warnings and notes about the model, and the errors in the predicates of its stored fetch
  /// requests. Only these requests cannot be used then.
  public let diagnostics: Diagnostics

  let checked: CheckedModel

  /// Reads a model from the disk.
  ///
  /// - Parameters:
  ///   - path: A `.xcdatamodeld`, a `.xcdatamodel` or its `contents`, a compiled `.momd` or `.mom`,
  ///     or a store that contains its model.
  ///   - version: The name of a version of a bundle; by default the current one.
  public init(contentsOf path: String, version: String? = nil) throws(DataModelError) {
    var found = Diagnostics()
    let file = try ModelSource.load(path, version: version, &found)
    try self.init(
      file.contents, name: Generation.name(of: path), version: file.versionName, found: found)
  }

  /// Reads the text of a `contents` file.
  ///
  /// - Parameters:
  ///   - contents: The XML.
  ///   - path: The path in diagnostics; its last part without suffix is the model's name.
  public init(contents: String, path: String = "contents") throws(DataModelError) {
    let name = Generation.name(of: path)
    try self.init(
      SourceFile(path: path, text: contents), name: name, version: name, found: Diagnostics())
  }

  private init(
    _ contents: SourceFile, name: String, version: String, found: Diagnostics
  ) throws(DataModelError) {
    let read = ReadModel(contents, found: found)
    guard let checked = read.checked else { throw .rejected(read.diagnostics) }
    compiled = CompiledModel(checked)
    self.checked = checked
    self.name = name
    self.version = version
    diagnostics = read.diagnostics
  }

  /// The findings of `momentum check` that are no errors: habits that lose data, requests without
  /// an index, names that Swift or Core Data reserve.
  ///
  /// - Parameter cloudKit: Whether the model's stores are synchronized with CloudKit, which allows
  ///   less.
  public func review(cloudKit: Bool = false) -> Diagnostics {
    var findings = Diagnostics()
    checked.review(cloudKit: cloudKit, &findings)
    return findings
  }

  /// The version hash of each entity by its name, 32 bytes each, as Core Data writes them into a
  /// store's metadata.
  public var versionHashes: [String: [UInt8]] { compiled.hashes.byEntity }

  /// The checksum that Xcode prints for a version of a model, and that staged migrations name.
  public var checksum: String { compiled.hashes.checksum }
}
