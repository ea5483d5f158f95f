import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumExplain
import MomentumGeneration
import MomentumMigration
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumReports
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumVersionHash

/// Collects what the page of `view` shows: the model, plans of its requests, its versions, and the
/// numbers of a store.
struct ViewRun {
  private let place: VersionedPath
  private let store: String?
  /// The name of the shown version.
  private let version: String
  private let compiled: CompiledModel
  private let isStore: Bool

  /// Reads the model.
  ///
  /// - Parameter store: The store to count; `nil` for the model itself if it is a store.
  init(_ place: VersionedPath, store: String?) throws {
    let input = try ModelInput.read(place)
    guard let compiled = input.compiled else { throw InputRejected(diagnostics: input.diagnostics) }
    self.place = place
    self.compiled = compiled
    isStore = ModelSource.isStore(place.path)
    self.store = store ?? (isStore ? place.path : nil)
    version = isStore ? "of the store" : input.file.versionName
  }

  /// The page, and notes about what it lacks.
  func page() throws -> (ModelPage, notes: [String]) {
    var notes: [String] = []
    let model = compiled.model
    var page = ModelPage(title: Generation.name(of: place.path), version: version, model: model)
    let unknown = Set(model.entities.filter(\.hasUnknownHash).map(\.name))
    page.hashes = Dictionary(
      compiled.hashes.entities.filter { !unknown.contains($0.name) }
        .map { ($0.name, $0.hexadecimal) }, uniquingKeysWith: { first, _ in first })
    page.checksum = model.hasUnknownHashes ? nil : compiled.hashes.checksum
    let sides = try addVersions(to: &page, &notes)
    let fetches = compiled.storedRequests.map { compiled.compile($0) }
    let planner = try planner(for: fetches.compactMap { $0 }, &page, &notes)
    page.tables = model.entityIDs.map { planner.model.schema[$0].table }
    page.plans = try zip(compiled.storedRequests, fetches).map { stored, fetch in
      try plan(of: stored, fetch, planner, &notes)
    }
    if let store { page.store = try contents(of: store, sides) }
    return (page, notes)
  }

  // MARK: - Plans

  /// The planner of the store, if the shown version made it; otherwise one that assumes rows.
  private func planner(
    for fetches: [CompiledFetch], _ page: inout ModelPage, _ notes: inout [String]
  ) throws -> FetchPlanner {
    if let store {
      var ignored = Diagnostics()
      let planner = try storeFailures { () throws(StoreError) in
        try FetchPlanner.open(store: store, model: compiled, &ignored)
      }
      if let planner {
        page.planBasis = "The plans are those of the store, with its indexes and numbers of rows."
        return planner
      }
      notes.append(
        "note: '\(store)' was not made with version '\(version)': its rows are counted, and the plans assume a store of this version"
      )
    }
    page.planBasis = "The plans assume a store with 100,000 rows in each table."
    return try storeFailures { () throws(StoreError) in try FetchPlanner(compiled, for: fetches) }
  }

  private func plan(
    of stored: CheckedStoredRequest, _ fetch: CompiledFetch?, _ planner: FetchPlanner,
    _ notes: inout [String]
  ) throws -> ModelPage.Plan? {
    guard let fetch else {
      notes.append("fetch request '\(stored.request.name)' has errors; 'momentum check' shows them")
      return nil
    }
    let explained = try storeFailures { () throws(StoreError) in try planner.explain(fetch) }
    var plan = ModelPage.Plan(statement: PrettySQL.lines(explained.fetch.sql.text))
    plan.placeholders = explained.fetch.sql.bindings.map { placeholder($0, stored) }
    plan.steps = explained.steps.map { step in
      ModelPage.Plan.Step(depth: step.depth, text: step.text, rows: step.rows)
    }
    plan.rowsRead = explained.rowsRead
    plan.findings = explained.findings.map { "\($0.kind.rawValue): \($0.text)" }
    plan.advice = (explained.advice?.indexes ?? []).map { index in
      ModelPage.Plan.Advice(entity: index.entity, element: index.suggestion.element)
    }
    return plan
  }

