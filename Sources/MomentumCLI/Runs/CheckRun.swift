import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumGeneration
import MomentumModel
import MomentumModelFiles

/// One run of `check` over all models of the command.
struct CheckRun {
  let options: CheckCommand
  /// The models that the user named or that were found.
  let targets: [String]
  var findings = Diagnostics()
  /// Whether a model could not be read at all.
  var isUnreadable = false
  /// The number of models whose errors prevented a check of their predicates and a review.
  private(set) var unreviewedCount = 0
  /// Whether a finding reaches the threshold of its model.
  var isFailure = false
  /// Files that could not be read; the other models are checked nevertheless.
  private(set) var failures: [CommandFailure] = []
  private var models: [(path: String, model: CheckedModel)] = []
  /// The configurations by the path that a model's findings name.
  private var configurations: [String: CheckConfiguration] = [:]
  private var bundles: Set<String> = []

  /// The baselines, which hide known findings.
  var baselines: LintBaselines
  /// The configurations of the run's models, to find patterns that match no model.
  var overrides = OverrideReview()

  init(options: CheckCommand, targets: [String]) {
    self.options = options
    self.targets = targets
    baselines = LintBaselines(options.baselines)
  }

  /// The paths of the checked models, written as in their findings.
  private(set) var paths: [String] = []
  /// Sentences for standard error about the run as a whole.
  var notes: [String] = []
  /// The prefixes such as `main:` of paths that belong to a commit. `FindingPlaces` removes them
  /// for programs that need paths of files.
  var commitLabels: Set<String> = []
  /// Whether the models are read from a commit, whose paths begin at the repository's root.
  var isOfCommit = false
  /// The findings about the model before the change, which `--against` leaves out.
  var formerFindings: Set<FormerFinding> = []
  /// Findings below the failing severity that fail because of their class.
  private var failingByClass: Set<Diagnostic> = []

  mutating func check(_ model: String) throws {
    if MappingModelReader.isMappingModel(path: model) { return try checkMapping(model) }
    let place = try options.version.place(model)
    let path = place.path
    paths.append(path)
    var found = Diagnostics()
    var configuration = options.levels
    do {
      let configured = try ConfigurationFile.beside(path, or: options.config)
      configuration = configured.configuration.overridden(by: options.levels)
      overrides.add(configured, of: path)
      let input = try ModelInput.read(place)
      isUnreadable = isUnreadable || input.syntax == nil
      if input.syntax != nil, input.checked == nil { unreviewedCount += 1 }
      if let checked = input.checked {
        configurations[checked.syntax.file.path] = configuration
        if place.version == nil { baselines.addReviewed(path) }
        if bundles.insert(BundleFolder.bundle(of: path).path).inserted {
          models.append((path, checked))
        }
      }
      try modelFileFailures { () throws(ModelFileError) in
        try ModelFindings.find(
          path: path, input.file, input.model, cloudKit: configuration.cloudKit ?? false, &found)
      }
    } catch let rejected as InputRejected {
      found.append(contentsOf: rejected.diagnostics)
      isUnreadable = true
    } catch let failure as CommandFailure {
      fail(failure, at: path)
    }
    try reportLints(found.without(formerFindings), of: path, configuration)
  }

  /// Checks a mapping model with the bundles of the same command.
  private mutating func checkMapping(_ path: String) throws {
    paths.append(path)
    var found = Diagnostics()
    let configuration = try ConfigurationFile.beside(path, or: options.config).configuration
      .overridden(by: options.levels)
    do {
      let bundles = targets.filter { !MappingModelReader.isMappingModel(path: $0) }
        .map { VersionedPath($0).path }
      let input = try MappingInput.read(path)
      found = input.diagnostics
      if let findings = try input.examined(path: path, bundles: bundles) {
        found = findings
        baselines.addReviewed(path)
      } else {
        notes.append("\(path) was read, but compared with no model; name its model too")
      }
    } catch let rejected as InputRejected {
      found.append(contentsOf: rejected.diagnostics)
      isUnreadable = true
    } catch let failure as CommandFailure {
      fail(failure, at: path)
    }
    try reportLints(found, of: path, configuration)
  }

  /// Reports findings that need several models, such as names that models of one program both use.
  mutating func reviewTogether() throws {
    var found = Diagnostics()
    for group in groups { BundleReview.reviewNames(of: group, &found) }
    for finding in found.all {
      var one = Diagnostics()
      one.report(finding)
      let path = finding.location?.file.path ?? ""
      try reportLints(one, of: path, configurations[path] ?? options.levels)
    }
  }

  /// Groups the models that may be in one program: all that were named together, and those of each
  /// project that were found. Apps of one repository have entities of the same names but never
  /// meet.
  private var groups: [[CheckedModel]] {
    let named = Set(options.models.map { VersionedPath($0).path })
    var groups: [String: [CheckedModel]] = [:]
    for (path, model) in models {
      guard let key = named.contains(path) ? "" : ProjectFolder.of(path) else { continue }
      groups[key, default: []].append(model)
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The number of findings that make the check fail only because of their class.
  var failingByClassCount: Int { failingByClass.count { $0.severity < .error } }

  private var places: FindingPlaces {
    FindingPlaces(labels: commitLabels, areFromRoot: isOfCommit)
  }

  /// The findings with paths from the repository's root, for programs that show findings in a
  /// repository.
  var findingsFromRoot: [Diagnostic] {
    let places = places
    return findings.all.map(places.fromRoot)
  }

  /// The findings for a JUnit report: paths are without prefixes such as `main:`, and findings that
  /// make the check fail by their class are errors.
  var failingAsErrors: [Diagnostic] {
    let places = places
    return findings.all.map { finding in
      var copy = places.withoutCommits(finding)
      if failingByClass.contains(finding) { copy.severity = .error }
      return copy
    }
  }

  /// Records a file that could not be read. It was not checked, so every format reports an error.
  mutating func fail(_ failure: CommandFailure, at path: String? = nil) {
    failures.append(failure)
    paths.removeAll { $0 == path }
    findings.report(
      ModelFileMessage.notRead(failure.text),
      at: path.map { SourceLocation(SourceFile(path: $0, utf8: []), SourceRange(0, 0)) })
  }

  mutating func addPath(_ path: String) { paths.append(path) }

  /// Reports findings about versions: a severe class makes the check fail whatever the severity,
  /// unless a configuration lowered the finding to a note.
  mutating func report(_ found: [VersionFinding], _ configuration: CheckConfiguration) {
    let threshold =
      options.failOn?.migrationClass
      ?? (configuration.failOn == nil && options.failOn == nil ? .dropsData : nil)
    for finding in found {
      var one = Diagnostics()
      one.report(finding.diagnostic)
      report(one, configuration)
      guard let threshold, let migrationClass = finding.migrationClass,
        migrationClass >= threshold,
        let shown = configuration.apply(to: one).all.first, shown.severity >= .warning
      else { continue }
      isFailure = true
      failingByClass.insert(shown)
    }
  }

  mutating func report(_ found: Diagnostics, _ configuration: CheckConfiguration) {
    let shown = configuration.apply(to: found).from(options.pedantic ? .info : .note)
    findings.append(contentsOf: shown)
    switch configuration.failOn ?? .error {
    case .error: isFailure = isFailure || shown.hasErrors
    case .warning: isFailure = isFailure || shown.all.contains { $0.severity >= .warning }
    case .never: break
    }
  }
}
