import MomentumDiagnostics
import MomentumModel

/// An entity while its schema is read.
struct EntityDraft {
  /// The class, as an index into the types of the sources.
  var type: Int
  var name: String
  var properties: [SwiftProperty] = []
  var uniquenessConstraints: [[String]] = []
  var fetchIndexes: [FetchIndex] = []
  /// The superclass, if it is a model class: the index of its draft.
  var parent: Int?
  /// Whether a property has a form that was never seen in a store.
  var hasUnknownHash = false
  /// The forms of the entity's parts that are not known; see `Entity.unknownForm`.
  var unknownForms: [String] = []

  /// A text that two drafts share only if they have the same hash.
  var form: String {
    (properties.map(\.form) + uniquenessConstraints.map { $0.sorted().joined(separator: ",") })
      .sorted().joined(separator: "\n")
  }

  func property(named name: String) -> Int? { properties.firstIndex { $0.name == name } }
}

/// A relationship: the index of its entity's draft, and the index among the draft's properties.
struct RelationshipPlace: Hashable {
  var entity: Int
  var property: Int
}

/// Two relationships that lead to each other's entity and may be inverse to each other; the sources
/// do not tell.
package struct UndecidedInverse: Sendable, Hashable {
  /// The entity and the name of one relationship, and of the other.
  package var first: (entity: String, name: String) { (firstEntity, firstName) }
  package var second: (entity: String, name: String) { (secondEntity, secondName) }
  private let firstEntity: String
  private let firstName: String
  private let secondEntity: String
  private let secondName: String

  init(_ first: (String, String), _ second: (String, String)) {
    (firstEntity, firstName) = first
    (secondEntity, secondName) = second
  }
}
