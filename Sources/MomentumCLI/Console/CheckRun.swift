import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModel
import MomentumModelFiles

/// One run over all models of a command.
struct CheckRun {
  let options: CheckCommand
  var findings = Diagnostics()
  /// Whether a model could not be read at all.
  var isUnreadable = false
  /// How many models had errors that kept their predicates and the review from being looked at.
  private(set) var unreviewedCount = 0
  /// Whether a finding reaches the threshold of its model.
  var isFailure = false
  /// Files that could not be had; the other models are checked all the same.
  private(set) var failures: [CommandFailure] = []
  private var models: [CheckedModel] = []
  /// By the path that a model's findings name.
  private var configurations: [String: CheckConfiguration] = [:]
  private var bundles: Set<String> = []

  init(options: CheckCommand) { self.options = options }

  mutating func check(_ path: String) throws {
    var found = Diagnostics()
    var configuration = options.levels
    do {
      configuration = try self.configuration(for: path).overridden(by: options.levels)
      let input = try ModelInput.read(path, version: options.version.modelVersion)
      found.append(contentsOf: input.diagnostics)
      isUnreadable = isUnreadable || input.syntax == nil
      if input.syntax != nil, input.checked == nil { unreviewedCount += 1 }
      if let checked = input.checked {
        checked.checkValueTypes(&found)
        checked.review(cloudKit: configuration.cloudKit ?? false, &found)
        configurations[checked.syntax.file.path] = configuration
        if bundles.insert(BundleFolder.bundle(of: path).path).inserted { models.append(checked) }
      }
      if input.file.path != path {
        try reviewBundle(path, checked: input.file.versionName, &found)
      }
    } catch let rejected as InputRejected {
      found.append(contentsOf: rejected.diagnostics)
      isUnreadable = true
    } catch let failure as CommandFailure {
      failures.append(failure)
    }
    report(found, configuration)
  }

  /// What can be said of the bundles together.
  mutating func finish() {
    guard models.count > 1 else { return }
    var found = Diagnostics()
    BundleReview.reviewNames(of: models, &found)
    for finding in found.all {
      var one = Diagnostics()
      one.report(finding)
      let path = finding.location?.file.path ?? ""
      report(one, configurations[path] ?? options.levels)
    }
  }

  private func reviewBundle(
    _ path: String, checked: String, _ found: inout Diagnostics
  ) throws {
    do throws(ModelFileError) {
      try BundleReview.review(path: path, checked: checked, &found)
    } catch {
      throw CommandFailure(error.description)
    }
  }

  private mutating func report(_ found: Diagnostics, _ configuration: CheckConfiguration) {
    let shown = configuration.apply(to: found)
    findings.append(contentsOf: shown)
    switch configuration.failOn ?? .error {
    case .error: isFailure = isFailure || shown.hasErrors
    case .warning: isFailure = isFailure || shown.all.contains { $0.severity >= .warning }
    case .never: break
    }
  }

  // MARK: - Configuration

  private func configuration(for model: String) throws -> CheckConfiguration {
    let path = options.config ?? BundleFolder.path(of: CheckConfiguration.fileName, beside: model)
    guard options.config != nil || FileManager.default.fileExists(atPath: path) else {
      return CheckConfiguration()
    }
    let file = SourceFile(path: path, utf8: try InputFile.read(path))
    var problems = Diagnostics()
    guard let result = CheckConfiguration.read(file, &problems) else {
      throw InputRejected(diagnostics: problems)
    }
    return result
  }
}
