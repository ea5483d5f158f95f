public import MomentumDiagnostics

/// One difference between two models.
public struct ModelChange: Sendable, Hashable {
  /// The kind of element that a change concerns.
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

  /// What happened to the element since the old model.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case added
    case removed
    /// The element has another name and matches by its renaming identifier; `differences` has
    /// further changes.
    case renamed
    case changed
    /// The property moved to another entity of its hierarchy.
    case moved
  }

  /// The place of an element in its model.
  public struct Place: Sendable, Hashable {
    /// The entity that declares the element, or the entity itself; `nil` for elements of the whole
    /// model.
    public var entity: String?
    /// The element's own name; `nil` for an entity and for the model. The name of a constraint is
    /// the names of its properties, joined by commas.
    public var name: String?
    /// The location in the file; `nil` for a model without a file, such as the one in a store.
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
    /// A change between to-one and to-many.
    public static let cardinality = Differences(rawValue: 1 << 22)
    public static let ordered = Differences(rawValue: 1 << 23)
    /// The minimum and maximum count.
    public static let count = Differences(rawValue: 1 << 24)
    public static let deleteRule = Differences(rawValue: 1 << 25)
    public static let parent = Differences(rawValue: 1 << 30)
    public static let abstract = Differences(rawValue: 1 << 31)
    public static let className = Differences(rawValue: 1 << 32)
    public static let codeGeneration = Differences(rawValue: 1 << 33)
    /// The elements of an index, constraint, composite or configuration.
    public static let members = Differences(rawValue: 1 << 34)
    /// The predicate or settings of a fetch request.
    public static let request = Differences(rawValue: 1 << 35)
    public static let versionIdentifier = Differences(rawValue: 1 << 36)
  }

  /// One value that differs.
  public struct Detail: Sendable, Hashable {
    /// The name of the field in the words of Xcode's inspector, in lower case: `type`,
    /// `default value`.
    public var field: String
    /// The old value as text; `nil` if there is none.
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
  /// The place in the old model; `nil` for an added element.
  public var old: Place?
  /// The place in the new model; `nil` for a removed element.
  public var new: Place?
  public var differences: Differences
  /// The details in the order of `Differences`.
  public var details: [Detail]
  /// The effect on stored data; if several rules apply, the gravest one.
  public var assessment: Assessment
  /// Further effects that are graver than lossless or have a repair, in the order of the assessors.
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

  /// All effects, the gravest first; never empty.
  public var assessments: [Assessment] { [assessment] + furtherAssessments }
}

/// The effect of a change on existing stores.
public struct Assessment: Sendable, Hashable {
  public var migrationClass: MigrationClass
  /// The rule of the decision table. Its id is also the id of the finding for this effect.
  public var rule: MigrationRule
  /// One plain sentence about stored rows.
  public var effect: String
  /// The exact error of Core Data if the migration fails.
  public var coreDataError: CoreDataError?
  /// How to repair the change, as text to paste if possible; `nil` if nothing has to be repaired.
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

  /// - Parameter migrationClass: The class, if it is not the rule's usual one.
  init(
    _ rule: MigrationRule, as migrationClass: MigrationClass? = nil, _ effect: String,
    error: CoreDataError? = nil, recipe: String? = nil
  ) {
    self.init(
      migrationClass ?? rule.usualClass, rule: rule, effect: effect, coreDataError: error,
      recipe: recipe)
  }
}

/// An error of Core Data as an app gets it.
public struct CoreDataError: Sendable, Hashable, Encodable {
  /// The code in `NSCocoaErrorDomain`, such as 134110. It is 0 for an exception, whose name is at
  /// the start of the reason.
  public var code: Int
  /// The `reason` in the user info, or the text of the underlying error.
  public var reason: String

  public init(code: Int, reason: String) {
    self.code = code
    self.reason = reason
  }
}
