import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

/// Reads the classes of one schema and makes the model that SwiftData makes of them.
struct SchemaReader {
  let sources: SwiftDataSources
  let schema: SwiftSchema
  /// Answers whether two relationships are inverse to each other, for pairs for which the sources
  /// do not tell.
  let decisions: InverseDecisions
  private var diagnostics = Diagnostics()
  private var drafts: [EntityDraft] = []
  /// The index of the draft by the index of the class. A class outside the schema with the name of
  /// one of its entities has the draft of that entity.
  private var entities: [Int: Int] = [:]

  init(_ schema: SwiftSchema, in sources: SwiftDataSources, decisions: InverseDecisions) {
    self.schema = schema
    self.sources = sources
    self.decisions = decisions
  }

  mutating func read() -> SwiftDataModel {
    for unread in schema.unread {
      diagnostics.report(
        SwiftDataMessage.unreadModels(
          of: schema.isVersioned ? schema.name : nil, unread.reason), at: unread.location)
    }
    readClasses()
    resolveParents()
    var inverses = InverseFinder(drafts: drafts, sources: sources, entities: entities)
    inverses.run { decisions.decide(name(of: $0), name(of: $1)) }
    diagnostics.append(contentsOf: inverses.diagnostics)
    for entity in inverses.unknownHashes { drafts[entity].hasUnknownHash = true }
    for (first, second) in inverses.undecided { keepUndecided(first, second) }
    spreadUnknownHashes()
    let builder = ModelBuilder(
      drafts: drafts, inverses: inverses.inverses, entities: entities, sources: sources)
    let (model, origins) = builder.build(
      identifier: schema.identifierText,
      // Two versions of the same sources have the same digest, but may have different lists, so the
      // name is added.
      unknownForm: schema.unread.isEmpty ? nil : "\(schema.name) \(sources.digest)")
    return SwiftDataModel(
      schema: schema, model: model, origins: origins,
      undecided: inverses.undecided.map { UndecidedInverse(name(of: $0), name(of: $1)) },
      diagnostics: diagnostics)
  }

  // MARK: - Classes

  /// Reads the listed classes and those that relationships of them lead to.
  private mutating func readClasses() {
    var pending = schema.models
    var seen = Set(pending)
    var names: [String: Int] = [:]
    for type in pending { names[sources.types[type].name] = type }
    var read: [EntityDraft] = []
    while !pending.isEmpty {
      let type = pending.removeFirst()
      var reader = EntityReader(
        type, in: sources, mapping: TypeMapping(sources: sources, models: names),
        schema: schema.name)
      reader.read()
      diagnostics.append(contentsOf: reader.diagnostics)
      read.append(reader.draft)
      for property in reader.draft.properties {
        guard case .relationship(let destination, _) = property.storage,
          seen.insert(destination).inserted
        else { continue }
        let name = sources.types[destination].name
        if let own = names[name] {
          reportLiveClass(property, destination, own)
        } else {
          names[name] = destination
          pending.append(destination)
          diagnostics.report(
            SwiftDataMessage.unlistedModel(name, of: schema.name, by: property.name),
            at: sources.location(property.file, property.declaration))
        }
      }
    }
    drafts = read.sorted { $0.name < $1.name }
    for (index, draft) in drafts.enumerated() { entities[draft.type] = index }
    let byName = Dictionary(drafts.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for type in seen where entities[type] == nil {
      entities[type] = byName[sources.types[type].name]
    }
  }

  /// Reports that a class of a version refers to a class outside of the version, although the
  /// version has one of that name.
  private mutating func reportLiveClass(_ property: SwiftProperty, _ type: Int, _ own: Int) {
    diagnostics.report(
      SwiftDataMessage.foreignClass(
        sources.types[type].path.joined(separator: "."),
        own: sources.types[own].path.joined(separator: "."), schema: schema.name),
      at: sources.location(property.file, property.declaration),
      notes: [
        Diagnostic.Note("the class that is used", at: sources.location(sources.types[type])),
        Diagnostic.Note("the class of the version", at: sources.location(sources.types[own])),
      ])
  }

  private mutating func resolveParents() {
    for index in drafts.indices {
      let record = sources.types[drafts[index].type]
      for inherited in record.declaration.inheritedTypes {
        guard let name = inherited.name else { continue }
        let names = name.split(separator: ".").map(String.init)
        guard case .type(let type)? = sources.look(names, from: record.path, file: record.file),
          type != drafts[index].type, let parent = entities[type], !leads(parent, to: index)
        else { continue }
        drafts[index].parent = parent
        drafts[index].hasUnknownHash = true
        drafts[index].unknownForms.append("inherits from \(drafts[parent].name)")
        diagnostics.report(
          SwiftDataMessage.unobserved(
            "a class that inherits from a model class", entity: record.name),
          at: sources.location(record))
        break
      }
    }
  }

  /// Whether the ancestors of an entity lead to another: a circle would have no root.
  private func leads(_ entity: Int, to other: Int) -> Bool {
    var next: Int? = entity
    while let current = next {
      if current == other { return true }
      next = drafts[current].parent
    }
    return false
  }

  /// Notes in the unknown forms of both relationships of a pair that they may be inverse to each
  /// other.
  private mutating func keepUndecided(_ first: RelationshipPlace, _ second: RelationshipPlace) {
    for (place, other) in first == second ? [(first, first)] : [(first, second), (second, first)] {
      let name = name(of: other)
      let form = "inverse to \(name.entity).\(name.name) or not"
      let known = drafts[place.entity].properties[place.property].unknownForm
      drafts[place.entity].properties[place.property].unknownForm =
        known.map { "\($0); \(form)" } ?? form
    }
  }

  /// Marks the sub-entities of entities with an unknown hash, because the hash of an entity is part
  /// of those of its sub-entities.
  private mutating func spreadUnknownHashes() {
    if !schema.unread.isEmpty {
      // A class that is not read may have the inverse of a relationship.
      for index in drafts.indices { drafts[index].hasUnknownHash = true }
    }
    for index in drafts.indices {
      var next = drafts[index].parent
      while let parent = next {
        if drafts[parent].hasUnknownHash { drafts[index].hasUnknownHash = true }
        next = drafts[parent].parent
      }
    }
  }

  private func name(of place: RelationshipPlace) -> (entity: String, name: String) {
    (drafts[place.entity].name, drafts[place.entity].properties[place.property].name)
  }
}

/// Answers whether relationships are inverse to each other, for pairs for which the sources do not
/// tell.
package struct InverseDecisions: Sendable {
  private var answers: [[String]: Bool] = [:]

  package init() {}

  package mutating func decide(_ pair: UndecidedInverse, areInverse: Bool) {
    answers[
      key((pair.first.entity, pair.first.name), (pair.second.entity, pair.second.name))] =
      areInverse
  }

  func decide(
    _ first: (entity: String, name: String), _ second: (entity: String, name: String)
  ) -> Bool? {
    answers[key(first, second)]
  }

  private func key(_ first: (String, String), _ second: (String, String)) -> [String] {
    [first, second].sorted { $0 < $1 }.flatMap { [$0.0, $0.1] }
  }
}
