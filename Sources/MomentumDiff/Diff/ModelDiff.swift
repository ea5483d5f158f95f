public import MomentumDiagnostics

/// All differences between two models, and whether Core Data can migrate stores between them
/// without a mapping model.
public struct ModelDiff: Sendable, Hashable {
  /// Whether Core Data infers a mapping model.
  public enum Inference: Sendable, Hashable {
    /// The version hashes are equal, so a store of one model is a store of the other.
    case notNeeded
    /// Core Data infers a mapping model. The gravest class of the changes tells what is lost.
    case inferred
    /// Core Data infers none, for these reasons. `error` is the error that the app gets.
    case impossible(error: CoreDataError, reasons: [String])
  }

  /// A removed and an added element that are probably the same, renamed without a renaming
  /// identifier.
  public struct SuspectedRename: Sendable, Hashable {
    public var element: ModelChange.Element
    public var old: ModelChange.Place
    public var new: ModelChange.Place
    /// The similarity of the two, from 0 to 1.
    public var similarity: Double
    /// The XML attribute to add to the new element: `elementID="userIconUrl"`.
    public var recipe: String

    public init(
      element: ModelChange.Element, old: ModelChange.Place, new: ModelChange.Place,
      similarity: Double, recipe: String
    ) {
      self.element = element
      self.old = old
      self.new = new
      self.similarity = similarity
      self.recipe = recipe
    }
  }

  /// The app's mapping model by which the changes were judged.
  public struct AppliedMapping: Sendable, Hashable {
    /// The path of the mapping model in findings.
    public var path: String
    /// The losses and errors of the mapping model that belong to no single change.
    public var findings: [Finding]

    public init(path: String, findings: [Finding]) {
      self.path = path
      self.findings = findings
    }

    public struct Finding: Sendable, Hashable {
      public var diagnostic: Diagnostic
      public var migrationClass: MigrationClass

      public init(_ diagnostic: Diagnostic, _ migrationClass: MigrationClass) {
        self.diagnostic = diagnostic
        self.migrationClass = migrationClass
      }
    }
  }

  /// The changes in a fixed order: by entity name, then element, then name. Empty for equal models.
  public var changes: [ModelChange]
  public var suspectedRenames: [SuspectedRename]
  public var inference: Inference
  /// The app's mapping model; `nil` if Core Data has to infer one or needs none.
  public var mapping: AppliedMapping?
  /// The data that the diff was made from; `nil` for a diff that was made without models.
  var origin: Origin?

  /// The old and the new model; `nil` for a diff that was made without models.
  package var models: (old: DiffedModel, new: DiffedModel)? {
    origin.map { ($0.pair.old, $0.pair.new) }
  }

  public init(
    changes: [ModelChange], suspectedRenames: [SuspectedRename] = [], inference: Inference
  ) {
    self.changes = changes
    self.suspectedRenames = suspectedRenames
    self.inference = inference
  }

  /// The gravest class of all changes; `nothing` for equal models.
  public var migrationClass: MigrationClass {
    (changes.map(\.assessment.migrationClass) + (mapping?.findings.map(\.migrationClass) ?? []))
      .max() ?? .nothing
  }
}
