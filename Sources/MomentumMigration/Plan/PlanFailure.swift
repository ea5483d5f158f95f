/// Why no plan can be made: all reasons at once.
public struct PlanFailure: Error, Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    /// An attribute's old values cannot become values of its new type.
    case incompatibleTypes = "incompatible-types"
    /// Rows of two tables would have to become rows of one.
    case mergedRoots = "merged-roots"
    /// The store lacks a table or a column that the old model has.
    case storeDiffers = "store-differs"
  }

  public struct Reason: Sendable, Hashable {
    public var kind: Kind
    /// `Venue.rating`. It names the entity of the new model if there is one.
    public var place: String
    /// One sentence without a final period.
    public var text: String

    public init(kind: Kind, place: String, text: String) {
      self.kind = kind
      self.place = place
      self.text = text
    }
  }

  /// At least one, in a fixed order.
  public var reasons: [Reason]

  public init(reasons: [Reason]) { self.reasons = reasons }
}
