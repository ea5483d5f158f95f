import Foundation

/// Files that a command reads whole.
enum InputFile {
  /// The size of a file; 0 if it does not exist.
  static func size(_ path: String) -> Int64 {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let size = try? FileManager.default.attributesOfItem(atPath: real)[.size] as? NSNumber
    return size?.int64Value ?? 0
  }

  /// The bytes of a file; a file that cannot be read is a failure.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      // Map the file: reading it into a second copy would double the memory.
      let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
      return Array(data)
    } catch {
      let reason =
        (error as? CocoaError)?.code == .fileReadNoSuchFile ? "no such file" : "it cannot be read"
      throw CommandFailure("cannot read '\(path)': \(reason)")
    }
  }
}
