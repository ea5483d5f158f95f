public import MomentumDiagnostics
public import MomentumModelFiles
public import MomentumSQLite

/// Why a model, or a request of a model, cannot be used.
///
/// ```swift
/// do throws(DataModelError) {
///   print(try DataModel(contentsOf: "App.xcdatamodeld").checksum)
/// } catch { print(error) }
/// ```
public enum DataModelError: Error, Sendable {
  /// The file or folder cannot be read.
  case file(ModelFileError)
  /// The model, or the request, has errors. The diagnostics contain the warnings too.
  case rejected(Diagnostics)
  /// The store cannot be read or made.
  case store(StoreError)
  /// The store at the path does not contain its model. This is possible because the table
  /// `Z_MODELCACHE` is optional.
  case noModelInStore(path: String)
  /// The name of a version was given together with a store, which has only one model.
  case versionOfStore(path: String)
}

extension DataModelError: CustomStringConvertible {
  /// A sentence; for `rejected` one line for each error: `contents:3:5: error: …`.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .rejected(let diagnostics):
      TextRenderer().render(diagnostics.all.filter { $0.severity == .error })
    case .store(let error): error.description
    case .noModelInStore(let path):
      "'\(path)' keeps no model (Z_MODELCACHE is missing or empty); give the model it was made with"
    case .versionOfStore(let path):
      "'\(path)' is a store, which keeps one model; a version is named of a bundle"
    }
  }
}
