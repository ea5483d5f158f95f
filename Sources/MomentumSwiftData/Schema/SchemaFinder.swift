import MomentumDiagnostics
import MomentumSwiftSource

/// Finds the schemas that sources declare.
///
/// A `VersionedSchema` is a version. Without one, the lists given to `Schema` and `ModelContainer` say
/// which classes belong together; without a list, all model classes do.
struct SchemaFinder {
  let sources: SwiftDataSources
  /// The name for a schema that the sources do not name.
  let defaultName: String
  var diagnostics = Diagnostics()

  mutating func find() -> [SwiftSchema] {
    let versions = sources.types.filter { SchemaFinder.isSchema($0) }
    // Tests declare schemas of their own, for example an old version that they migrate.
    let own = versions.filter { !SourcePlace.isBeside(sources.path(of: $0)) }
    if !versions.isEmpty {
      return (own.isEmpty ? versions : own).map { version($0) }.sorted { isBefore($0, $1) }
    }
    let lists = ContainerLists(sources: sources).find().map { list in
      (
        schema: SwiftSchema(
          name: defaultName, identifier: list.identifier, models: resolve(list.names),
          location: list.location, isVersioned: false, path: [], file: list.file),
        list: list
      )
    }
    var unread = lists.flatMap(\.list.unread)
    let readable = lists.filter { !$0.schema.models.isEmpty }
    var result: [SwiftSchema]
    if let list = whole(readable.map(\.schema)) {
      result = [list]
      let classes = Set(list.models)
      let others = readable.filter { Set($0.schema.models) != classes }
      let isConditional = readable.contains { $0.list.isConditional }
      // The build decides which of two lists the app has.
      if isConditional, let other = others.first {
        unread.append(UnreadList(reason: .condition, location: other.schema.location))
      }
    } else {
      result = unlisted()
    }
    for index in result.indices { result[index].unread = unread }
    return result
  }

  // MARK: - Without schemas and lists

  /// The model classes of the sources. If two have the same name, those inside a type or extension
  /// are a version of that type's name: its `VersionedSchema` may be in another folder.
  private func unlisted() -> [SwiftSchema] {
    let own = sources.types.indices.filter { isOwn(sources.types[$0]) }
    let models = own.isEmpty ? sources.types.indices.filter { sources.types[$0].isModel } : own
    let names = Set(models.map { sources.types[$0].name })
    guard names.count < models.count else {
      return [schema(defaultName, [], models)].compactMap { $0 }
    }
    let groups = Dictionary(grouping: models) { sources.types[$0].path.dropLast().map { $0 } }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { path, models in
      schema(path.last ?? defaultName, path, models)
    }
  }

  private func schema(_ name: String, _ path: [String], _ models: [Int]) -> SwiftSchema? {
    guard let first = models.first else { return nil }
    return SwiftSchema(
      name: name, identifier: nil, models: models,
      location: sources.location(sources.types[first]), isVersioned: !path.isEmpty, path: path,
      file: sources.types[first].file)
  }

  // MARK: - Versioned schemas

  static func isSchema(_ type: SwiftDataSources.TypeRecord) -> Bool {
    type.inheritedTypes.contains { $0.name?.split(separator: ".").last == "VersionedSchema" }
  }

  private mutating func version(_ type: SwiftDataSources.TypeRecord) -> SwiftSchema {
    var schema = SwiftSchema(
      name: type.name, identifier: nil, models: [], location: sources.location(type),
      isVersioned: true, path: type.path, file: type.file)
    for (file, member) in sources.members(of: type) where member.kind == .variable {
      guard member.name == "versionIdentifier",
        let value = StoredValue.expression(of: member, in: sources.tokens(file))
      else { continue }
      schema.identifier = VersionLiteral.read(value)
    }
    let list = ModelList(sources: sources).names(member: "models", of: type)
    schema.models = resolve(list.names)
    schema.unread = list.unread
    return schema
  }

  /// The classes that a list names, each once; a name that leads to no model class is reported.
  private mutating func resolve(_ names: [ModelList.Name]) -> [Int] {
    var result: [Int] = []
    for name in names {
      guard let index = model(name.path, name.scope, name.file) else {
        diagnostics.report(
          SwiftDataMessage.unknownModel(
            name.path.joined(separator: "."),
            near: nearName(
              to: name.path.last ?? "", among: sources.types.filter(\.isModel).map(\.name))),
          at: name.location)
        continue
      }
      if !result.contains(index) { result.append(index) }
    }
    return result
  }

  private mutating func model(_ path: [String], _ scope: [String], _ file: Int) -> Int? {
    var (path, scope, file) = (path, scope, file)
    // An alias that leads to itself would be followed without end, so stop after 16.
    for _ in 0..<16 {
      switch sources.look(path, from: scope, file: file) {
      case .type(let index): return sources.types[index].isModel ? index : nil
      case .ambiguous(let found): return found.first { sources.types[$0].isModel }
      case .alias(let alias):
        guard let name = alias.type.name else { return nil }
        (path, scope, file) = (name.split(separator: ".").map(String.init), alias.scope, alias.file)
      case nil: return nil
      }
    }
    return nil
  }

  private func isBefore(_ left: SwiftSchema, _ right: SwiftSchema) -> Bool {
    let (a, b) = (left.identifier ?? [], right.identifier ?? [])
    if a != b { return a.lexicographicallyPrecedes(b) }
    return left.name < right.name
  }

  // MARK: - Lists of containers

  /// The list that has all the others in it; the first of the longest ones, with a warning, if no
  /// list has.
  private mutating func whole(_ lists: [SwiftSchema]) -> SwiftSchema? {
    guard var longest = lists.max(by: { $0.models.count < $1.models.count }) else { return nil }
    longest = lists.first { $0.models.count == longest.models.count } ?? longest
    let all = Set(longest.models)
    if let other = lists.first(where: { !Set($0.models).isSubset(of: all) }) {
      diagnostics.report(
        SwiftDataMessage.severalLists, at: other.location,
        notes: [Diagnostic.Note("this list is read", at: longest.location)])
    }
    return longest
  }

  /// Whether a class belongs to the app and not to its tests or previews.
  private func isOwn(_ type: SwiftDataSources.TypeRecord) -> Bool {
    type.isModel && !SourcePlace.isBeside(sources.path(of: type))
  }
}

/// Tells files of tests and previews from those of the app.
enum SourcePlace {
  static func isBeside(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { folder in
      folder.hasSuffix("Tests") || folder.hasPrefix("Preview") || folder.hasSuffix("Previews")
    }
  }
}
