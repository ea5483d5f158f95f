/// The progress of a migration.
public struct MigrationProgress: Sendable, Hashable {
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Reads the store and finds rows that do not fit the target.
    case checking
    case copying
    case migrating
    case verifying
    /// Puts the new file in the place of the old one. The migration can no longer be cancelled.
    case finishing
  }

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
  public var bytesPerSecond: Double
  /// The estimated seconds; `nil` until the speed is known.
  public var secondsLeft: Double?
}
