/// What the server asks of the program that it is part of: the commands of the command line, which
/// do the work of every tool.
package struct MomentumCommands: Sendable {
  /// The result of a command.
  package struct Outcome: Sendable, Hashable {
    /// The exit status: 0 and 1 are results, everything else is a failure.
    package var status: Int32
    /// Standard output.
    package var output: String
    /// Standard error: notes, and the reason of a failure.
    package var errors: String

    package init(status: Int32, output: String, errors: String) {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  /// A model of a folder.
  package struct FoundModel: Sendable, Hashable {
    package var path: String
    /// The names of its versions; the current one comes first.
    package var versions: [String]

    package init(path: String, versions: [String]) {
      self.path = path
      self.versions = versions
    }
  }

  /// The version of the program.
  package var version: String
  /// Runs a command; the arguments exclude the program's name. Called on several threads at once.
  package var run: @Sendable ([String]) -> Outcome
  /// The models below a folder, sorted by path.
  package var models: @Sendable (String) -> Result<[FoundModel], RootFolders.Refusal>

  package init(
    version: String, run: @escaping @Sendable ([String]) -> Outcome,
    models: @escaping @Sendable (String) -> Result<[FoundModel], RootFolders.Refusal>
  ) {
    self.version = version
    self.run = run
    self.models = models
  }
}
