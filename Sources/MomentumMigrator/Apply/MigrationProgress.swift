/// How far a migration is.
public struct MigrationProgress: Sendable, Hashable {
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Reads the store and looks for rows that do not fit.
    case checking
    case copying
    case migrating
    case verifying
    /// Puts the new file into the old one's place; too late for cancelling.
    case finishing
  }

  public var phase: Phase
  /// What is being done, in one line: the comment of the plan's step.
  public var activity: String
  /// The step of the plan, from 1; 0 outside of ``Phase/migrating``.
  public var step: Int
  public var stepCount: Int
  /// 0 to 1 of the whole; an estimate by bytes that never goes back.
  public var fraction: Double
  /// What has been worked through so far.
  public var bytesDone: Int64
  public var bytesPerSecond: Double
  /// `nil` until there is a rate to tell it by.
  public var secondsLeft: Double?
}
