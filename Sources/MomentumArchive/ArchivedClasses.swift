import MomentumPropertyList

// The classes of the objects in an archived model, with their superclasses.
//
// The classes for the operators of strings, equality and ranges, sets, sub-queries and fetch
// requests are assumed. All others were observed in 39 compiled models and in the `Z_MODELCACHE` of
// 103 stores.

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

  static let knownKeysDictionary = Self(
    "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary")
  static let knownKeysMapping = Self("NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy")

  static let mappingModel = Self("NSMappingModel")
  static let entityMapping = Self("NSEntityMapping")
  static let propertyMapping = Self("NSPropertyMapping")

  /// A subclass of `NSPredicate`, for example `NSComparisonPredicate`.
  static func predicate(_ name: String) -> Self { Self(name, "NSPredicate") }

  /// A subclass of `NSPredicateOperator`, for example `NSInPredicateOperator`.
  static func predicateOperator(_ name: String) -> Self { Self(name, "NSPredicateOperator") }

  /// A subclass of `NSExpression`, for example `NSSelfExpression`.
  static func expression(_ name: String) -> Self { Self(name, "NSExpression") }

  static let keyPathExpression = Self(
    "NSKeyPathExpression", "NSFunctionExpression", "NSExpression")
}
