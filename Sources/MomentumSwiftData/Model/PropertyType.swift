import MomentumSwiftSource

/// Tells stored properties from others.
enum StoredMembers {
  /// Whether a member of a class or struct is a stored property: a variable of the instance without
  /// a getter. Observers do not matter.
  static func isStored(_ member: SwiftDeclaration) -> Bool {
    guard member.kind == .variable, !member.name.isEmpty else { return false }
    let isOfType = ["static", "class", "lazy"].contains { member.hasModifier($0) }
    guard !isOfType else { return false }
    return member.accessors.allSatisfy { ["willSet", "didSet", "init"].contains($0.name) }
  }
}

/// Finds the type of a property: as written, or from its value.
enum PropertyType {
  /// The type; `nil` if the value does not show it.
  static func find(
    _ member: SwiftDeclaration, in tokens: SwiftTokens, sources: SwiftDataSources,
    at place: TypeMapping.Place
  ) -> SwiftType? {
    if let type = member.type { return type }
    guard let value = member.value else { return nil }
    return infer(ExpressionReader.read(value, in: tokens), sources, place)
  }

  /// The type that Swift gives a value of this form.
  private static func infer(
    _ value: SwiftExpression, _ sources: SwiftDataSources, _ place: TypeMapping.Place
  ) -> SwiftType? {
    let value = value.unparenthesized
    switch value.kind {
    case .integer: return named("Int")
    case .float: return named("Double")
    case .string: return named("String")
    case .boolean: return named("Bool")
    case .prefix("-", let number), .prefix("+", let number): return infer(number, sources, place)
    case .prefix("!", _): return named("Bool")
    case .array(let items):
      guard let first = items.first, let element = infer(first, sources, place) else { return nil }
      return .array(element)
    case .dictionary(let pairs):
      guard let first = pairs.first, let key = infer(first.key, sources, place),
        let item = infer(first.value, sources, place)
      else { return nil }
      return .dictionary(key, item)
    case .cast(_, "as", let type): return type
    case .call(let callee, _): return result(ofCalling: callee, sources, place)
    case .member(let base?, let name): return member(base, name, sources, place)
    default: return nil
    }
  }

  /// `User()`, `Foundation.Date()`, `[Int]()`, `Set<Int>()`, `Date.init()`.
  private static func result(
    ofCalling callee: SwiftExpression, _ sources: SwiftDataSources, _ place: TypeMapping.Place
  ) -> SwiftType? {
    switch callee.kind {
    case .array(let items):
      guard items.count == 1, let element = typeName(items[0]) else { return nil }
      return .array(element)
    case .dictionary(let pairs):
      guard pairs.count == 1, let key = typeName(pairs[0].key), let item = typeName(pairs[0].value)
      else { return nil }
      return .dictionary(key, item)
    case .member(let base?, "init"): return typeName(base)
    default: return typeName(callee)
    }
  }

  /// `Date.now`, `Kind.first`, `Kind.first.rawValue`.
  private static func member(
    _ base: SwiftExpression, _ name: String, _ sources: SwiftDataSources,
    _ place: TypeMapping.Place
  ) -> SwiftType? {
    if name == "rawValue", case .member(let type?, _) = base.kind, let enumeration = typeName(type),
      let path = enumeration.name?.split(separator: ".").map(String.init),
      case .type(let index)? = sources.look(path, from: place.scope, file: place.file)
    {
      return sources.types[index].declaration.inheritedTypes.first
    }
    guard let type = typeName(base), let bare = type.name?.split(separator: ".").last else {
      return nil
    }
    if let constants = constants[String(bare)] { return constants.contains(name) ? type : nil }
    // A case of an enum has the enum's type; other static members may have any.
    guard let path = type.name?.split(separator: ".").map(String.init),
      case .type(let index)? = sources.look(path, from: place.scope, file: place.file)
    else { return nil }
    return staticMember(name, of: sources.types[index], named: type, sources)
  }

  private static func staticMember(
    _ name: String, of record: SwiftDataSources.TypeRecord, named type: SwiftType,
    _ sources: SwiftDataSources
  ) -> SwiftType? {
    for (file, member) in sources.members(of: record) where member.name == name {
      switch member.kind {
      case .enumCase: return type
      case .variable:
        let place = TypeMapping.Place(scope: record.path, file: file)
        return find(member, in: sources.tokens(file), sources: sources, at: place)
      default: continue
      }
    }
    return nil
  }

  /// The type that an expression names; types begin with a capital letter.
  private static func typeName(_ expression: SwiftExpression) -> SwiftType? {
    switch expression.kind {
    case .name(let name, let arguments):
      guard name.first?.isUppercase ?? false else { return nil }
      return .named([SwiftType.Component(name, arguments)])
    case .member(let base?, let name):
      guard name.first?.isUppercase ?? false, case .named(let components)? = typeName(base) else {
        return nil
      }
      return .named(components + [SwiftType.Component(name)])
    case .array(let items): return items.count == 1 ? typeName(items[0]).map { .array($0) } : nil
    default: return nil
    }
  }

  private static func named(_ name: String) -> SwiftType { .named([SwiftType.Component(name)]) }

  /// Static members of library types that have the type itself.
  private static let constants: [String: Set<String>] = [
    "Date": ["now", "distantPast", "distantFuture"],
    "Decimal": ["zero", "nan", "pi"], "Locale": ["current", "autoupdatingCurrent"],
    "TimeZone": ["current", "autoupdatingCurrent", "gmt"],
    "Double": ["zero", "pi", "nan", "infinity", "greatestFiniteMagnitude", "leastNormalMagnitude"],
    "Float": ["zero", "pi", "nan", "infinity", "greatestFiniteMagnitude", "leastNormalMagnitude"],
    "CGFloat": ["zero", "pi", "nan", "infinity", "greatestFiniteMagnitude"],
    "Int": ["zero", "max", "min"], "Int64": ["zero", "max", "min"],
    "Int32": ["zero", "max", "min"], "Int16": ["zero", "max", "min"],
    "Int8": ["zero", "max", "min"], "UInt": ["zero", "max", "min"],
    "UInt64": ["zero", "max", "min"], "UInt32": ["zero", "max", "min"],
    "UInt16": ["zero", "max", "min"], "UInt8": ["zero", "max", "min"],
    "CGPoint": ["zero"], "CGSize": ["zero"], "CGRect": ["zero", "null", "infinite"],
  ]
}
