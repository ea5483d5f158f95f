import MomentumDiagnostics
import MomentumDiff
import MomentumModel

/// Judges what a change means for stored rows if Core Data migrates them by a mapping model of the
/// app.
///
/// Core Data then copies what the mapping model names and nothing else. A change that cannot be
/// inferred may therefore work, and one that can be inferred may lose values.
struct MappingJudgement {
  private let known: KnownMapping
  private let old: ObjectModel
  private let new: ObjectModel
  private let resolved: ResolvedMapping
  private let findings: [ModelDiff.AppliedMapping.Finding]

  init(_ known: KnownMapping, old: DiffedModel, new: DiffedModel) {
    self.known = known
    self.old = old.model
    self.new = new.model
    let mapping = known.mapping(from: old, to: new)
    var problems = Diagnostics()
    resolved = MappingResolver.resolve(
      mapping, syntax: known.syntax, old: old.model, new: new.model, isRun: false,
      &problems)
    var review = MappingReview(
      mapping: mapping, syntax: known.syntax, old: .init(name: "", model: old.model),
      new: .init(name: "", model: new.model), start: known.location)
    review.review()
    findings = MappingJudgement.losses(of: review)
  }

  func judge(_ diff: ModelDiff) -> ModelDiff {
    var result = diff
    for (index, change) in diff.changes.enumerated() {
      let judged = change.assessments.map { judge($0, of: change) }
      let gravest = judged.max { $0.migrationClass < $1.migrationClass }
      result.changes[index].assessment = gravest ?? change.assessment
      result.changes[index].furtherAssessments = judged.filter {
        $0 != gravest && $0.migrationClass > .lossless
      }
    }
    // A suspected rename loses no values if the mapping model copies them: leave it out.
    result.suspectedRenames = diff.suspectedRenames.filter { rename in
      result.changes.contains {
        $0.kind == .removed && $0.element == rename.element && $0.old == rename.old
          && $0.assessment.migrationClass > .lossless
      }
    }
    result.mapping = ModelDiff.AppliedMapping(path: known.path, findings: findings)
    return result
  }

  /// The losses and errors of the mapping model that belong to no single change.
  private static func losses(of review: MappingReview) -> [ModelDiff.AppliedMapping.Finding] {
    review.findings.all.enumerated().compactMap { index, finding in
      if finding.severity == .error { return .init(finding, .notInferrable) }
      return review.losses.contains(index) ? .init(finding, .dropsData) : nil
    }
  }

  // MARK: - The judgement of one change

  private func judge(_ assessment: Assessment, of change: ModelChange) -> Assessment {
    switch change.element {
    case .entity: return entity(assessment, change)
    case .attribute, .relationship: return property(assessment, change)
    case .uniquenessConstraint, .composite:
      return policy(of: change).map { ofPolicy($0, assessment) } ?? assessment
    case .model, .fetchedProperty, .fetchIndex, .fetchRequest, .configuration: return assessment
    }
  }

  private func entity(_ assessment: Assessment, _ change: ModelChange) -> Assessment {
    guard assessment.migrationClass > .lossless else { return assessment }
    if let policy = policy(of: change) { return ofPolicy(policy, assessment) }
    let concerned = mappings(of: change)
    guard let first = concerned.first else {
      guard change.kind == .removed || assessment.migrationClass == .notInferrable else {
        return assessment
      }
      return with(
        assessment, .dropsData,
        "no entity mapping takes the rows of '\(change.old?.path ?? "")', so they are dropped",
        repair: "add an entity mapping for them, or acknowledge the loss")
    }
    switch assessment.migrationClass {
    case .notInferrable, .dropsData, .unproven:
      return with(assessment, .lossless, "entity mapping '\(first.name)' makes the objects anew")
    case .nothing, .lossless, .dependsOnData: return assessment
    }
  }

