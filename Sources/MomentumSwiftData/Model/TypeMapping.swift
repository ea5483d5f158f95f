import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

/// Finds out how SwiftData stores a Swift type.
///
/// Source: hashes of 331 entities of public projects, which the rules below give from their sources.
/// What no store or hash has shown is `unobserved`, and a type that the sources do not declare is
/// `unknown`: neither gets a version hash.
struct TypeMapping {
  /// Structs inside structs are followed this far; a struct cannot hold itself.
  static let depthMax = 16

  let sources: SwiftDataSources
  /// The classes of the schema by entity name.
  let models: [String: Int]

  /// A type at a place: names in it are looked up from there.
  struct Place {
    var scope: [String]
    var file: Int
  }

  struct Mapped {
    var storage: SwiftProperty.Storage
    var isOptional: Bool
  }

  /// - Parameter name: The property's name, which is also that of the element of an enum.
  func map(_ type: SwiftType, named name: String, at place: Place) -> Mapped {
    let (resolved, isOptional, place) = resolve(type, at: place)
    if let destination = model(resolved, at: place) {
      return Mapped(
        storage: .relationship(destination, isToMany: false), isOptional: isOptional)
    }
    if let element = elementOfCollection(resolved) {
      let inner = resolve(element, at: place)
      if let destination = model(inner.type, at: inner.place) {
        return Mapped(
          storage: .relationship(destination, isToMany: true), isOptional: isOptional)
      }
    }
    return Mapped(
      storage: .attribute(stored(resolved, named: name, at: place, depth: 0)),
      isOptional: isOptional)
  }

  // MARK: - Names

  /// The type without optionals and aliases.
  private func resolve(
    _ type: SwiftType, at place: Place
  ) -> (type: SwiftType, isOptional: Bool, place: Place) {
    var (type, isOptional) = type.unwrapped
    var place = place
    // An alias of itself has no end.
    for _ in 0..<16 {
      guard let name = type.name, !isWithArguments(type),
        TypeMapping.scalars[name] == nil
          || sources.look([name], from: place.scope, file: place.file) != nil,
        case .alias(let alias)? = sources.look(
          name.split(separator: ".").map(String.init), from: place.scope, file: place.file)
      else { break }
      let inner = alias.type.unwrapped
      type = inner.type
      isOptional = isOptional || inner.isOptional
      place = Place(scope: alias.scope, file: alias.file)
    }
    return (type, isOptional, place)
  }

  private func isWithArguments(_ type: SwiftType) -> Bool {
    if case .named(let components) = type {
      components.contains { !$0.arguments.isEmpty }
    } else {
      false
    }
  }

  /// The class of the schema that a type names.
  private func model(_ type: SwiftType, at place: Place) -> Int? {
    guard let name = type.name, !isWithArguments(type) else { return nil }
    let names = name.split(separator: ".").map(String.init)
    switch sources.look(names, from: place.scope, file: place.file) {
    case .type(let index): return sources.types[index].isModel ? index : nil
    case .ambiguous(let found): return found.first { sources.types[$0].isModel }
    case .alias, nil: return nil
    }
  }

  private func declaration(
    _ type: SwiftType, at place: Place
  ) -> SwiftDataSources.TypeRecord? {
    guard let name = type.name, !isWithArguments(type) else { return nil }
    let names = name.split(separator: ".").map(String.init)
    switch sources.look(names, from: place.scope, file: place.file) {
    case .type(let index): return sources.types[index]
    case .ambiguous(let found): return sources.types[found[0]]
    case .alias, nil: return nil
    }
  }

  /// The element of an array or a set.
  private func elementOfCollection(_ type: SwiftType) -> SwiftType? {
    switch type {
    case .array(let element): return element
    case .named(let components):
      guard let last = components.last, ["Array", "Set"].contains(last.name),
        last.arguments.count == 1
      else { return nil }
      return last.arguments[0]
    default: return nil
    }
  }

  // MARK: - Attributes

  private func stored(
    _ type: SwiftType, named name: String, at place: Place, depth: Int
  ) -> StoredType {
    switch type {
    case .array(let element): return collection(of: element, isSet: false, at: place, depth)
    case .dictionary: return dictionary(depth)
    case .named(let components):
      if let last = components.last, !last.arguments.isEmpty {
        switch (last.name, last.arguments.count) {
        case ("Array", 1), ("Set", 1):
          return collection(of: last.arguments[0], isSet: last.name == "Set", at: place, depth)
        case ("Dictionary", 2): return dictionary(depth)
        default: return .unobserved(.undefined, "'\(type)'")
        }
      }
    case .optional, .implicitlyUnwrapped, .tuple, .opaque, .composition, .other:
      return .unknown(type.description)
    }
    if let record = declaration(type, at: place) {
      return declared(record, named: name, depth: depth)
    }
    let bare = type.name.map { $0.split(separator: ".").last.map(String.init) ?? $0 } ?? ""
    if let scalar = TypeMapping.scalars[bare] { return .scalar(scalar) }
    if let unobserved = TypeMapping.unobservedScalars[bare] {
      return .unobserved(unobserved, "'\(bare)'")
    }
    return .unknown(type.description)
  }

  /// At the top an array of simple values is transformable; inside a struct it is binary data.
  private func collection(
    of element: SwiftType, isSet: Bool, at place: Place, _ depth: Int
  ) -> StoredType {
    if depth > 0 { return .scalar(.binary) }
    let inner = resolve(element, at: place)
    let isSimple =
      inner.type.name.map {
        TypeMapping.scalars[$0.split(separator: ".").last.map(String.init) ?? $0] != nil
      } ?? false
    if !isSet, isSimple, declaration(inner.type, at: inner.place) == nil {
      return .scalar(.transformable)
    }
    return .unobserved(.transformable, isSet ? "'Set'" : "an array of '\(element)'")
  }

