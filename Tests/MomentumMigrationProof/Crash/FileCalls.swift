import Foundation

/// What a process did to the files of one folder, in order, as `CallFaults` has recorded it.
struct FileCalls {
  /// A file, whatever its names. A number is given again after its file was removed, so each file gets one
  /// of its own here.
  typealias File = Int

  enum Call: Hashable {
    /// An empty file of this name.
    case create(String, File)
    case write(File, offset: Int, [UInt8])
    case truncate(File, size: Int)
    /// All earlier writes to the file are on the disk afterwards.
    case sync(File)
    /// All earlier changes of names are on the disk afterwards.
    case syncFolder
    case rename(String, to: String)
    case link(String, String)
    case remove(String)
  }

  struct Malformed: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var calls: [Call] = []
  /// The files that were there before, by name.
  private(set) var initial: [String: (file: File, bytes: [UInt8])] = [:]

  private var files: [UInt64: File] = [:]
  private var count = 0

  /// - Parameters:
  ///   - folder: As it is before the recorded process runs.
  init(before folder: URL) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let url = folder.appendingPathComponent(name)
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      guard let inode = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value else { continue }
      initial[name] = (newFile(inode), [UInt8](try Data(contentsOf: url)))
    }
  }

  private mutating func newFile(_ inode: UInt64) -> File {
    count += 1
    files[inode] = count
    return count
  }

  /// Reads the record of the process.
  mutating func read(_ record: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: record))
    var position = 0
    var folder: UInt64 = 0
    while position < bytes.count {
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else {
        throw Malformed(description: "the record ends within a line")
      }
      let words = String(decoding: bytes[position..<end], as: UTF8.self)
        .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      position = end + 1
      switch (words[0], words.count) {
      case ("folder", 2): folder = UInt64(words[1]) ?? 0
      case ("create", 3): calls.append(.create(Self.name(words[1]), newFile(UInt64(words[2]) ?? 0)))
      case ("write", 4):
        guard let offset = Int(words[2]), let size = Int(words[3]), position + size < bytes.count
        else { throw Malformed(description: "\(words)") }
        calls.append(
          .write(try file(words[1]), offset: offset, Array(bytes[position..<position + size])))
        position += size + 1
      case ("truncate", 3):
        calls.append(.truncate(try file(words[1]), size: Int(words[2]) ?? 0))
      case ("sync", 2):
        calls.append(UInt64(words[1]) == folder ? .syncFolder : .sync(try file(words[1])))
      case ("rename", 3): calls.append(.rename(Self.name(words[1]), to: Self.name(words[2])))
      case ("link", 3): calls.append(.link(Self.name(words[1]), Self.name(words[2])))
      case ("remove", 2): calls.append(.remove(Self.name(words[1])))
      case _: throw Malformed(description: "\(words)")
      }
    }
  }

  private func file(_ word: String) throws -> File {
    guard let inode = UInt64(word), let file = files[inode] else {
      throw Malformed(description: "a file that nobody has made: \(word)")
    }
    return file
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  // MARK: - Order

  /// The calls in words, without the bytes and with repeated writes told once: `write .new`, `sync .new`.
  func story() -> [String] {
    var names: [File: String] = [:]
    for (name, entry) in initial { names[entry.file] = name }
    var result: [String] = []
    for call in calls {
      let text: String
      switch call {
      case .create(let name, let file):
        names[file] = name
        text = "create \(name)"
      case .write(let file, _, _): text = "write \(names[file] ?? "?")"
      case .truncate(let file, _): text = "truncate \(names[file] ?? "?")"
      case .sync(let file): text = "sync \(names[file] ?? "?")"
      case .syncFolder: text = "sync the folder"
      case .rename(let old, let new):
        for (file, name) in names where name == new { names[file] = "\(new) before" }
        for (file, name) in names where name == old { names[file] = new }
        text = "rename \(old) to \(new)"
      case .link(let old, let new): text = "link \(old) as \(new)"
      case .remove(let name): text = "remove \(name)"
      }
      if result.last != text { result.append(text) }
    }
    return result
  }
}
