import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

/// Finds out how SwiftData stores a Swift type.
///
/// Source: the rules below compute the hashes of 331 entities of public projects from their
/// sources. A form that no store and no hash has shown is `unobserved`; a type that the sources do
/// not declare is `unknown`. Neither gets a version hash, because a guessed hash could open a wrong
/// store.
struct TypeMapping {
  /// How many structs inside structs are followed.
  static let depthMax = 16

  let sources: SwiftDataSources
  /// The index of each class of the schema in the types of the sources, by entity name.
  let models: [String: Int]

  /// A type at a place: names in it are looked up from there.
  struct Place {
    var scope: [String]
    var file: Int
  }

  struct Mapped {
    var storage: SwiftProperty.Storage
    var isOptional: Bool
    /// A form of the relationship that was never seen in a store, as words for the message; `nil`
    /// for a known form.
    var unobserved: String?
  }

  /// How SwiftData stores a property of a type.
  ///
  /// - Parameter name: The property's name. The raw value of an enum is stored as an element of
  ///   this name.
  func map(_ type: SwiftType, named name: String, at place: Place) -> Mapped {
    let (resolved, isOptional, place) = resolve(type, at: place)
    switch model(resolved, at: place) {
    case .one(let destination):
      return Mapped(
        storage: .relationship(destination, isToMany: false), isOptional: isOptional)
    case .several(let classes):
      return ambiguous(resolved, classes, isOptional)
    case nil: break
    }
    if let (element, isSet) = elementOfCollection(resolved) {
      let inner = resolve(element, at: place)
      switch model(inner.type, at: inner.place) {
      case .one(let destination):
        return Mapped(
          storage: .relationship(destination, isToMany: true), isOptional: isOptional,
          unobserved: isSet
            ? "a relationship that is a 'Set'"
            : inner.isOptional ? "a relationship to an array of optional objects" : nil)
      case .several(let classes): return ambiguous(inner.type, classes, isOptional)
      case nil: break
      }
    }
    return Mapped(
      storage: .attribute(stored(resolved, named: name, at: place, inside: [])),
      isOptional: isOptional)
  }

  private func ambiguous(_ type: SwiftType, _ classes: [Int], _ isOptional: Bool) -> Mapped {
    Mapped(
      storage: .attribute(
        .ambiguous(
          type.description, classes.map { sources.location(sources.types[$0]) })),
      isOptional: isOptional)
  }

  // MARK: - Names

  /// The type without optionals and aliases, whether it was optional, and the place where its names
  /// are looked up.
  func resolve(
    _ type: SwiftType, at place: Place
  ) -> (type: SwiftType, isOptional: Bool, place: Place) {
    var (type, isOptional) = type.unwrapped
    var place = place
    // An alias of itself would be followed without end, so stop after 16.
    for _ in 0..<16 {
      guard case .alias(let alias)? = look(type, at: place) else { break }
      let inner = alias.type.unwrapped
      type = inner.type
      isOptional = isOptional || inner.isOptional
      place = Place(scope: alias.scope, file: alias.file)
    }
    return (type, isOptional, place)
  }

  /// The declaration that a name without generic arguments leads to; `nil` for other types and for
  /// names that the sources do not declare.
  private func look(_ type: SwiftType, at place: Place) -> SwiftDataSources.Lookup? {
    guard case .named(let components) = type, components.allSatisfy(\.arguments.isEmpty) else {
      return nil
    }
    return sources.look(components.map(\.name), from: place.scope, file: place.file)
  }

  private enum Model {
    case one(Int)
    /// Several classes of one name, and nothing says which one is meant.
    case several([Int])
  }

  /// The class of the schema that a type names.
  private func model(_ type: SwiftType, at place: Place) -> Model? {
    switch look(type, at: place) {
    case .type(let index): return sources.types[index].isModel ? .one(index) : nil
    case .ambiguous(let found):
      guard found.contains(where: { sources.types[$0].isModel }) else { return nil }
      let listed = found.first { models[sources.types[$0].name] == $0 }
      return listed.map { .one($0) } ?? .several(found)
    case .alias, nil: return nil
    }
  }

  /// The element of an array or a set.
  private func elementOfCollection(_ type: SwiftType) -> (type: SwiftType, isSet: Bool)? {
    switch type {
    case .array(let element): return (element, false)
    case .named(let components):
      guard let last = components.last, ["Array", "Set"].contains(last.name),
        last.arguments.count == 1, LibraryTypes.bareName(components.map(\.name)) != nil
      else { return nil }
      return (last.arguments[0], last.name == "Set")
    default: return nil
    }
  }

  // MARK: - Attributes

