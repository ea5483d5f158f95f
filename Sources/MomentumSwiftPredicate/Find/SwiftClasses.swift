import MomentumSwiftSource

/// The properties of model classes that are computed or constants. A model does not know these, but
/// SwiftData cannot fetch by them.
struct SwiftClasses {
  struct Property: Hashable {
    enum Storage: Hashable {
      case stored
      case computed
      /// The property has the attribute `@Transient`.
      case transient
    }

    var storage: Storage
    /// Whether the property is declared by `let`.
    var isConstant: Bool
  }

  private var properties: [String: [String: Set<Property>]] = [:]
  private var enumerations: Set<String> = []

  init(_ files: [SwiftFile]) {
    for file in files {
      for declaration in file.declarations { add(declaration) }
    }
  }

  private mutating func add(_ declaration: SwiftDeclaration) {
    let name = declaration.name.split(separator: ".").last.map(String.init) ?? ""
    switch declaration.kind {
    case .class, .extension: read(declaration.members, of: name)
    case .enum: enumerations.insert(name)
    default: break
    }
    for member in declaration.members { add(member) }
  }

  private mutating func read(_ members: [SwiftDeclaration], of name: String) {
    for member in members where member.kind == .variable && !member.name.isEmpty {
      guard !member.hasModifier("static"), !member.hasModifier("class") else { continue }
      let isStored = member.accessors.allSatisfy {
        ["willSet", "didSet", "init"].contains($0.name)
      }
      let storage: Property.Storage =
        !isStored ? .computed : member.attribute("Transient") != nil ? .transient : .stored
      properties[name, default: [:]][member.name, default: []].insert(
        Property(storage: storage, isConstant: member.isConstant))
    }
  }

  /// The declaration of a property; `nil` if the sources have none, or several that differ: versions of
  /// a schema have classes of the same name.
  func property(_ name: String, of entity: String) -> Property? {
    guard let found = properties[entity]?[name], found.count == 1 else { return nil }
    return found.first
  }

  func isEnumeration(_ name: String) -> Bool { enumerations.contains(name) }
}
