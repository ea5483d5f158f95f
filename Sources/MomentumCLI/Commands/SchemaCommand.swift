import ArgumentParser
import Momentum
import MomentumCompiler
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
        sqlite      SQLite 3.37 or later, with STRICT tables
        postgresql  PostgreSQL 12 or later

      Run the whole script on an empty database:
        momentum schema App.xcdatamodeld --layout plain | sqlite3 app.db
        momentum schema App.xcdatamodeld --layout plain --dialect postgresql \\
          | psql -1 -f - app
      """)

  /// How a model's properties are laid out in tables.
  enum Layout: String, ExpressibleByArgument, CaseIterable {
    case coreData = "core-data"
    case plain

    /// Accepts `coredata` too.
    init?(argument: String) {
      guard let layout = Layout(rawValue: argument == "coredata" ? "core-data" : argument) else {
        return nil
      }
      self = layout
    }
  }

  /// The dialect of the printed SQL.
  enum Dialect: String, ExpressibleByArgument, CaseIterable {
    case sqlite
    case postgresql

    var plain: PlainDialect {
      switch self {
      case .sqlite: .sqlite
      case .postgresql: .postgreSQL
      }
    }

    /// Whether the `core-data` layout exists in the dialect: Core Data's own stores are SQLite
    /// files.
    var hasCoreDataLayout: Bool {
      switch self {
      case .sqlite: true
      case .postgresql: false
      }
    }
  }

  @Argument(help: .model)
  var model: String

  @Option(help: "How properties become tables and columns.")
  var layout: Layout = .coreData

  @Option(help: "Whose SQL to print; postgresql needs --layout plain.")
  var dialect: Dialect = .sqlite

  @OptionGroup var storeForm: StoreFormOptions
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    switch layout {
    case .coreData where !dialect.hasCoreDataLayout:
      throw ValidationError(
        "the core-data layout is Core Data's own SQLite file; --dialect \(dialect.rawValue) needs "
          + "--layout plain")
    case .plain where storeForm.frameworkVersion != nil || storeForm.history:
      let option = storeForm.history ? "--history" : "--framework-version"
      throw ValidationError(
        "\(option) is about the layout of Core Data; it does not go with --layout plain")
    case .coreData, .plain: break
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(version.place(model), store: storeForm.form)
    switch layout {
    case .coreData: console.writeOutput(compiled.schemaScript)
    case .plain: console.writeOutput(compiled.plainSchema.creationScript(dialect.plain))
    }
    return .success
  }
}
