package import MomentumDiagnostics

extension ModelFileSource {
  /// A small file beside a model, such as its settings; `nil` if there is no file.
  ///
  /// - Parameter sizeMax: In bytes; a larger file is refused.
  package func file(
    _ path: String, sizeMax: Int = 1 << 24
  ) throws(ModelFileError) -> SourceFile? {
    guard exists(path) else { return nil }
    guard let bytes = try read(path, sizeMax: sizeMax) else {
      throw ModelFileError(operation: .read, path: shown(path), reason: "it is too large")
    }
    return SourceFile(path: shown(path), utf8: bytes)
  }

  /// Whether a name is there, also of a link that leads nowhere.
  private func exists(_ path: String) -> Bool {
    switch self {
    case .disk: DiskFiles.exists(path)
    case .tree(let tree): tree.contains(path)
    }
  }
}
