import MomentumDiagnostics

/// The list of files that Momentum made in a folder: `.momentum-manifest.json`.
///
/// ```json
/// {
///   "version": 1,
///   "models": [
///     {
///       "model": "BubbleTea",
///       "files": [
///         { "path": "Venue.swift", "hash": "cbd8a7b341bd9b025b1e906a48ae1d19" },
///         { "path": "Venue+Human.swift", "writtenOnce": true }
///       ]
///     }
///   ]
/// }
/// ```
///
/// Sorted, without dates, tool versions or absolute paths, so it can be committed with the files.
struct OutputManifest: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    var path: String
    /// The hash of the text that was written; `nil` for a file that is written once.
    var hash: ContentHash?
  }

  struct Model: Sendable, Hashable {
    var name: String
    /// The entries, sorted by path.
    var entries: [Entry]
  }

  static let fileName = ".momentum-manifest.json"
  static let version = 1

  /// The models, sorted by name.
  private(set) var models: [Model] = []

  init() {}

  func entries(of model: String) -> [Entry] {
    models.first { $0.name == model }?.entries ?? []
  }

  mutating func set(_ entries: [Entry], of model: String) {
    models.removeAll { $0.name == model }
    if !entries.isEmpty {
      models.append(Model(name: model, entries: entries.sorted { $0.path < $1.path }))
    }
    models.sort { $0.name < $1.name }
  }

  // MARK: - Text

  var text: String {
    JSONText.object([
      ("version", .integer(Self.version)),
      (
        "models",
        .array(
          models.map { model in
            .object([
              ("model", .string(model.name)), ("files", .array(model.entries.map(Self.json))),
            ])
          })
      ),
    ]).pretty
  }

  private static func json(_ entry: Entry) -> JSONText {
    .object([
      ("path", .string(entry.path)),
      entry.hash.map { ("hash", .string($0.text)) } ?? ("writtenOnce", .bool(true)),
    ])
  }

  /// Reads a manifest. Any deviation from the format is an error, because a run removes files that
  /// the manifest lists: a misread path could remove somebody else's file.
  init(_ file: SourceFile) throws(OutputFailure) {
    var diagnostics = Diagnostics()
    guard let root = JSONParser.parse(file, &diagnostics), !diagnostics.hasErrors else {
      let finding = diagnostics.all.first
      throw Self.damaged(file, finding?.location?.range, finding?.text ?? "it is not JSON")
    }
    let members = try Self.members(of: root, ["version", "models"], file)
    guard members["version"]?.value == .number("\(Self.version)") else {
      throw Self.damaged(
        file, root.range, "its version is not \(Self.version); another Momentum wrote it")
    }
    guard case .array(let models)? = members["models"]?.value else {
      throw Self.damaged(file, root.range, "'models' has to be a list")
    }
    for node in models {
      let model = try Self.members(of: node, ["model", "files"], file)
      guard case .string(let name)? = model["model"]?.value,
        case .array(let files)? = model["files"]?.value
      else { throw Self.damaged(file, node.range, "a model has 'model' and 'files'") }
      var entries: [Entry] = []
      for node in files { entries.append(try Self.entry(node, file)) }
      set(entries, of: name)
    }
  }

  private static func entry(_ node: JSONNode, _ file: SourceFile) throws(OutputFailure) -> Entry {
    let members = try members(of: node, ["path", "hash", "writtenOnce"], file)
    guard case .string(let path)? = members["path"]?.value, OutputPath.isSafe(path) else {
      throw damaged(file, node.range, "'path' has to stay below the folder")
    }
    if case .string(let stated)? = members["hash"]?.value, let hash = ContentHash(stated: stated) {
      return Entry(path: path, hash: hash)
    }
    guard members["hash"] == nil, members["writtenOnce"]?.value == .boolean(true) else {
      throw damaged(file, node.range, "a file has 32 hexadecimal digits as 'hash'")
    }
    return Entry(path: path, hash: nil)
  }

  private static func members(
    of node: JSONNode, _ known: Set<String>, _ file: SourceFile
  ) throws(OutputFailure) -> [String: JSONNode] {
    guard case .object(let members) = node.value else {
      throw damaged(file, node.range, "expected an object")
    }
    if let unknown = members.first(where: { !known.contains($0.name) }) {
      throw damaged(file, unknown.nameRange, "'\(unknown.name)' has no meaning here")
    }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private static func damaged(
    _ file: SourceFile, _ range: SourceRange?, _ reason: String
  ) -> OutputFailure {
    let place = file.lineColumn(at: range?.start ?? 0)
    return OutputFailure(
      "\(file.path):\(place.line):\(place.column): \(TerminalText.oneLine(reason)); "
        + "remove the file to begin anew, and what was generated before stays")
  }
}
