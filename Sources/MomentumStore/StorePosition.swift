/// The positions of objects in an ordered relationship: the values of `Z_FOK_` columns.
///
/// Positions begin at 2048 and increase by 1024, so that Core Data can insert an object between two
/// others without changing their positions (observed in columns of 27 stores).
package enum StorePosition {
  package static let first: Int64 = 2048
  private static let step: Int64 = 1024

  /// The position of the object with this index, counted from 0; `nil` if the number would
  /// overflow.
  package static func at(_ index: Int) -> Int64? {
    let (distance, isTooFar) = step.multipliedReportingOverflow(by: Int64(index))
    let (position, isPast) = first.addingReportingOverflow(distance)
    return isTooFar || isPast ? nil : position
  }

  /// The position after another one, or the first position if `last` is `nil`; returns `nil` if the
  /// number would overflow.
  package static func next(after last: Int64?) -> Int64? {
    guard let last else { return first }
    let (position, isPast) = last.addingReportingOverflow(step)
    return isPast ? nil : position
  }
}
