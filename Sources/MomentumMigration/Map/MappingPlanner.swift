import MomentumDiagnostics
public import MomentumDiff
public import MomentumModel
import MomentumSQL
public import MomentumStore
import MomentumVersionHash

/// Turns a mapping model into statements on a store: Core Data's heavyweight migration, without loading
/// an object.
///
/// As there, every object gets a new primary key, from 1 in each root table, and `Z_OPT` 1 (observed in
/// the one heavyweight step of the corpus). The order of the keys is assumed: by entity mapping, then by
/// the old key. Old tables stand aside under other names until everything is made.
public struct MappingPlanner: Sendable {
  let mapping: MappingModel
  let syntax: MappingModelSyntax?
  let old: PlannedModel
  let new: PlannedModel
  let catalog: StoreCatalog
  let versions: [NamedModel]
  let policies: [String: PolicyAbilities]
  let filter: MappingFilterCompiler

  /// - Parameters:
  ///   - mapping: As a compiler makes it: with expressions (``MappingCompiler``).
  ///   - syntax: The editor's file that it comes from, for the places of findings.
  ///   - versions: Those among which the editor's file finds its two models by name; without any, only its
  ///     copies of the models are compared.
  ///   - policies: What a program does for the policy classes, by class name; one that the mapping model
  ///     names and that is not here keeps the plan from being made.
  ///   - filter: Turns filters into SQL over the old store.
  public init(
    mapping: MappingModel, syntax: MappingModelSyntax? = nil, old: PlannedModel,
    new: PlannedModel, catalog: StoreCatalog, versions: [NamedModel] = [],
    policies: [String: PolicyAbilities] = [:],
    filter: @escaping MappingFilterCompiler
  ) {
    self.mapping = mapping
    self.syntax = syntax
    self.old = old
    self.new = new
    self.catalog = catalog
    self.versions = versions
    self.policies = policies
    self.filter = filter
  }

  /// The plan. Linear in the size of the mapping model and of both models.
  public func plan() throws(MappingPlanFailure) -> MappingPlan {
    var findings = Diagnostics()
    let creators = Set(policies.filter { $0.value.createsInstances }.keys)
    let resolved = MappingResolver.resolve(
      mapping, syntax: syntax, old: old.model, new: new.model, creators: creators, &findings)
    checkHashes(&findings)
    checkPolicies(resolved, &findings)
    let store = OldStore(old, catalog: catalog)
    checkStore(store, &findings)
    let filters = compileFilters(resolved, store, &findings)
    guard !findings.hasErrors else { throw MappingPlanFailure(findings: findings.all) }
    var draft = MappingStepBuilder(
      rows: MappingRows(
        resolved: resolved, filters: filters,
        old: PlannedModel(model: old.model, schema: store.layout, framework: old.framework)),
      store: store, new: new, catalog: catalog,
      creators: creators)
    return draft.plan(hasCode: Set(policies.keys))
  }

  // MARK: - What has to be there

  /// A compiled mapping model is for the entities whose hashes it holds, the editor's file for the models
  /// that it names and has copies of.
  private func checkHashes(_ findings: inout Diagnostics) {
    if let syntax {
      let reasons = MappingVersions(versions).mismatches(syntax, old: old.model, new: new.model)
      guard !reasons.isEmpty else { return }
      return findings.report(MappingMessage.stale(reasons: reasons, isCertain: true))
    }
    let oldHashes = ModelHashes(of: old.model)
    let newHashes = ModelHashes(of: new.model)
    var wrong: [String] = []
    for entity in mapping.entityMappings {
      if let name = entity.sourceEntity, !entity.sourceHash.isEmpty,
        oldHashes[name] != entity.sourceHash
      {
        wrong.append("the store's '\(name)' has another hash")
      }
      if let name = entity.destinationEntity, !entity.destinationHash.isEmpty,
        newHashes[name] != entity.destinationHash
      {
        wrong.append("the target's '\(name)' has another hash")
      }
    }
    guard !wrong.isEmpty else { return }
    findings.report(MappingMessage.stale(reasons: Array(wrong.prefix(5)), isCertain: true))
  }

  private func checkPolicies(_ resolved: ResolvedMapping, _ findings: inout Diagnostics) {
    for (index, entity) in resolved.entityMappings.enumerated() {
      let location = MappingPlace(index).location(in: syntax)
      guard let name = entity.policyClassName else { continue }
      guard let abilities = policies[name] else {
        findings.report(
          MappingMessage.unregisteredPolicy(name, mapping: entity.name), at: location)
        continue
      }
      for attribute in entity.attributes {
        guard case .policy(let call) = attribute.value,
          !abilities.selectors.contains(call.selector)
        else { continue }
        findings.report(
          MappingMessage.unregisteredMethod(call.selector, policy: name), at: location)
      }
    }
  }

  /// The tables and columns that the old model says the store has; where they are there, names that are to
  /// be had.
  private func checkStore(_ store: OldStore, _ findings: inout Diagnostics) {
    var reasons = store.failures
    if reasons.isEmpty {
      let trees = store.layout.tables.flatMap(\.rTrees).flatMap(\.tableNames)
      let leaving = Set((store.modelTables.map(\.name) + trees).map(folded))
      reasons = TakenNames.reasons(new.schema, catalog, ownTables: leaving)
    }
    for reason in unique(reasons) { findings.report(MappingMessage.storeDiffers(reason.text)) }
  }

  /// By entity mapping: a statement that selects the keys of the objects it takes; `nil` for all.
  private func compileFilters(
    _ resolved: ResolvedMapping, _ store: OldStore, _ findings: inout Diagnostics
  ) -> [SQLFragment?] {
    let layout = store.layout
    var result: [SQLFragment?] = []
    for (index, entity) in resolved.entityMappings.enumerated() {
      guard let predicate = entity.filter, let source = entity.source else {
        result.append(nil)
        continue
      }
      guard store.hasAdjacentFamilies else {
        findings.report(
          MappingMessage.unsupportedFilter(
            of: entity.name, reason: "the store numbers its entities in another order"),
          at: MappingPlace(index).location(in: syntax))
        result.append(nil)
        continue
      }
      switch filter(predicate, old.model[source].name, layout) {
      case .success(let sql): result.append(sql)
      case .failure(let refusal):
        findings.report(
          MappingMessage.unsupportedFilter(of: entity.name, reason: refusal.reason),
          at: MappingPlace(index).location(in: syntax))
        result.append(nil)
      }
    }
    return result
  }
}
