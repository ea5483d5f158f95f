public import MomentumModel
import MomentumVersionHash

/// Fills in what the editor leaves unset, as Xcode's compiler of mapping models does.
///
/// Source: one `.xcmappingmodel` and the `.cdm` made of it, which comes out equal (observed). What the
/// editor's words say, but no pair shows, is marked below.
public struct MappingCompiler {
  private let syntax: MappingModelSyntax
  private let old: ObjectModel
  private let new: ObjectModel
  private let oldHashes: ModelHashes
  private let newHashes: ModelHashes
  private let names: [String]

  /// The mapping model with names, kinds, hashes and expressions. Cannot fail: an entity that a model does not
  /// have gets no hash, and `MappingDiagnosis` tells of it.
  public static func compile(
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

  /// `CarToCar`; the destination's name alone for an addition. The source's alone for a removal is assumed.
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
    // Assumed: the one number of the API that fits.
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

  /// The attribute of the same name in the source; else nothing, and the destination's default stays.
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

  /// What the editor calls *Source Fetch*. By the editor's words; the pair has none.
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

  /// By the mapping that makes the destination's objects, or by the relationship where several do.
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
