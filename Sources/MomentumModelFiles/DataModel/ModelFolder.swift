import Foundation
import MomentumDiagnostics

/// Lists the versions at a path of a source, without reading a model.
struct ModelFolder {
  let source: ModelFileSource

  func list(_ path: String) throws(ModelFileError) -> ModelListing {
    if let listing = try swiftVersion(path) { return listing }
    switch try source.kind(of: path) {
    case .file:
      if path.hasSuffix(SwiftDataFolder.suffix), let swift = try SwiftDataFolder(path, in: source) {
        return ModelListing(path: path, shownPath: source.shown(path), swiftData: swift)
      }
      return ModelListing(
        path: path, shownPath: source.shown(path), versions: [single(path)])
    case .folder: break
    }
    let names = try source.entries(of: path)
    if let compiled = try compiledListing(path, names) { return compiled }
    let folders = names.filter { $0.hasSuffix(VersionName.folderSuffix) }
    if names.contains("contents") || names.contains("elements") {
      return ModelListing(
        path: path, shownPath: source.shown(path), versions: [version(path, names)])
    }
    var versions: [ModelListing.Version] = []
    for folder in folders {
      let inner = join(path, folder)
      let isFolder = try source.kind(of: inner) == .folder
      versions.append(version(inner, isFolder ? try source.entries(of: inner) : []))
    }
    var currentVersionFile: SourceFile?
    if names.contains(".xccurrentversion") {
      let inner = join(path, ".xccurrentversion")
      currentVersionFile = SourceFile(
        path: source.shown(inner), utf8: try source.read(inner, sizeMax: 1 << 20) ?? [])
    }
    let isBundle = !folders.isEmpty || trimmed(path).hasSuffix(".xcdatamodeld")
    if !isBundle, let swift = try SwiftDataFolder(path, in: source) {
      return ModelListing(path: path, shownPath: source.shown(path), swiftData: swift)
    }
    return ModelListing(
      path: path, shownPath: source.shown(path), isBundle: isBundle, versions: versions,
      currentVersionFile: currentVersionFile)
  }

  /// The version of Swift sources at a path such as `Sources/Models@SchemaV2`; `nil` for any other
  /// path. Such a version has no file of its own, so its path consists of the sources' path and its
  /// name.
  private func swiftVersion(_ path: String) throws(ModelFileError) -> ModelListing? {
    guard let at = path.lastIndex(of: "@"), (try? source.kind(of: path)) == nil else { return nil }
    let folder = String(path[..<at])
    let name = path[path.index(after: at)...]
    guard !name.isEmpty, (try? source.kind(of: folder)) != nil,
      var listing = try SwiftDataFolder(folder, in: source).map({
        ModelListing(path: folder, shownPath: source.shown(folder), swiftData: $0)
      })
    else { return nil }
    // If no version has the name, the caller reports the names that exist.
    if listing.versions.contains(where: { $0.name == name }) {
      listing.versions.removeAll { $0.name != name }
    } else {
      listing.requested = String(name)
    }
    return listing
  }

  /// The version in a folder. `names` are the names of the files in that folder; they tell in which
  /// format the version is stored.
  private func version(_ path: String, _ names: [String]) -> ModelListing.Version {
    ModelListing.Version(
      name: VersionName.withoutSuffix(lastComponent(path)), path: path,
      format: names.contains("contents")
        ? .contents(path: join(path, "contents"))
        : names.contains("elements") ? .xcode3 : .empty)
  }

  /// Lists a `.momd` folder: its versions are the `.mom` files, and `VersionInfo.plist` names the
  /// current one.
  private func compiledListing(
    _ path: String, _ names: [String]
  ) throws(ModelFileError) -> ModelListing? {
    let models = names.filter { $0.hasSuffix(VersionName.compiledSuffix) }
    let isFolder = trimmed(path).hasSuffix(".momd")
    guard isFolder || !models.isEmpty else { return nil }
    var info: SourceFile?
    if names.contains("VersionInfo.plist") {
      let inner = join(path, "VersionInfo.plist")
      info = SourceFile(
        path: source.shown(inner), utf8: try source.read(inner, sizeMax: 1 << 24) ?? [])
    }
    return ModelListing(
      path: path, shownPath: source.shown(path),
      versions: models.map {
        ModelListing.Version(
          name: VersionName.withoutSuffix($0), path: join(path, $0),
          format: .compiled(path: join(path, $0)))
      }, currentVersionFile: info, isCompiled: true)
  }

  /// The version in a single file; for `X.xcdatamodel/contents` it is named X.
  private func single(_ path: String) -> ModelListing.Version {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().lastPathComponent
    let isInside = url.lastPathComponent == "contents" && folder.hasSuffix(VersionName.folderSuffix)
    let name =
      isInside
      ? VersionName.withoutSuffix(folder) : url.deletingPathExtension().lastPathComponent
    let format: ModelListing.Version.Format =
      switch url.pathExtension {
      case "mom": .compiled(path: path)
      case "omo": .optimized
      // Xcode 3 wrote a model as a folder in which only the file `elements` is text; such a model
      // is not read. Any other file is taken for a `contents` file.
      default: url.lastPathComponent == "elements" ? .xcode3 : .contents(path: path)
      }
    return ModelListing.Version(name: name, path: path, format: format)
  }

  private func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private func trimmed(_ path: String) -> Substring {
    var path = path[...]
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private func lastComponent(_ path: String) -> String {
    URL(fileURLWithPath: path).lastPathComponent
  }
}
