import ArgumentParser
import Foundation
import MomentumDiagnostics
import MomentumJSONRPC
import MomentumMCP
import MomentumModelFiles

struct MCPCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve models to an assistant by the Model Context Protocol.",
    discussion: """
      Speaks the protocol (2025-06-18, and the versions before it) on standard input and output until the input \
      ends. An assistant starts the command; ForAssistants.md has the settings for it.

      The tools list and describe models, print the SQL of tables and requests, explain plans, compare and \
      check models, and look into stores. They change nothing, and refuse paths outside of the roots, also \
      those to which a link in a root leads. Stored values are shown only with --rows, which adds the tool \
      fetch_rows.

      momentum mcp
      momentum mcp --root ~/Shop --root ~/Stores
      """)

  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      "A folder that may be read; repeat for more (default: the current folder).",
      valueName: "folder"))
  var roots: [String] = []

  @Flag(help: "Also offer the tool that shows rows of a store.")
  var rows = false

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let folders: RootFolders
    do throws(RootFolders.Refusal) {
      folders = try RootFolders(roots.isEmpty ? ["."] : roots)
    } catch {
      throw CommandFailure(error.text, status: .badInput)
    }
    let server = MCPServer(roots: folders, commands: .inProcess, showsRows: rows)
    let connection = RPCConnection(ConsoleChannel(console: console), .modelContext)
    _ = connection.runAndWait(server)
    return .success
  }
}

/// The console as a channel. A peer that went away ends the process at the next write.
private struct ConsoleChannel: ByteChannel {
  let console: Console

  func read() throws(ChannelFailure) -> [UInt8] { console.readInput() }

  func write(_ bytes: [UInt8]) throws(ChannelFailure) {
    console.writeOutput(String(decoding: bytes, as: UTF8.self))
  }
}

extension MomentumCommands {
  /// The commands of this tool, run in this process.
  static let inProcess = MomentumCommands(
    version: MomentumTool.version,
    run: { arguments in
      let text = CollectedText()
      let console = Console(
        writeOutput: { text.add(output: $0) }, writeError: { text.add(error: $0) })
      let status = MomentumTool.run(arguments, console: console)
      return Outcome(status: status, output: text.output, errors: text.errors)
    },
    models: { folder in
      do {
        let paths = try ModelDiscovery.models(below: folder)
        return .success(
          try paths.map { FoundModel(path: $0, versions: try versions(of: $0)) })
      } catch let failure as CommandFailure {
        return .failure(RootFolders.Refusal(failure.text))
      } catch {
        return .failure(RootFolders.Refusal("cannot read '\(folder)'"))
      }
    })

  private static func versions(of path: String) throws -> [String] {
    guard path.hasSuffix(".xcdatamodeld") || ModelDiscovery.isSearched(path) else { return [] }
    var ignored = Diagnostics()
    // A bundle that cannot be read is listed without versions; checking it says why.
    let found = (try? ModelBundle.versions(path: path, &ignored)) ?? []
    return found.filter(\.isCurrent).map(\.name) + found.filter { !$0.isCurrent }.map(\.name)
  }
}

/// What a command prints.
///
/// `@unchecked`: the texts are read and written under the lock only, because commands may print on
/// several threads; nothing else is called while the lock is held.
private final class CollectedText: @unchecked Sendable {
  private let lock = NSLock()
  private var texts = (output: "", errors: "")

  var output: String { lock.withLock { texts.output } }
  var errors: String { lock.withLock { texts.errors } }

  func add(output text: String) { lock.withLock { texts.output += text } }
  func add(error text: String) { lock.withLock { texts.errors += text } }
}
