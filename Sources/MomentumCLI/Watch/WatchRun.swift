import ArgumentParser
import MomentumDiagnostics

/// What a command reads and writes, for `watch`.
struct WatchedFiles {
  /// Models, files, or folders to search.
  var inputs: [String]
  /// The folder that the command writes to; its changes start no run.
  var output: String?
}

/// A command that `watch` can run again.
protocol WatchableCommand: ShellCommand {
  var watchedFiles: WatchedFiles { get }
}

/// Runs a command, and again after each change of its inputs.
package struct WatchRun {
  let arguments: [String]
  let files: WatchedFiles
  let isQuiet: Bool
  let console: Console
  /// Asked between runs and while nothing happens.
  let isEnded: () -> Bool

  /// - Parameter arguments: The command and its arguments.
  package init(
    _ arguments: [String], isQuiet: Bool = false, console: Console,
    isEnded: @escaping () -> Bool
  ) throws {
    // Ask for the command before its arguments are read: what they lack is of no interest if the
    // command cannot be watched.
    guard Self.isWatchable(arguments.first),
      let watchable = try MomentumCommand.parse(commandLine: arguments) as? any WatchableCommand
    else {
      let name = arguments.first.map { ", not '\(TerminalText.oneLine($0))'" } ?? ""
      throw CommandFailure("watch runs check, generate or diff\(name)", status: .usage)
    }
    self.arguments = arguments
    files = watchable.watchedFiles
    self.isQuiet = isQuiet
    self.console = console
    self.isEnded = isEnded
  }

  private static func isWatchable(_ name: String?) -> Bool {
    MomentumCommand.configuration.subcommands.contains {
      $0.configuration.commandName == name && $0 is any WatchableCommand.Type
    }
  }

  /// Returns when `isEnded` is true.
  package func run() {
    var watcher = SystemWatcher.make()
    var folders: [String] = []
    var before = snapshot(&watcher, &folders)
    note(
      "watching \(files.inputs.map(TerminalText.oneLine).joined(separator: ", ")); Ctrl-C ends it")
    while !isEnded() {
      _ = MomentumTool.run(arguments, console: console)
      note("waiting for a change")
      var changes: [String] = []
      repeat {
        guard watcher.wait(until: isEnded) else { return }
        let now = snapshot(&watcher, &folders)
        changes = now.changes(since: before)
        before = now
      } while changes.isEmpty
      note(Self.text(changes))
    }
  }

  /// Watches folders before it looks at their files, so that no change falls between the two. A
  /// folder of a known path may be a new one, so it is watched again; a folder that was not known
  /// may have got files before it was watched, so the files are looked at again.
  private func snapshot(
    _ watcher: inout any FolderWatcher, _ folders: inout [String]
  ) -> InputSnapshot {
    watch(folders, &watcher)
    var now = InputSnapshot(of: files.inputs, excluded: files.output)
    for _ in 0..<8 where now.folders != folders {
      folders = now.folders
      watch(folders, &watcher)
      now = InputSnapshot(of: files.inputs, excluded: files.output)
    }
    return now
  }

  private func watch(_ folders: [String], _ watcher: inout any FolderWatcher) {
    if watcher.watch(folders) { return }
    note("the system watches no more folders; looking for changes every 0.3 s")
    watcher = PollingWatcher()
  }

  /// `changed: a, new: b, and 3 more`
  private static func text(_ changes: [String]) -> String {
    let shownMax = 4
    let shown = changes.prefix(shownMax).map { TerminalText.oneLine($0) }
    let rest = changes.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
  }

  private func note(_ text: String) {
    if !isQuiet { console.note("── " + text) }
  }
}
