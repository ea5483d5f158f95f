package import MomentumDiagnostics
package import MomentumModel

// The properties of a plan that the module which carries it out reads.

/// Two objects of a plan that a relationship connects.
package struct StoredLink {
  package var relationship: RelationshipID
  package var source: Int32
  package var destination: Int32
}

extension ImportPlan {
  package var checksRules: Bool { options.checksRules }

  /// Objects of the files; those behind them stand for objects of the store.
  package var fileObjectCount: Int { itemCount }

  package func entity(of object: Int32) -> EntityID { objects[Int(object)].entity }

  package var storedLinks: some Sequence<StoredLink> {
    links.lazy.map {
      StoredLink(relationship: $0.relationship, source: $0.source, destination: $0.destination)
    }
  }

  /// Why a plan cannot be carried out on a store, where no place in a file is to blame.
  package func refusal(_ why: String) -> Diagnostic { Diagnostic(ImportMessage.refused(why)) }
}
