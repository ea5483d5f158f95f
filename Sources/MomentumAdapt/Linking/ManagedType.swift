import MomentumSwiftSource

/// The type of a managed property, as its symbol's name has it.
indirect enum ManagedType: Hashable {
  /// A type of Swift with a letter of its own: `S` for `String`.
  case standard(Character)
  /// `module` and the names from the outermost type to the type.
  case nominal(module: String, path: [Name])
  /// `Array`, `Set` or `Dictionary` by its letter.
  case generic(Character, [ManagedType])
  case optional(ManagedType)
  case any

  enum Kind: Character {
    case `class` = "C"
    case `struct` = "V"
    case `enum` = "O"
  }

  struct Name: Hashable {
    var name: String
    var kind: Kind
  }
}

/// Finds the types that the properties of a module may have.
struct ManagedTypes {
  private let module: String
  /// The kinds of the module's types, by their names with periods: `Venue.Kind`.
  private var kinds: [String: ManagedType.Kind] = [:]

  init(_ files: [SwiftFile], module: String) {
    self.module = module
    for file in files {
      file.forEachDeclaration { located in
        guard let kind = Self.kind(located.declaration.kind),
          located.enclosing.allSatisfy(\.kind.hasMembers)
        else { return }
        let path = located.enclosing.map(\.name) + [located.declaration.name]
        kinds[path.joined(separator: ".")] = kind
      }
    }
  }

  private static func kind(_ kind: SwiftDeclaration.Kind) -> ManagedType.Kind? {
    switch kind {
    case .class, .actor: .class
    case .struct: .struct
    case .enum: .enum
    default: nil
    }
  }

  /// A type of the module by its name with periods.
  func type(named name: String) -> ManagedType? {
    var path: [ManagedType.Name] = []
    var name = name[...]
    if name.hasPrefix(module + "."), kinds[String(name)] == nil {
      name = name.dropFirst(module.count + 1)
    }
    var prefix = ""
    for part in name.split(separator: ".") {
      prefix += (prefix.isEmpty ? "" : ".") + part
      guard let kind = kinds[prefix] else { return nil }
      path.append(ManagedType.Name(name: String(part), kind: kind))
    }
    return path.isEmpty ? nil : .nominal(module: module, path: path)
  }

  /// The type as it is written inside another type; `nil` if it is not known, such as a type alias or a
  /// type of another package.
  func type(_ written: SwiftType, in owner: String) -> ManagedType? {
    switch written {
    case .optional(let inner), .implicitlyUnwrapped(let inner):
      return type(inner, in: owner).map { .optional($0) }
    case .array(let element): return generic("a", [element], owner)
    case .dictionary(let key, let value): return generic("D", [key, value], owner)
    case .named(let components): return named(components, in: owner)
    case .tuple, .opaque, .composition, .other: return nil
    }
  }

  private func named(_ components: [SwiftType.Component], in owner: String) -> ManagedType? {
    let name = components.map(\.name).joined(separator: ".")
    let arguments = components.flatMap(\.arguments)
    if arguments.isEmpty {
      // A type inside the class hides one outside, and the module's types hide those of others.
      return type(named: owner + "." + name) ?? type(named: name) ?? Self.imported(name)
    }
    switch name {
    case "Array", "Swift.Array": return generic("a", arguments, owner)
    case "Set", "Swift.Set": return generic("h", arguments, owner)
    case "Dictionary", "Swift.Dictionary": return generic("D", arguments, owner)
    case "Optional", "Swift.Optional":
      return arguments.count == 1 ? type(arguments[0], in: owner).map { .optional($0) } : nil
    default: return nil
    }
  }

  private func generic(
    _ letter: Character, _ arguments: [SwiftType], _ owner: String
  ) -> ManagedType? {
    let types = arguments.compactMap { type($0, in: owner) }
    return types.count == arguments.count ? .generic(letter, types) : nil
  }

  // MARK: - Types of other modules

  private static let standard: [String: Character] = [
    "String": "S", "Bool": "b", "Int": "i", "UInt": "u", "Double": "d", "Float": "f",
    "TimeInterval": "d",
  ]

  private static let modules: [(module: String, kind: ManagedType.Kind, names: Set<String>)] = [
    (
      "Swift", .struct,
      ["Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64"]
    ),
    ("FoundationEssentials", .struct, ["Data", "Date", "Decimal", "URL", "UUID"]),
    ("Foundation", .struct, ["IndexSet"]),
    (
      "Foundation", .class,
      [
        "NSArray", "NSAttributedString", "NSData", "NSDate", "NSDecimalNumber", "NSDictionary",
        "NSIndexSet", "NSMutableOrderedSet", "NSMutableSet", "NSNumber", "NSObject", "NSOrderedSet",
        "NSSet", "NSString", "NSURL", "NSUUID", "NSValue",
      ]
    ),
    ("CoreData", .class, ["NSManagedObject", "NSManagedObjectID"]),
  ]

  private static func imported(_ name: String) -> ManagedType? {
    let parts = name.split(separator: ".").map(String.init)
    guard let last = parts.last, parts.count <= 2 else { return nil }
    if parts.count == 2, !["Swift", "Foundation", "CoreData"].contains(parts[0]) { return nil }
    if last == "Any" { return .any }
    if let letter = standard[last] { return .standard(letter) }
    return modules.first { $0.names.contains(last) }.map {
      .nominal(module: $0.module, path: [ManagedType.Name(name: last, kind: $0.kind)])
    }
  }
}
