package import MomentumModel

/// The values of one row as a store returned them. It never changes.
///
/// Several objects, each in another context, may share a snapshot. It contains no to-many
/// relationships.
package final class RowSnapshot: Sendable {
  package let id: ObjectID
  /// `Z_OPT`: how often the row was saved. A save compares it, to find changes by others.
  package let version: Int64
  /// The values by index in `EntityPlan.leaves`; `nil` for NULL and for transient attributes.
  package let values: [AttributeValue?]
  /// The objects of to-one relationships, by index in `EntityPlan.toOnes`; `nil` if there is no
  /// object.
  package let toOnes: [ObjectID?]
  /// When the row was read, in seconds since 2001-01-01 UTC.
  package let readAt: Double

  package init(
    _ id: ObjectID, version: Int64, values: [AttributeValue?], toOnes: [ObjectID?], readAt: Double
  ) {
    self.id = id
    self.version = version
    self.values = values
    self.toOnes = toOnes
    self.readAt = readAt
  }
}
