import MomentumDiagnostics
import MomentumModel
import MomentumSwiftData

/// The Swift sources at a path, if they have SwiftData models.
struct SwiftDataFolder: Sendable {
  static let suffix = ".swift"
  /// The greatest number of sources in a folder; a folder with more is not a module of an app.
  static let filesMax = 20_000
  /// The greatest number of bytes that all sources may have together.
  static let bytesMax = 256 << 20
  static let depthMax = 32

  /// The paths of the sources that were read, sorted.
  let paths: [String]
  let reader: SwiftDataReader

  /// Reads the sources at a path; fails if no source declares a model class. Sources after the
  /// first `bytesMax` bytes are left out.
  init?(
    _ path: String, in source: ModelFileSource, bytesMax: Int = SwiftDataFolder.bytesMax
  ) throws(ModelFileError) {
    var walk = SwiftFileWalk(source: source)
    try walk.visit(path, depth: 0)
    var files: [SourceFile] = []
    var hasModels = false
    var bytes = 0
    for file in walk.files {
      guard let text = try source.read(file, sizeMax: ModelBundle.sizeMax) else { continue }
      bytes += text.count
      guard bytes <= bytesMax else { break }
      hasModels = hasModels || SwiftDataFolder.mentionsModel(text)
      files.append(SourceFile(path: source.shown(file), utf8: text))
    }
    guard hasModels else { return nil }
    reader = SwiftDataReader(files)
    guard !reader.schemas.isEmpty else { return nil }
    paths = walk.files
  }

  /// Whether `@Model` or `.Model` may occur in a text. To search the bytes is faster than to parse
  /// all sources of a project that has no SwiftData.
  private static func mentionsModel(_ text: [UInt8]) -> Bool {
    let word = Array("Model".utf8)
    return text.withUnsafeBufferPointer { bytes in
      var index = 1
      while index + word.count <= bytes.count {
        if bytes[index] == word[0], bytes[index - 1] == 0x40 || bytes[index - 1] == 0x2E,
          bytes[index..<index + word.count].elementsEqual(word)
        {
          return true
        }
        index += 1
      }
      return false
    }
  }

  // MARK: - Reading

  /// Loads a version as a `contents` text with the same meaning; findings in the text are reported
  /// at the Swift declaration.
  func load(
    _ name: String, path: String, _ decisions: InverseDecisions, _ diagnostics: inout Diagnostics
  ) -> LoadedModelFile? {
    guard let schema = reader.schemas.first(where: { $0.name == name }) else { return nil }
    let read = reader.model(of: schema, decisions: decisions)
    diagnostics.append(contentsOf: reader.diagnostics)
    diagnostics.append(contentsOf: read.diagnostics)
    guard !diagnostics.hasErrors else { return nil }
    return LoadedModelFile(
      path: path, versionName: name,
      contents: SwiftDataFolder.contents(of: read, path: "<contents of \(path)@\(name)>"))
  }

  /// The `contents` text of a model, with the place in the Swift sources that each of its elements
  /// was made from.
  static func contents(of read: SwiftDataModel, path: String) -> SourceFile {
    let text = ModelWriter.contents(of: read.model)
    let plain = SourceFile(path: path, text: text)
    var ignored = Diagnostics()
    guard let syntax = ModelReader.read(contents: plain, &ignored) else { return plain }
    var origins = [SourceOrigin(offset: 0, location: read.schema.location)]
    for (entity, places) in zip(syntax.entities, read.origins.entities) {
      origins.append(
        SourceOrigin(offset: entity.element.range.start, location: places.location))
      origins += zip(entity.attributes, places.attributes).map {
        SourceOrigin(offset: $0.range.start, location: $1)
      }
      origins += zip(entity.relationships, places.relationships).map {
        SourceOrigin(offset: $0.range.start, location: $1)
      }
      // The text after an entity's last property is about the entity itself, for example its
      // constraints, so its place is that of the entity.
      if let last = entity.element.children.first(where: {
        ![.attribute, .relationship].contains($0.kind)
      }) {
        origins.append(SourceOrigin(offset: last.range.start, location: places.location))
      }
    }
    origins += zip(syntax.composites, read.origins.composites).map {
      SourceOrigin(offset: $0.range.start, location: $1)
    }
    return SourceFile(path: path, utf8: plain.utf8, origins: origins)
  }
}

/// Finds the Swift files below a folder. A link to a folder is followed, down to `depthMax` folders, so a
/// link to a folder above it ends.
struct SwiftFileWalk {
  /// Folders of builds and package managers. They hold copies, so every class would be found twice.
  private static let skipped: Set<String> = [
    "DerivedData", "SourcePackages", "Pods", "Carthage", "node_modules", "build",
  ]

  let source: ModelFileSource
  /// The walk ends after so many Swift files, and after so many entries of folders of any kind, so that
  /// a folder such as a home folder does not keep the program busy for minutes.
  var filesMax = SwiftDataFolder.filesMax
  var entriesMax = FolderWalk.entriesMax
  private(set) var files: [String] = []
  private var entries = 0

  init(source: ModelFileSource) { self.source = source }

  mutating func visit(_ path: String, depth: Int) throws(ModelFileError) {
    if try source.kind(of: path) == .file {
      files.append(path)
      return
    }
    guard depth < SwiftDataFolder.depthMax else { return }
    for name in try source.entries(of: path).sorted() {
      entries += 1
      guard files.count < filesMax, entries <= entriesMax else { return }
      let inner = SwiftFileWalk.join(path, name)
      if name.hasSuffix(SwiftDataFolder.suffix), !name.hasPrefix(".") {
        // A file that was deleted since the folder was listed is left out.
        if (try? source.kind(of: inner)) == .file { files.append(inner) }
      } else if SwiftFileWalk.isVisited(name), (try? source.kind(of: inner)) == .folder {
        try visit(inner, depth: depth + 1)
      }
    }
  }

  /// The folders directly in a folder in which sources are searched, sorted.
  static func innerFolders(
    of path: String, in source: ModelFileSource
  ) throws(ModelFileError) -> [String] {
    try source.entries(of: path).sorted().filter(isVisited).map { join(path, $0) }
      .filter { (try? source.kind(of: $0)) == .folder }
  }

  private static func isVisited(_ name: String) -> Bool {
    !name.contains(".") && !skipped.contains(name)
  }

  static func join(_ path: String, _ name: String) -> String {
    // The top folder of a commit has an empty path.
    let isHere = path.isEmpty || path == "."
    return isHere ? name : path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }
}
