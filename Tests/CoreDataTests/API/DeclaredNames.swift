import MomentumDiagnostics
import MomentumSwiftSource
import MomentumTestSupport

/// The public names that the module declares, as Swift names them: `NSManagedObjectContext.fetch(_:)`.
struct DeclaredNames {
  /// Names that are not Apple's, each with the reason why it is public.
  static let own: [String: String] = [
    "AnyFetchRequest":
      "what requests of all types have; Apple's is a request of an existential type",
    "PredicateWithFormat": "gives NSPredicate its initialisers",
    "SortDescriptorWithKey": "gives NSSortDescriptor its initialisers",
    "RegisteredTransformer": "gives ValueTransformer its initialiser",
    "ContextRunningBlocks": "gives contexts blocks with values, which an app's own methods hide",
    "SetWithLiteral": "gives NSSet its literals",
    "NSManagedObject.registerClass()": "makes a class known by its name",
    "NSFetchRequest.typed(_:)":
      "stands for a conditional cast between requests, which fails without Objective-C",
    "NSPersistentStoreRequest.typed()":
      "what stands for the cast of a request to one of another type",
    "NSManagedObject.anyClass(fromString:)": "stands for NSClassFromString of a bare name",
    "NSCompoundPredicate.withFormat(type:subpredicates:)":
      "stands for the initialiser of Foundation, whose object has no format",
    "NSCompoundPredicate.withFormat(andPredicateWithSubpredicates:)": "the same",
    "NSCompoundPredicate.withFormat(orPredicateWithSubpredicates:)": "the same",
    "NSCompoundPredicate.withFormat(notPredicateWithSubpredicate:)": "the same",
    "Bundle.fileURLs(forResourcesWithExtension:subdirectory:localization:)":
      "stands for urls(forResourcesWithExtension:subdirectory:) where its type is not written",
    "Bundle.identified(by:)": "stands for Bundle(identifier:), the same",
    "Bundle.withResources(of:)": "stands for Bundle(for:), which finds no resources of a package",
    "NSManagedObject.objectiveCName": "what @objc(Name) says on a Mac",
    "NSManagedObject.managedValue(forKey:)": "what an accessor calls that has @NSManaged on a Mac",
    "NSManagedObject.setManagedValue(_:forKey:)": "the same",
    "NSManagedObject.managedPrimitiveValue(forKey:)": "the same, of 'primitiveName'",
    "NSManagedObject.setManagedPrimitiveValue(_:forKey:)": "the same",
    "NSManagedObject.addManagedObjects(_:forKey:)": "the same, of a to-many relationship",
    "NSManagedObject.removeManagedObjects(_:forKey:)": "the same",
    "NSManagedObject.insertManagedObject(_:at:forKey:)": "the same",
    "NSManagedObject.insertManagedObjects(_:at:forKey:)": "the same",
    "NSManagedObject.removeManagedObject(at:forKey:)": "the same",
    "NSManagedObject.removeManagedObjects(at:forKey:)": "the same",
    "NSManagedObject.replaceManagedObject(at:with:forKey:)": "the same",
    "NSManagedObject.replaceManagedObjects(at:with:forKey:)": "the same",
    "NSStoreModelVersionChecksumKey":
      "a key of metadata that real stores have and Apple's headers do not name",
    "TypedStoreResult": "what results of batch requests and of the history share",
    "NSEntityMigrationPolicy.value(ofMethod:arguments:)":
      "stands for methods that Objective-C finds by their selectors",
    "NSMigrationManager.value(ofMethod:arguments:)": "the same",
    "Selector.argument(_:of:)": "what the method that 'momentum adapt' writes reads arguments with",
  ]
  /// Apple's names of what the protocols and the common superclass above declare.
  private static let apples = [
    "AnyFetchRequest": ["NSFetchRequest"], "PredicateWithFormat": ["NSPredicate"],
    "SortDescriptorWithKey": ["NSSortDescriptor"], "RegisteredTransformer": ["ValueTransformer"],
    "ContextRunningBlocks": ["NSManagedObjectContext"],
    "SetWithLiteral": ["NSSet"],
    "TypedStoreResult": [
      "NSBatchInsertResult", "NSBatchUpdateResult", "NSBatchDeleteResult",
      "NSPersistentHistoryResult",
    ],
  ]

  private(set) var names: Set<String> = []

  init() throws {
    for path in try RepositoryFiles.swiftPaths(below: "Sources/CoreData") {
      let text = try RepositoryFiles.text(path)
      let file = SwiftFile(SourceFile(path: path, text: text))
      for declaration in file.declarations { add(declaration, in: [], file) }
    }
    names.subtract(Self.own.keys)
  }

  private mutating func add(
    _ declaration: SwiftDeclaration, in outer: [String], _ file: SwiftFile
  ) {
    let isPublic = declaration.hasModifier("public") || declaration.hasModifier("open")
    switch declaration.kind {
    case .class, .struct, .enum, .protocol:
      guard isPublic else { return }
      let path = outer + [declaration.name]
      note(path)
      for member in declaration.members {
        // The cases of an enum and the requirements of a protocol are as public as it is.
        let isOpen = declaration.kind == .protocol || member.kind == .enumCase
        add(member, in: path, file, isPublic: isOpen)
      }
    case .extension:
      let path = declaration.name.split(separator: ".")
      for member in declaration.members { add(member, in: path.map(String.init), file) }
    default: add(declaration, in: outer, file, isPublic: isPublic)
    }
  }

  private mutating func add(
    _ declaration: SwiftDeclaration, in outer: [String], _ file: SwiftFile, isPublic: Bool
  ) {
    let isSeen = isPublic || declaration.hasModifier("public") || declaration.hasModifier("open")
    guard !declaration.hasModifier("override") else { return }
    switch declaration.kind {
    case .class, .struct, .enum, .protocol, .extension: add(declaration, in: outer, file)
    case .function where isSeen:
      note(outer + [declaration.name + "(\(labels(declaration, file)))"])
    case .initializer where isSeen: note(outer + ["init(\(labels(declaration, file)))"])
    case .variable where isSeen, .enumCase where isSeen, .typeAlias where isSeen:
      note(outer + [declaration.name])
    default: break
    }
  }

  private mutating func note(_ path: [String]) {
    guard path.last?.hasPrefix("_") != true else { return }
    guard let apples = Self.apples[path[0]], path.count > 1 else {
      names.insert(path.joined(separator: "."))
      return
    }
    for type in apples { names.insert(([type] + path.dropFirst()).joined(separator: ".")) }
  }

  /// The labels of parameters: `_:forKey:`.
  private func labels(_ declaration: SwiftDeclaration, _ file: SwiftFile) -> String {
    guard let parameters = declaration.parameters else { return "" }
    let text = file.tokens.text(parameters)
    var depth = 0
    var parts = [""]
    for character in text {
      switch character {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ">" where !(parts.last?.hasSuffix("-") ?? false): depth -= 1
      case "," where depth == 0:
        parts.append("")
        continue
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    return parts.compactMap { part in
      let words = part.split { $0.isWhitespace || $0 == ":" }
      return words.first.map { "\($0):" }
    }.joined()
  }
}
