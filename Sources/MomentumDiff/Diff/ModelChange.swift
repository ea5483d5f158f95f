package import MomentumDiagnostics

/// One difference between two models.
package struct ModelChange: Sendable, Hashable {
  /// The kind of element that a change concerns.
  package enum Element: String, Sendable, Hashable, CaseIterable {
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

  /// The kind of change of the element since the old model.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
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
  package struct Place: Sendable, Hashable {
    /// The entity that declares the element, or the entity itself; `nil` for elements of the whole
    /// model.
    package var entity: String?
    /// The element's own name; `nil` for an entity and for the model. The name of a constraint is
    /// the names of its properties, joined by commas.
    package var name: String?
    /// The location in the file; `nil` for a model without a file, such as the one in a store.
    package var location: SourceLocation?

    package init(entity: String? = nil, name: String? = nil, location: SourceLocation? = nil) {
      self.entity = entity
      self.name = name
      self.location = location
    }

    /// The element in messages: `Venue.name` for a property, `Venue` for an entity, or the name
    /// alone for an element of the model.
    package var path: String { [entity, name].compactMap { $0 }.joined(separator: ".") }
  }

  /// The differences as a set.
  package struct Differences: OptionSet, Sendable, Hashable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let name = Differences(rawValue: 1 << 0)
    package static let renamingIdentifier = Differences(rawValue: 1 << 1)
    package static let versionHashModifier = Differences(rawValue: 1 << 2)
    package static let optional = Differences(rawValue: 1 << 3)
    package static let transient = Differences(rawValue: 1 << 4)
    package static let userInfo = Differences(rawValue: 1 << 5)
    package static let type = Differences(rawValue: 1 << 6)
    package static let defaultValue = Differences(rawValue: 1 << 7)
    /// The minimum, the maximum or the regular expression.
    package static let validation = Differences(rawValue: 1 << 8)
    package static let externalStorage = Differences(rawValue: 1 << 9)
    package static let preservedAfterDeletion = Differences(rawValue: 1 << 10)
    package static let derivation = Differences(rawValue: 1 << 11)
    package static let valueTransformer = Differences(rawValue: 1 << 12)
    package static let valueClass = Differences(rawValue: 1 << 13)
    package static let indexed = Differences(rawValue: 1 << 14)
    package static let scalar = Differences(rawValue: 1 << 15)
    package static let spotlight = Differences(rawValue: 1 << 16)
    package static let cloudEncryption = Differences(rawValue: 1 << 17)
    package static let syncable = Differences(rawValue: 1 << 18)
    package static let destination = Differences(rawValue: 1 << 20)
    package static let inverse = Differences(rawValue: 1 << 21)
    /// A change between to-one and to-many.
    package static let cardinality = Differences(rawValue: 1 << 22)
    package static let ordered = Differences(rawValue: 1 << 23)
    /// The minimum and maximum count.
    package static let count = Differences(rawValue: 1 << 24)
    package static let deleteRule = Differences(rawValue: 1 << 25)
    package static let parent = Differences(rawValue: 1 << 30)
    package static let abstract = Differences(rawValue: 1 << 31)
    package static let className = Differences(rawValue: 1 << 32)
    package static let codeGeneration = Differences(rawValue: 1 << 33)
    /// The list of elements of an index, constraint, composite or configuration.
    package static let members = Differences(rawValue: 1 << 34)
    /// The predicate or the settings of a fetch request.
    package static let request = Differences(rawValue: 1 << 35)
    package static let versionIdentifier = Differences(rawValue: 1 << 36)
  }

  /// One value that differs.
  package struct Detail: Sendable, Hashable {
    /// The name of the field in the words of Xcode's inspector, in lower case: `type`,
    /// `default value`.
    package var field: String
    /// The old value as text; `nil` if the field had no value.
    package var old: String?
    package var new: String?

    package init(_ field: String, from old: String?, to new: String?) {
      self.field = field
      self.old = old
      self.new = new
    }
  }

  package var element: Element
  package var kind: Kind
  /// The place in the old model; `nil` for an added element.
  package var old: Place?
  /// The place in the new model; `nil` for a removed element.
  package var new: Place?
  package var differences: Differences
  /// The values that differ, in the order in which ``Differences`` declares the fields.
  package var details: [Detail]
  /// The effect on stored data; if several rules apply, the gravest one.
  package var assessment: Assessment
  /// Further effects that are graver than lossless or have a repair, in the order in which the
  /// rules were applied.
  package var furtherAssessments: [Assessment]

  package init(
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
  package var assessments: [Assessment] { [assessment] + furtherAssessments }
}

/// The effect of a change on existing stores.
package struct Assessment: Sendable, Hashable {
  package var migrationClass: MigrationClass
  /// The rule of the decision table. Its id is also the id of the finding for this effect.
  package var rule: MigrationRule
  /// The effect on stored rows, in one sentence.
  package var effect: String
  /// The exact error of Core Data if the migration fails.
  package var coreDataError: CoreDataError?
  /// How to repair the change, as text to paste if possible; `nil` if nothing has to be repaired.
  package var repair: String?

  package init(
    _ migrationClass: MigrationClass, rule: MigrationRule, effect: String,
    coreDataError: CoreDataError? = nil, repair: String? = nil
  ) {
    self.migrationClass = migrationClass
    self.rule = rule
    self.effect = effect
    self.coreDataError = coreDataError
    self.repair = repair
  }

  /// - Parameter migrationClass: The class of the effect; `nil` for the usual class of the rule.
  init(
    _ rule: MigrationRule, as migrationClass: MigrationClass? = nil, _ effect: String,
    error: CoreDataError? = nil, repair: String? = nil
  ) {
    self.init(
      migrationClass ?? rule.usualClass, rule: rule, effect: effect, coreDataError: error,
      repair: repair)
  }
}

/// An error of Core Data as an app gets it.
package struct CoreDataError: Sendable, Hashable, Encodable {
  /// The code in `NSCocoaErrorDomain`, such as 134110. It is 0 for an exception, whose name is at
  /// the start of the reason.
  package var code: Int
  /// The `reason` in the user info, or the text of the underlying error.
  package var reason: String

  package init(code: Int, reason: String) {
    self.code = code
    self.reason = reason
  }
}
