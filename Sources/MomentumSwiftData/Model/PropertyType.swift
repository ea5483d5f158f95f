import MomentumSwiftSource

/// Tells stored properties from others.
enum StoredMembers {
  /// Whether a member of a class or struct is a stored property: a variable of the instance without
  /// a getter. Observers do not matter.
  static func isStored(_ member: SwiftDeclaration) -> Bool {
    member.kind == .variable && !member.name.isEmpty && isOfInstance(member)
  }

  /// Whether a member declares several properties by a pattern: `var (a, b) = (1, 2)`.
  static func isPattern(_ member: SwiftDeclaration) -> Bool {
    member.kind == .variable && member.name.isEmpty && isOfInstance(member)
  }

  private static func isOfInstance(_ member: SwiftDeclaration) -> Bool {
    let isOfType = ["static", "class", "lazy"].contains { member.hasModifier($0) }
    guard !isOfType else { return false }
    return member.accessors.allSatisfy { ["willSet", "didSet", "init"].contains($0.name) }
  }

  /// Whether an attribute is one of the language, which does not change how a property is stored.
  static func isPlain(_ attribute: SwiftAttribute) -> Bool {
    [
      "objc", "available", "MainActor", "nonobjc", "ObservationIgnored", "ObservationTracked",
      "inlinable", "usableFromInline",
    ].contains(attribute.name)
  }
}

/// Finds the type of a property: as written, or from its value.
enum PropertyType {
  /// A type and the place from which its names are looked up.
  struct Found {
    var type: SwiftType
    var place: TypeMapping.Place
    /// Whether the value has literals of numbers only, which take the type of other numbers.
    var isLiteral = false
  }

  /// The type of a property: as written, else inferred from the initial value; `nil` if the value
  /// does not show it.
  static func find(
    _ member: SwiftDeclaration, in tokens: SwiftTokens, sources: SwiftDataSources,
    at place: TypeMapping.Place, depth: Int = 0
  ) -> Found? {
    if let type = member.type { return Found(type: type, place: place) }
    guard let value = member.value else { return nil }
    return TypeInference(sources: sources, tokens: tokens, place: place, depth: depth)
      .type(of: ExpressionReader.read(value, in: tokens))
  }
}
