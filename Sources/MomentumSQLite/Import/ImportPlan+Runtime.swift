package import MomentumDiagnostics
package import MomentumModel

// Properties of a plan for the module MomentumRuntime, which imports into an open store.

/// A link between two objects of a plan, by their indexes in `objects`.
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

  /// Whether the import looks for existing objects, and must not.
  package var findsWhatIsNotThere: Bool { !options.findsExisting && !matches.isEmpty }

  /// A diagnostic without a position in a file, for a plan that cannot be carried out in this
  /// store.
  package func refusal(_ why: String) -> Diagnostic { Diagnostic(ImportMessage.refused(why)) }
}