  private func property(_ assessment: Assessment, _ change: ModelChange) -> Assessment {
    guard isStored(change) else { return assessment }
    let concerned = mappings(of: change)
    // If no entity mapping takes or makes objects of the entity, the change of the entity itself
    // reports the loss, once for all its properties.
    guard !concerned.isEmpty else { return assessment }
    if assessment.migrationClass > .lossless, let policy = policy(of: change) {
      return ofPolicy(policy, assessment)
    }
    if change.new == nil { return removed(assessment, change, concerned) }
    if let setter = setter(of: change) { return set(assessment, by: setter) }
    return change.old == nil ? added(assessment, change) : notSet(assessment, change)
  }

  /// Judges the removal of a property.
  private func removed(
    _ assessment: Assessment, _ change: ModelChange, _ concerned: [ResolvedMapping.EntityMapping]
  ) -> Assessment {
    guard assessment.migrationClass > .lossless else { return assessment }
    if let reader = reader(of: change) {
      return with(
        assessment, .lossless,
        "entity mapping '\(reader.name)' reads '\(change.old?.path ?? "")' for the new objects")
    }
    return with(
      assessment, .dropsData,
      "no entity mapping reads '\(change.old?.path ?? "")', so what rows have in it is dropped",
      repair: "read it in a property mapping of '\(concerned[0].name)', or acknowledge the loss")
  }

  private func set(
    _ assessment: Assessment, by setter: ResolvedMapping.EntityMapping
  ) -> Assessment {
    switch assessment.migrationClass {
    case .notInferrable, .unproven, .dropsData:
      return with(assessment, .lossless, "entity mapping '\(setter.name)' sets it")
    // Keep the class that inference gives: a mapped value may still be missing in some rows
    // (`dependsOnData`), and the other two classes lose nothing.
    case .dependsOnData, .nothing, .lossless: return assessment
    }
  }

  private func added(_ assessment: Assessment, _ change: ModelChange) -> Assessment {
    guard assessment.migrationClass == .dependsOnData, !hasDefault(change) else {
      return assessment
    }
    return with(
      assessment, .dependsOnData,
      "no entity mapping sets '\(change.new?.path ?? "")', which is required: the migration fails for "
        + "every row of its entity",
      error: MappingChecks.missing, repair: "add a property mapping with a value for it")
  }

  /// Judges a property that both models have and that no entity mapping sets.
  private func notSet(_ assessment: Assessment, _ change: ModelChange) -> Assessment {
    with(
      assessment, .dropsData,
      "no entity mapping sets '\(change.new?.path ?? "")', so what rows have in "
        + "'\(change.old?.path ?? "")' is dropped",
      repair: "add a property mapping for it, or acknowledge the loss")
  }

  private func ofPolicy(_ name: String, _ assessment: Assessment) -> Assessment {
    guard assessment.migrationClass > .lossless else { return assessment }
    return with(
      assessment, .lossless,
      "what becomes of it is for the policy class '\(name)' to say, whose code is not looked at")
  }

  private func with(
    _ assessment: Assessment, _ migrationClass: MigrationClass, _ effect: String,
    error: CoreDataError? = nil, repair: String? = nil
  ) -> Assessment {
    Assessment(
      migrationClass, rule: assessment.rule, effect: "by the mapping model, \(effect)",
      coreDataError: error, repair: repair)
  }

  // MARK: - The entity mappings of a change

  private func oldEntity(_ change: ModelChange) -> EntityID? {
    change.old?.entity.flatMap { old.entity(named: $0) }
  }

  private func newEntity(_ change: ModelChange) -> EntityID? {
    change.new?.entity.flatMap { new.entity(named: $0) }
  }

  /// The entity mappings with a source and a destination that take rows of the old entity or make
  /// objects of the new entity; the sub-entities of both are included.
  private func mappings(of change: ModelChange) -> [ResolvedMapping.EntityMapping] {
    let (oldEntity, newEntity) = (oldEntity(change), newEntity(change))
    return resolved.entityMappings.filter { mapping in
      guard let source = mapping.source, let destination = mapping.destination else { return false }
      let takes = oldEntity.map { old.inherits(source, from: $0) } ?? false
      let makes = newEntity.map { new.inherits(destination, from: $0) } ?? false
      return takes || makes
    }
  }

