package import MomentumModel

/// The values of one row as a store returned them. It never changes.
///
/// Several objects, one in each context, may share a snapshot. To-many relationships are not in it.
package final class RowSnapshot: Sendable {
  package let id: ObjectID
  /// `Z_OPT`: how often the row was saved. A save compares it to find the changes of others.
  package let version: Int64
  /// The values by leaf of the entity's plan. Transient leaves are `nil`.
  package let values: [AttributeValue?]
  /// The objects of to-one relationships, by index in the entity's plan.
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
