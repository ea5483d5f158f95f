import ArgumentParser
import Momentum
import MomentumDiagnostics
import MomentumDiff

struct CheckCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say what is wrong with a model, with file, line and column.",
    discussion: """
      Runs all checks on the current version of each bundle, looks for errors in the other versions, and \
      compares versions and bundles with each other. 'momentum explain-diagnostic ID' says why a finding \
      matters and how to repair it.

      Without a model, every model and mapping model below the current folder is checked; with a folder, those \
      below that folder. Folders of builds and dependencies (.build, DerivedData, Pods, Carthage, node_modules) \
      are skipped. A model that cannot be read is an error in every format, with exit status 74 or 65.

      A file .momentum.json beside a bundle, or in a folder above it up to the repository's root, changes \
      severities for all who check it:
        { "diagnostics": { "model.missing-inverse": "allow" },
          "overrides": [{ "bundle": "Shop", "version": "Shop 1*", "diagnostics": { "model.*": "allow" } }],
          "cloudKit": true, "failOn": "warning", "strictCoreData": true }

      In a project with many old findings, run --write-baseline once and commit .momentum-baseline.json: later \
      checks show only new findings. Errors of a model are never hidden.

      A mapping model (.xcmappingmodel, .cdm) is compared with the versions of the bundles named on the command \
      line, or of those in its folder. The check says whether Core Data still finds the mapping model, whether \
      it does more than an inferred migration, and what it loses.

      With --against, the models are compared with those at a branch, tag or commit. The check reports released \
      versions that were edited, deleted or made current again, what the change of the current version means \
      for users' stores, and for which stores of older versions it makes the migration worse. Without a model, \
      every model of the repository that has changed is checked. The check fails for changes that drop data or \
      are worse, unless .momentum.json acknowledges them:
        { "released": ["v*"], "stagedMigration": true, "acknowledged": [ … ] }

      Acknowledgements of changes are written by --baseline, findings about models as they are by --write-baseline. \
      "released" names the tags of releases, or branches and commits that count as releases; an edit of a \
      version that is in no release is only a note. With --strict every version at the ref counts as released. \
      If the app has a mapping model for the two versions, the change is judged by that mapping model. Other \
      findings are shown only if the change adds them.

      In sarif, github and gitlab, paths are relative to the root of the repository.

      momentum check
      momentum check --write-baseline
      momentum check --fail-on warning
      momentum check --against origin/main
      momentum check 'App/Model.xcdatamodeld@Model 3'
      momentum check App/Model.xcdatamodeld App/Model1to2.xcmappingmodel
      momentum check Model.xcdatamodeld --format sarif > findings.sarif
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case sarif
    case github
    case gitlab
    case junit
  }

  enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
    case error
    case warning
    case lossless
    case dropsData = "drops-data"
    case dependsOnData = "depends-on-data"
    case unproven
    case notInferrable = "not-inferrable"
    case never

    /// The class of a change that is the threshold; `nil` if the threshold is a severity.
    var migrationClass: MigrationClass? { MigrationClass(rawValue: rawValue) }
  }

  @Argument(
    help: ArgumentHelp(
      "A .xcdatamodeld, .xcdatamodel, contents, .momd or .mom, a mapping model, a store that keeps its model, or a folder to search. 'Model.xcdatamodeld@Model 3' is a version of a bundle. Without one the current folder is searched.",
      valueName: "model"))
  var models: [String] = []

  @Option(
    help: ArgumentHelp(
      "Compare with the models at this branch, tag or commit; for a branch, at the commit where the current branch began.",
      valueName: "ref"))
  var against: String?

  @OptionGroup var commit: CommitOptions

  @Flag(
    help:
      "With --against: write acknowledgements of the change into .momentum.json beside the bundle. To accept findings without --against, use --write-baseline."
  )
  var baseline = false

  @Flag(
    help:
      "Write all findings into .momentum-baseline.json, so that later checks show only new ones. To accept changes since a commit, use --baseline."
  )
  var writeBaseline = false

  @Option(
    help: ArgumentHelp(
      "The file of known findings to use instead of the nearest .momentum-baseline.json.",
      valueName: "file"))
  var baselineFile: String?

  @Flag(help: "Also report the findings that .momentum-baseline.json lists.")
  var ignoreBaseline = false

  @Option(
    help:
      "How to print the findings: sarif is for code scanning, github for Actions, gitlab for code quality, junit for test reports."
  )
  var format: Format = .text

  @Option(
    help:
      "Exit with 1 when there are findings of this severity, or with --against of this class (default: error and drops-data, or what .momentum.json says)."
  )
  var failOn: FailureThreshold?

  @OptionGroup var severities: SeverityOptions

  @Flag(help: "Also report style, such as optional scalars: findings of severity info.")
  var pedantic = false

  @Flag(help: "Also apply the rules for models that sync with CloudKit.")
  var cloudkit = false

  @Flag(
    help:
      "Make the repairs that findings offer in the contents files, then report what is left. Do not use it on a released version: some repairs change its hashes."
  )
  var fix = false

  @Option(
    help: ArgumentHelp(
      "The configuration to use instead of the nearest .momentum.json.", valueName: "file"))
  var config: String?

  @OptionGroup var strictness: CoreDataOption
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions
}

// Refuses combinations of options, and converts the options to the settings of a run.

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
  }

  var baselines: LintBaselines.Options {
    LintBaselines.Options(
      path: baselineFile, isIgnored: ignoreBaseline, isWritten: writeBaseline,
      isOfChanges: against != nil)
  }

  /// The severities that the options set; they override the ones of configuration files.
  var levels: CheckConfiguration {
    CheckConfiguration(
      levels: severities.levels(isStrict: strictness.strictCoreData),
      cloudKit: cloudkit ? true : nil,
      failOn: failOn.flatMap { CheckConfiguration.FailureThreshold(rawValue: $0.rawValue) })
  }
}
