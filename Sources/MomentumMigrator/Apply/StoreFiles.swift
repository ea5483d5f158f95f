import Foundation

/// The names of a store's file, and of the files that SQLite or a migration puts beside it.
struct StoreFiles: Sendable, Hashable {
  /// The path that the caller gave, for messages.
  let shown: String
  /// The path without symbolic links. SQLite puts the log beside the real file, and so does a
  /// migration.
  let real: String

  init(_ path: String) throws(MigrationError) {
    shown = path
    guard !path.isEmpty, !path.utf8.contains(0), let resolved = realpath(path, nil) else {
      let reason = path.isEmpty || path.utf8.contains(0) ? ENOENT : errno
      throw .file(path: path, message: String(cString: strerror(reason)))
    }
    defer { free(resolved) }
    real = String(cString: resolved)
  }

  var folder: String { String(real[..<(real.lastIndex(of: "/") ?? real.startIndex)]) + "/" }
  private var name: String { real.split(separator: "/").last.map { String($0) } ?? "" }

  /// The path of the copy until it is finished. The name is fixed, so that a run finds the copy of
  /// an earlier run that was killed.
  var temporary: String { folder + ".\(name).momentum-new" }
  /// The path of a copied backup until it is finished, on file systems without hard links.
  var temporaryBackup: String { folder + ".\(name).momentum-bak" }

  /// The path of a backup: `STORE.bak`, then `STORE.2.bak` and so on, since no backup is
  /// overwritten.
  func backup(_ number: Int) -> String { real + (number == 1 ? ".bak" : ".\(number).bak") }

  static let sideSuffixes = ["-wal", "-shm", "-journal"]

  static func withSideFiles(_ path: String) -> [String] {
    sideSuffixes.map { path + $0 } + [path]
  }

  /// The files that a run may have left if its process was killed.
  var leftovers: [String] {
    StoreFiles.withSideFiles(temporary) + StoreFiles.withSideFiles(temporaryBackup)
  }
}
