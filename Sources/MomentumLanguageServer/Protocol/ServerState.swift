import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles

/// What the server knows at one moment. Handlers copy it, so that a request works on the state that
/// it was asked in while later messages change the next one.
struct ServerState: Sendable {
  enum Phase: Sendable {
    case created
    case running
    case shutDown
  }

  var phase = Phase.created
  var documents = DocumentStore()
  /// The folders that the client opened, and for files outside of them, their own.
  var roots: [String] = []
  var analyses: [String: Analysis] = [:]
  /// The last readable model of each `contents` file, for completion in a text that is not readable.
  var lastModels: [String: ObjectModel] = [:]
  /// Whether the client answers a request to watch files.
  var canWatch = false
  /// Counts the changes of texts and files.
  var generation = 0
  /// The generation that the analyses are of; -1 before the first one.
  var analyzedGeneration = -1
  /// The changes since the analysis that is running or was the last one.
  var changed: Set<String> = []
  var filesMayDiffer = true
  var isAnalyzing = false
  /// The files with published findings, and the versions of the open files at that time.
  var published: [String: Int?] = [:]

  /// The root of a file: the innermost that contains it.
  func root(of path: String) -> String? {
    roots.filter { path == $0 || path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
      .max { $0.count < $1.count }
  }

  /// A folder for a file outside of all folders: that of its bundle, or its own.
  static func ownRoot(of path: String) -> String {
    if let bundle = ModelPath(path)?.bundle { return FolderPath.parent(of: bundle) }
    return FolderPath.parent(of: path)
  }

  var editedFiles: EditedFiles { EditedFiles(documents.texts) }

  /// The versions of the open files, by path.
  var versions: [String: Int] {
    var result: [String: Int] = [:]
    for document in documents.documents.values {
      if let path = document.path { result[path] = document.version }
    }
    return result
  }
}

/// Folders of paths.
enum FolderPath {
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
