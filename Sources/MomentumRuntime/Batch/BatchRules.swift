/// The rules of the model that a batch update or delete follows.
package struct BatchRules: Sendable, Hashable {
  /// Whether an update fails if a computed value breaks a rule that a save would check.
  package var checksValues: Bool
  /// Whether a deletion fails if an object that stays would have fewer objects in a relationship
  /// than the model requires.
  package var checksRelationships: Bool
  /// Whether the rule *Deny* prevents a deletion.
  package var checksDenials: Bool
  /// Whether a deletion fails if an object that stays loses an object of a required relationship,
  /// even if the relationship keeps other objects.
  package var refusesRequiredInverses: Bool
  /// Whether a violated uniqueness constraint is reported with the names of the entity and its
  /// attributes. Otherwise SQLite's own error, which names columns, is thrown.
  package var explainsConstraints = true
  /// Whether ``BatchSession/observe`` is also called with the statements that begin and end the
  /// transaction.
  package var observesTransactions = false

  /// The rules of a save. The commands `update` and `delete` use them, so that they leave a store
  /// that an app could have saved.
  package static let ofSave = BatchRules(
    checksValues: true, checksRelationships: true, checksDenials: true,
    refusesRequiredInverses: false)

  /// The rules of Core Data's batch requests, which check few rules of the model.
  ///
  /// Source: observed in tests on iOS 13 to 18 (`nil` is written for a required attribute) and in
  /// reports of eight projects (required inverses). Assumed: a delete rule *Deny* does not prevent
  /// a batch deletion.
  package static let ofBatchRequest = BatchRules(
    checksValues: false, checksRelationships: false, checksDenials: false,
    refusesRequiredInverses: true, explainsConstraints: false, observesTransactions: true)
}