  /// How the value of a type is stored.
  ///
  /// - Parameter chain: The structs around the type, outermost first.
  func stored(
    _ type: SwiftType, named name: String, at place: Place,
    inside chain: [SwiftDataSources.TypeRecord]
  ) -> StoredType {
    if let (element, isSet) = elementOfCollection(type) {
      return collection(of: element, isSet: isSet, at: place, isInside: !chain.isEmpty)
    }
    switch type {
    case .dictionary: return dictionary(isInside: !chain.isEmpty)
    case .named(let components):
      if components.contains(where: { !$0.arguments.isEmpty }) {
        let bare = LibraryTypes.bareName(components.map(\.name))
        return bare == "Dictionary" && components.last?.arguments.count == 2
          ? dictionary(isInside: !chain.isEmpty) : .unobserved(.undefined, "'\(type)'")
      }
    case .array, .optional, .implicitlyUnwrapped, .tuple, .opaque, .composition, .other:
      return .unknown(type.description)
    }
    switch look(type, at: place) {
    case .type(let index): return declared([sources.types[index]], type, named: name, chain)
    case .ambiguous(let found):
      return declared(found.map { sources.types[$0] }, type, named: name, chain)
    case .alias: return .unknown(type.description)
    case nil: break
    }
    guard case .named(let components) = type,
      let bare = LibraryTypes.bareName(components.map(\.name))
    else { return .unknown(type.description) }
    if let scalar = LibraryTypes.scalars[bare] { return .scalar(scalar) }
    if let unobserved = LibraryTypes.unobserved[bare] {
      return .unobserved(unobserved, "'\(bare)'")
    }
    return .unknown(type.description)
  }

  /// How an array or a set is stored. As a property of a class, an array of simple values is
  /// transformable; inside a struct it is binary data.
  private func collection(
    of element: SwiftType, isSet: Bool, at place: Place, isInside: Bool
  ) -> StoredType {
    let inner = resolve(element, at: place)
    if isSet {
      return .unobserved(
        isInside ? .binary : .transformable, isInside ? "a 'Set' inside a struct" : "'Set'")
    }
    if inner.isOptional {
      return .unobserved(isInside ? .binary : .transformable, "an array of optional values")
    }
    if isInside { return .scalar(.binary) }
    switch stored(inner.type, named: "", at: inner.place, inside: []) {
    case .scalar where elementOfCollection(inner.type) == nil && inner.type.name != nil:
      return .scalar(.transformable)
    case .unknown(let name) where inner.type.name != nil: return .unknown(name)
    case .ambiguous(let name, let places): return .ambiguous(name, places)
    case .conditional(let name, let place): return .conditional(name, place)
    case .scalar, .composite, .unobserved, .unknown:
      return .unobserved(.transformable, "an array of '\(element)'")
    }
  }

  private func dictionary(isInside: Bool) -> StoredType {
    isInside ? .unobserved(.binary, "a dictionary inside a struct") : .scalar(.binary)
  }

  // MARK: - Types of the sources

  /// How a type is stored that several declarations of its name may mean; ambiguous unless all of
  /// them are stored alike.
  private func declared(
    _ records: [SwiftDataSources.TypeRecord], _ type: SwiftType, named name: String,
    _ chain: [SwiftDataSources.TypeRecord]
  ) -> StoredType {
    let forms = records.map { declared($0, named: name, chain) }
    guard let first = forms.first else { return .ambiguous(type.description, []) }
    let text = first.form
    return forms.allSatisfy { $0.form == text }
      ? first : .ambiguous(type.description, records.map { sources.location($0) })
  }

  private func declared(
    _ record: SwiftDataSources.TypeRecord, named name: String,
    _ chain: [SwiftDataSources.TypeRecord]
  ) -> StoredType {
    let stored = value(record, named: name, chain)
    guard !record.alternatives.isEmpty else { return stored }
    let text = stored.form
    return record.alternatives.allSatisfy { value($0, named: name, chain).form == text }
      ? stored : .conditional(record.name, sources.location(record))
  }

  /// How an enum or a struct of the sources is stored.
  private func value(
    _ record: SwiftDataSources.TypeRecord, named name: String,
    _ chain: [SwiftDataSources.TypeRecord]
  ) -> StoredType {
    if record.declaration.genericParameters != nil {
      return .unobserved(.undefined, "'\(record.name)', which is generic,")
    }
    switch record.declaration.kind {
    case .enum: return enumeration(record, named: name, isInside: !chain.isEmpty)
    case .struct:
      let protocols = record.inheritedTypes.compactMap { $0.name?.split(separator: ".").last }
      for unobserved in ["OptionSet", "RawRepresentable"]
      where protocols.contains(where: { $0 == unobserved }) {
        return .unobserved(.undefined, "'\(record.name)', which conforms to \(unobserved),")
      }
      let isInItself = chain.contains { $0.path == record.path && $0.file == record.file }
      guard chain.count < TypeMapping.depthMax, !isInItself else {
        return .unobserved(.undefined, "'\(record.name)', which nests too deeply,")
      }
      return structure(record, chain + [record])
    default: return .unobserved(.undefined, "'\(record.name)', which is a class,")
    }
  }
}
