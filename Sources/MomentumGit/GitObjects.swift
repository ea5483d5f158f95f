// Reads many objects with one process of `git cat-file --batch`.

/// The kinds of objects that a tree can lead to.
enum GitObjectKind: String, Sendable, Hashable {
  case blob
  case tree
  case commit
  case tag
}

extension GitRepository {
  /// The bytes of many files, by the ids of their contents; without files that are larger than
  /// `sizeMax` or that the repository lacks.
  package func contents(
    of ids: [GitObjectID], sizeMax: Int
  ) throws(GitError) -> [GitObjectID: [UInt8]] {
    let sizes = try batch(["cat-file", "--batch-check"], ids, hasContents: false)
    let wanted = ids.filter { id in
      sizes[id].map { $0.kind == .blob && $0.size <= sizeMax } ?? false
    }
    return try batch(["cat-file", "--batch"], wanted, hasContents: true).mapValues(\.bytes)
  }

  /// The entries of each tree, by the tree's id.
  func trees(_ ids: [GitObjectID]) throws(GitError) -> [GitObjectID: [GitTreeEntry]] {
    let objects = try batch(["cat-file", "--batch"], ids, hasContents: true)
    return objects.filter { $0.value.kind == .tree }.mapValues {
      GitTreeEntry.entries(of: $0.bytes, idLength: ids.first.map { $0.text.utf8.count / 2 } ?? 20)
    }
  }

  /// The root tree of each commit, by the commit's id.
  func rootTrees(_ commits: [GitObjectID]) throws(GitError) -> [GitObjectID: GitObjectID] {
    let objects = try batch(["cat-file", "--batch"], commits, hasContents: true)
    return objects.compactMapValues { object in
      let line = object.bytes.prefix { $0 != UInt8(ascii: "\n") }
      let text = String(decoding: line, as: UTF8.self)
      return object.kind == .commit && text.hasPrefix("tree ")
        ? GitObjectID(text.dropFirst("tree ".count)) : nil
    }
  }

  private struct Object {
    var kind: GitObjectKind
    var size: Int
    var bytes: [UInt8]
  }

  /// Reads objects by their ids.
  ///
  /// For each object git writes `<id> <kind> <size>` and a line end, then its bytes and a line end
  /// if `hasContents`; for an object that the repository lacks `<id> missing`.
  private func batch(
    _ arguments: [String], _ ids: [GitObjectID], hasContents: Bool
  ) throws(GitError) -> [GitObjectID: Object] {
    let ids = Set(ids).sorted { $0.text < $1.text }
    guard !ids.isEmpty else { return [:] }
    let input = ids.flatMap { Array($0.text.utf8) + [UInt8(ascii: "\n")] }
    let bytes = try process.output(arguments, input: input).bytes
    var result: [GitObjectID: Object] = [:]
    var position = 0
    while position < bytes.count {
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else { break }
      let fields = String(decoding: bytes[position..<end], as: UTF8.self).split(separator: " ")
      position = end + 1
      guard fields.count == 3, let id = GitObjectID(fields[0]),
        let kind = GitObjectKind(rawValue: String(fields[1])), let size = Int(fields[2]), size >= 0
      else { continue }
      guard hasContents else {
        result[id] = Object(kind: kind, size: size, bytes: [])
        continue
      }
      guard size < bytes.count - position else {
        throw .failed(command: "cat-file", message: "its output ends within an object")
      }
      result[id] = Object(
        kind: kind, size: size, bytes: Array(bytes[position..<position + size]))
      position += size + 1
    }
    return result
  }
}

/// An entry in a folder of a commit.
struct GitTreeEntry: Sendable, Hashable {
  var mode: GitFileMode
  var name: String
  var id: GitObjectID

  /// Reads a tree object, which has for each entry `<mode> <name>`, a NUL byte and the bytes of the
  /// id.
  static func entries(of bytes: [UInt8], idLength: Int) -> [GitTreeEntry] {
    var result: [GitTreeEntry] = []
    var unread = bytes[...]
    while let space = unread.firstIndex(of: UInt8(ascii: " ")),
      let end = unread[space...].firstIndex(of: 0), unread.endIndex - end > idLength
    {
      let mode = GitFileMode(String(decoding: unread[..<space], as: UTF8.self))
      let name = String(decoding: unread[(space + 1)..<end], as: UTF8.self)
      let idEnd = end + 1 + idLength
      if let id = GitObjectID(hexadecimal(unread[(end + 1)..<idEnd])) {
        result.append(GitTreeEntry(mode: mode, name: name, id: id))
      }
      unread = unread[idEnd...]
    }
    return result
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// The kind of an entry in a commit.
package enum GitFileMode: Sendable, Hashable {
  case file
  case link
  case folder
  case submodule

  /// Reads the mode, which git writes as octal digits.
  init(_ digits: String) {
    self =
      switch digits {
      case "120000": .link
      case "160000": .submodule
      case "40000", "040000": .folder
      // `100644`, `100755` and the modes that old versions of git wrote.
      case _: .file
      }
  }
}
