import ArgumentParser
import MomentumDiff

/// The least severe class of changes that makes a command fail.
enum FailureClass: String, ExpressibleByArgument, CaseIterable {
  case lossless
  case dropsData = "drops-data"
  case dependsOnData = "depends-on-data"
  case unproven
  case notInferrable = "not-inferrable"
  case never

  /// The class of changes; `nil` for `never`.
  var migrationClass: MigrationClass? { MigrationClass(rawValue: rawValue) }
}
