// The only file here that touches the file system.
import Foundation

/// The file system, as far as models need it.
struct DiskFiles {
  /// The folder that no link may lead out of; `nil` for anywhere.
  var root: String?

  func kind(of path: String) throws(ModelFileError) -> ModelFileSource.Kind {
    guard !path.isEmpty else {
      throw ModelFileError(operation: .find, path: path, reason: "the path is empty")
    }
    let target = URL(fileURLWithPath: path).linksFollowed.path
    if let root, !isInside(target, root) {
      throw ModelFileError(
        operation: .read, path: path, reason: "a link there leads out of the repository")
    }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: target)
      let kind: ModelFileSource.Kind
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory: kind = .folder
      case .typeRegular: kind = .file
      default:
        throw ModelFileError(operation: .read, path: path, reason: "it is neither file nor folder")
      }
      if leavesBundle(path, for: target, kind) {
        throw ModelFileError(
          operation: .read, path: path, reason: "a link there leads out of the bundle")
      }
      return kind
    } catch let error as ModelFileError {
      throw error
    } catch {
      throw failure(.find, path, error)
    }
  }

  /// Findings show lines of what is read, so a link in a bundle is no way to any file. It may lead to the
  /// same part of another bundle, since build systems link file by file.
  private func leavesBundle(
    _ path: String, for target: String, _ kind: ModelFileSource.Kind
  ) -> Bool {
    let parts = URL(fileURLWithPath: path).pathComponents
    let suffixes = [".xcdatamodeld", VersionName.folderSuffix, ".momd"]
    let bundle = parts.dropLast().firstIndex { part in suffixes.contains(where: part.hasSuffix) }
    guard let bundle, !isInside(target, NSString.path(withComponents: Array(parts[...bundle])))
    else { return false }
    let count = kind == .folder ? 1 : 2
    return Array(URL(fileURLWithPath: target).pathComponents.suffix(count))
      != Array(parts.suffix(count))
  }

  private func isInside(_ target: String, _ root: String) -> Bool {
    let folder = URL(fileURLWithPath: root).linksFollowed.path
    return target == folder || target.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Whether a name is there, also of a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)) != nil
  }

  func entries(of path: String) throws(ModelFileError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw failure(.list, path, error)
    }
  }

  func read(_ path: String, sizeMax: Int) throws(ModelFileError) -> [UInt8]? {
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

  /// A reason without the machine's own wording of paths.
  private func failure(
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
}
