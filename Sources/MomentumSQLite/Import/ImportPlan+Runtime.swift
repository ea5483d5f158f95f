package import MomentumDiagnostics
package import MomentumModel

// The module that carries out a plan reads these properties.

/// Two objects of a plan that a relationship connects.
package struct StoredLink {
  package var relationship: RelationshipID
  package var source: Int32
  package var destination: Int32
}

extension ImportPlan {
  package var checksRules: Bool { options.checksRules }

  /// The number of objects in the files; later objects of the plan only refer to objects of the
  /// store.
  package var fileObjectCount: Int { itemCount }

  package func entity(of object: Int32) -> EntityID { objects[Int(object)].entity }

  package var storedLinks: some Sequence<StoredLink> {
    links.lazy.map {
      StoredLink(relationship: $0.relationship, source: $0.source, destination: $0.destination)
    }
  }

  /// A diagnostic without a position, for a plan that the store, not the file, makes impossible.
  package func refusal(_ why: String) -> Diagnostic { Diagnostic(ImportMessage.refused(why)) }
}