  /// The value of a placeholder: a constant of the predicate, or `$NAME, String`.
  private func placeholder(_ binding: SQLBinding, _ stored: CheckedStoredRequest) -> String {
    guard case .parameter(let name) = binding,
      let variable = stored.predicate?.variables.first(where: { $0.name == name })
    else { return binding.debugText }
    let type = variable.type.name(in: compiled.model)
    return "\(binding.debugText), \(variable.isCollection ? "a list of \(type)" : type)"
  }

  // MARK: - Versions

  /// Adds the differences between the bundle's versions, up to the current one and then to those
  /// with higher numbers; returns the readable versions in this order.
  private func addVersions(
    to page: inout ModelPage, _ notes: inout [String]
  ) throws -> [DiffSide] {
    // The model in a store has no other versions.
    if isStore { return [] }
    let reference = ModelReference(place: .disk, path: place.path, version: nil)
    var ignored = Diagnostics()
    let all = ordered(try VersionSides.sides(of: reference, &ignored))
    page.unreadableVersions = all.filter { $0.side == nil }.map(\.name)
    notes += page.unreadableVersions.map {
      "version '\($0)' cannot be read; 'momentum check' says why"
    }
    let readable = all.filter { $0.side != nil }
    let sides = readable.compactMap(\.side)
    guard sides.count > 1 else { return sides }
    let mappings = try reference.knownMappings()
    let known = sides.map { NamedModel(name: $0.label.name, model: $0.model.model) }
    page.history = HistoryPage(
      title: page.title,
      versions: zip(readable, sides).map { version, side in
        HistoryPage.Version(
          label: side.label, model: side.model.model,
          notes: (version.isCurrent ? ["current"] : [])
            + (version.name == self.version ? ["shown"] : []))
      },
      steps: zip(sides, sides.dropFirst()).map { old, new in
        ModelDiffer.diff(old.model, new.model).judged(by: mappings, among: known).withoutPlaces
      })
    return sides
  }

  private func ordered(_ all: [VersionSide]) -> [VersionSide] {
    guard let current = all.first(where: \.isCurrent) else { return all }
    let isLater = { (one: VersionSide) in
      VersionOrder.isNumberedBefore(current.name, one.name)
    }
    let earlier = all.filter { !$0.isCurrent && !isLater($0) }
    return earlier + [current] + all.filter { !$0.isCurrent && isLater($0) }
  }

  // MARK: - Store

  private func contents(
    of path: String, _ versions: [DiffSide]
  ) throws -> ModelPage.StoreContents {
    let (report, catalog) = try storeFailures { () throws(StoreError) in
      let report = try StoreInspector().inspect(path, check: .none)
      let connection = try asStoreError { try ReadOnlyStore.open(path) }
      return (report, try StoreCatalog.read(from: connection, counting: .rowsAndBytes))
    }
    let name = URL(fileURLWithPath: path).lastPathComponent
    var contents = ModelPage.StoreContents(
      name: name, bytes: report.pageSize * report.pageCount)
    contents.logBytes = InputFile.size(path + "-wal")
    contents.framework = report.metadata.frameworkVersion
    contents.rows = Dictionary(
      report.entities.filter { !$0.isHistory }.compactMap { entity in
        entity.rowCount.map { (entity.modelName ?? entity.name, $0) }
      }, uniquingKeysWith: +)
    contents.tables = catalog.tables.map { table in
      ModelPage.StoreContents.Table(
        name: table.name, rows: table.rowCount, bytes: table.byteCount)
    }
    contents.matchingVersions = versions.filter {
      $0.model.hashes.byEntity == report.metadata.entityHashes
    }.map(\.label.name)
    contents.mismatches = compiled.mismatches(report.metadata).map(\.description)
    return contents
  }
}

extension ModelDiff {
  /// The same differences without locations, so that the page does not depend on the folder in
  /// which the model is.
  fileprivate var withoutPlaces: ModelDiff {
    var result = self
    for index in result.changes.indices {
      result.changes[index].old?.location = nil
      result.changes[index].new?.location = nil
    }
    if let path = mapping?.path {
      result.mapping?.path = URL(fileURLWithPath: path).lastPathComponent
    }
    return result
  }
}
