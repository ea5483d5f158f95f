import ArgumentParser
import Foundation
import Momentum
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumVersionHash

struct HashCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash",
    abstract: "Print entity version hashes, model checksum and metadata digest.")

  @Argument(help: .model)
  var model: String

  @Option(help: "How to print the hashes.")
  var format: OutputFormat = .text

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let input = try ModelInput.read(version.place(model))
    guard let compiled = input.compiled else { throw InputRejected(diagnostics: input.diagnostics) }
    let hashes = compiled.hashes
    if input.file.isSwift, !global.quiet {
      noteBundles(of: try version.place(model).path, console)
    }
    let unknown = Set(compiled.model.entities.filter(\.hasUnknownHash).map(\.name))
    let isWholeKnown = !compiled.model.hasUnknownHashes
    switch format {
    case .json:
      let whole = { (text: String) in isWholeKnown ? JSONText.string(text) : .null }
      console.writeOutput(
        JSONText.object([
          (
            "entities",
            .object(
              hashes.entities.map {
                ($0.name, unknown.contains($0.name) ? .null : .string($0.hexadecimal))
              })
          ),
          ("checksum", whole(hashes.checksum)), ("digest", whole(hashes.digest)),
        ]).versioned().pretty)
    case .text:
      let unknownText = "unknown"
      for entity in hashes.entities {
        let isUnknown = unknown.contains(entity.name)
        let text =
          isUnknown
          ? unknownText.padding(toLength: entity.hexadecimal.count, withPad: " ", startingAt: 0)
          : entity.hexadecimal
        console.print("\(text)  \(entity.name)")
      }
      console.print("checksum  \(isWholeKnown ? hashes.checksum : unknownText)")
      console.print("digest    \(isWholeKnown ? hashes.digest : unknownText)")
    }
    // The findings of the sources say why hashes are not known.
    let reasons = input.diagnostics.all.filter { $0.id.hasPrefix("swiftdata.") }
    if !isWholeKnown, !global.quiet {
      var shown = Diagnostics()
      for reason in reasons { shown.report(reason) }
      global.report(shown, to: console.writeError, isTerminal: console.errorIsTerminal)
    }
    return .success
  }

  /// Says that a folder has data models too: only its Swift sources are read.
  private func noteBundles(of path: String, _ console: Console) {
    let found = (try? ModelDiscovery.bundles(below: path)) ?? []
    guard !found.isEmpty else { return }
    console.note(
      "note: these are the hashes of the Swift sources; '\(path)' also has \(quotedList(found, max: 3)), which has its own"
    )
  }
}
