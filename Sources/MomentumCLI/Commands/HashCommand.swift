import ArgumentParser
import Momentum
import MomentumDiagnostics
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
    let compiled = try ModelInput.compiled(version.place(model))
    let hashes = compiled.hashes
    switch format {
    case .json:
      console.writeOutput(
        JSONText.object([
          ("entities", .object(hashes.entities.map { ($0.name, .string($0.hexadecimal)) })),
          ("checksum", .string(hashes.checksum)), ("digest", .string(hashes.digest)),
        ]).versioned().pretty)
    case .text:
      for entity in hashes.entities { console.print("\(entity.hexadecimal)  \(entity.name)") }
      console.print("checksum  \(hashes.checksum)")
      console.print("digest    \(hashes.digest)")
    }
    return .success
  }
}
