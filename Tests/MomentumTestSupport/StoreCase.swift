internal import CSQLite
package import Foundation

/// A store whose script was written by hand: `Tests/Cases/Stores`, in a folder each.
///
///     model.xml      the model that the store is opened with
///     kept.xml       the model that it was made with, where that is another one
///     store.sql      tables, indexes, triggers and rows
///     metadata.json  what Z_METADATA says
///     blobs.sql      the same as bytes, and the kept model; complete.py prints both
///
/// The scripts follow what real stores of each framework version look like. SQLite itself runs them, so
/// nothing of what a test reads was written by Momentum.
package struct StoreCase: Sendable, CustomStringConvertible {
  package let name: String
  /// A folder with `model.xml` and `metadata.json`.
  package let folder: URL
  /// Whether a script makes the store; one of the corpus is there already.
  package let isOwn: Bool

  package var description: String { name }

  package static let own: [StoreCase] = all(
    in: RepositoryFiles.url("Tests/Cases/Stores"), isOwn: true)

  /// Stores that Core Data wrote for other people; empty without the corpus.
  package static let ofCorpus: [StoreCase] =
    RepositoryFiles.corpus.map { all(in: $0.appendingPathComponent("stores"), isOwn: false) } ?? []

  package static let all = own + ofCorpus

  /// All of our own and, in the short form, a quarter of the corpus: for what is asked of every attribute.
  package static let most = own + ofCorpus.thinned(to: 15)

  private static func all(in folder: URL, isOwn: Bool) -> [StoreCase] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let found = StoreCase(name: name, folder: folder.appendingPathComponent(name), isOwn: isOwn)
      return FileManager.default.fileExists(atPath: found.model.path) ? found : nil
    }
  }

  package var model: URL { folder.appendingPathComponent("model.xml") }

  /// Whether the model is a later edit than the store, so that the store has to be refused.
  ///
  /// Those of the corpus were told by their own hashes.
  package var isLaterEdit: Bool {
    isOwn
      ? FileManager.default.fileExists(atPath: folder.appendingPathComponent("kept.xml").path)
      : ["002", "043", "050", "076", "112"].contains(String(name.prefix(3)))
  }

  /// Whether a migration left its traces in the tables.
  package var isMigrated: Bool { ["ferries-2", "ferries-3"].contains(name) }

  /// Calls `body` with the path of the store. One of our own is gone afterwards.
  package func withStore<Result>(_ body: (String) throws -> Result) throws -> Result {
    guard isOwn else { return try body(folder.appendingPathComponent("store.sqlite").path) }
    return try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("\(name).sqlite").path
      try write(to: path)
      return try body(path)
    }
  }

  /// Makes the store of one of our own.
  package func write(to path: String) throws {
    let scripts = try ["store.sql", "blobs.sql"].map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }
    // As every store: an incremental vacuum has to be asked for before the first table.
    let script = "PRAGMA auto_vacuum = 2; BEGIN;" + scripts.joined(separator: "\n") + "COMMIT;"
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    var status = sqlite3_open(path, &database)
    if status == SQLITE_OK { status = sqlite3_exec(database, script, nil, nil, nil) }
    guard status == SQLITE_OK else {
      throw Failure(description: "\(name): \(String(cString: sqlite3_errmsg(database)))")
    }
  }

  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }
}
