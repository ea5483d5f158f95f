package import MomentumDiagnostics

/// All differences between two models, and whether Core Data can migrate stores between them
/// without a mapping model.
package struct ModelDiff: Sendable, Hashable {
  /// Whether Core Data infers a mapping model.
  package enum Inference: Sendable, Hashable {
    /// The version hashes are equal, so a store of one model is a store of the other.
    case notNeeded
    /// Core Data infers a mapping model. The gravest class of the changes tells what is lost.
    case inferred
    /// Core Data infers no mapping model, for these reasons. `error` is the error that the app
    /// gets.
    case impossible(error: CoreDataError, reasons: [String])
  }

  /// A removed and an added element that are probably the same, renamed without a renaming
  /// identifier.
  package struct SuspectedRename: Sendable, Hashable {
    package var element: ModelChange.Element
    package var old: ModelChange.Place
    package var new: ModelChange.Place
    /// The similarity of the old and the new name, from 0 to 1.
    package var similarity: Double
    /// The XML attribute that the new element lacks: `elementID="userIconUrl"`.
    package var repair: String

    package init(
      element: ModelChange.Element, old: ModelChange.Place, new: ModelChange.Place,
      similarity: Double, repair: String
    ) {
      self.element = element
      self.old = old
      self.new = new
      self.similarity = similarity
      self.repair = repair
    }
  }

  /// The app's mapping model, if Core Data uses it and the changes are judged by it.
  package struct AppliedMapping: Sendable, Hashable {
    /// The path of the mapping model in findings.
    package var path: String
    /// The losses and errors of the mapping model that do not belong to one change.
    package var findings: [Finding]

    package init(path: String, findings: [Finding]) {
      self.path = path
      self.findings = findings
    }

    package struct Finding: Sendable, Hashable {
      package var diagnostic: Diagnostic
      package var migrationClass: MigrationClass

      package init(_ diagnostic: Diagnostic, _ migrationClass: MigrationClass) {
        self.diagnostic = diagnostic
        self.migrationClass = migrationClass
      }
    }
  }

  /// The changes in a fixed order: by entity name, then element, then name. Empty for equal models.
  package var changes: [ModelChange]
  package var suspectedRenames: [SuspectedRename]
  package var inference: Inference
  /// The app's mapping model; `nil` if Core Data has to infer one or needs none.
  package var mapping: AppliedMapping?
  /// The models and changes that the diff was made from; `nil` for a diff made without models.
  var origin: Origin?

  /// The old and the new model; `nil` for a diff that was made without models.
  package var models: (old: DiffedModel, new: DiffedModel)? {
    origin.map { ($0.pair.old, $0.pair.new) }
  }

  package init(
    changes: [ModelChange], suspectedRenames: [SuspectedRename] = [], inference: Inference
  ) {
    self.changes = changes
    self.suspectedRenames = suspectedRenames
    self.inference = inference
  }

  /// The gravest class of all changes; `nothing` for equal models.
  package var migrationClass: MigrationClass {
    (changes.map(\.assessment.migrationClass) + (mapping?.findings.map(\.migrationClass) ?? []))
      .max() ?? .nothing
  }
}
