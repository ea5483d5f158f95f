import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

/// The declarations that the hashes of a version depend on: its classes, and the structs and enums
/// that their properties store.
struct FrozenDeclarations {
  let sources: SwiftDataSources
  /// Indices into `sources.types`: the classes of the version first, then the structs and enums
  /// that their properties store.
  private(set) var types: [Int] = []

  init(of schema: SwiftSchema, in sources: SwiftDataSources) {
    self.sources = sources
    types = schema.models
    var next = 0
    while next < types.count {
      let record = sources.types[types[next]]
      next += 1
      guard record.declaration.kind != .enum else { continue }
      let place = TypeMapping.Place(scope: record.path, file: record.file)
      for member in record.declaration.members
      where StoredMembers.isStored(member) && member.attribute("Transient") == nil {
        guard
          let written = PropertyType.find(
            member, in: sources.tokens(record.file), sources: sources, at: place)
        else { continue }
        for found in used(by: written.type, at: written.place) where !types.contains(found) {
          types.append(found)
        }
      }
    }
  }

  /// Indices of the declared types that a written type contains, such as that of `Address` for
  /// `[Address]?`.
  private func used(by type: SwiftType, at place: TypeMapping.Place) -> [Int] {
    switch type {
    case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner),
      .opaque(let inner):
      return used(by: inner, at: place)
    case .dictionary(let key, let value):
      return used(by: key, at: place) + used(by: value, at: place)
    case .tuple(let parts), .composition(let parts):
      return parts.flatMap { used(by: $0, at: place) }
    case .other: return []
    case .named(let components):
      let inner = components.flatMap(\.arguments).flatMap { used(by: $0, at: place) }
      var (names, place) = (components.map(\.name), place)
      for _ in 0..<16 {
        switch sources.look(names, from: place.scope, file: place.file) {
        case .type(let index): return inner + [index]
        case .ambiguous(let found): return inner + found.prefix(1)
        case .alias(let alias):
          guard let name = alias.type.unwrapped.type.name else {
            return inner
              + used(by: alias.type, at: TypeMapping.Place(scope: alias.scope, file: alias.file))
          }
          names = name.split(separator: ".").map(String.init)
          place = TypeMapping.Place(scope: alias.scope, file: alias.file)
        case nil: return inner
        }
      }
      return inner
    }
  }
}