  private func dictionary(_ depth: Int) -> StoredType { .scalar(.binary) }

  /// An enum or a struct of the sources.
  private func declared(
    _ record: SwiftDataSources.TypeRecord, named name: String, depth: Int
  ) -> StoredType {
    switch record.declaration.kind {
    case .enum: return self.enumeration(record, named: name, depth: depth)
    case .struct:
      let protocols = record.inheritedTypes.compactMap { $0.name?.split(separator: ".").last }
      for unobserved in ["OptionSet", "RawRepresentable"]
      where protocols.contains(where: { $0 == unobserved }) {
        return .unobserved(.undefined, "'\(record.name)', which is a \(unobserved),")
      }
      return structure(record, depth: depth)
    default: return .unobserved(.undefined, "'\(record.name)', which is a class,")
    }
  }

  private func structure(_ record: SwiftDataSources.TypeRecord, depth: Int) -> StoredType {
    guard depth < TypeMapping.depthMax else {
      return .unobserved(.undefined, "'\(record.name)', which nests too deeply,")
    }
    let tokens = sources.tokens(record.file)
    let place = Place(scope: record.path, file: record.file)
    var elements: [StoredType.Element] = []
    for member in record.declaration.members where StoredMembers.isStored(member) {
      // A constant with a value is not decoded.
      if member.isConstant, member.value != nil { continue }
      guard let type = PropertyType.find(member, in: tokens, sources: sources, at: place) else {
        return .unobserved(
          .undefined, "'\(record.name)', whose property '\(member.name)' has no type in the source,"
        )
      }
      let (resolved, _, inner) = resolve(type, at: place)
      elements.append(
        StoredType.Element(
          name: member.name,
          type: stored(resolved, named: member.name, at: inner, depth: depth + 1)))
    }
    return .composite(elements, userInfo: [], sources.location(record))
  }

  private func enumeration(
    _ record: SwiftDataSources.TypeRecord, named name: String, depth: Int
  ) -> StoredType {
    let cases = record.declaration.members.filter { $0.kind == .enumCase }
    if let raw = rawType(of: record) {
      guard depth == 0 else {
        return .unobserved(
          TypeMapping.scalars[raw] ?? .undefined, "an enum with raw values inside a struct")
      }
      guard let type = TypeMapping.scalars[raw] else {
        return .unobserved(
          TypeMapping.unobservedScalars[raw] ?? .undefined, "an enum with raw values of '\(raw)'")
      }
      return .composite(
        [StoredType.Element(name: name, type: .scalar(type))],
        userInfo: [UserInfoEntry(key: "EnumType", value: "true")], sources.location(record))
    }
    guard cases.allSatisfy({ $0.parameters == nil }) else {
      return .unobserved(.undefined, "'\(record.name)', an enum whose cases have values,")
    }
    guard depth == 0 else {
      return .unobserved(.undefined, "'\(record.name)', an enum inside a struct,")
    }
    return .composite(
      cases.map { StoredType.Element(name: $0.name, type: .scalar(.string)) },
      userInfo: [
        UserInfoEntry(key: "EnumType", value: "true"),
        UserInfoEntry(key: "enum", value: cases.map(\.name).joined(separator: ",")),
      ], sources.location(record))
  }

  /// The type of an enum's raw values: the first of the inherited types, if it is no protocol.
  private func rawType(of record: SwiftDataSources.TypeRecord) -> String? {
    guard let name = record.declaration.inheritedTypes.first?.name else { return nil }
    let bare = name.split(separator: ".").last.map(String.init) ?? name
    let isRaw = TypeMapping.scalars[bare] != nil || TypeMapping.unobservedScalars[bare] != nil
    return isRaw || bare == "Character" ? bare : nil
  }

  // MARK: - Tables

  /// Types that stores or published hashes have shown.
  static let scalars: [String: AttributeType] = [
    "Int": .integer64, "Int64": .integer64, "UInt64": .integer64, "Int32": .integer32,
    "UInt32": .integer32, "Int16": .integer16, "UInt8": .integer16, "Double": .double,
    // The library declares it as another name of Double.
    "TimeInterval": .double,
    "Float": .float, "String": .string, "Bool": .boolean, "Date": .date, "Data": .binary,
    "UUID": .uuid,
  ]

  /// Types that are probably stored so, but that no store or hash has shown.
  static let unobservedScalars: [String: AttributeType] = [
    "UInt": .integer64, "Int8": .integer16, "UInt16": .integer32, "CGFloat": .double,
    "Decimal": .decimal, "URL": .uri, "Float16": .undefined, "Int128": .undefined,
    "UInt128": .undefined, "Character": .undefined, "AttributedString": .undefined,
    "Locale": .undefined, "Measurement": .undefined, "TimeZone": .undefined,
    "DateComponents": .undefined, "DateInterval": .undefined, "Calendar": .undefined,
    "IndexSet": .undefined, "IndexPath": .undefined, "CharacterSet": .undefined,
    "PersonNameComponents": .undefined, "CGPoint": .undefined, "CGSize": .undefined,
    "CGRect": .undefined, "Duration": .undefined, "URLComponents": .undefined,
    "PersistentIdentifier": .undefined,
  ]
}
