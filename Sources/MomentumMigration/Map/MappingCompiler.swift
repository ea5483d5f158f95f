package import MomentumModel
import MomentumVersionHash

/// Fills in what a file of Xcode's mapping model editor leaves unset, as Xcode's compiler does.
///
/// Source: one `.xcmappingmodel` and the `.cdm` that Xcode compiled from it; this compiler's result
/// is equal to the `.cdm` (observed). Rules that the two files do not show are marked as assumed.
package struct MappingCompiler {
  private let syntax: MappingModelSyntax
  private let old: ObjectModel
  private let new: ObjectModel
  private let oldHashes: ModelHashes
  private let newHashes: ModelHashes
  private let names: [String]

  /// Adds the names, kinds, hashes and expressions that the editor's file leaves out.
  ///
  /// Cannot fail: an entity that its model lacks gets no hash, and ``MappingDiagnosis`` reports the
  /// entity.
  package static func compile(
    _ syntax: MappingModelSyntax, old: ObjectModel, new: ObjectModel
  ) -> MappingModel {
    let compiler = MappingCompiler(syntax, old, new)
    return MappingModel(
      entityMappings: zip(syntax.entityMappings, compiler.names).map(compiler.entityMapping))
  }

  private init(_ syntax: MappingModelSyntax, _ old: ObjectModel, _ new: ObjectModel) {
    self.syntax = syntax
    self.old = old
    self.new = new
    oldHashes = ModelHashes(of: old)
    newHashes = ModelHashes(of: new)
    names = syntax.entityMappings.map(MappingCompiler.name)
  }

  /// The name of an entity mapping. If the file has none, it is `CarToCar`; a mapping without a
  /// source or without a destination has the name of its only entity (assumed).
  static func name(of mapping: MappingModelSyntax.EntityMapping) -> String {
    if let name = mapping.name { return name }
    switch (mapping.sourceEntity, mapping.destinationEntity) {
    case (let source?, let destination?): return "\(source)To\(destination)"
    case (let only?, nil), (nil, let only?): return only
    case (nil, nil): return ""
    }
  }

  private static func kind(of mapping: MappingModelSyntax.EntityMapping) -> EntityMapping.Kind {
    if mapping.policyClassName != nil { return .custom }
    if mapping.sourceEntity == nil { return .add }
    // Assumed: `.remove` is the only mapping type of Core Data's API that fits a mapping without
    // destination.
    return mapping.destinationEntity == nil ? .remove : .copy
  }

  private func entityMapping(
    _ mapping: MappingModelSyntax.EntityMapping, named name: String
  ) -> EntityMapping {
    EntityMapping(
      name: name, kind: MappingCompiler.kind(of: mapping), sourceEntity: mapping.sourceEntity,
      destinationEntity: mapping.destinationEntity,
      sourceHash: mapping.sourceEntity.flatMap { oldHashes[$0] } ?? [],
      destinationHash: mapping.destinationEntity.flatMap { newHashes[$0] } ?? [],
      policyClassName: mapping.policyClassName,
      sourceExpression: mapping.sourceEntity.map {
        MappingText.fetch(entity: $0, filter: mapping.sourceFilter)
      }, sourceFilter: mapping.sourceFilter,
      attributeMappings: mapping.attributeMappings.map {
        PropertyMapping(name: $0.name, valueExpression: attribute($0, in: mapping))
      },
      relationshipMappings: mapping.relationshipMappings.map {
        PropertyMapping(name: $0.name, valueExpression: relationship($0, in: mapping))
      }, userInfo: mapping.userInfo)
  }

  // MARK: - Expressions

  /// The expression that copies the source's attribute of the same name. `nil` if the source has no
  /// such attribute, so that the destination keeps its default value.
  private func attribute(
    _ property: MappingModelSyntax.PropertyMapping, in mapping: MappingModelSyntax.EntityMapping
  ) -> String? {
    if let written = property.valueExpression { return written }
    switch source(of: mapping).flatMap({ old.property(named: property.name, in: $0) }) {
    case .attribute: return MappingText.source(property.name)
    case .relationship, .fetchedProperty, nil: return nil
    }
  }

  private func relationship(
    _ property: MappingModelSyntax.PropertyMapping, in mapping: MappingModelSyntax.EntityMapping
  ) -> String? {
    if let written = property.valueExpression { return written }
    if property.sourceKeyPath != nil || property.sourceMappingName != nil {
      return sourceFetch(property, in: mapping)
    }
    return automatic(property.name, of: property.name, in: mapping)
  }

  /// The expression for the fields that Xcode's editor calls *Source Fetch*. Assumed from the
  /// labels of the editor: no observed file has such an expression.
  private func sourceFetch(
    _ property: MappingModelSyntax.PropertyMapping, in mapping: MappingModelSyntax.EntityMapping
  ) -> String? {
    let path = property.sourceKeyPath ?? property.name
    if let name = property.sourceMappingName {
      let source = path.hasPrefix("$") ? path : MappingText.source(path)
      return MappingText.destinations(mapping: name, source: source)
    }
    let prefix = MappingText.source("")
    return automatic(
      path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path, of: property.name,
      in: mapping)
  }

  /// The expression that finds the new objects of a relationship's targets by the name of the
  /// entity mapping that makes them. If several entity mappings make them, it has the name of the
  /// relationship instead, and Core Data chooses the entity mapping for each object.
  private func automatic(
    _ path: String, of name: String, in mapping: MappingModelSyntax.EntityMapping
  ) -> String? {
    guard let source = source(of: mapping),
      case .relationship = old.property(named: path, in: source),
      let destination = mapping.destinationEntity.flatMap({ new.entity(named: $0) }),
      case .relationship(let id) = new.property(named: name, in: destination)
    else { return nil }
    let makers = syntax.entityMappings.indices.filter { index in
      let other = syntax.entityMappings[index]
      guard other.sourceEntity != nil,
        let made = other.destinationEntity.flatMap({ new.entity(named: $0) })
      else { return false }
      return new.inherits(made, from: new[id].destination)
    }
    switch makers.count {
    case 0: return nil
    case 1:
      return MappingText.destinations(mapping: names[makers[0]], source: MappingText.source(path))
    case _: return MappingText.destinations(relationship: path, source: MappingText.source(path))
    }
  }

  private func source(of mapping: MappingModelSyntax.EntityMapping) -> EntityID? {
    mapping.sourceEntity.flatMap { old.entity(named: $0) }
  }
}
