import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
package import MomentumMigrator
import MomentumSQLite

/// A failed migration as Core Data reports it.
///
/// Source: codes and reasons are documented or observed in logs. Assumed: a failure of Momentum's
/// own verification has code 134110.
struct MigrationFailureReport: Sendable, Hashable {
  /// The code in `NSCocoaErrorDomain`.
  var code: Int
  /// The `reason` of the user info.
  var reason: String
  /// The property that rows do not fit, for example `Venue.rating`; `nil` for other failures.
  var place: String?
  /// The reasons of underlying errors of code 134190.
  var underlying: [String] = []
  /// The error of the store, if the store itself failed.
  var storeError: StoreError?
}

extension MigrationError {
  /// The report that Core Data would make of this error.
  var report: MigrationFailureReport {
    switch self {
    case .store(let error):
      MigrationFailureReport(code: 134_180, reason: "\(error)", storeError: error)
    case .unknownSource:
      MigrationFailureReport(code: 134_130, reason: "Can't find model for source store")
    case .tablesDiffer(_, let problems):
      MigrationFailureReport(code: 134_020, reason: problems.joined(separator: "; "))
    case .notInferrable(let reasons):
      MigrationFailureReport(
        code: 134_140,
        reason: "Can't find or automatically infer mapping model for migration",
        underlying: reasons)
    case .mapping(let findings): Self.report(findings, description)
    case .rowsFail(let checks): Self.report(checks, description)
    case .stage, .verification, .unsettled:
      MigrationFailureReport(code: 134_110, reason: description)
    case .busy: MigrationFailureReport(code: 134_090, reason: description)
    case .cancelled: MigrationFailureReport(code: 134_120, reason: description)
    case .file: MigrationFailureReport(code: 512, reason: description)
    }
  }

  private static func report(
    _ findings: [Diagnostic], _ description: String
  ) -> MigrationFailureReport {
    let isUnknown = findings.contains { $0.text.hasSuffix("begins at the source version") }
    return MigrationFailureReport(
      code: 134_110,
      reason: isUnknown
        ? "Cannot use staged migration with an unknown model version." : description)
  }

  private static func report(
    _ checks: [FailedCheck], _ description: String
  ) -> MigrationFailureReport {
    let first = checks.first { $0.check.coreDataError != nil } ?? checks.first
    let known = first?.check.coreDataError
    return MigrationFailureReport(
      code: known.map(\.code) ?? 134_110, reason: known?.reason ?? description,
      place: first?.place)
  }
}

extension ObjectError {
  /// The error of a migration that a program has started itself, with Core Data's code.
  package static func ofMigration(_ error: MigrationError, path: String) -> any Error {
    reported(error, .open, path: path)
  }
}