  /// The policy class of an entity mapping that takes or makes objects of the changed entity. A
  /// mapping without a source counts too, since its policy may make objects.
  private func policy(of change: ModelChange) -> String? {
    let (oldEntity, newEntity) = (oldEntity(change), newEntity(change))
    return resolved.entityMappings.first { mapping in
      guard mapping.policyClassName != nil else { return false }
      if let source = mapping.source, let oldEntity, old.inherits(source, from: oldEntity) {
        return true
      }
      guard let destination = mapping.destination, let newEntity else { return false }
      return new.inherits(destination, from: newEntity)
    }?.policyClassName
  }

  /// Whether a mapping model can set the property. Transient and derived properties have no
  /// property mappings, so a missing mapping is no loss.
  private func isStored(_ change: ModelChange) -> Bool {
    guard let entity = newEntity(change), let name = change.new?.name else { return true }
    switch new.property(named: name, in: entity) {
    case .attribute(let id):
      return !new[id].isTransient && new[id].derivation == nil
    case .relationship(let id): return !new[id].isTransient
    case .fetchedProperty, nil: return true
    }
  }

  /// Whether new objects begin with a value of the property: what a change of an attribute with a
  /// default depends on, such as a uniqueness constraint, does not come from the mapping model.
  private func hasDefault(_ change: ModelChange) -> Bool {
    guard let entity = newEntity(change), let name = change.new?.name,
      case .attribute(let id) = new.property(named: name, in: entity)
    else { return false }
    return new[id].defaultValue != nil
  }

  /// An entity mapping that sets the new property. For a relationship, a mapping that sets the
  /// inverse sets it too.
  private func setter(of change: ModelChange) -> ResolvedMapping.EntityMapping? {
    guard let entity = newEntity(change), let name = change.new?.name else { return nil }
    switch new.property(named: name, in: entity) {
    case .attribute(let id):
      return resolved.entityMappings.first { $0.attributes.contains { $0.attribute == id } }
    case .relationship(let id):
      let ids = [id, new[id].inverse].compactMap { $0 }
      return resolved.entityMappings.first { mapping in
        mapping.relationships.contains { ids.contains($0.relationship) }
      }
    case .fetchedProperty, nil: return nil
    }
  }

  /// An entity mapping that reads the old property. For a relationship, a mapping that reads the
  /// inverse reads it too.
  private func reader(of change: ModelChange) -> ResolvedMapping.EntityMapping? {
    guard let entity = oldEntity(change), let name = change.old?.name else { return nil }
    switch old.property(named: name, in: entity) {
    case .attribute(let id):
      return resolved.entityMappings.first { mapping in
        mapping.attributes.contains { $0.value.reads(id) }
      }
    case .relationship(let id):
      let ids = [id, old[id].inverse].compactMap { $0 }
      return resolved.entityMappings.first { mapping in
        mapping.relationships.contains { !Set($0.path).isDisjoint(with: ids) }
          || mapping.attributes.contains { value in ids.contains { value.value.follows($0) } }
      }
    case .fetchedProperty, nil: return nil
    }
  }
}

extension ResolvedMapping.Value {
  fileprivate func reads(_ id: AttributeID) -> Bool {
    switch self {
    case .attribute(_, let attribute, _): attribute == id
    case .policy(let call):
      call.arguments.contains { argument in
        switch argument {
        case .value(let value): value.reads(id)
        // A policy's method can read all attributes of an object that it gets, and everything by
        // `$manager`.
        case .object(_, let entity): entity == id.entity
        case .variable: true
        }
      }
    case .constant, .uri, .now: false
    }
  }

  fileprivate func follows(_ id: RelationshipID) -> Bool {
    switch self {
    case .attribute(let path, _, _), .uri(let path, _): path.contains(id)
    case .policy(let call):
      call.arguments.contains { argument in
        switch argument {
        case .value(let value): value.follows(id)
        case .object(let path, let entity): path.contains(id) || entity == id.entity
        case .variable: true
        }
      }
    case .constant, .now: false
    }
  }
}
