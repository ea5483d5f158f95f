import MomentumDiagnostics
import MomentumSwiftSource

/// The declarations of all scanned Swift files.
struct SourceIndex: Sendable {
  /// A parameter of a function.
  struct Parameter: Sendable {
    var label: String?
    var name: String
    var type: SwiftType?
  }

  /// A variable, function, initializer or case.
  struct Member: Sendable {
    var name: String
    /// The type that declares the member; `nil` for a declaration of a file.
    var owner: String?
    var isStatic: Bool
    var isFunction: Bool
    var isCase = false
    /// Whether the initial value is taken as the value of each use: for a `let`, a static variable
    /// and a case.
    var isConstant = false
    var type: SwiftType?
    /// The tokens of the initial value.
    var value: Range<Int>?
    /// The tokens of the body.
    var body: Range<Int>?
    var parameters: [Parameter] = []
    /// The index of the file among the scanned Swift files.
    var unit: Int
  }

  struct TypeInfo: Sendable {
    var kind: SwiftDeclaration.Kind?
    var inherited: [String] = []
    var members: [String: [Member]] = [:]
    /// The type's name in Objective-C; `nil` if it is the same.
    var foreignName: String?
    var isObjectMembers = false
  }

  private(set) var types: [String: TypeInfo] = [:]
  private(set) var globals: [String: [Member]] = [:]
  private(set) var names = DeclaredNames()
  /// The classes that `#keyPath` names.
  private var keyPathClasses: Set<String> = []
  /// The properties with `@NSManaged`, by class.
  private var managedProperties: [String: Set<String>] = [:]

  init() {}

  mutating func add(_ other: SourceIndex) {
    for (name, info) in other.types {
      guard var own = types[name] else {
        types[name] = info
        continue
      }
      own.kind = own.kind ?? info.kind
      own.inherited += info.inherited
      own.foreignName = own.foreignName ?? info.foreignName
      for (member, list) in info.members { own.members[member, default: []] += list }
      types[name] = own
    }
    for (name, list) in other.globals { globals[name, default: []] += list }
    names.add(other.names)
    keyPathClasses.formUnion(other.keyPathClasses)
    for (name, inner) in other.managedProperties {
      managedProperties[name, default: []].formUnion(inner)
    }
  }

  /// Adds the names that follow only from all files together. Call it once, after the last file.
  mutating func complete(_ model: ScanModel) {
    for (name, info) in types { names.inherited[name] = info.inherited }
    // A class with `@objcMembers` has it for its subclasses and for their extensions, too.
    for name in types.keys {
      guard let own = names.properties[name],
        names.lineage(of: name).contains(where: { types[$0]?.isObjectMembers == true })
      else { continue }
      names.keys.formUnion(own)
    }
    // A class with `@NSManaged` properties, but without an entity in the given models: code or
    // another package has the entity.
    for (name, own) in managedProperties where model.entity(ofClass: name) == nil {
      names.keys.formUnion(own)
    }
    names.outsideClasses = keyPathClasses.filter {
      types[$0]?.kind == nil && model.entity(ofClass: $0) == nil && model.entity(named: $0) == nil
        && !$0.hasPrefix("NS")
    }
  }

  /// The declarations of one file.
  init(_ unit: SwiftUnit, index: Int) {
    for declaration in unit.file.declarations { add(declaration, to: nil, unit, index) }
    if unit.makesModel { names.modelNames.formUnion(unit.texts) }
    keyPathClasses = unit.keyPathClasses
  }

  // MARK: - Declarations

  private mutating func add(
    _ declaration: SwiftDeclaration, to owner: String?, _ unit: SwiftUnit, _ index: Int
  ) {
    switch declaration.kind {
    case .class, .struct, .enum, .extension, .protocol, .actor:
      addType(declaration, unit, index)
    case .variable, .function, .initializer, .enumCase:
      let member = SourceIndex.member(declaration, owner, unit, index)
      if let owner {
        types[owner, default: TypeInfo()].members[member.name, default: []].append(member)
        if declaration.kind == .variable { addKey(declaration, owner) }
      } else {
        globals[member.name, default: []].append(member)
      }
    case .import, .deinitializer, .subscript, .typeAlias, .associatedType, .macro, .operator,
      .precedenceGroup, .macroExpansion:
      break
    }
  }

  private mutating func addType(
    _ declaration: SwiftDeclaration, _ unit: SwiftUnit, _ index: Int
  ) {
    let name = declaration.name.split(separator: ".").last.map(String.init) ?? declaration.name
    var info = types[name] ?? TypeInfo()
    if declaration.kind != .extension { info.kind = declaration.kind }
    info.inherited += declaration.inheritedTypes.compactMap(\.lastName)
    if let attribute = declaration.attribute("objc"), let arguments = attribute.arguments {
      info.foreignName = unit.tokens.text(arguments)
    }
    if declaration.attribute("objcMembers") != nil { info.isObjectMembers = true }
    types[name] = info
    for member in declaration.members { add(member, to: name, unit, index) }
    // All members of an `@objc extension` are visible to key-value coding.
    if declaration.kind == .extension, declaration.attribute("objc") != nil {
      names.keys.formUnion(declaration.members.filter { $0.kind == .variable }.map(\.name))
    }
  }

