import MomentumDiagnostics
import MomentumSwiftSource

extension AdaptedFile {
  /// Changes the declarations: properties and functions with `@NSManaged`, and the heads of classes.
  mutating func editDeclarations() {
    var located: [LocatedDeclaration] = []
    file.forEachDeclaration { located.append($0) }
    for one in located where one.declaration.kind.hasMembers {
      let range = one.tokens.range(one.declaration.tokens)
      types.append((range.start..<range.end, SourceClasses.bare(one.declaration.name)))
    }
    for one in located where isActive(one) { edit(one) }
  }

  private func isActive(_ located: LocatedDeclaration) -> Bool {
    active.contains(located.tokens[located.declaration.nameToken].start)
  }

  private mutating func edit(_ located: LocatedDeclaration) {
    let declaration = located.declaration
    switch declaration.kind {
    case .variable where declaration.attribute("NSManaged") != nil: editManagedProperty(located)
    case .function:
      if declaration.attribute("NSManaged") != nil { editManagedFunction(located) }
      reportObserving(located)
    case .class:
      editClass(located)
      editMigrationClass(located)
    case .protocol: editProtocol(located)
    case .import: editImport(located)
    default: break
    }
  }

  private mutating func blank(_ attribute: SwiftAttribute, in tokens: SwiftTokens) {
    let range = tokens.range(attribute.tokens)
    edits.blank(range.start..<range.end)
  }

  // MARK: - Properties

  /// `@NSManaged var name: String?` gets accessors in the same line.
  private mutating func editManagedProperty(_ located: LocatedDeclaration) {
    let (declaration, tokens) = (located.declaration, located.tokens)
    guard let attribute = declaration.attribute("NSManaged"), declaration.body == nil else {
      return
    }
    let place = declaration.nameToken..<declaration.nameToken + 1
    guard let type = declaration.typeTokens, !declaration.isConstant, declaration.value == nil
    else {
      return report(.managedProperty(declaration.name), at: place, in: tokens)
    }
    let name = objectiveCName(declaration, tokens) ?? declaration.name
    let owner = located.enclosing.last.map { SourceClasses.bare($0.name) } ?? ""
    let primitive = classes.primitiveKey(name, of: owner)
    let (key, kind) = (primitive ?? name, primitive == nil ? "Managed" : "ManagedPrimitive")
    let get = "\(kind.prefix(1).lowercased() + kind.dropFirst())Value(forKey: \"\(key)\")"
    let set = "set\(kind)Value(newValue, forKey: \"\(key)\")"
    guard !linksAccessors else {
      return add(located, .property(declaration.type, get: get, set: set))
    }
    if attribute.tokens.lowerBound >= declaration.tokens.lowerBound {
      blank(attribute, in: tokens)
    } else {
      // A computed property has a declaration of its own: the comma before the name becomes `; var`.
      let comma = tokens[declaration.nameToken - 1]
      guard comma.kind == .comma else { return }
      edits.replace(comma.start..<comma.end, with: "; \(modifiers(declaration))var ")
    }
    edits.insert(" { get { \(get) } set { \(set) } }", at: tokens[type.upperBound - 1].end)
  }

  /// Collects a member whose source stays as it is.
  private mutating func add(_ located: LocatedDeclaration, _ body: ManagedMember.Body) {
    members.append(
      ManagedMember(
        owner: located.enclosing.map(\.name).joined(separator: "."),
        name: located.declaration.name,
        access: ManagedMember.Access(located.declaration, in: located.enclosing.last), body: body,
        nameToken: located.declaration.nameToken, tokens: located.tokens))
  }

  private func modifiers(_ declaration: SwiftDeclaration) -> String {
    declaration.modifiers.map { $0.name + ($0.detail.map { "(\($0))" } ?? "") + " " }.joined()
  }

  private func objectiveCName(_ declaration: SwiftDeclaration, _ tokens: SwiftTokens) -> String? {
    declaration.attribute("objc")?.arguments.map { range in
      range.map { tokens.name($0) }.joined()
    }
  }

  // MARK: - Functions

  /// `@NSManaged func addToTips(_ value: Tip)` gets a body in the same line.
  private mutating func editManagedFunction(_ located: LocatedDeclaration) {
    let (declaration, tokens) = (located.declaration, located.tokens)
    guard let attribute = declaration.attribute("NSManaged"), declaration.body == nil else {
      return
    }
    let parameters = FunctionParameter.all(declaration, tokens)
    let selector =
      objectiveCName(declaration, tokens)
      ?? FunctionParameter.selector(declaration.name, parameters)
    let owner = located.enclosing.last.map { SourceClasses.bare($0.name) } ?? ""
    guard
      let call = MemberAccessor.call(
        selector, parameters.map(\.name), { classes.relationship($0, of: owner) })
    else {
      return report(
        .managedFunction(selector), at: declaration.nameToken..<declaration.nameToken + 1,
        in: tokens)
    }
    guard !linksAccessors else { return add(located, .function(parameters, call: call)) }
    blank(attribute, in: tokens)
    edits.insert(" { \(call) }", at: tokens[declaration.tokens.upperBound - 1].end)
  }

  private static let observingFunctions: Set<String> = [
    "observeValue", "automaticallyNotifiesObservers", "keyPathsForValuesAffectingValue",
  ]

  private mutating func reportObserving(_ located: LocatedDeclaration) {
    let declaration = located.declaration
    guard declaration.hasModifier("override"), Self.observingFunctions.contains(declaration.name)
    else { return }
    report(
      .observing(declaration.name), at: declaration.nameToken..<declaration.nameToken + 1,
      in: located.tokens)
  }
}
