import MomentumSwiftSource

/// The raw values that an enum has.
enum RawValues: Equatable {
  /// No raw values: `enum Kind: Codable`
  case none
  /// Raw values of a type of the library, whose bare name this is, as in `enum Kind: String`. The
  /// enum may name an alias of the type.
  case library(String)
  /// Raw values that no known store shows: of a type of the sources, or of an enum that is
  /// RawRepresentable by its own code.
  case unobserved
  /// The sources do not declare the name after the colon, which may be a type or a protocol.
  case unknown(String)

  /// The raw values of an enum. Only the first of the types after the colon can be their type.
  static func of(_ record: SwiftDataSources.TypeRecord, in sources: SwiftDataSources) -> RawValues {
    let own = record.declaration.inheritedTypes
    let isWritten = record.inheritedTypes.contains {
      $0.name?.split(separator: ".").last == "RawRepresentable"
    }
    if isWritten { return .unobserved }
    guard let first = own.first else { return .none }
    let scope = Array(record.path.dropLast())
    let found = of(first, TypeMapping.Place(scope: scope, file: record.file), in: sources)
    // Cases with values after an equals sign need a type for them.
    let hasValues = record.declaration.members.contains { $0.kind == .enumCase && $0.value != nil }
    return found == .none && hasValues ? .unobserved : found
  }

  private static func of(
    _ type: SwiftType, _ place: TypeMapping.Place, in sources: SwiftDataSources
  ) -> RawValues {
    var (type, place) = (type, place)
    for _ in 0..<16 {
      guard let name = type.name else { return .none }
      let names = name.split(separator: ".").map(String.init)
      if sources.isProtocol(names, from: place.scope) { return .none }
      switch sources.look(names, from: place.scope, file: place.file) {
      case .type, .ambiguous: return .unobserved
      case .alias(let alias):
        type = alias.type
        place = TypeMapping.Place(scope: alias.scope, file: alias.file)
      case nil:
        guard let bare = LibraryTypes.bareName(names) else { return .unknown(name) }
        if LibraryTypes.scalars[bare] != nil || LibraryTypes.unobserved[bare] != nil {
          return .library(bare)
        }
        return protocols.contains(bare) ? .none : .unknown(name)
      }
    }
    return .unknown(type.description)
  }

  /// Protocols of the library and of Apple's frameworks that enums often conform to.
  private static let protocols: Set<String> = [
    "AppEnum", "AppEntity", "CaseIterable", "Codable", "CodingKey", "Comparable",
    "CustomDebugStringConvertible", "CustomLocalizedStringResourceConvertible",
    "CustomNSError", "CustomReflectable", "CustomStringConvertible", "Decodable", "Encodable",
    "Equatable", "Error", "ExpressibleByStringLiteral", "ExpressibleByIntegerLiteral", "Hashable",
    "Identifiable", "LocalizedError", "LosslessStringConvertible", "Plottable", "Sendable",
    "SendableMetatype", "Strideable", "TipOption", "Transferable", "View", "ShapeStyle",
    "CodableWithConfiguration", "RecoverableError", "BitwiseCopyable", "Copyable", "Escapable",
    "AnyObject", "Any",
  ]
}
