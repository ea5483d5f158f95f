package import MomentumModel

/// An entity of one of the models of a scan.
package struct EntityPlace: Sendable, Hashable {
  /// The position of the model in `ScanModel.parts`.
  package var model: Int
  package var entity: EntityID
}

/// The objects that a request, a predicate or a key is about.
package enum Subject: Sendable, Hashable {
  case entity(EntityPlace)
  /// An entity that the program makes itself: nothing is known of its properties.
  case declaredInCode
  /// Objects of another kind: elements of an array, changes of the persistent history, records of
  /// another framework.
  case foreign
  case unknown

  var isKnown: Bool {
    switch self {
    case .entity, .declaredInCode, .foreign: true
    case .unknown: false
    }
  }

  /// The first subject that is known; `.unknown` if none is.
  static func first(_ subjects: [Subject]) -> Subject {
    subjects.first(where: \.isKnown) ?? .unknown
  }
}

/// How certain it is that a site is about its subject.
package enum Certainty: Sendable, Hashable {
  /// The request, the object or the sort descriptor itself shows the subject.
  case shown
  /// Only the surroundings suggest the subject: the type that the code belongs to, or a function's
  /// result.
  case assumed
}
