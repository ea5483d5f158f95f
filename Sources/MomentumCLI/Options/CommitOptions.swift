import ArgumentParser

/// The options that need `--against`: the commit to check, and which versions of the model are
/// released.
struct CommitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With --against: the commit to look at instead of the work tree.", valueName: "ref"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      "With --against: the tags of releases, such as 'v*', or a branch or commit that was released; repeat for more (default: tags v*, release* and those that begin with a digit).",
      valueName: "pattern"))
  var released: [String] = []

  @Flag(help: "With --against: every version at that commit counts as released.")
  var strict = false

  /// Refuses an option that would have no effect.
  func validate(against: String?) throws {
    let given = [("--at", at != nil), ("--released", !released.isEmpty), ("--strict", strict)]
    if against == nil, let option = given.first(where: \.1) {
      throw ValidationError("\(option.0) needs --against")
    }
  }
}
