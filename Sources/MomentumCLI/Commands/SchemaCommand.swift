import ArgumentParser
import Momentum
import MomentumCompiler
import MomentumSQL
import MomentumStore

struct SchemaCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the SQL that creates the model's tables, indexes and triggers.",
    discussion: """
      Layouts:
        core-data   the tables that Core Data creates, for SQLite: ZVENUE with Z_PK,
                    Z_ENT, Z_OPT
        plain       tables for a database of your own, which Core Data cannot open:
                    venue with id, foreign keys with delete rules, NOT NULL, UNIQUE,
                    CHECK, defaults and indexes, all from the model

      Dialects of the plain layout:
      \(DialectOption.list)

      Run the whole script on an empty database:
        momentum schema App.xcdatamodeld --layout plain | sqlite3 app.db
        momentum schema App.xcdatamodeld --layout plain --dialect postgresql \\
          | psql -1 -f - app
      """)

  /// How a model's properties are laid out in tables.
  enum Layout: String, ExpressibleByArgument, CaseIterable {
    case coreData = "core-data"
    case plain

    /// Reads the layout's name; `coredata` is accepted for `core-data`.
    init?(argument: String) {
      guard let layout = Layout(rawValue: argument == "coredata" ? "core-data" : argument) else {
        return nil
      }
      self = layout
    }
  }

  @Argument(help: .model)
  var model: String

  @Option(help: "How properties become tables and columns.")
  var layout: Layout = .coreData

  @Option(help: DialectOption.help)
  var dialect = DialectOption(.sqlite)

  @OptionGroup var storeForm: StoreFormOptions
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    switch layout {
    case .coreData: try dialect.checkHasCoreDataLayout()
    case .plain where storeForm.frameworkVersion != nil || storeForm.history:
      let option = storeForm.history ? "--history" : "--framework-version"
      throw ValidationError(
        "\(option) is about the layout of Core Data; it does not go with --layout plain")
    case .plain: break
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(version.place(model), store: storeForm.form)
    switch layout {
    case .coreData: console.writeOutput(compiled.schemaScript)
    case .plain: console.writeOutput(compiled.plainSchema.creationScript(dialect.dialect))
    }
    return .success
  }
}
