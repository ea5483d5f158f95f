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
  /// Whether a violated uniqueness constraint is reported in the words of the model.
  package var explainsConstraints = true
  /// Whether the observer gets the statements that begin and end the transaction, too.
  package var observesTransactions = false

  /// The rules of a save. The commands `update` and `delete` use them, so that they leave a store
  /// that an app could have saved.
  package static let ofSave = BatchRules(
    checksValues: true, checksRelationships: true, checksDenials: true,
    refusesRequiredInverses: false)

  /// The rules of Core Data's batch requests, which check few rules of the model.
  ///
  /// Source: observed in tests on iOS 13 to 18 (`nil` is written for a required attribute) and in
  /// reports of eight projects (required inverses). Assumed: *Deny* is not looked at.
  package static let ofBatchRequest = BatchRules(
    checksValues: false, checksRelationships: false, checksDenials: false,
    refusesRequiredInverses: true, explainsConstraints: false, observesTransactions: true)
}
