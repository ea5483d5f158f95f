import MomentumDiagnostics
package import MomentumDiff
package import MomentumModel
import MomentumSQL
package import MomentumStore
import MomentumVersionHash

/// Turns a mapping model into statements on a store: Core Data's heavyweight migration, without
/// loading an object.
///
/// As in Core Data, every object gets a new primary key, counted from 1 in each root table, and
/// `Z_OPT` 1 (observed in the one heavyweight step of the corpus). Assumed: keys follow the order
/// of the entity mappings, then of the old keys. The old tables are renamed and stay until all new
/// rows are made.
package struct MappingPlanner: Sendable {
  let mapping: MappingModel
  let syntax: MappingModelSyntax?
  let old: PlannedModel
  let new: PlannedModel
  let catalog: StoreCatalog
  let versions: [NamedModel]
  let policies: [String: PolicyAbilities]
  let filter: MappingFilterCompiler

  /// - Parameters:
  ///   - mapping: The mapping model with all expressions, as ``MappingCompiler`` makes it.
  ///   - syntax: The editor's file that `mapping` was compiled from; findings point into it.
  ///   - versions: The versions in which the models that the editor's file names are looked up. If
  ///     the list is empty, only the file's copies of the models are compared.
  ///   - policies: What the app's code does for each policy class, by class name. Planning fails if
  ///     the mapping model names a class that is not here.
  ///   - filter: Compiles the filter of an entity mapping to SQL over the old store.
  package init(
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

  /// Makes the plan. Takes time linear in the size of the mapping model and of both models.
  package func plan() throws(MappingPlanFailure) -> MappingPlan {
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

  // MARK: - Preconditions

  /// Reports a mapping model that was made for other models. A compiled file must have the hashes
  /// of the entities; the editor's file must name the two models, and its copies of them must
  /// match.
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

  /// Reports tables and columns that the old model has and the store lacks. If all exist, reports
  /// names of the new tables that other objects of the store already use.
  private func checkStore(_ store: OldStore, _ findings: inout Diagnostics) {
    var reasons = store.failures
    if reasons.isEmpty {
      let trees = store.layout.tables.flatMap(\.rTrees).flatMap(\.tableNames)
      let leaving = Set((store.modelTables.map(\.name) + trees).map(folded))
      reasons = TakenNames.reasons(new.schema, catalog, ownTables: leaving)
    }
    for reason in unique(reasons) { findings.report(MappingMessage.storeDiffers(reason.text)) }
  }

  /// For each entity mapping, a statement that selects the keys of the objects that it takes; `nil`
  /// if it takes all objects of its source.
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
