import MomentumDiagnostics

struct ObjectiveCUnit: Sendable {
  let source: SourceFile
  var comments: [Range<Int>] = []
  init(_ source: SourceFile) { self.source = source }
}
struct ObjectiveCIndex: Sendable {
  var names = DeclaredNames()
  init(_ units: [ObjectiveCUnit]) {}
}
struct ObjectiveCSiteFinder {
  var sites: [ScanSite] = []
  init(_ unit: ObjectiveCUnit, _ index: ObjectiveCIndex, _ model: ScanModel) {}
  mutating func run() {}
}
