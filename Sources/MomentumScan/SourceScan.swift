package import MomentumDiagnostics
import MomentumSwiftSource

/// A source file after reading.
package struct ScannedFile: Sendable {
  let swift: SwiftUnit?
  let objectiveC: ObjectiveCUnit?
  package let source: SourceFile

  /// Reads one file. Files are read independently of each other.
  package init(_ source: SourceFile) {
    self.source = source
    let isSwift = source.path.hasSuffix(".swift")
    swift = isSwift ? SwiftUnit(source) : nil
    objectiveC = isSwift ? nil : ObjectiveCUnit(source)
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
    project = SwiftProject(units: units, index: index, model: model)
    checker = SiteChecker(model: model, names: names, isRegularExpression: isRegularExpression)
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
    return found
  }
}
