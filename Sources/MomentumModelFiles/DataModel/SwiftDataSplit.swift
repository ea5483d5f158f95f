import MomentumSwiftData

/// Finds the folders of the programs whose SwiftData sources are below one folder.
struct SwiftDataSplit {
  let source: ModelFileSource
  private(set) var folders: [String] = []

  init(source: ModelFileSource) { self.source = source }

  mutating func visit(_ path: String) throws(ModelFileError) {
    guard let reader = try ModelBundle.swiftData(path: path, in: source) else { return }
    let inner =
      try isSplit(reader.namesakes, path)
      ? SwiftFileWalk.innerFolders(of: path, in: source) : []
    guard !inner.isEmpty else {
      folders.append(path)
      return
    }
    for folder in inner { try visit(folder) }
  }

  /// Whether files that declare a type of one name are in different folders below the path, and
  /// none of them is in the folder itself: then its own files may belong to all of the programs.
  private func isSplit(_ namesakes: [[String]], _ path: String) -> Bool {
    let depth = folder(of: source.shown(SwiftFileWalk.join(path, "x"))).count
    return namesakes.contains { files in
      let places = files.map(folder(of:))
      return Set(places).count > 1 && places.allSatisfy { $0.count > depth }
    }
  }

  private func folder(of file: String) -> [Substring] {
    file.split(separator: "/").filter { $0 != "." }.dropLast()
  }
}
