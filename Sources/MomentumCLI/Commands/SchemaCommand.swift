import ArgumentParser
import Momentum

struct SchemaCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the SQL that creates the model's tables, indexes and triggers.")

  /// How a model's properties are laid out in tables.
  enum Layout: String, ExpressibleByArgument, CaseIterable {
    case coreData = "core-data"
  }

  /// Whose SQL is printed.
  enum Dialect: String, ExpressibleByArgument, CaseIterable {
    case sqlite
  }

  @Argument(help: .model)
  var model: String

  @Option(help: "How properties become tables and columns.")
  var layout: Layout = .coreData

  @Option(help: "Whose SQL to print.")
  var dialect: Dialect = .sqlite

  @Option(
    help: ArgumentHelp(
      "The NSPersistenceFrameworkVersion whose layout to follow (default: newest known).",
      valueName: "number"))
  var frameworkVersion: Int?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if let frameworkVersion, frameworkVersion < 1 {
      throw ValidationError("--framework-version is a number from 1, such as 1526")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(
      model, version: version.modelVersion, frameworkVersion: frameworkVersion)
    console.writeOutput(compiled.schemaScript)
    return .success
  }
}
