/// Finds models among many paths.
enum ModelPlaces {
  /// Whether a folder of this name is a model.
  static func isModel(_ name: some StringProtocol) -> Bool {
    name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel")
  }

  /// The outermost model that contains a file; `nil` for files outside of models.
  static func bundle(of path: String) -> String? {
    // Test this first, since it is quick and most files are not in a model.
    guard path.contains(".xcdatamodel") else { return nil }
    let parts = path.split(separator: "/")
    guard let index = parts.dropLast().firstIndex(where: { isModel($0) }) else { return nil }
    return parts[...index].joined(separator: "/")
  }

  /// Whether a path is that of Swift sources: a Swift file, or a folder outside of models that has
  /// one.
  static func isSwift(_ path: String, among files: [GitFile]) -> Bool {
    guard bundle(of: path + "/contents") == nil, !path.hasSuffix(".momd") else { return false }
    return files.contains {
      $0.path.hasSuffix(".swift") && RepositoryPath.is($0.path, atOrBelow: path)
    }
  }

  /// The ids of the `contents` files of a model's versions.
  static func contents(_ files: [GitFile]) -> Set<GitObjectID> {
    Set(files.filter { $0.mode == .file && $0.path.hasSuffix("/contents") }.map(\.id))
  }

  /// The files of each model, sorted by the model's path.
  static func grouped(_ files: [GitFile]) -> [(bundle: String, files: [GitFile])] {
    var result: [String: [GitFile]] = [:]
    for file in files {
      if let bundle = bundle(of: file.path) { result[bundle, default: []].append(file) }
    }
    return result.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
