import ArgumentParser

struct WatchCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Run check, generate or diff again after each change.",
    discussion: """
      Runs the command at once, and again when a file that it reads has changed: of its models and mapping \
      models, Swift sources, and the settings beside and above them. What has changed is written to standard \
      error. The screen is not cleared. Changes of the folder that generate writes to start no run.

      On Linux the system reports changes (inotify); elsewhere, or for more folders than it can watch, the files \
      are looked at every 0.3 s. Ctrl-C ends the command with exit status 0, after a run that is under way.

      momentum watch check
      momentum watch check App/Model.xcdatamodeld --pedantic
      momentum watch generate App/Model.xcdatamodeld --output Generated
      momentum watch diff App/Model.xcdatamodeld --against origin/main
      """)

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The command and its arguments.", valueName: "command"))
  var command: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    // ArgumentParser takes what stands behind `watch` for the command to run, these options too.
    switch command.first {
    case "--help", "-h": throw CleanExit.helpRequest(self)
    case "--version": throw CleanExit.message(MomentumTool.version)
    default: break
    }
    let watch = InterruptWatch()
    defer { watch.stop() }
    try WatchRun(
      command, isQuiet: global.quiet, console: console, isEnded: { watch.isInterrupted }
    ).run()
    return .success
  }
}

extension CheckCommand: WatchableCommand {
  var watchedFiles: WatchedFiles {
    let models = models.map { VersionedPath($0).path }
    let files = [config, baselineFile].compactMap { $0 }
    return WatchedFiles(inputs: (models.isEmpty ? ["."] : models) + files)
  }
}

extension GenerateCommand: WatchableCommand {
  var watchedFiles: WatchedFiles {
    WatchedFiles(
      inputs: [VersionedPath(model).path] + [config].compactMap { $0 }, output: output)
  }
}

extension DiffCommand: WatchableCommand {
  /// Models of commits do not change. A branch that moves to another commit starts no run.
  var watchedFiles: WatchedFiles {
    let models = models.map { VersionedPath($0).path }.filter { !$0.contains(":") }
    return WatchedFiles(inputs: models.isEmpty ? ["."] : models)
  }
}
