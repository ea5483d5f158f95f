// All files of models are read from the file system by `DiskFiles`, so that its rules about links
// and sizes hold for each of them.
import Foundation

/// Reads files of models from the file system.
struct DiskFiles {
  /// The folder that contains every file that may be read; a link out of it is an error. `nil` for
  /// no limit.
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

  /// Whether a link inside a bundle leads out of it. Findings show lines of the files that are
  /// read, so such a link in a hostile bundle could show any file. A link to the same part of
  /// another bundle is allowed, since build systems link file by file.
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

  /// Whether a file, a folder or a link is at the path, even a link to a missing file.
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
    // Only regular files are read: reading a pipe or a device could wait for ever.
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

  /// An error with a reason in our own words: the system's text contains absolute paths and differs
  /// between systems.
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
