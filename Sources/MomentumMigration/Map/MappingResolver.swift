package import MomentumDiagnostics
package import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

/// Resolves the names of a mapping model, and reports what cannot be carried out.
package struct MappingResolver {
  private let mapping: MappingModel
  private let syntax: MappingModelSyntax?
  private let old: ObjectModel
  private let new: ObjectModel
  private let isRun: Bool
  private let creators: Set<String>
  private var diagnostics = Diagnostics()

  /// Returns the resolved mapping model, without the parts that were reported as errors.
  ///
  /// - Parameters:
  ///   - syntax: The editor's file from which the mapping model was compiled; findings have
  ///     locations in it.
  ///   - isRun: Whether Momentum carries the mapping model out. Otherwise Core Data does, which
  ///     evaluates every expression and lets a policy's code replace what its entity mapping says.
  ///   - creators: The policy classes whose own code makes the objects in a run.
  package static func resolve(
    _ mapping: MappingModel, syntax: MappingModelSyntax? = nil, old: ObjectModel, new: ObjectModel,
    isRun: Bool = true, creators: Set<String> = [], _ diagnostics: inout Diagnostics
  ) -> ResolvedMapping {
    var resolver = MappingResolver(mapping, syntax, old, new, isRun: isRun, creators: creators)
    let result = resolver.resolved()
    diagnostics.append(contentsOf: resolver.diagnostics)
    return result
  }

  private init(
    _ mapping: MappingModel, _ syntax: MappingModelSyntax?, _ old: ObjectModel, _ new: ObjectModel,
    isRun: Bool, creators: Set<String>
  ) {
    self.isRun = isRun
    self.creators = creators
    self.mapping = mapping
    self.syntax = syntax
    self.old = old
    self.new = new
  }

  private mutating func resolved() -> ResolvedMapping {
    var names: Set<String> = []
    for (index, entity) in mapping.entityMappings.enumerated()
    where !names.insert(entity.name).inserted {
      report(.duplicateName(entity.name), MappingPlace(index))
    }
    // Resolve all sources and destinations first: the relationships of one mapping refer to the
    // entities of others.
    var all: [Ends] = []
    for index in mapping.entityMappings.indices { all.append(ends(of: index)) }
    var result = ResolvedMapping(entityMappings: [])
    for (index, entity) in mapping.entityMappings.enumerated() {
      result.entityMappings.append(
        ResolvedMapping.EntityMapping(
          name: entity.name, source: all[index].source, destination: all[index].destination,
          filter: entity.sourceFilter, policyClassName: entity.policyClassName,
          attributes: attributes(of: index, all[index]),
          relationships: relationships(of: index, all)))
    }
    return result
  }

  typealias Ends = (source: EntityID?, destination: EntityID?)

  private mutating func ends(of index: Int) -> Ends {
    let entity = mapping.entityMappings[index]
    func find(_ name: String?, _ model: ObjectModel) -> EntityID? {
      name.flatMap { model.entity(named: $0) }
    }
    let ends = (find(entity.sourceEntity, old), find(entity.destinationEntity, new))
    for (name, id, side) in [
      (entity.sourceEntity, ends.0, "source"), (entity.destinationEntity, ends.1, "destination"),
    ] where name != nil && id == nil {
      report(
        .unknownEntity(name ?? "", side: side, mapping: entity.name), MappingPlace(index))
    }
    if let destination = ends.1, new[destination].isAbstract, entity.sourceEntity != nil {
      report(.abstractEntity(new[destination].name, mapping: entity.name), MappingPlace(index))
    }
    return ends
  }

  private mutating func report(_ message: MappingMessage, _ place: MappingPlace) {
    var finding = Diagnostic(message, at: place.location(in: syntax))
    if finding.severity == .error, let policy = mapping.entityMappings[place.index].policyClassName,
      isRun ? creators.contains(policy) && message.isForCreator : message.isForPolicy
    {
      finding.severity = .warning
    }
    diagnostics.report(finding)
  }

  // MARK: - Attributes

  private mutating func attributes(
    of index: Int, _ ends: Ends
  ) -> [ResolvedMapping.AttributeMapping] {
    let entity = mapping.entityMappings[index]
    guard let destination = ends.destination else { return [] }
    var result: [ResolvedMapping.AttributeMapping] = []
    for property in entity.attributeMappings {
      let place = MappingPlace(index, attribute: property.name)
      guard case .attribute(let id) = new.property(named: property.name, in: destination) else {
        reportUnknown(property, of: destination, entity, place)
        continue
      }
      // A derived attribute is computed, and a transient one is not stored: a mapping for it has no
      // effect.
      guard let text = property.valueExpression, !new[id].isTransient, new[id].derivation == nil
      else { continue }
      let owner = "'\(property.name)' in '\(entity.name)'"
      guard let value = value(text, of: owner, in: entity, ends.source, place),
        fits(value, id, owner, place)
      else { continue }
      result.append(ResolvedMapping.AttributeMapping(attribute: id, value: value))
    }
    return result
  }

  private mutating func value(
    _ text: String, of owner: String, in entity: EntityMapping, _ source: EntityID?,
    _ place: MappingPlace
  ) -> ResolvedMapping.Value? {
    do throws(MappingExpression.Refusal) {
      return try MappingValueResolver(
        old: old, source: source, policyClassName: entity.policyClassName
      ).value(MappingExpression.parse(text))
    } catch {
      if let path = error.path {
        report(.unknownKeyPath(path, of: owner, reason: error.reason), place)
      } else {
        report(.unsupportedExpression(of: owner, reason: error.reason, isRun: isRun), place)
      }
      return nil
    }
  }

  private mutating func fits(
    _ value: ResolvedMapping.Value, _ id: AttributeID, _ owner: String, _ place: MappingPlace
  ) -> Bool {
    guard let problem = MappingTypes(old: old, new: new).problem(with: value, for: id) else {
      return true
    }
    switch problem {
    case .type(let given, let taken):
      report(.typeMismatch(of: owner, from: given, to: taken), place)
    case .storage(let reason):
      report(.unsupportedExpression(of: owner, reason: reason, isRun: isRun), place)
    }
    return false
  }

  private mutating func reportUnknown(
    _ property: PropertyMapping, of destination: EntityID, _ mapping: EntityMapping,
    _ place: MappingPlace
  ) {
    report(
      .unknownProperty(property.name, entity: new[destination].name, mapping: mapping.name), place)
  }

  // MARK: - Relationships

  private mutating func relationships(
    of index: Int, _ ends: [Ends]
  ) -> [ResolvedMapping.RelationshipMapping] {
    let entity = mapping.entityMappings[index]
    guard let destination = ends[index].destination else { return [] }
    var result: [ResolvedMapping.RelationshipMapping] = []
    for property in entity.relationshipMappings {
      let place = MappingPlace(index, relationship: property.name)
      guard case .relationship(let id) = new.property(named: property.name, in: destination) else {
        reportUnknown(property, of: destination, entity, place)
        continue
      }
      guard let text = property.valueExpression, !new[id].isTransient else { continue }
      let owner = "'\(property.name)' in '\(entity.name)'"
      if let links = links(text, id, of: owner, ends[index].source, ends, place) {
        result.append(links)
      }
    }
    return result
  }

  private mutating func links(
    _ text: String, _ id: RelationshipID, of owner: String, _ source: EntityID?, _ ends: [Ends],
    _ place: MappingPlace
  ) -> ResolvedMapping.RelationshipMapping? {
    do throws(MappingExpression.Refusal) {
      let resolver = MappingValueResolver(old: old, source: source, policyClassName: nil)
      let wanted: (path: [RelationshipID], producingMappings: [Int])
      let name: String
      switch try MappingExpression.parse(text) {
      case .destinations(let mapping, let keys):
        name = mapping
        let (path, end) = try resolver.objects(keys)
        wanted = (
          path,
          producingMappings(for: id, of: end, ends).filter {
            self.mapping.entityMappings[$0].name == mapping
          }
        )
      case .destinationsOfRelationship(let relationship, let keys):
        name = relationship
        let (path, end) = try resolver.objects(keys)
        wanted = (path, producingMappings(for: id, of: end, ends))
      case .constant(.null): return nil
      case .constant, .source, .now, .policy, .variable:
        throw MappingExpression.Refusal(reason: "a value where objects are wanted")
      }
      if wanted.producingMappings.isEmpty { report(.unknownEntityMapping(name, of: owner), place) }
      return ResolvedMapping.RelationshipMapping(
        relationship: id, path: wanted.path, producingMappings: wanted.producingMappings)
    } catch {
      if let path = error.path {
        report(.unknownKeyPath(path, of: owner, reason: error.reason), place)
      } else {
        report(.unsupportedExpression(of: owner, reason: error.reason, isRun: isRun), place)
      }
      return nil
    }
  }

  /// The indexes of the entity mappings that make targets of the new relationship: the destination
  /// fits the relationship, and the source has the same root entity as `end`, the entity of the old
  /// objects.
  private func producingMappings(for id: RelationshipID, of end: EntityID, _ ends: [Ends]) -> [Int]
  {
    ends.indices.filter { index in
      guard let source = ends[index].source, let made = ends[index].destination else {
        return false
      }
      return old.root(of: source) == old.root(of: end)
        && new.inherits(made, from: new[id].destination)
    }
  }
}

/// The place of a finding: an entity mapping by its index, or one of its properties by its name.
struct MappingPlace {
  let index: Int
  private let attribute: String?
  private let relationship: String?

  init(_ index: Int, attribute: String? = nil, relationship: String? = nil) {
    self.index = index
    self.attribute = attribute
    self.relationship = relationship
  }

  /// The location in the editor's file; `nil` for a compiled file, which has no text.
  func location(in syntax: MappingModelSyntax?) -> SourceLocation? {
    guard let syntax, syntax.entityMappings.indices.contains(index) else { return nil }
    let entity = syntax.entityMappings[index]
    let property =
      entity.attributeMappings.first { $0.name == attribute }
      ?? entity.relationshipMappings.first { $0.name == relationship }
    return property?.location ?? entity.location
  }
}
