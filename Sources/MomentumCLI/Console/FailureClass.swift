import ArgumentParser
import MomentumDiff

/// From which class of changes on a command fails.
enum FailureClass: String, ExpressibleByArgument, CaseIterable {
  case lossless
  case dropsData = "drops-data"
  case dependsOnData = "depends-on-data"
  case unproven
  case notInferrable = "not-inferrable"
  case never

  /// `nil` for never.
  var migrationClass: MigrationClass? { MigrationClass(rawValue: rawValue) }
}
