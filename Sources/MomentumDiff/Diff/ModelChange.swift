public import MomentumDiagnostics

/// One thing that differs between two models.
public struct ModelChange: Sendable, Hashable {
  /// What a change is about.
  public enum Element: String, Sendable, Hashable, CaseIterable {
    case model
    case entity
    case attribute
    case relationship
    case fetchedProperty = "fetched-property"
    case uniquenessConstraint = "uniqueness-constraint"
    case fetchIndex = "fetch-index"
    case fetchRequest = "fetch-request"
    case configuration
    case composite
  }

  /// How the element differs from the old model.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case added
    case removed
    /// Under another name, by its renaming identifier; `differences` says what else.
    case renamed
    case changed
    /// From one entity of a hierarchy to another.
    case moved
  }

  /// Where an element stands in its model.
  public struct Place: Sendable, Hashable {
    /// The entity that declares it, or the entity itself; `nil` for what belongs to the whole model.
    public var entity: String?
    /// The element's own name; `nil` for an entity and for the model. A constraint has its properties,
    /// joined by commas.
    public var name: String?
    /// In its file; `nil` for a model without one, such as a store's own.
    public var location: SourceLocation?

    public init(entity: String? = nil, name: String? = nil, location: SourceLocation? = nil) {
      self.entity = entity
      self.name = name
      self.location = location
    }

    /// `Venue.name`, `Venue`, or the name alone.
    public var path: String { [entity, name].compactMap { $0 }.joined(separator: ".") }
  }

  /// The differences as a set.
  public struct Differences: OptionSet, Sendable, Hashable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let name = Differences(rawValue: 1 << 0)
    public static let renamingIdentifier = Differences(rawValue: 1 << 1)
    public static let versionHashModifier = Differences(rawValue: 1 << 2)
    public static let optional = Differences(rawValue: 1 << 3)
    public static let transient = Differences(rawValue: 1 << 4)
    public static let userInfo = Differences(rawValue: 1 << 5)
    public static let type = Differences(rawValue: 1 << 6)
    public static let defaultValue = Differences(rawValue: 1 << 7)
    /// Minimum, maximum, regular expression.
    public static let validation = Differences(rawValue: 1 << 8)
    public static let externalStorage = Differences(rawValue: 1 << 9)
    public static let preservedAfterDeletion = Differences(rawValue: 1 << 10)
    public static let derivation = Differences(rawValue: 1 << 11)
    public static let valueTransformer = Differences(rawValue: 1 << 12)
    public static let valueClass = Differences(rawValue: 1 << 13)
    public static let indexed = Differences(rawValue: 1 << 14)
    public static let scalar = Differences(rawValue: 1 << 15)
    public static let spotlight = Differences(rawValue: 1 << 16)
    public static let cloudEncryption = Differences(rawValue: 1 << 17)
    public static let syncable = Differences(rawValue: 1 << 18)
    public static let destination = Differences(rawValue: 1 << 20)
    public static let inverse = Differences(rawValue: 1 << 21)
    /// To-one or to-many.
    public static let cardinality = Differences(rawValue: 1 << 22)
    public static let ordered = Differences(rawValue: 1 << 23)
    /// Minimum and maximum count.
    public static let count = Differences(rawValue: 1 << 24)
    public static let deleteRule = Differences(rawValue: 1 << 25)
    public static let parent = Differences(rawValue: 1 << 30)
    public static let abstract = Differences(rawValue: 1 << 31)
    public static let className = Differences(rawValue: 1 << 32)
    public static let codeGeneration = Differences(rawValue: 1 << 33)
    /// Elements of an index, constraint, composite or configuration.
    public static let members = Differences(rawValue: 1 << 34)
    /// A request's predicate or settings.
    public static let request = Differences(rawValue: 1 << 35)
    public static let versionIdentifier = Differences(rawValue: 1 << 36)
  }

  /// One value that differs.
  public struct Detail: Sendable, Hashable {
    /// `type`, `default value`: the words of Xcode's inspector, lower case.
    public var field: String
    /// As a person reads it; `nil` for none.
    public var old: String?
    public var new: String?

    public init(_ field: String, from old: String?, to new: String?) {
      self.field = field
      self.old = old
      self.new = new
    }
  }

  public var element: Element
  public var kind: Kind
  /// `nil` for an added element.
  public var old: Place?
  /// `nil` for a removed element.
  public var new: Place?
  public var differences: Differences
  /// In the order of `Differences`.
  public var details: [Detail]
  /// The effect on stored data: the gravest where several rules apply.
  public var assessment: Assessment
  /// Further effects that are graver than lossless or have a repair; in no order of gravity.
  public var furtherAssessments: [Assessment]

  public init(
    element: Element, kind: Kind, old: Place? = nil, new: Place? = nil,
    differences: Differences = [], details: [Detail] = [], assessment: Assessment,
    furtherAssessments: [Assessment] = []
  ) {
    self.element = element
    self.kind = kind
    self.old = old
    self.new = new
    self.differences = differences
    self.details = details
    self.assessment = assessment
    self.furtherAssessments = furtherAssessments
  }

  /// The gravest first; never empty.
  public var assessments: [Assessment] { [assessment] + furtherAssessments }
}

/// What a change means for stores that exist.
public struct Assessment: Sendable, Hashable {
  public var migrationClass: MigrationClass
  /// The row of the decision table; its id is also the id of the finding that is made of the effect.
  public var rule: MigrationRule
  /// One plain sentence about stored rows.
  public var effect: String
  /// The exact error of Core Data where the migration fails.
  public var coreDataError: CoreDataError?
  /// The repair, ready to paste where there is something to paste; `nil` where nothing is wrong.
  public var recipe: String?

  public init(
    _ migrationClass: MigrationClass, rule: MigrationRule, effect: String,
    coreDataError: CoreDataError? = nil, recipe: String? = nil
  ) {
    self.migrationClass = migrationClass
    self.rule = rule
    self.effect = effect
    self.coreDataError = coreDataError
    self.recipe = recipe
  }

  /// - Parameter migrationClass: Where it is not the rule's usual class.
  init(
    _ rule: MigrationRule, as migrationClass: MigrationClass? = nil, _ effect: String,
    error: CoreDataError? = nil, recipe: String? = nil
  ) {
    self.init(
      migrationClass ?? rule.usualClass, rule: rule, effect: effect, coreDataError: error,
      recipe: recipe)
  }
}

/// An error of Core Data's, as its users see it.
public struct CoreDataError: Sendable, Hashable, Encodable {
  /// In `NSCocoaErrorDomain`: 134110. 0 for an exception, whose name begins the reason.
  public var code: Int
  /// `reason` of its user info, or the underlying error's text.
  public var reason: String

  public init(code: Int, reason: String) {
    self.code = code
    self.reason = reason
  }
}
