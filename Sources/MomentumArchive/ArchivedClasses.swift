import MomentumPropertyList

// The classes of the archive of a model, with their superclasses.
//
// Observed in 39 compiled models and 103 caches of stores: all that have no other note here.
// The operators of strings, equality and ranges, sets, sub-queries, and fetch requests are assumed.

extension KeyedArchiveBuilder.Class {
  static let model = Self("NSManagedObjectModel")
  static let entity = Self("NSEntityDescription")
  static let attribute = Self("NSAttributeDescription", "NSPropertyDescription")
  static let derivedAttribute = Self(
    "NSDerivedAttributeDescription", "NSAttributeDescription", "NSPropertyDescription")
  static let compositeAttribute = Self(
    "NSCompositeAttributeDescription", "NSAttributeDescription", "NSPropertyDescription")
  static let relationship = Self("NSRelationshipDescription", "NSPropertyDescription")
  static let fetchedProperty = Self("NSFetchedPropertyDescription", "NSPropertyDescription")
  static let expressionDescription = Self("NSExpressionDescription", "NSPropertyDescription")
  static let fetchIndex = Self("NSFetchIndexDescription")
  static let fetchIndexElement = Self("NSFetchIndexElementDescription")
  static let fetchRequest = Self("NSFetchRequest", "NSPersistentStoreRequest")

  static let mappingModel = Self("NSMappingModel")
  static let entityMapping = Self("NSEntityMapping")
  static let propertyMapping = Self("NSPropertyMapping")

  /// `NSComparisonPredicate`, with its superclass.
  static func predicate(_ name: String) -> Self { Self(name, "NSPredicate") }

  /// `NSInPredicateOperator`, with its superclass.
  static func predicateOperator(_ name: String) -> Self { Self(name, "NSPredicateOperator") }

  /// `NSSelfExpression`, with its superclass.
  static func expression(_ name: String) -> Self { Self(name, "NSExpression") }

  static let keyPathExpression = Self(
    "NSKeyPathExpression", "NSFunctionExpression", "NSExpression")
}
