import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
package import MomentumRename
import MomentumScan
import MomentumSwiftData

/// The places that name a symbol, and the edits that rename it: those of `momentum rename`, so that
/// a place that is found as a reference is a place that is renamed.
package struct SymbolEdits: Sendable {
  let analysis: Analysis
  let found: FoundSymbol

  package init(_ analysis: Analysis, _ found: FoundSymbol) {
    self.analysis = analysis
    self.found = found
  }

  private var model: ObjectModel { found.model.model }

  // MARK: - References

  /// All places that name the symbol, its declaration among them, in the order of files and places.
  package func references() -> [SourceLocation] {
    let places: [SourceLocation]
    switch found.symbol {
    case .fetchRequest(let name): places = requestPlaces(name)
    case .entity, .property:
      // A new name that nothing has: the edits to it are at the places of the old one.
      do throws(RenameFailure) {
        places = try edits(to: unusedName, verifies: false)
          .filter { !$0.location.range.isEmpty && !isAddition($0) }.map(\.location)
      } catch {
        return found.model.definition(of: found.symbol).map { [$0] } ?? []
      }
    }
    var seen: Set<SourceLocation> = []
    return places.filter { seen.insert($0).inserted }.sorted {
      ($0.file.path, $0.range.start) < ($1.file.path, $1.range.start)
    }
  }

  /// Whether an edit adds the old name for the store: it names nothing at its place.
  private func isAddition(_ edit: Diagnostic.FixIt) -> Bool { edit.text == "keep the old name" }

  private var unusedName: String {
    var name = "unused"
    let taken = Set(
      model.entities.map(\.name) + model.entityIDs.flatMap { model.ownPropertyNames(of: $0) })
    while taken.contains(name) { name += "_" }
    return name
  }

  private func requestPlaces(_ name: String) -> [SourceLocation] {
    var places = found.model.definition(of: found.symbol).map { [$0] } ?? []
    for site in analysis.sites.joined() {
      if case .template(let text, _) = site.kind, text.text == name, text.gaps.isEmpty {
        places.append(text.wholeLocation)
      }
    }
    return places
  }

  // MARK: - Renaming

  /// The edits that give the symbol another name.
  package func edits(to newName: String) throws(RenameFailure) -> [Diagnostic.FixIt] {
    try edits(to: newName, verifies: true)
  }

  private func edits(
    to newName: String, verifies: Bool
  ) throws(RenameFailure) -> [Diagnostic.FixIt] {
    let swift = swiftData
    switch found.symbol {
    case .entity(let name):
      let rename = try EntityRename(
        name, to: newName, in: swift.map(SwiftDataRename.model) ?? model)
      return try edits(rename, swift, verifies)
    case .property(let entity, let name):
      let rename = try PropertyRename(
        (entity, name), to: newName, in: swift.map(SwiftDataRename.model) ?? model)
      return try edits(rename, swift, verifies)
    case .fetchRequest(let name):
      guard !model.fetchRequests.contains(where: { $0.name == newName }) else {
        throw .taken(newName, by: "the model")
      }
      return requestPlaces(name).filter { $0.file.text(in: $0.range) == name }
        .map { Diagnostic.FixIt("rename", replace: $0, with: newName) }
    }
  }

  private func edits(
    _ rename: EntityRename, _ swift: SwiftDataModel?, _ verifies: Bool
  ) throws(RenameFailure) -> [Diagnostic.FixIt] {
    let scan = scan(rename.model)
    let uses = ClassUses(
      of: rename.name, declaredAt: swift.map { SwiftDataRename($0).declaration(of: rename.entity) },
      in: scan.files.map(\.source))
    if verifies, rename.renamesClass, let taken = uses.declaration(of: rename.newName) {
      throw .takenByType(rename.newName, at: "\(taken.path):\(taken.line):\(taken.column)")
    }
    let sources = rename.sourceEdits(scan, sites(scan), uses)
    guard swift == nil else { return sources }
    return rename.modelEdits(in: found.model.syntax)
      + mappings.flatMap { rename.changes(of: $0, version: found.model.syntax.file.path).edits }
      + sources
  }

  private func edits(
    _ rename: PropertyRename, _ swift: SwiftDataModel?, _ verifies: Bool
  ) throws(RenameFailure) -> [Diagnostic.FixIt] {
    let scan = scan(rename.model)
    let sources = rename.sourceEdits(scan, sites(scan))
    guard let swift else {
      return rename.modelEdits(in: found.model.syntax)
        + mappings.flatMap { rename.changes(of: $0, version: found.model.syntax.file.path).edits }
        + sources
    }
    let declared = try SwiftDataRename(swift).edits(rename)
    let uses = ClassUses(
      of: model[rename.entity].name,
      declaredAt: SwiftDataRename(swift).declaration(of: rename.entity),
      in: scan.files.map(\.source))
    return declared + sources.filter { uses.meaning(at: $0.location) == .theClass }
  }

  private var mappings: [MappingModelSyntax] { analysis.mappings.compactMap(\.syntax) }

  /// The model as it was read from Swift; `nil` for a model in a `contents` file.
  private var swiftData: SwiftDataModel? {
    guard found.model.syntax.file.isGenerated, let scan = analysis.scan else { return nil }
    let files = scan.files.map(\.source).filter { $0.path.hasSuffix(".swift") }
    let reader = SwiftDataReader(files)
    return reader.current.map { reader.model(of: $0) }
  }

  /// The sources with the symbol's model alone, as renaming needs them.
  private func scan(_ model: ObjectModel) -> SourceScan {
    SourceScan(analysis.scan?.files ?? [], model: ScanModel([model]))
  }

  private func sites(_ scan: SourceScan) -> [[ScanSite]] {
    scan.resolved(scan.files.indices.map { scan.sites(of: $0) })
  }
}
