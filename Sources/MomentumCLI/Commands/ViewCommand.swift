import ArgumentParser
import Foundation
import MomentumDiagnostics
import MomentumReports

struct ViewCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Write one HTML page of the model to look around in.",
    discussion: """
      The page has the diagram to pan, zoom and search; every entity with its properties, constraints, indexes \
      and version hash; the stored fetch requests with their SQL and SQLite's plan; and the versions of the \
      bundle with what each change means for stores. It is one file without network, follows the reader's light \
      or dark setting, can be used by keyboard and screen reader, and prints.

      With --store the page has numbers of rows and sizes, and the plans are those of that store. The store is \
      not changed, and none of its values is on the page.

      Equal models make equal bytes, so a build can write the page again without a change in git.

      momentum view Models/BubbleTea.xcdatamodeld --output BubbleTea.html
      momentum view Models/BubbleTea.xcdatamodeld --store tea.sqlite \\
        --output BubbleTea.html
      """)

  @Argument(help: .model)
  var model: String

  @Option(
    help: ArgumentHelp(
      "A store whose rows and bytes are counted; it is not changed (default: the model, if it is a store).",
      valueName: "store"))
  var store: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, replaced if it exists (default: standard output).", valueName: "file"))
  var output: String?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let place = try version.place(model)
    try refuseToReplace([place.path] + (store.map { [$0] } ?? []))
    let run = try ViewRun(place, store: store)
    let (page, notes) = try run.page()
    let text = page.html()
    if !global.quiet { for note in notes { console.note(TerminalText.oneLine(note)) } }
    guard let output else {
      console.writeOutput(text)
      return .success
    }
    let isNew = try OutputFile.write(text, to: output)
    if !global.quiet { console.note("\(output): \(isNew ? "written" : "unchanged")") }
    return .success
  }

  /// Refuses an output that is the model or the store: both would be lost.
  private func refuseToReplace(_ inputs: [String]) throws {
    guard let output else { return }
    let real = { (path: String) in URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    for input in inputs where real(input) == real(output) {
      throw CommandFailure("--output would replace '\(input)'", status: .usage)
    }
  }
}