  /// Records a property that key-value coding can reach.
  private mutating func addKey(_ declaration: SwiftDeclaration, _ owner: String) {
    guard !declaration.hasModifier("static") else { return }
    guard declaration.attribute("NSManaged") == nil else {
      managedProperties[owner, default: []].insert(declaration.name)
      return
    }
    names.properties[owner, default: []].insert(declaration.name)
    if let foreign = types[owner]?.foreignName {
      names.properties[foreign, default: []].insert(declaration.name)
    }
    if declaration.attribute("objc") != nil || declaration.hasModifier("dynamic")
      || types[owner]?.isObjectMembers == true
    {
      names.keys.insert(declaration.name)
    }
  }

  private static func member(
    _ declaration: SwiftDeclaration, _ owner: String?, _ unit: SwiftUnit, _ index: Int
  ) -> Member {
    var member = Member(
      name: declaration.kind == .initializer ? "init" : declaration.name, owner: owner,
      isStatic: declaration.hasModifier("static") || declaration.hasModifier("class")
        || declaration.kind == .initializer,
      isFunction: declaration.kind == .function || declaration.kind == .initializer,
      isCase: declaration.kind == .enumCase, type: declaration.type, value: declaration.value,
      body: declaration.body, unit: index)
    member.isConstant = declaration.isConstant || member.isStatic || member.isCase
    if member.isFunction, let parameters = declaration.parameters {
      member.parameters = unit.parameters(in: parameters)
    }
    return member
  }
}

extension SwiftUnit {
  /// The parameters between the brackets of a function.
  func parameters(in range: Range<Int>) -> [SourceIndex.Parameter] {
    var result: [SourceIndex.Parameter] = []
    var index = range.lowerBound
    while index < range.upperBound {
      while index < range.upperBound, tokens[index].kind == .at {
        index += 2
        if tokens[index].kind == .leftParenthesis { index = tokens.index(afterBracketAt: index) }
      }
      guard index < range.upperBound,
        [.identifier, .quotedIdentifier].contains(tokens[index].kind)
      else { return result }
      let first = tokens.name(index)
      index += 1
      var parameter = SourceIndex.Parameter(label: first == "_" ? nil : first, name: first)
      if [.identifier, .quotedIdentifier].contains(tokens[index].kind), index < range.upperBound {
        parameter.name = tokens.name(index)
        index += 1
      }
      if index < range.upperBound, tokens[index].kind == .colon {
        var reader = TypeText(tokens, in: index + 1..<range.upperBound)
        parameter.type = reader.read()
      }
      result.append(parameter)
      while index < range.upperBound, tokens[index].kind != .comma {
        index = max(tokens.partner(of: index).map { $0 + 1 } ?? index + 1, index + 1)
      }
      index += 1
    }
    return result
  }

  /// Whether the file makes entities or attributes in code: `NSEntityDescription()`.
  fileprivate var makesModel: Bool {
    tokens.all.indices.contains { index in
      guard tokens[index].kind == .identifier, tokens[index + 1].kind == .leftParenthesis,
        tokens[index].end - tokens[index].start >= 19
      else { return false }
      // `NSManagedObjectModel(contentsOf:)` reads a model.
      let isEmptyModel =
        tokens.token(index, is: "NSManagedObjectModel")
        && tokens[index + 2].kind == .rightParenthesis
      return isEmptyModel || SwiftUnit.modelParts.contains(tokens.text(index))
    }
  }

  private static let modelParts: Set<String> = [
    "NSEntityDescription", "NSAttributeDescription", "NSDerivedAttributeDescription",
    "NSRelationshipDescription", "NSFetchedPropertyDescription",
  ]

  /// The types that begin a `#keyPath`: `Venue` of `#keyPath(Venue.name)`.
  fileprivate var keyPathClasses: Set<String> {
    var result: Set<String> = []
    for index in tokens.all.indices where tokens[index].kind == .pound {
      guard tokens.token(index, is: "#keyPath"), tokens[index + 1].kind == .leftParenthesis,
        tokens[index + 2].kind == .identifier, tokens[index + 3].kind == .period
      else { continue }
      let name = tokens.text(index + 2)
      if name.first?.isUppercase == true { result.insert(name) }
    }
    return result
  }

  /// The texts of all literals, except those that only use a name of a model.
  fileprivate var texts: [String] {
    tokens.all.indices.filter { index in
      guard tokens[index].kind == .string, index > 1, tokens[index - 1].kind == .colon else {
        return tokens[index].kind == .string
      }
      return !SwiftUnit.usingLabels.contains(tokens.name(index - 2))
    }
    .map { SwiftLiteralReader.read($0, in: tokens).text }
  }

  /// Labels of arguments that use a name, and do not declare one.
  private static let usingLabels: Set<String> = [
    "format", "key", "forKey", "forKeyPath", "entityName", "forEntityName", "sectionNameKeyPath",
  ]
}
