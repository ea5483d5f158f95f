import Foundation
import MomentumSQLite

/// Puts a finished file in the place of a store.
///
/// The process may be killed between any two calls, so the order matters. First the store's log is
/// moved into its file and removed, so that the old file is the complete old store. Then the old
/// file gets a second name as backup. Then the new file gets the store's name in one step.
struct StoreSwap {
  private static let backupsMax = 1000

  let locked: LockedStore
  let faults: FaultPoint
  let meter: ProgressMeter

  private var files: StoreFiles { locked.files }
  private var calls: FileCalls { FileCalls(faults: faults) }

  /// - Returns: The path of the backup; `nil` if none is kept.
  func run(keepsBackup: Bool) throws(MigrationError) -> String? {
    for path in StoreFiles.sideSuffixes.map({ files.temporary + $0 })
    where FileStatus.exists(path) {
      throw .file(path: path, message: "the copy has not been closed")
    }
    try calls.setAttributes(files.temporary, like: locked.status)
    try calls.synchronize(files.temporary)
    // After this, the migration cannot be cancelled.
    try meter.begin(.finishing, "the new store takes the old one's place", weight: 0)
    try locked.checkUnchanged()
    try locked.prepareForReplacement()
    let backup = keepsBackup ? try makeBackup() : nil
    do throws(MigrationError) {
      try calls.rename(files.temporary, to: files.real)
    } catch {
      // The old file is still the store, so its second name is no backup: remove it.
      if let backup, !backup.wasThere { unlink(backup.path) }
      throw error
    }
    // The rename has succeeded, so the store is the new one. Some file systems cannot sync a
    // folder; that does not make the migration fail.
    do { try calls.synchronize(files.folder) } catch {}
    return backup?.path
  }

  /// Gives the old file a second name.
  ///
  /// - Returns: The path of the backup, and whether a run that was killed had already made it.
  private func makeBackup() throws(MigrationError) -> (path: String, wasThere: Bool) {
    for number in 1...StoreSwap.backupsMax {
      let path = files.backup(number)
      if let existing = FileStatus(path) {
        if existing.isSameFile(as: locked.status) { return (path, true) }
        continue
      }
      if try !calls.link(files.real, to: path) { try copyBackup(to: path) }
      return (path, false)
    }
    throw .file(path: files.backup(1), message: "there are too many backups already")
  }

  /// Copies the backup, for file systems without hard links. It gets its name when it is complete.
  func copyBackup(to path: String) throws(MigrationError) {
    let temporary = files.temporaryBackup
    do {
      var options = ConnectionOptions()
      options.newFileMode = 0o600
      try faults.willCall(.create, temporary)
      let target = try Connection(path: temporary, access: .createExclusively, options: options)
      let copy = try PageCopy(from: locked.connection, to: target)
      repeat { try faults.willCall(.copyPages, temporary) } while try copy.copy(pages: 1024)
    } catch {
      throw MigrationError(error, path: files.shown)
    }
    try calls.setAttributes(temporary, like: locked.status)
    try calls.synchronize(temporary)
    try calls.rename(temporary, to: path)
  }
}
