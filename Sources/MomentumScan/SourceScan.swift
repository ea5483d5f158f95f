package import MomentumDiagnostics
import MomentumSwiftSource

/// A source file after reading.
package struct ScannedFile: Sendable {
  let swift: SwiftUnit?
  let objectiveC: ObjectiveCUnit?
  package let source: SourceFile
  let suppressions: Suppressions
  /// Whether the file migrates stores, so that it may name elements of other versions of the model.
  let isAboutMigration: Bool

  /// Reads one file. Files are read independently of each other.
  package init(_ source: SourceFile) {
    self.source = source
    let isSwift = source.path.hasSuffix(".swift")
    swift = isSwift ? SwiftUnit(source) : nil
    objectiveC = isSwift ? nil : ObjectiveCUnit(source)
    let name = source.path.split(separator: "/").last ?? ""
    let words: Set<String> = [
      "NSEntityMigrationPolicy", "NSMigrationManager", "NSMappingModel", "NSEntityMapping",
      "NSCustomMigrationStage", "willMigrateHandler", "didMigrateHandler",
      "NSStagedMigrationManager",
    ]
    isAboutMigration =
      name.contains("Migrat") || swift?.names(oneOf: words) == true
      || objectiveC?.names(oneOf: words) == true
    suppressions = Suppressions(
      source, comments: swift?.tokens.comments.map(\.range) ?? objectiveC?.comments ?? [])
  }
}

/// A scan of source files against models.
///
/// ```swift
/// let scan = SourceScan(files.map { ScannedFile($0) }, model: ScanModel([model]))
/// let sites = scan.resolved(scan.files.indices.map { scan.sites(of: $0) })
/// for index in scan.files.indices { print(scan.findings(of: index, sites[index]).all) }
/// ```
///
/// The steps that go over single files can run at the same time.
package struct SourceScan: Sendable {
  package let files: [ScannedFile]
  let model: ScanModel
  let project: SwiftProject
  let objectiveC: ObjectiveCIndex
  private let checker: SiteChecker
  /// The position of each file among those of its language.
  private let positions: [Int]

  package init(
    _ files: [ScannedFile], model: ScanModel,
    isRegularExpression: (@Sendable (String) -> Bool)? = nil
  ) {
    self.files = files
    self.model = model
    let units = files.compactMap(\.swift)
    var index = SourceIndex()
    for (position, unit) in units.enumerated() {
      index.add(SourceIndex(unit, index: position))
    }
    index.complete(model)
    var positions: [Int] = []
    var (swiftCount, otherCount) = (0, 0)
    for file in files {
      positions.append(file.swift != nil ? swiftCount : otherCount)
      if file.swift != nil { swiftCount += 1 } else { otherCount += 1 }
    }
    self.positions = positions
    objectiveC = ObjectiveCIndex(files.compactMap(\.objectiveC))
    var names = index.names
    names.add(objectiveC.names)
    project = SwiftProject(
      units: units, index: index, model: model, foreignConstants: objectiveC.constants)
    checker = SiteChecker(model: model, names: names, isRegularExpression: isRegularExpression)
  }

  /// The position of a Swift file among the Swift files; `nil` for another file.
  func unitIndex(of file: Int) -> Int? {
    files[file].swift == nil ? nil : positions[file]
  }

  /// The sites of one file.
  package func sites(of index: Int) -> [ScanSite] {
    if files[index].swift != nil {
      var finder = SwiftSiteFinder(project, unit: positions[index])
      finder.run()
      return finder.sites
    }
    guard let unit = files[index].objectiveC else { return [] }
    var finder = ObjectiveCSiteFinder(unit, objectiveC, model)
    finder.run()
    return finder.sites
  }

  /// The findings about the sites of one file, in the order of the file. Comments that switch rules
  /// off are heeded.
  package func findings(of index: Int, _ sites: [ScanSite]) -> Diagnostics {
    var found = Diagnostics()
    for site in sites { checker.check(site, &found) }
    found.append(contentsOf: files[index].suppressions.findings)
    var result = Diagnostics()
    let own = files[index].source.path
    let isAboutMigration = files[index].isAboutMigration
    for finding in found.all.sorted(by: SourceScan.isBefore) {
      // The finding may be about a constant of another file: the comments of that file decide.
      let path = finding.location?.file.path ?? own
      let file = path == own ? files[index] : files.first { $0.source.path == path }
      if let file, file.suppressions.isOff(finding) { continue }
      // The scanned app runs on Apple's systems, where FUNCTION can call the method.
      if finding.id == "predicate.foreign-method" { continue }
      if isAboutMigration, SourceScan.namesOfModel.contains(finding.id) { continue }
      if result.all.contains(finding) { continue }
      result.report(finding)
    }
    return result
  }

  /// Findings about names that the model lacks. They are left out in code that migrates stores,
  /// which names properties of other versions.
  private static let namesOfModel: Set<String> = [
    ScanMessage.unknownEntityRule.id, ScanMessage.unknownKeyRule.id,
    ScanMessage.keyInNoEntityRule.id, ScanMessage.otherClassRule.id,
    ScanMessage.valueTypeRule.id, ScanMessage.keyKindRule.id, "predicate.unknown-key",
    "predicate.sub-entity-key",
  ]

  private static func isBefore(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    let (first, second) = (left.location, right.location)
    return (first?.file.path ?? "", first?.range.start ?? 0, left.id, left.text)
      < (second?.file.path ?? "", second?.range.start ?? 0, right.id, right.text)
  }
}
