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

  /// The copy while it is made. The name is fixed, so that the next run finds a copy that a killed
  /// run left.
  var temporary: String { folder + ".\(name).momentum-new" }
  /// The backup while it is copied, on file systems without hard links.
  var temporaryBackup: String { folder + ".\(name).momentum-bak" }

  /// `STORE.bak`, then `STORE.2.bak` and so on, because no backup is ever overwritten.
  func backup(_ number: Int) -> String { real + (number == 1 ? ".bak" : ".\(number).bak") }

  static let sideSuffixes = ["-wal", "-shm", "-journal"]

  static func withSideFiles(_ path: String) -> [String] {
    sideSuffixes.map { path + $0 } + [path]
  }

  /// The files that a killed run may have left.
  var leftovers: [String] {
    StoreFiles.withSideFiles(temporary) + StoreFiles.withSideFiles(temporaryBackup)
  }
}
