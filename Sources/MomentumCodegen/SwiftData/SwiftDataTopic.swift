/// A part of Core Data models that SwiftData does not have, or has in another form.
///
/// ```swift
/// for topic in SwiftDataTopic.all { print(topic.id, topic.consequence.rawValue, topic.summary) }
/// ```
package struct SwiftDataTopic: Sendable, Hashable {
  /// The effect on an app that opens its Core Data store with the generated classes.
  package enum Consequence: String, Sendable, Hashable, CaseIterable {
    /// The entity's version hash differs, so Core Data and SwiftData cannot open the same store.
    case hash
    /// The hash is the same, but the tables differ: SwiftData does not find the values.
    case data
    /// The code does not compile until somebody adds something to it.
    case code
    /// The store opens, and the app behaves differently.
    case behaviour
  }

  package let id: String
  package let consequence: Consequence
  /// One sentence that says what the model has.
  package let summary: String
  /// One or two sentences that say how the generated code differs, and which work is left to the
  /// app.
  package let advice: String

  private init(_ id: String, _ consequence: Consequence, _ summary: String, _ advice: String) {
    self.id = id
    self.consequence = consequence
    self.summary = summary
    self.advice = advice
  }
}

extension SwiftDataTopic {
  /// All topics, the gravest consequence first.
  package static let all: [SwiftDataTopic] = [
    abstractEntity, className, derivedAttribute, elementOption, elementType, entityHashModifier,
    hiddenProperty, lostConstraint, oneSidedInverse, orderedRelationship, propertyName,
    requiredElement, undefinedType, selfInverse, inheritance, nameClash, reservedName,
    transformerClass, valueClass, cloudKit, configuration, defaultValue, deleteRule,
    descendingIndex, expressionIndex, externalRecord, fetchedProperty, legacyIndex, partialIndex,
    plainTransformer, representedClass, renamedEntity, storedRequest, transientProperty, userInfo,
    validation,
    valueType,
  ]

  // MARK: - Hashes

  static let abstractEntity = SwiftDataTopic(
    "abstract-entity", .hash, "The entity is abstract.",
    "SwiftData has no abstract classes. The class can be used for objects.")

  static let className = SwiftDataTopic(
    "class-name", .hash, "The name of the entity cannot be the name of a Swift class.",
    "SwiftData takes the class's name for the entity. Rename the entity in a new version first.")

  static let derivedAttribute = SwiftDataTopic(
    "derived-attribute", .hash, "The attribute is derived.",
    "The class has a plain attribute, whose value nobody computes. Make it a computed property.")

  static let elementOption = SwiftDataTopic(
    "element-option", .hash, "The element of a composite has an option that changes the hash.",
    "The members of a Codable struct have no options.")

  static let elementType = SwiftDataTopic(
    "element-type", .hash,
    "The element of a composite has a type that a Codable struct cannot have.",
    "A transformable value becomes Data; an element without a type is left out.")

  static let entityHashModifier = SwiftDataTopic(
    "entity-hash-modifier", .hash, "The entity has a hash modifier.",
    "SwiftData has hash modifiers of properties only. Remove the modifier in a new version first.")

  static let hiddenProperty = SwiftDataTopic(
    "hidden-property", .hash, "The entity declares a property that a parent entity declares too.",
    "A Swift class cannot, so it has the parent's property.")

  static let lostConstraint = SwiftDataTopic(
    "lost-constraint", .hash,
    "A uniqueness constraint names a property that the class does not have.",
    "The constraint is left out.")

  static let oneSidedInverse = SwiftDataTopic(
    "one-sided-inverse", .hash, "The inverse of the relationship has another inverse, or none.",
    "SwiftData always sets both sides, so the relationship has no inverse. Correct the model first."
  )

  static let orderedRelationship = SwiftDataTopic(
    "ordered-relationship", .hash, "The relationship is ordered.",
    "The class has an array without an order of its own. Add an attribute to sort by.")

  static let propertyName = SwiftDataTopic(
    "property-name", .hash, "The name of the property cannot be the name of a Swift property.",
    "The property has a similar name, and 'originalName' says the one before.")

  static let requiredElement = SwiftDataTopic(
    "required-element", .hash, "The element of a composite is required.",
    "SwiftData stores every member of a struct as optional.")

  static let undefinedType = SwiftDataTopic(
    "undefined-type", .hash, "The attribute has no type that SwiftData knows.",
    "The class does not have the property.")

  // MARK: - Tables

  static let selfInverse = SwiftDataTopic(
    "self-inverse", .data, "The relationship is its own inverse.",
    "'inverse:' with the property itself does not compile, so the class has a relationship without inverse."
  )

