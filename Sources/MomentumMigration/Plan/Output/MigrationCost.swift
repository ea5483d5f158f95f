import MomentumSQL

/// The predicted cost of a plan.
package struct MigrationCost: Sendable, Hashable, Encodable {
  /// Whether the rows and bytes of the store were counted. If not, the costs are 0.
  package var isKnown = false
  package var seconds: Double = 0
  /// How much larger the database file is afterwards; a migration never makes it smaller.
  package var growthBytes: Int64 = 0
  /// The size of the write-ahead log of a migration in place, before its checkpoint.
  package var logBytes: Int64 = 0
  /// The size of the rollback journal of a migration in place.
  package var journalBytes: Int64 = 0

  /// The free disk space that the migration of a copy needs; a copy is written without a journal.
  package func peakBytes(copying fileBytes: Int64) -> Int64 { fileBytes.addingClamped(growthBytes) }

  /// The free disk space that a migration in place needs.
  package func peakBytesInPlace(usesLog: Bool) -> Int64 {
    (usesLog ? logBytes : journalBytes).addingClamped(growthBytes)
  }
}

/// How long SQLite takes per row and byte.
package struct MigrationRates: Sendable, Hashable {
  /// The time to read a row and to change it or write it elsewhere.
  package var secondsPerRow: Double
  package var secondsPerByte: Double
  /// The time to add a row to an index.
  package var secondsPerIndexedRow: Double

  package init(secondsPerRow: Double, secondsPerByte: Double, secondsPerIndexedRow: Double) {
    self.secondsPerRow = secondsPerRow
    self.secondsPerByte = secondsPerByte
    self.secondsPerIndexedRow = secondsPerIndexedRow
  }

  /// The rates on two cores of a cloud machine (measured with 1,000,000 rows of 100 bytes): an
  /// UPDATE of all rows took 1.0 s, a rebuild 1.4 s, an index 0.5 s.
  package static let measured = MigrationRates(
    secondsPerRow: 0.6e-6, secondsPerByte: 6e-9, secondsPerIndexedRow: 0.5e-6)

  /// The predicted time of a step; `nil` if its rows were not counted.
  func seconds(_ step: MigrationPlan.Step) -> Double? {
    guard let rows = step.rowCount else { return nil }
    if case .createIndex(_)? = step.definitions.first {
      return Double(rows) * secondsPerIndexedRow
    }
    guard step.byteCount != 0 else { return 0 }
    return Double(rows) * secondsPerRow + Double(step.byteCount ?? 0) * secondsPerByte
  }
}

extension MigrationPlan {
  /// The time and disk space of all steps.
  ///
  /// - Parameter zeroesFreedPages: Whether SQLite overwrites freed pages
  ///   (`PRAGMA secure_delete = ON`, which Debian's SQLite has by default). Freed pages then go
  ///   through the log or journal too.
  package func cost(
    _ rates: MigrationRates = .measured, zeroesFreedPages: Bool = false
  ) -> MigrationCost {
    var cost = MigrationCost()
    var free: Int64 = 0
    for step in steps {
      if let seconds = rates.seconds(step) {
        cost.isKnown = true
        cost.seconds += seconds
      }
      let new = max(0, step.newByteCount ?? 0)
      let changed = max(0, (step.byteCount ?? 0) - new)
      let freed = max(0, step.freedByteCount ?? 0)
      // SQLite takes new pages from the freed ones first, then from the end of the file.
      let reused = min(free, new)
      cost.growthBytes = cost.growthBytes.addingClamped(new - reused)
      free = (free - reused).addingClamped(freed)
      let written = changed.addingClamped(new - reused)
      cost.logBytes = cost.logBytes.addingClamped(written)
        .addingClamped(zeroesFreedPages ? freed : reused)
      cost.journalBytes = cost.journalBytes.addingClamped(changed)
        .addingClamped(zeroesFreedPages ? freed : reused)
    }
    return cost
  }
}
