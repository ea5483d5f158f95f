import ArgumentParser
import MomentumDiagnostics

/// The options that set the severities of findings; they override the ones of configuration files.
struct SeverityOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Report findings of this id or pattern as errors.", valueName: "id"))
  var error: [String] = []

  @Option(help: ArgumentHelp("Report findings of this id or pattern as warnings.", valueName: "id"))
  var warn: [String] = []

  @Option(
    help: ArgumentHelp(
      "Do not report findings of this id, or of a pattern such as 'model.optional-*' or 'scan.*'. Errors that make a model unreadable are always reported.",
      valueName: "id"))
  var allow: [String] = []

  mutating func validate() throws {
    for id in error + warn + allow where !DiagnosticCatalogue.all.has(id) {
      let near = DiagnosticCatalogue.all.near(id).map { "; did you mean '\($0)'?" }
      throw ValidationError(
        "no diagnostic has the id '\(id)'\(near ?? "; 'momentum explain-diagnostic' lists them")")
    }
  }

  /// The levels by the id or pattern. An id in several options is an error rather than a warning,
  /// and a warning rather than allowed.
  func levels(isStrict: Bool) -> [String: CheckConfiguration.Level] {
    var levels = isStrict ? CheckConfiguration.strictCoreData.levels : [:]
    for id in allow { levels[id] = .allow }
    for id in warn { levels[id] = .warning }
    for id in error { levels[id] = .error }
    return levels
  }
}
