import MomentumModel
import MomentumSwiftSource

/// Writes copies of declarations that keep only their stored properties.
///
/// Methods, computed properties and observers are left out: they do not change the hashes, and they
/// would tie an old version to the code of the app.
struct FrozenText {
  let sources: SwiftDataSources

  /// The lines of a declaration.
  func lines(of record: SwiftDataSources.TypeRecord) -> [String] {
    switch record.declaration.kind {
    case .enum: enumeration(record)
    case .struct: structure(record)
    default: modelClass(record)
    }
  }

  // MARK: - Values

  /// Protocols for which the compiler writes the methods. A copy with other protocols would need
  /// methods too.
  private static let derived: Set<String> = [
    "Codable", "Decodable", "Encodable", "Hashable", "Equatable", "Sendable", "CaseIterable",
  ]

  private func enumeration(_ record: SwiftDataSources.TypeRecord) -> [String] {
    let tokens = sources.tokens(record.file)
    let members = record.declaration.members.filter { $0.kind == .enumCase }
    let cases = Variants.of(members).map { variants in
      let one = variants.first
      var text = "  case \(Identifiers.quoted(one.name))"
      if let parameters = one.parameters { text += "(\(Self.line(tokens.text(parameters))))" }
      if let value = one.value { text += " = \(Self.line(tokens.text(value)))" }
      return text
    }
    return ["enum \(record.name)\(inheritance(record)) {"] + cases + ["}"]
  }

  private func structure(_ record: SwiftDataSources.TypeRecord) -> [String] {
    ["struct \(record.name)\(inheritance(record)) {"] + properties(record).map(\.line) + ["}"]
  }

  /// The inheritance clause of a copy: the raw type and the protocols without code, and always
  /// `Codable`, since a stored value is Codable, maybe by an extension.
  private func inheritance(_ record: SwiftDataSources.TypeRecord) -> String {
    var kept: [String] = []
    if record.declaration.kind == .enum, case .library(let raw) = RawValues.of(record, in: sources)
    {
      kept.append(raw)
    }
    for name in record.inheritedTypes.compactMap(\.name)
    where Self.derived.contains(name) && !kept.contains(name) {
      kept.append(name)
    }
    if !kept.contains("Codable") { kept.append("Codable") }
    return ": " + kept.joined(separator: ", ")
  }

  // MARK: - Classes

  private func modelClass(_ record: SwiftDataSources.TypeRecord) -> [String] {
    let tokens = sources.tokens(record.file)
    let properties = properties(record)
    let macros = record.declaration.members.filter { $0.kind == .macroExpansion }.map {
      "  " + Self.line(tokens.text($0.tokens))
    }
    let parents = record.declaration.inheritedTypes.compactMap(\.name).filter { name in
      let names = name.split(separator: ".").map(String.init)
      guard case .type(let index)? = sources.look(names, from: record.path, file: record.file)
      else { return false }
      return sources.types[index].isModel
    }
    let parent = parents.first.map { ": \($0)" } ?? ""
    let given = properties.filter(\.needsValue)
    let parameters = given.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    let initializer =
      given.isEmpty
      ? ["  init() {}"]
      : ["  init(\(parameters)) {"] + given.map { "    self.\($0.name) = \($0.name)" } + ["  }"]
    return ["@Model", "final class \(record.name)\(parent) {"] + macros + properties.map(\.line)
      + [""] + initializer + ["}"]
  }

  // MARK: - Properties

  struct Property {
    var name: String
    var type: String
    var line: String
    /// Whether an initializer of the copy has to set the property.
    var needsValue: Bool
  }

  func properties(_ record: SwiftDataSources.TypeRecord) -> [Property] {
    let tokens = sources.tokens(record.file)
    let place = TypeMapping.Place(scope: record.path, file: record.file)
    let stored = record.declaration.members.filter {
      StoredMembers.isStored($0) && $0.attribute("Transient") == nil
    }
    // Each clause of an `#if` may declare the property in another way: copy all of them.
    return Variants.of(stored).map { variants in
      let member = variants.first
      let found = PropertyType.find(member, in: tokens, sources: sources, at: place)
      let type = found.map { bare($0.type).description } ?? "Never"
      let attributes = member.attributes.map { attribute($0, tokens) + " " }.joined()
      let value = member.value.map { " = " + Self.line(tokens.text($0)) } ?? ""
      let word = member.isConstant ? "let" : "var"
      let name = Identifiers.quoted(member.name)
      return Property(
        name: name, type: type, line: "  \(attributes)\(word) \(name): \(type)\(value)",
        needsValue: member.value == nil && !(found?.type.unwrapped.isOptional ?? false))
    }
  }

  /// The type without the names of enclosing types, `Address` for `SchemaV1.Address`, because the
  /// copy is next to copies of those types.
  private func bare(_ type: SwiftType) -> SwiftType {
    switch type {
    case .named(let components):
      guard let last = components.last else { return type }
      let isOwn = components.count > 1 && isDeclared(components.map(\.name))
      let kept = isOwn ? [last] : components
      return .named(
        kept.map { SwiftType.Component($0.name, $0.arguments.map(bare)) })
    case .optional(let inner): return .optional(bare(inner))
    case .implicitlyUnwrapped(let inner): return .implicitlyUnwrapped(bare(inner))
    case .array(let inner): return .array(bare(inner))
    case .dictionary(let key, let value): return .dictionary(bare(key), bare(value))
    case .tuple, .opaque, .composition, .other: return type
    }
  }

  private func isDeclared(_ names: [String]) -> Bool {
    sources.look(names, from: [], file: 0) != nil
  }

  /// An attribute as written, but with only the last two names of an inverse's key path,
  /// `\Trip.stops` for `\SchemaV1.Trip.stops`, so that it leads to the copy of `Trip`.
  private func attribute(_ attribute: SwiftAttribute, _ tokens: SwiftTokens) -> String {
    guard let range = attribute.arguments else { return Self.line(tokens.text(attribute.tokens)) }
    let arguments = ExpressionReader.arguments(range, in: tokens).map { argument in
      var text = Self.line(tokens.text(argument.value.tokens))
      if case .keyPath(let path) = argument.value.unparenthesized.kind, path.hasRoot {
        text = "\\" + path.names.compactMap { $0 }.suffix(2).joined(separator: ".")
      }
      return argument.label.map { "\($0): \(text)" } ?? text
    }
    return "@\(attribute.type)(\(arguments.joined(separator: ", ")))"
  }

  /// A text in one line.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      String(line.drop { $0 == " " || $0 == "\t" })
    }.joined(separator: " ")
  }
}

/// Names as Swift code has to write them, with back quotes where needed.
enum Identifiers {
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "operator", "private", "precedencegroup", "protocol",
    "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break", "case",
    "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if",
    "in",
    "repeat", "return", "throw", "switch", "where", "while", "Any", "as", "await", "false", "is",
    "nil", "self", "Self", "super", "throws", "true", "try",
  ]

  static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }
}
