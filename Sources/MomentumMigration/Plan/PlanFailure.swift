/// The reasons why no plan can be made.
package struct PlanFailure: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// An attribute's old values cannot become values of its new type.
    case incompatibleTypes = "incompatible-types"
    /// Rows of two tables would have to become rows of one.
    case mergedRoots = "merged-roots"
    /// The store lacks a table or a column that the old model has.
    case storeDiffers = "store-differs"
  }

  package struct Reason: Sendable, Hashable {
    package var kind: Kind
    /// The element of the model at fault, for example `Venue.rating`. It names the entity of the
    /// new model if there is one.
    package var place: String
    /// One sentence without a final period.
    package var text: String

    package init(kind: Kind, place: String, text: String) {
      self.kind = kind
      self.place = place
      self.text = text
    }
  }

  /// The reasons in a fixed order; at least one.
  package var reasons: [Reason]

  package init(reasons: [Reason]) { self.reasons = reasons }
}
