import ArgumentParser
import Foundation
import MomentumDiagnostics
import MomentumJSONRPC
import MomentumLanguageServer

struct LanguageServerCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "language-server",
    abstract: "Serve an editor: findings while you type, completion, hover, definitions, renaming.",
    discussion: """
      Speaks the Language Server Protocol 3.17 on standard input and output, until the editor ends it. An editor \
      starts this command; the article "In your editor" has the lines for VS Code, Neovim, Zed and Helix.

      Files: 'contents' of data models, 'xcmapping.xml' of mapping models, .momentum.json, and Swift and \
      Objective-C sources. The findings are those of 'momentum check' and 'momentum scan' for the texts as \
      they are in the editor, with the same settings and baselines. Nothing is written: renaming and repairs are \
      edits that the editor makes.

      Standard error has one line if the connection fails.
      """)

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    StandardChannel.ignoreBrokenPipes()
    let server = LanguageServer(catalogue: .all, version: MomentumTool.version)
    switch RPCConnection(StandardChannel(), .languageServer).runAndWait(server) {
    case .failed(let failure):
      throw CommandFailure(failure.text)
    // Documented (Language Server Protocol, exit): status 0 after a shutdown request, otherwise 1.
    case .stopped, .inputEnded: return server.endedInOrder ? .success : .findings
    }
  }
}
