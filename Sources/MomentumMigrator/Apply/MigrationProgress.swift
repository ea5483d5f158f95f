/// The progress of a migration.
///
/// ```swift
/// let outcome = try migrator.migrate(
///   store: "app.sqlite", among: versions, to: current,
///   progress: { print("\(Int($0.fraction * 100)) %", $0.activity) })
/// ```
public struct MigrationProgress: Sendable, Hashable {
  /// The part of the migration that is being carried out.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Reads the store and finds rows that do not fit the target.
    case checking
    /// Copies the store; left out if the store is migrated in place.
    case copying
    /// Runs the steps of the plan.
    case migrating
    /// Checks the result: its pages, its tables, and the counts of rows and values.
    case verifying
    /// Puts the new file in the place of the old one. The migration can no longer be cancelled.
    case finishing
  }

  /// The current part of the migration.
  public var phase: Phase
  /// The current work in one line: the comment of the plan's step.
  public var activity: String
  /// The step of the plan, from 1; 0 outside ``Phase/migrating``.
  package var step: Int
  package var stepCount: Int
  /// The finished part, from 0 to 1. It is an estimate by bytes and never decreases.
  public var fraction: Double
  /// The bytes that were processed.
  public var bytesDone: Int64
  /// The bytes that were processed in a second, on average; 0 until the speed is known.
  public var bytesPerSecond: Double
  /// The estimated seconds; `nil` until the speed is known.
  public var secondsLeft: Double?
}
