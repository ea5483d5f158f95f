import MomentumSwiftSource

extension AdaptedFile {
  /// Adds what a class of managed objects needs on Linux, in the line of its brace: its Objective-C
  /// name, if it is not the name of the class, and the initialiser by which contexts make objects.
  mutating func editClass(_ located: LocatedDeclaration) {
    let (declaration, tokens) = (located.declaration, located.tokens)
    guard classes.isManaged(declaration.name), let body = declaration.body, body.lowerBound > 0
    else {
      return
    }
    let access = Self.access(declaration)
    var members = ""
    if let name = declaration.attribute("objc")?.arguments.map({ tokens.text($0) }),
      name != declaration.name
    {
      members += " override \(access)class var objectiveCName: String { \"\(name)\" }"
    }
    let initializers = declaration.members.filter {
      $0.kind == .initializer && active.contains(tokens[$0.nameToken].start)
    }
    let ours = initializers.filter { Self.isEntityInitializer($0, tokens) }
    for initializer in ours { editInitializer(initializer, access, tokens) }
    for initializer in initializers where Self.isContextInitializer(initializer, tokens) {
      editInitializer(initializer, access, tokens)
    }
    if ours.isEmpty, initializers.contains(where: { !$0.hasModifier("convenience") }) {
      // A class with a designated initialiser does not inherit the required one.
      members +=
        " \(access)required init(entity: NSEntityDescription, insertInto context: "
        + "NSManagedObjectContext?) { super.init(entity: entity, insertInto: context) }"
    }
    if !members.isEmpty { edits.insert(members, at: tokens[body.lowerBound - 1].end) }
  }

  /// The access level that a member needs that has to be as accessible as its class.
  static func access(_ declaration: SwiftDeclaration) -> String {
    if declaration.hasModifier("public") || declaration.hasModifier("open") { return "public " }
    return declaration.hasModifier("package") ? "package " : ""
  }

  private static func isEntityInitializer(
    _ initializer: SwiftDeclaration, _ tokens: SwiftTokens
  ) -> Bool {
    FunctionParameter.all(initializer, tokens).map(\.label) == ["entity", "insertInto"]
  }

  private static func isContextInitializer(
    _ initializer: SwiftDeclaration, _ tokens: SwiftTokens
  ) -> Bool {
    FunctionParameter.all(initializer, tokens).map(\.label) == ["context"]
  }

  /// `override init(entity:insertInto:)` is required on Linux, and as accessible as the class.
  private mutating func editInitializer(
    _ initializer: SwiftDeclaration, _ access: String, _ tokens: SwiftTokens
  ) {
    let words = initializer.tokens.lowerBound..<initializer.nameToken
    let hasAccess =
      initializer.hasModifier(String(access.dropLast())) || initializer.hasModifier("open")
    let added = access.isEmpty || hasAccess ? "" : access
    // A convenience initialiser overrides nothing on a Mac.
    if !initializer.hasModifier("override"), !initializer.hasModifier("required") {
      edits.insert(added + "required ", at: tokens[initializer.nameToken].start)
    }
    for index in words {
      let range = tokens[index].start..<tokens[index].end
      switch tokens.text(index) {
      case "override": edits.replace(range, with: added + "required")
      case "private", "fileprivate": edits.blank(range)
      case "internal" where !added.isEmpty: edits.blank(range)
      default: break
      }
    }
  }
}
