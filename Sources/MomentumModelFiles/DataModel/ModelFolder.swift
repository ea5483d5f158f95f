// The only file here that touches the file system.
import Foundation
import MomentumDiagnostics

enum ModelFolder {
  /// Looks at what stands at a path, without reading a model.
  static func list(_ path: String) throws(ModelFileError) -> ModelListing {
    switch try kind(of: path) {
    case .file: return ModelListing(path: path, isBundle: false, versions: [single(path)])
    case .folder: break
    }
    let names = try entries(of: path)
    if let compiled = try compiledListing(path, names) { return compiled }
    let folders = names.filter { $0.hasSuffix(VersionName.folderSuffix) }
    if names.contains("contents") || names.contains("elements") {
      return ModelListing(path: path, isBundle: false, versions: [version(path, names)])
    }
    var versions: [ModelListing.Version] = []
    for folder in folders {
      let inner = join(path, folder)
      let isFolder = try kind(of: inner) == .folder
      versions.append(version(inner, isFolder ? try entries(of: inner) : []))
    }
    var currentVersionFile: SourceFile?
    if names.contains(".xccurrentversion") {
      let inner = join(path, ".xccurrentversion")
      currentVersionFile = SourceFile(
        path: inner, utf8: try read(inner, sizeMax: 1 << 20) ?? [])
    }
    let isBundle = !folders.isEmpty || trimmed(path).hasSuffix(".xcdatamodeld")
    return ModelListing(
      path: path, isBundle: isBundle, versions: versions, currentVersionFile: currentVersionFile)
  }

  /// The bytes of a file, `nil` where it has more than `sizeMax`.
  static func read(_ path: String, sizeMax: Int) throws(ModelFileError) -> [UInt8]? {
    // A pipe or a device could keep us waiting for ever.
    guard try kind(of: path) == .file else {
      throw ModelFileError(operation: .read, path: path, reason: "it is a folder")
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { handle.closeFile() }
      let data = try handle.read(upToCount: sizeMax + 1) ?? Data()
      return data.count > sizeMax ? nil : [UInt8](data)
    } catch {
      throw failure(.read, path, error)
    }
  }

  /// The path itself where it is a file, else that of a file in it; `nil` where the folder lacks it.
  static func file(_ name: String, in path: String) throws(ModelFileError) -> String? {
    switch try kind(of: path) {
    case .file: return path
    case .folder: return try entries(of: path).contains(name) ? join(path, name) : nil
    }
  }

  private enum Kind {
    case file
    case folder
  }

  private static func kind(of path: String) throws(ModelFileError) -> Kind {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard !path.isEmpty else {
      throw ModelFileError(operation: .find, path: path, reason: "the path is empty")
    }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: target)
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory: return .folder
      case .typeRegular: return .file
      default:
        throw ModelFileError(operation: .read, path: path, reason: "it is neither file nor folder")
      }
    } catch let error as ModelFileError {
      throw error
    } catch {
      throw failure(.find, path, error)
    }
  }

  private static func entries(of path: String) throws(ModelFileError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw failure(.list, path, error)
    }
  }

  /// A version from its folder and the names in it.
  private static func version(_ path: String, _ names: [String]) -> ModelListing.Version {
    ModelListing.Version(
      name: VersionName.withoutSuffix(lastComponent(path)), path: path,
      format: names.contains("contents")
        ? .contents(path: join(path, "contents"))
        : names.contains("elements") ? .xcode3 : .empty)
  }

  /// A `.momd` folder: versions as `.mom` files, and `VersionInfo.plist`.
  private static func compiledListing(
    _ path: String, _ names: [String]
  ) throws(ModelFileError) -> ModelListing? {
    let models = names.filter { $0.hasSuffix(VersionName.compiledSuffix) }
    let isFolder = trimmed(path).hasSuffix(".momd")
    guard isFolder || !models.isEmpty else { return nil }
    var info: SourceFile?
    if names.contains("VersionInfo.plist") {
      let inner = join(path, "VersionInfo.plist")
      info = SourceFile(path: inner, utf8: try read(inner, sizeMax: 1 << 24) ?? [])
    }
    return ModelListing(
      path: path, isBundle: true,
      versions: models.map {
        ModelListing.Version(
          name: VersionName.withoutSuffix($0), path: join(path, $0),
          format: .compiled(path: join(path, $0)))
      }, currentVersionFile: info, isCompiled: true)
  }

  /// A bare file; `X.xcdatamodel/contents` is the version X.
  private static func single(_ path: String) -> ModelListing.Version {
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
      // `elements` of Xcode 3 says so itself; the other files of the folder are binary.
      default: url.lastPathComponent == "elements" ? .xcode3 : .contents(path: path)
      }
    return ModelListing.Version(name: name, path: path, format: format)
  }

  /// A reason without the machine's own wording of paths.
  private static func failure(
    _ operation: ModelFileError.Operation, _ path: String, _ error: any Error
  ) -> ModelFileError {
    let reason =
      switch (error as? CocoaError)?.code {
      case .fileNoSuchFile, .fileReadNoSuchFile: "no such file or folder"
      case .fileReadNoPermission: "permission denied"
      default: "it cannot be opened"
      }
    return ModelFileError(operation: operation, path: path, reason: reason)
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func trimmed(_ path: String) -> Substring {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func lastComponent(_ path: String) -> String {
    URL(fileURLWithPath: path).lastPathComponent
  }
}
