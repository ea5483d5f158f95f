import ArgumentParser
import Momentum
import MomentumDiagnostics
import MomentumSQL

struct SQLCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql",
    abstract: "Compile a fetch request to the SQL that Core Data would run.",
    discussion: """
      momentum sql Models/BubbleTea.xcdatamodeld --entity Venue --where 'priceInfo.priceCategory == "$"'
      momentum sql Models/BubbleTea.xcdatamodeld --request venueFR --var NAME='Bubble & Co'
      """)

  @Argument(help: .model)
  var model: String

  @OptionGroup(title: "The request") var request: RequestOptions

  @Option(help: "How to print the statement.")
  var format: OutputFormat = .text

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(model, version: version.modelVersion)
    var diagnostics = Diagnostics()
    guard let fetch = compiled.compile(request.text, &diagnostics) else {
      throw InputRejected(diagnostics: diagnostics)
    }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    switch format {
    case .text:
      console.print(fetch.sql.text)
      for (index, binding) in fetch.sql.bindings.enumerated() {
        console.print("  bind[\(index)] = \(binding.debugText)")
      }
    case .json:
      console.writeOutput(fetch.sql.json.pretty)
    }
    return .success
  }
}

extension SQLBinding {
  /// A value as JSON has it, a blob as an object with its bytes in hexadecimal, a parameter as an
  /// object with its name.
  var json: JSONText {
    switch self {
    case .value(let value): value.json
    case .parameter(let name): .object([("variable", .string(name))])
    }
  }
}

extension SQLValue {
  /// Numbers and text as such, NULL as null, a blob as `{"hex": "…"}`.
  var json: JSONText {
    switch self {
    case .null: .null
    case .integer(let value): .integer(Int(value))
    case .real(let value): .number(value)
    case .text(let value): .string(value)
    case .blob(let bytes): .object([("hex", .string(bytes.hexadecimal))])
    }
  }
}
