import MomentumDiagnostics
import MomentumDiff
import MomentumModel

/// Reviews a mapping model for a known old and a known new version.
struct MappingReview {
  let mapping: MappingModel
  let syntax: MappingModelSyntax?
  let old: NamedModel
  let new: NamedModel
  /// The location for findings about the whole file of the mapping model; `nil` if the caller gave
  /// none.
  let start: SourceLocation?
  private(set) var findings = Diagnostics()
  /// The indexes in `findings` of those that report lost values or rows.
  private(set) var losses: Set<Int> = []

  init(
    mapping: MappingModel, syntax: MappingModelSyntax?, old: NamedModel,
    new: NamedModel, start: SourceLocation?
  ) {
    self.mapping = mapping
    self.syntax = syntax
    self.old = old
    self.new = new
    self.start = start
  }

  mutating func review() {
    let resolved = MappingResolver.resolve(
      mapping, syntax: syntax, old: old.model, new: new.model, isRun: false, &findings)
    reviewEntities(resolved)
    for (index, entity) in mapping.entityMappings.enumerated() {
      if let policy = entity.policyClassName {
        report(.policyClass(policy, mapping: entity.name), at: index)
      }
      // Skip entity mappings with a policy: its code may set attributes that have no mapping.
      if entity.policyClassName == nil,
        let destination = resolved.entityMappings[index].destination
      {
        reviewAttributes(
          of: destination, entity, at: index, kept(resolved.entityMappings[index], destination))
      }
    }
    reviewInference(resolved)
  }

  private mutating func report(
    _ message: MappingMessage, at index: Int? = nil, isLoss: Bool = false
  ) {
    let place = index.map { MappingPlace($0) }
    if isLoss { losses.insert(findings.all.count) }
    findings.report(message, at: syntax == nil ? start : place?.location(in: syntax) ?? start)
  }

  private mutating func reviewEntities(_ resolved: ResolvedMapping) {
    let named = Set(resolved.entityMappings.compactMap(\.destination))
    let made = Set(
      resolved.entityMappings.filter { $0.source != nil || $0.policyClassName != nil }
        .compactMap(\.destination))
    let taken = Set(resolved.entityMappings.filter { $0.destination != nil }.compactMap(\.source))
    let correspondence = ModelCorrespondence(old: old.model, new: new.model)
    let hasPolicy = mapping.entityMappings.contains { $0.policyClassName != nil }
    let missing = new.model.entityIDs.filter { !new.model[$0].isAbstract && !made.contains($0) }
    let lost = missing.filter { id in
      correspondence.source(of: id).map { !taken.contains($0) } ?? false
    }
    // An entity mapping without a source says that the entity begins empty, so such an entity is
    // not reported as missing. If old objects of the entity exist, their loss is reported all the
    // same.
    let begun = missing.filter { !lost.contains($0) && !named.contains($0) }
    for (ids, hasSource) in [(lost, true), (begun, false)] where !ids.isEmpty {
      report(
        .missingEntity(
          ids.map { new.model[$0].name }, hasSource: hasSource, mayBeMade: hasPolicy),
        isLoss: hasSource && !hasPolicy)
    }
  }

  /// The new attributes for which the old objects of this entity mapping have a value.
  private func kept(
    _ entity: ResolvedMapping.EntityMapping, _ destination: EntityID
  ) -> Set<AttributeID> {
    guard let source = entity.source else { return [] }
    let correspondence = ModelCorrespondence(old: old.model, new: new.model)
    return Set(correspondence.attributePairs(old: source, new: destination).map(\.new))
  }