  // MARK: - Code

  static let inheritance = SwiftDataTopic(
    "inheritance", .code, "The entity has a parent entity.",
    "The class inherits from a model class, which needs iOS 26 and macOS 26.")

  static let nameClash = SwiftDataTopic(
    "name-clash", .code, "The class has the name of a declaration of SwiftData.",
    "The code writes SwiftData's with the name of the module. That Apple's macros accept this is assumed."
  )

  static let reservedName = SwiftDataTopic(
    "reserved-name", .code, "The property has the name of a member of every model class.",
    "SwiftData refuses the name, or reads its own member. Rename the property in a new version first."
  )

  static let transformerClass = SwiftDataTopic(
    "transformer-class", .code, "The attribute has a value transformer of the app.",
    "The code names a class. If the transformer is registered under a name that is no class, correct it."
  )

  static let valueClass = SwiftDataTopic(
    "value-class", .code, "The transformable attribute has no class.",
    "The class has NSObject. Write the class of the values into the model.")

  // MARK: - Behaviour

  static let cloudKit = SwiftDataTopic(
    "not-synced", .behaviour, "The element is not synchronized.",
    "SwiftData synchronizes all classes of a ModelConfiguration with CloudKit.")

  static let configuration = SwiftDataTopic(
    "configuration", .behaviour, "The model has a configuration.",
    "Give the classes to a ModelConfiguration with a Schema of its own.")

  static let defaultValue = SwiftDataTopic(
    "default-value", .behaviour, "The default value of the attribute cannot be written in Swift.",
    "The property has no default value.")

  static let deleteRule = SwiftDataTopic(
    "delete-rule", .behaviour, "The delete rule is Deny.",
    "The class has '.deny'. Nobody has shown yet that SwiftData refuses to delete the object.")

  static let descendingIndex = SwiftDataTopic(
    "descending-index", .behaviour, "An element of a fetch index is descending.",
    "'#Index' is always ascending.")

  static let expressionIndex = SwiftDataTopic(
    "expression-index", .behaviour, "A fetch index has the values of an expression.",
    "'#Index' takes properties only. The element is left out.")

  static let externalRecord = SwiftDataTopic(
    "external-record", .behaviour, "The attribute is stored in an external record.",
    "SwiftData has no external records.")

  static let fetchedProperty = SwiftDataTopic(
    "fetched-property", .behaviour, "The entity has a fetched property.",
    "Fetch the objects in a computed property.")

  static let legacyIndex = SwiftDataTopic(
    "relationship-index", .behaviour, "The relationship is marked as indexed.",
    "Core Data indexes the key of every relationship. The mark has no effect.")

  static let partialIndex = SwiftDataTopic(
    "partial-index", .behaviour, "A fetch index has a condition.",
    "'#Index' has all objects.")

  static let plainTransformer = SwiftDataTopic(
    "plain-transformer", .behaviour, "The transformable attribute has no value transformer.",
    "The class has Foundation's secure one, which reads property lists only. Write one for other classes."
  )

  static let representedClass = SwiftDataTopic(
    "represented-class", .behaviour, "The managed object class has another name than the entity.",
    "The class has the entity's name, which is part of the hash.")

  static let renamedEntity = SwiftDataTopic(
    "renamed-entity", .behaviour, "The entity has a renaming identifier.",
    "A model class has none. Stores of older versions have to be migrated with Core Data.")

  static let storedRequest = SwiftDataTopic(
    "stored-request", .behaviour, "The model has a stored fetch request.",
    "Write a FetchDescriptor.")

  static let transientProperty = SwiftDataTopic(
    "transient-property", .behaviour,
    "The property is transient, and is a relationship or has no type.",
    "The class does not have the property.")

  static let userInfo = SwiftDataTopic(
    "user-info", .behaviour, "The element has user info.", "SwiftData has no user info.")

  static let validation = SwiftDataTopic(
    "validation", .behaviour, "The attribute has a rule of validation.",
    "SwiftData does not check values. Check them in the app.")

  static let valueType = SwiftDataTopic(
    "value-type", .behaviour, "User info names a Swift type for the values of the attribute.",
    "SwiftData stores an enum as a composite, with another hash. The property has the plain type.")
}

/// A part of a model that has no equivalent in SwiftData.
package struct SwiftDataFinding: Sendable, Hashable {
  package let topic: SwiftDataTopic
  package let place: SwiftDataPlace
  /// Further text for the message, such as the name of an index, a rule of validation or a name in
  /// Swift; `nil` if topic and place say enough.
  package let detail: String?
}
