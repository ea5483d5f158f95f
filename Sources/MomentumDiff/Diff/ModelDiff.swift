public import MomentumDiagnostics

/// All that differs between two models, and whether Core Data gets from one to the other by itself.
public struct ModelDiff: Sendable, Hashable {
  /// Whether Core Data infers a mapping model for the pair.
  public enum Inference: Sendable, Hashable {
    /// Equal by version hashes: a store of one is a store of the other.
    case notNeeded
    /// It does; the gravest class of the changes says at what price.
    case inferred
    /// It does not, for these reasons; `error` is what the app sees.
    case impossible(error: CoreDataError, reasons: [String])
  }

  /// A removed and an added element that are probably one, under a new name without renaming identifier.
  public struct SuspectedRename: Sendable, Hashable {
    public var element: ModelChange.Element
    public var old: ModelChange.Place
    public var new: ModelChange.Place
    /// From 0 to 1.
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

  /// The app's own mapping model by which the changes are judged.
  public struct AppliedMapping: Sendable, Hashable {
    /// The path of the mapping model as findings show it.
    public var path: String
    /// Losses and errors of the mapping model that belong to no single change.
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

  /// In a fixed order: by entity name, then element, then name. Empty for equal models.
  public var changes: [ModelChange]
  public var suspectedRenames: [SuspectedRename]
  public var inference: Inference
  /// `nil` where Core Data has to infer a mapping model, or needs none.
  public var mapping: AppliedMapping?
  /// `nil` for a diff made by hand.
  var origin: Origin?

  /// The two models, old and new; `nil` for a diff made by hand.
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

  /// The gravest class of all; `nothing` for equal models.
  public var migrationClass: MigrationClass {
    (changes.map(\.assessment.migrationClass) + (mapping?.findings.map(\.migrationClass) ?? []))
      .max() ?? .nothing
  }
}