  /// Reports the attributes without a mapping. Transient attributes are not stored and derived ones
  /// are computed, so neither needs one.
  private mutating func reviewAttributes(
    of destination: EntityID, _ entity: EntityMapping, at index: Int, _ kept: Set<AttributeID>
  ) {
    let model = new.model
    let mapped = Set(entity.attributeMappings.map(\.name) + entity.relationshipMappings.map(\.name))
    let missing = model.attributes(of: destination).filter {
      !model[$0].isTransient && model[$0].derivation == nil && !mapped.contains(model[$0].name)
    }
    var inherited = missing.filter { $0.entity != destination }.map { model[$0].name }
    inherited += model.relationships(of: destination)
      .filter { $0.entity != destination && !model[$0].isTransient }
      .map { model[$0].name }.filter { !mapped.contains($0) }
    if !inherited.isEmpty {
      report(
        .inheritedOmitted(inherited, mapping: entity.name, entity: model[destination].name),
        at: index, isLoss: missing.contains { $0.entity != destination && kept.contains($0) })
    }
    for id in missing where id.entity == destination {
      let isRequired = !model[id].isOptional && model[id].defaultValue == nil
      report(
        .missingAttribute(
          "\(model[destination].name).\(model[id].name)", mapping: entity.name,
          isRequired: isRequired), at: index, isLoss: kept.contains(id))
    }
  }

  // MARK: - Inference

  private mutating func reviewInference(_ resolved: ResolvedMapping) {
    guard case .success = MappingInference.infer(old: old.model, new: new.model) else { return }
    if isAsInferred(resolved), !findings.hasErrors {
      report(.addsNothing(from: old.name, to: new.name))
    } else {
      var policies: [String] = []
      for name in mapping.entityMappings.compactMap(\.policyClassName)
      where !policies.contains(name) { policies.append(name) }
      report(.preempted(from: old.name, to: new.name, policies: policies))
    }
  }

  /// Whether the mapping model does what inference does: every object becomes one object of the
  /// corresponding entity, with the values and links of the corresponding properties.
  private func isAsInferred(_ resolved: ResolvedMapping) -> Bool {
    let correspondence = ModelCorrespondence(old: old.model, new: new.model)
    let sources = resolved.entityMappings.compactMap(\.source)
    let pairs = old.model.entityIDs.filter {
      !old.model[$0].isAbstract && correspondence.destination(of: $0) != nil
    }
    return Set(sources).isSuperset(of: pairs) && Set(sources).count == sources.count
      && resolved.entityMappings.allSatisfy { entity in
        guard entity.policyClassName == nil, entity.filter == nil else { return false }
        guard let source = entity.source, let destination = entity.destination else {
          return isPlainAddition(entity)
        }
        return correspondence.destination(of: source) == destination
          && attributesAreAsInferred(entity, source, destination, correspondence)
          && linksAreAsInferred(entity, source, destination, correspondence)
      }
  }

  /// Whether the entity mapping only adds an empty entity or removes an entity, as inference does.
  private func isPlainAddition(_ entity: ResolvedMapping.EntityMapping) -> Bool {
    entity.attributes.isEmpty && entity.relationships.isEmpty
  }

  private func attributesAreAsInferred(
    _ entity: ResolvedMapping.EntityMapping, _ source: EntityID, _ destination: EntityID,
    _ correspondence: ModelCorrespondence
  ) -> Bool {
    let inferred = correspondence.attributePairs(old: source, new: destination).filter {
      !new.model[$0.new].isTransient && !old.model[$0.old].isTransient
        && new.model[$0.new].derivation == nil
    }
    let mapped = entity.attributes.compactMap { mapped -> Link<AttributeID>? in
      guard case .attribute(let path, let id, let leaf) = mapped.value, path.isEmpty, leaf.isEmpty
      else { return nil }
      return Link(id, mapped.attribute)
    }
    return mapped.count == entity.attributes.count
      && Set(mapped) == Set(inferred.map { Link($0.old, $0.new) })
  }

  private func linksAreAsInferred(
    _ entity: ResolvedMapping.EntityMapping, _ source: EntityID, _ destination: EntityID,
    _ correspondence: ModelCorrespondence
  ) -> Bool {
    let inferred = correspondence.relationshipPairs(old: source, new: destination).filter {
      !new.model[$0.new].isTransient && !old.model[$0.old].isTransient
    }
    let mapped = entity.relationships.compactMap { mapped in
      mapped.path.count == 1 ? Link(mapped.path[0], mapped.relationship) : nil
    }
    return mapped.count == entity.relationships.count
      && Set(mapped) == Set(inferred.map { Link($0.old, $0.new) })
  }

  /// An old property and the new one that gets its values.
  private struct Link<ID: Hashable>: Hashable {
    var old: ID
    var new: ID

    init(_ old: ID, _ new: ID) {
      self.old = old
      self.new = new
    }
  }
}
