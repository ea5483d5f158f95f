import MomentumDiagnostics
import MomentumSwiftSource

extension AdaptedFile {
  /// Adds imports of modules that have types of Foundation on Linux: FoundationNetworking, and
  /// CoreData for what it adds to Foundation, such as `NSExpression`. A file on a Mac also sees the
  /// classes of Core Data that another module has imported; a copy imports them itself.
  mutating func editImports() {
    let imports = file.declarations.filter { $0.kind == .import }
    guard let first = imports.first(where: { $0.conditions.isEmpty }) else { return }
    let place = tokens[first.tokens.lowerBound].start
    if uses(Self.networkingTypes) { edits.insert("import FoundationNetworking; ", at: place) }
    if !imports.contains(where: { $0.name == "CoreData" }), uses(Self.coreDataTypes) {
      edits.insert("import CoreData; ", at: place)
    }
  }

  private func uses(_ types: Set<String>) -> Bool {
    (0..<tokens.end).contains {
      tokens[$0].kind == .identifier && types.contains(tokens.text($0))
        && active.contains(tokens[$0].start)
    }
  }

  /// Types whose initialisers, or which themselves, are in the module CoreData on Linux.
  static let coreDataTypes: Set<String> = [
    "NSClassFromString", "NSComparisonPredicate", "NSCompoundPredicate", "NSExpression",
    "NSPredicate",
    "NSSortDescriptor", "UndoManager", "ValueTransformer", "NSAttributeDescription",
    "NSBatchDeleteRequest", "NSBatchInsertRequest", "NSBatchUpdateRequest", "NSEntityDescription",
    "NSFetchRequest", "NSFetchedResultsController", "NSManagedObject", "NSManagedObjectContext",
    "NSManagedObjectID", "NSManagedObjectModel", "NSMappingModel", "NSMergePolicy",
    "NSMigrationManager", "NSPersistentContainer", "NSPersistentHistoryToken", "NSPersistentStore",
    "NSPersistentStoreCoordinator", "NSPersistentStoreDescription", "NSRelationshipDescription",
    "autoreleasepool",
  ]

  /// Types of Foundation that are in the module FoundationNetworking on Linux.
  ///
  /// Source: documented (swift-corelibs-foundation, Sources/FoundationNetworking).
  private static let networkingTypes: Set<String> = [
    "URLSession", "URLSessionConfiguration", "URLSessionTask", "URLSessionDataTask",
    "URLSessionUploadTask", "URLSessionDownloadTask", "URLSessionDelegate",
    "URLSessionTaskDelegate", "URLSessionDataDelegate", "URLSessionDownloadDelegate", "URLRequest",
    "NSURLRequest", "NSMutableURLRequest", "URLResponse", "HTTPURLResponse", "URLProtocol",
    "URLProtocolClient", "URLCache", "CachedURLResponse", "URLCredential", "URLCredentialStorage",
    "URLProtectionSpace", "URLAuthenticationChallenge", "HTTPCookie", "HTTPCookieStorage",
  ]
}
