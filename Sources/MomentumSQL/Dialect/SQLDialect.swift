/// What a database can do, and how it writes SQL.
///
/// Code that prints SQL asks the dialect for a single ability, and never asks which database it is.
/// To support another database, make another value of this type. A dialect has four independent
/// parts: quoting, types, queries and tables.
///
/// ```swift
/// let model = try DataModel(contentsOf: "App.xcdatamodeld")
/// print(model.schema(for: .plain(.postgreSQL)))
/// ```
///
/// The fields are stored in one object. Each `SQLPrinter` copies the dialect, and a copy of many
/// fields would have to retain each of them.
public struct SQLDialect: Sendable {
  /// The dialects that the command line offers, the default first.
  package static let all: [SQLDialect] = [.sqlite, .postgreSQL]

  private final class Storage: Sendable {
    let name: String
    let summary: String
    let hasCoreDataLayout: Bool
    let quoting: Quoting
    let types: Types
    let queries: Queries
    let tables: Tables

    init(
      _ name: String, _ summary: String, _ hasCoreDataLayout: Bool, _ quoting: Quoting,
      _ types: Types, _ queries: Queries, _ tables: Tables
    ) {
      self.name = name
      self.summary = summary
      self.hasCoreDataLayout = hasCoreDataLayout
      self.quoting = quoting
      self.types = types
      self.queries = queries
      self.tables = tables
    }
  }

  private let storage: Storage

  /// - Parameters:
  ///   - name: The name in command line options, such as `sqlite`.
  ///   - summary: The versions that can run the statements, such as `SQLite 3.37 or later`.
  ///   - hasCoreDataLayout: Whether the database can open a store of Core Data, which is an SQLite
  ///     file.
  package init(
    name: String, summary: String, hasCoreDataLayout: Bool = false, quoting: Quoting, types: Types,
    queries: Queries, tables: Tables
  ) {
    storage = Storage(name, summary, hasCoreDataLayout, quoting, types, queries, tables)
  }

  /// The name in command line options: `sqlite`. Used only to list dialects, never to decide what
  /// to print.
  package var name: String { storage.name }
  /// The versions that can run the statements: `SQLite 3.37 or later`.
  package var summary: String { storage.summary }
  /// Whether the database can open a store of Core Data, which is an SQLite file.
  package var hasCoreDataLayout: Bool { storage.hasCoreDataLayout }
  package var quoting: Quoting { storage.quoting }
  package var types: Types { storage.types }
  package var queries: Queries { storage.queries }
  package var tables: Tables { storage.tables }

  /// A copy of the dialect in which the abilities in queries are replaced.
  package func with(queries: Queries) -> SQLDialect {
    SQLDialect(
      name: name, summary: summary, hasCoreDataLayout: hasCoreDataLayout, quoting: quoting,
      types: types, queries: queries, tables: tables)
  }
}

extension SQLDialect {
  /// How names and texts are quoted.
  package struct Quoting: Sendable {
    /// The quote around a name: `"` or a backquote. A quote in the name is doubled.
    package var nameQuote: Unicode.Scalar
    /// Words that must be quoted as names. `nil` if all names are Core Data's, which begin with a Z
    /// and are never reserved.
    package var reservedWords: ReservedWords?
    /// Whether a backslash in a text literal starts an escape and must be doubled.
    package var escapesBackslashes: Bool

    package init(
      nameQuote: Unicode.Scalar = "\"", reservedWords: ReservedWords?,
      escapesBackslashes: Bool = false
    ) {
      self.nameQuote = nameQuote
      self.reservedWords = reservedWords
      self.escapesBackslashes = escapesBackslashes
    }
  }
}
