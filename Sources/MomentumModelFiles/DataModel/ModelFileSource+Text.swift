package import MomentumDiagnostics

extension ModelFileSource {
  /// Reads a small file next to a model, such as its settings; `nil` if there is no file.
  ///
  /// - Parameter sizeMax: The greatest size in bytes; a larger file is an error.
  package func file(
    _ path: String, sizeMax: Int = 1 << 24
  ) throws(ModelFileError) -> SourceFile? {
    guard exists(path) else { return nil }
    guard let bytes = try read(path, sizeMax: sizeMax) else {
      throw ModelFileError(operation: .read, path: shown(path), reason: "it is too large")
    }
    return SourceFile(path: shown(path), utf8: bytes)
  }

  /// Whether a file, a folder or a link is at the path, even a link to a missing file.
  private func exists(_ path: String) -> Bool {
    switch self {
    case .disk: DiskFiles.exists(path)
    case .tree(let tree): tree.contains(path)
    case .edited(let files): files.exists(path)
    }
  }
}
