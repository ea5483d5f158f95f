package import MomentumDiagnostics
import MomentumModelFiles
package import MomentumScan

/// Everything that is known about a folder at one state of its files and of the editor's texts.
package struct Analysis: Sendable {
  package let root: String
  package var models: [ModelAnalysis] = []
  package var mappings: [MappingAnalysis] = []
  /// The sources with the readable models; `nil` if there is no model or no source.
  package var scan: SourceScan?
  /// The sites of each file of the scan, in the same order.
  package var sites: [[ScanSite]] = []
  /// The position of each source in the scan, by its path.
  package var sourceIndex: [String: Int] = [:]
  /// The models of the scan, in the order of `ScanModel.parts`, as positions in `models`.
  package var scannedModels: [Int] = []
  /// The findings as the commands report them: settings applied, known ones hidden, each once.
  package var findings: [Diagnostic] = []

  package init(root: String) { self.root = root }

  /// The model whose current version, or any of whose files, is at a path.
  package func model(containing path: String) -> ModelAnalysis? {
    models.first { $0.file?.contents.path == path }
      ?? models.first { path.hasPrefix($0.path + "/") && $0.file?.isSwift != true }
  }

  package func mapping(containing path: String) -> MappingAnalysis? {
    mappings.first { path == $0.path || path.hasPrefix($0.path + "/") }
  }

  /// The models of the scan.
  package var scanModel: ScanModel? { scan?.scanModel }
}
