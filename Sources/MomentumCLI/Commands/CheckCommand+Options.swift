import ArgumentParser
import Momentum
import MomentumDiagnostics
import MomentumMigration

// Refuses combinations of options of `check`, and converts the options to the settings of a run.

extension CheckCommand {
  mutating func validate() throws {
    try commit.validate(against: against)
    if against == nil, baseline {
      throw ValidationError(
        "--baseline accepts what a change does and needs --against; what a check finds without it is accepted by --write-baseline"
      )
    }
    if against != nil, writeBaseline {
      throw ValidationError(
        "--write-baseline takes the models as they are and no --against; what a change does is accepted by --baseline"
      )
    }
    if writeBaseline, ignoreBaseline {
      throw ValidationError(
        "--write-baseline writes the file anew, so it takes no --ignore-baseline")
    }
    if commit.at != nil, baseline {
      throw ValidationError("--baseline writes files, so it takes no --at")
    }
    if against == nil, let failOn, failOn.migrationClass != nil {
      throw ValidationError(
        "--fail-on \(failOn.rawValue) needs --against; alone it takes error, warning or never")
    }
    if against != nil, let model = models.first(where: { VersionedPath($0).version != nil }) {
      throw ValidationError(
        "--against looks at all versions of a bundle; name it alone: \(VersionedPath(model).path)")
    }
    if against != nil, fix || version.modelVersion != nil {
      throw ValidationError("--against takes neither --fix nor --model-version")
    }
    for id in error + warn + allow where !DiagnosticCatalogue.all.has(id) {
      let near = DiagnosticCatalogue.all.near(id).map { "; did you mean '\($0)'?" }
      throw ValidationError(
        "no diagnostic has the id '\(id)'\(near ?? "; 'momentum explain-diagnostic' lists them")")
    }
  }

  var baselines: LintBaselines.Options {
    LintBaselines.Options(
      path: baselineFile, isIgnored: ignoreBaseline, isWritten: writeBaseline,
      isOfChanges: against != nil)
  }

  /// The severities that the options set; they override the ones of configuration files.
  var levels: CheckConfiguration {
    var levels = strictness.strictCoreData ? CheckConfiguration.strictCoreData.levels : [:]
    for id in allow { levels[id] = .allow }
    for id in warn { levels[id] = .warning }
    for id in error { levels[id] = .error }
    return CheckConfiguration(
      levels: levels, cloudKit: cloudkit ? true : nil,
      failOn: failOn.flatMap { CheckConfiguration.FailureThreshold(rawValue: $0.rawValue) })
  }
}
