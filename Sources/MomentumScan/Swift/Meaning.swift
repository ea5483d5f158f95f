import MomentumSwiftSource

/// The meaning of an expression, as far as a scan needs it.
enum Meaning: Sendable {
  case unknown
  /// A type as a value: `Person`, `Person.self`.
  case type(String, [SwiftType])
  /// A fetch request, a batch request, or a controller or property wrapper that has one.
  case request(Subject)
  /// The description of an entity.
  case description(Subject)
  /// A managed object.
  case object(Subject)
  /// Several managed objects.
  case objects(Subject)
  /// An object of another framework, or a plain collection.
  case foreign
  /// A whole model: `NSManagedObjectModel`.
  case objectModel
  /// A value of any other type.
  case value(SwiftType)
  /// A value of a known kind that is no object of the model.
  case plain(ArgumentValue)

  /// The subject of a request, a description or objects; unknown for other meanings.
  var subject: Subject {
    switch self {
    case .request(let subject), .description(let subject), .object(let subject),
      .objects(let subject):
      subject
    case .foreign: .foreign
    case .unknown, .type, .objectModel, .value, .plain: .unknown
    }
  }
}

/// The names in Core Data and in other frameworks whose objects have predicates and keys too.
enum FrameworkNames {
  /// Types that have the entity or the class of the objects as their last generic argument.
  static let requests: Set<String> = [
    "NSFetchRequest", "FetchRequest", "SectionedFetchRequest", "NSFetchedResultsController",
    "NSAsynchronousFetchRequest", "NSBatchUpdateRequest", "NSBatchDeleteRequest",
    "NSBatchInsertRequest", "NSFetchedResultsControllerDelegate", "NSExpressionDescription",
  ]
  static let results: Set<String> = [
    "FetchedResults", "SectionedFetchResults", "NSAsynchronousFetchResult",
  ]
  static let collections: Set<String> = [
    "Array", "Set", "ArraySlice", "ContiguousArray", "Optional", "OrderedSet",
  ]
  /// Types of other objects, which predicates, sort descriptors or keys may be for.
  static let foreign: Set<String> = [
    "NSMetadataQuery", "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet",
    "NSMutableOrderedSet", "NSDictionary", "NSMutableDictionary", "NSRunningApplication",
    "NSArrayController", "NSPredicateEditor", "NSRuleEditor", "OSLogStore", "UserDefaults",
    "NSPersistentHistoryChange", "NSPersistentHistoryTransaction",
    "NSPersistentHistoryChangeRequest", "XCTNSPredicateExpectation", "XCUIElementQuery",
    "NSTableView", "CALayer", "CABasicAnimation", "CAKeyframeAnimation", "UIView", "NSView",
    "Realm", "Results", "Bundle", "ProcessInfo", "NSItemProvider", "NSCoder", "NSKeyedArchiver",
    "NSKeyedUnarchiver", "NSComparisonPredicate", "URLComponents", "JSContext", "JSValue",
  ]
  /// The prefixes of the names of types in other frameworks.
  static let foreignPrefixes: [String] = [
    "PH", "HK", "CN", "CK", "EK", "MP", "CS", "XC", "HM", "MK", "AV", "CA", "WK", "UN", "AS", "OS",
  ]
  /// Modules whose objects have predicates of their own.
  static let foreignModules: Set<String> = [
    "RealmSwift", "Realm", "CloudKit", "HealthKit", "Photos", "PhotosUI", "Contacts", "EventKit",
    "CoreSpotlight", "MediaPlayer", "XCTest", "OSLog", "HomeKit", "GRDB", "Parse", "Metadata",
  ]

  static func isForeign(_ name: String) -> Bool {
    if foreign.contains(name) { return true }
    guard name.utf8.count > 3 else { return false }
    let letters = Array(name.prefix(3))
    return foreignPrefixes.contains(String(letters[0...1])) && letters[2].isUppercase
  }

  static let managedObject = "NSManagedObject"

  /// Whether an object is a view or a controller by its name: `tableView.sortDescriptors` and
  /// `arrayController.filterPredicate` are about objects in memory.
  static func isView(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("view") || name.hasSuffix("controller")
  }
}
