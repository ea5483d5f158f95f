import MomentumDiagnostics
import MomentumGeneration

/// Describes the changes of a run in a folder for a person.
enum OutputSummary {
  /// The line that sums up a run: `Generated: 2 files written, 1 removed, 12 unchanged`
  static func line(_ folder: String, _ steps: [OutputPlan.Step]) -> String {
    let removed = steps.count { $0.action == .remove }
    let parts = [
      plural(steps.count { $0.action == .write }, "file") + " written",
      removed > 0 ? "\(removed) removed" : nil,
      "\(steps.count { $0.action == .keep || $0.action == .edited }) unchanged",
    ]
    return "\(folder): " + parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// Notes about files that the user has to check.
  static func notes(_ folder: String, _ plan: OutputPlan) -> [String] {
    plan.paths(.edited).map {
      "note: '\(folder)/\($0)' has lines that Xcode does not write, so it stays as it is; move them to a file of "
        + "their own to have it follow the model"
    }
      + plan.paths(.leave).map {
        "note: '\(folder)/\($0)' is no longer generated, but was edited and stays; remove it if nobody needs it"
      }
  }
}

/// Runs a function that writes generated files; its errors become the command's errors.
func outputFailures<Result>(_ body: () throws(OutputFailure) -> Result) throws -> Result {
  do throws(OutputFailure) {
    return try body()
  } catch {
    throw CommandFailure(error.description)
  }
}
