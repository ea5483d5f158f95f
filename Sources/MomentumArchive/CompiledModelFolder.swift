import Foundation

/// A `.momd` folder on disk, which is replaced as a whole.
///
/// The new folder is complete and synchronized before it takes the place of the old one, so a
/// program that opens the folder never sees files of both.
package struct CompiledModelFolder {
  /// The reason why a folder could not be written: the operation and the path.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(_ description: String) { self.description = description }
  }

  private let path: String

  package init(path: String) { self.path = path }

  /// Writes the files.
  ///
  /// - Returns: Whether the files changed; unchanged files are not written, so that their dates
  ///   stay.
  package func write(_ files: [(name: String, bytes: [UInt8])]) throws(Failure) -> Bool {
    let names = try existingNames()
    if let names, names == Set(files.map(\.name)), files.allSatisfy(isAsWritten) { return false }
    let new = path + ".\(UUID().uuidString.prefix(8)).part"
    // An error here changes nothing: the folder is only left over.
    defer { try? FileManager.default.removeItem(atPath: new) }
    try make(new, files)
    guard names != nil else {
      guard rename(new, path) == 0 else { throw Failure("cannot write '\(path)'") }
      return true
    }
    // After the exchange `new` is the old folder, which is removed.
    guard exchange(new, path) else { throw Failure("cannot replace '\(path)'") }
    return true
  }

  /// The files of the folder; `nil` if there is none. Throws if it holds anything but a compiled
  /// model, because that would be lost.
  private func existingNames() throws(Failure) -> Set<String>? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    guard isFolder.boolValue,
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { throw Failure("'\(path)' exists and is not a folder that can be read") }
    let foreign = names.sorted().first { name in
      name != "VersionInfo.plist" && !name.hasSuffix(".mom") && !name.hasSuffix(".omo")
    }
    if let foreign {
      throw Failure(
        "'\(path)' is not replaced: it holds '\(foreign)', which is no part of a compiled model")
    }
    return Set(names)
  }

  private func isAsWritten(_ file: (name: String, bytes: [UInt8])) -> Bool {
    FileManager.default.contents(atPath: path + "/" + file.name).map { Array($0) == file.bytes }
      ?? false
  }

  private func make(_ folder: String, _ files: [(name: String, bytes: [UInt8])]) throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for file in files {
        let place = folder + "/" + file.name
        guard FileManager.default.createFile(atPath: place, contents: Data(file.bytes)),
          let handle = FileHandle(forWritingAtPath: place)
        else { throw CocoaError(.fileWriteUnknown) }
        try handle.synchronize()
        try handle.close()
      }
    } catch { throw Failure("cannot write '\(path)'") }
  }

  /// Moves the old folder aside and the new one to its place, or nothing: if the second step fails,
  /// the first is undone. Swift does not see Linux's `renameat2`, which would do both at once.
  private func exchange(_ new: String, _ old: String) -> Bool {
    let aside = old + ".\(UUID().uuidString.prefix(8)).old"
    guard rename(old, aside) == 0 else { return false }
    guard rename(new, old) == 0 else {
      _ = rename(aside, old)
      return false
    }
    return rename(aside, new) == 0
  }
}
