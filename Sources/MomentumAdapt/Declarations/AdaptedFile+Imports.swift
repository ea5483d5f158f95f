import MomentumDiagnostics
import MomentumSwiftSource

extension AdaptedFile {
  /// Reports the import of a module that Linux lacks. `import CoreData.CoreDataDefines` becomes
  /// `import CoreData`, since Linux has no such parts of modules.
  mutating func editImport(_ located: LocatedDeclaration) {
    let (declaration, tokens) = (located.declaration, located.tokens)
    let name = declaration.nameToken
    let module = String(declaration.name.prefix { $0 != "." })
    let hasKind = name > 0 && !tokens.token(name - 1, is: "import")
    switch LinuxModules.exists(module) {
    case false: report(.missingModule(module), at: name..<name + 1, in: tokens)
    case true where !hasKind && module != declaration.name:
      let end = tokens[declaration.tokens.upperBound - 1].end
      edits.replace(tokens[name].start..<end, with: module)
    default: break
    }
  }

  /// Adds imports of modules that have types of Foundation on Linux: FoundationNetworking, and
  /// CoreData for what it adds to Foundation, such as `NSExpression`. A file on a Mac also sees the
  /// classes of Core Data that another module has imported; a copy imports them itself.
  mutating func editImports() {
    let imports = file.declarations.filter { $0.kind == .import }
    if let first = imports.first(where: { $0.conditions.isEmpty }) {
      let place = tokens[first.tokens.lowerBound].start
      if uses(Self.networkingTypes) { edits.insert("import FoundationNetworking; ", at: place) }
      let isImported = imports.contains { $0.name.prefix { $0 != "." } == "CoreData" }
      if !isImported, usesModule || uses(Self.coreDataTypes) {
        edits.insert("import CoreData; ", at: place)
      }
    }
    guard !linksAccessors else { return }
    for one in imports where active.contains(tokens[one.nameToken].start) {
      let module = String(one.name.prefix { $0 != "." })
      if LinuxModules.exists(module) == false { makeConditional(one, module) }
    }
  }

  /// Puts the import of a module of Apple's systems inside `#if canImport(…)`: a file that does not
  /// need it compiles, and a package may have a module of that name in its place. Such a module has no
  /// submodules, so `os.log` becomes `os`; `struct os.Logger` stays.
  private mutating func makeConditional(_ one: SwiftDeclaration, _ module: String) {
    let range = tokens.range(one.tokens)
    func line(_ offset: Int) -> String {
      SourceAdaptation.location(file.source.path, line: file.source.lineColumn(at: offset).line)
    }
    edits.insert("\n#if canImport(\(module))\n" + line(range.start), at: range.start)
    let name = tokens.range(one.nameToken..<one.tokens.upperBound)
    if tokens.token(one.nameToken - 1, is: "import"), tokens[one.nameToken].end < name.end {
      edits.blank(tokens[one.nameToken].end..<name.end)
    }
    // The line ends first: a change that begins at the same place comes after it.
    edits.insert("\n#endif\n" + line(range.end), at: range.end)
    let next = one.tokens.upperBound
    if next < tokens.end, tokens[next].kind == .semicolon {
      edits.blank(tokens[next].start..<tokens[next].end)
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
