import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumScan

/// One analysis: puts the models, mapping models and sources together, and applies settings and
/// baselines to their findings.
struct AnalysisRun {
  private(set) var analysis: Analysis
  private var settings: SettingsReader
  private var baselines: BaselineReader
  private var shown: Set<Diagnostic> = []
  private var bundles: Set<String> = []
  /// The models that may have names in common, by the project that they belong to.
  private var groups: [String: [CheckedModel]] = [:]
  private var configurations: [String: CheckConfiguration] = [:]
  /// The settings files with overrides, and the models that use them.
  private var overriding: [String: Set<String>] = [:]

  init(root: String, _ settings: SettingsReader, _ files: EditedFiles) {
    analysis = Analysis(root: root)
    self.settings = settings
    baselines = BaselineReader(files)
  }

  /// Whether the rules of CloudKit apply to a model.
  mutating func cloudKit(for path: String) -> Bool {
    settings.settings(of: path).configuration.cloudKit ?? false
  }

  // MARK: - Models

  mutating func add(_ model: ModelAnalysis) {
    analysis.models.append(model)
    let own = settings.settings(of: model.path)
    guard !own.isRejected else {
      // As by 'momentum check', a model is not judged with settings that cannot be read.
      report(own.problems, of: model.path, CheckConfiguration())
      return
    }
    report(own.problems, of: model.path, own.configuration)
    report(model.findings, of: model.path, own.configuration)
    if let path = own.path, !own.configuration.overrides.isEmpty {
      overriding[path, default: []].insert(model.path)
    }
    guard let checked = model.checked else { return }
    configurations[checked.syntax.file.path] = own.configuration
    if bundles.insert(ModelSearch.bundle(of: model.path).path).inserted,
      let key = model.path == analysis.root ? "" : ProjectFolder.of(model.path)
    {
      groups[key, default: []].append(checked)
    }
  }

  mutating func add(_ mapping: MappingAnalysis) {
    analysis.mappings.append(mapping)
    let own = settings.settings(of: mapping.path)
    guard !own.isRejected else {
      report(own.problems, of: mapping.path, CheckConfiguration())
      return
    }
    report(mapping.findings, of: mapping.path, own.configuration)
  }

  /// Reports what needs several models: names that two of them have, and patterns of settings that
  /// match none of them.
  mutating func reviewTogether() {
    var found = Diagnostics()
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      BundleReview.reviewNames(of: group, &found)
    }
    for finding in found.all {
      var one = Diagnostics()
      one.report(finding)
      let path = finding.location?.file.path ?? ""
      report(one, of: path, configurations[path] ?? CheckConfiguration())
    }
    reviewOverrides()
    show(baselines.problems, CheckConfiguration())
  }

  private mutating func reviewOverrides() {
    var found = Diagnostics()
    for (path, _) in overriding.sorted(by: { $0.key < $1.key }) {
      var versions: [String: Set<String>] = [:]
      for model in analysis.models {
        guard let bundle = ModelPath(model.path) else { continue }
        versions[bundle.name, default: []].formUnion(model.versionNames)
      }
      settings.settings(at: path).configuration.reviewOverrides(versions: versions, &found)
    }
    show(found, CheckConfiguration())
  }

  // MARK: - Sources

  /// Checks the sources against the models; `false` if the task was cancelled.
  mutating func scan(_ files: [ScannedFile]) -> Bool {
    analysis.scannedModels = analysis.models.indices.filter {
      analysis.models[$0].checked != nil
    }
    let models = analysis.scannedModels.compactMap { analysis.models[$0].checked?.model }
    guard !models.isEmpty, !files.isEmpty else { return true }
    let scan = SourceScan(
      files, model: ScanModel(models), isRegularExpression: PatternSyntax.isRegularExpression)
    var sites: [[ScanSite]] = []
    for index in files.indices {
      if Task.isCancelled { return false }
      sites.append(scan.sites(of: index))
    }
    sites = scan.resolved(sites)
    for index in files.indices {
      if Task.isCancelled { return false }
      let path = files[index].source.path
      analysis.sourceIndex[path] = index
      let own = settings.settings(of: path)
      if own.isRejected {
        show(own.problems, CheckConfiguration())
      } else {
        show(scan.findings(of: index, sites[index]), own.configuration)
      }
    }
    analysis.scan = scan
    analysis.sites = sites
    return true
  }

  // MARK: - Findings

  /// Reports findings about a model, without those that a baseline hides.
  private mutating func report(
    _ found: Diagnostics, of model: String, _ configuration: CheckConfiguration
  ) {
    var open = Diagnostics()
    for finding in found.all {
      var one = Diagnostics()
      one.report(finding)
      // A finding that the settings hide needs no entry in the baseline.
      if configuration.apply(to: one).all.first != nil,
        baselines.hides(finding, of: model, &settings)
      {
        continue
      }
      open.report(finding)
    }
    show(open, configuration)
  }

  private mutating func show(_ found: Diagnostics, _ configuration: CheckConfiguration) {
    for finding in configuration.apply(to: found).from(.note).all
    where shown.insert(finding).inserted {
      analysis.findings.append(finding)
    }
  }
}
