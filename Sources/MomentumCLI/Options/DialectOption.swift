import ArgumentParser
import MomentumSQL

/// A dialect by the name that it has in `SQLDialect.all`.
struct DialectOption: ExpressibleByArgument, CustomStringConvertible {
  let dialect: SQLDialect

  init(_ dialect: SQLDialect) { self.dialect = dialect }

  init?(argument: String) {
    guard let dialect = SQLDialect.all.first(where: { $0.name == argument }) else { return nil }
    self.dialect = dialect
  }

  var description: String { dialect.name }

  static var allValueStrings: [String] { SQLDialect.all.map(\.name) }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The lines of a help text, one a dialect: `sqlite      SQLite 3.37 or later`.
  static var list: String {
    let width = (allValueStrings.map(\.count).max() ?? 0) + 2
    return SQLDialect.all.map { dialect in
      let blanks = String(repeating: " ", count: width - dialect.name.count)
      return "  \(dialect.name)\(blanks)\(dialect.summary)"
    }.joined(separator: "\n")
  }

  /// The help of the option: `Whose SQL to print; postgresql needs --layout plain.`
  static var help: ArgumentHelp {
    let names = SQLDialect.all.filter { !$0.hasCoreDataLayout }.map(\.name)
    let verb = names.count == 1 ? "needs" : "need"
    return "Whose SQL to print; \(names.joined(separator: " and ")) \(verb) --layout plain."
  }

  /// Refuses a dialect without Core Data's layout, because Core Data's own stores are SQLite files.
  func checkHasCoreDataLayout() throws {
    guard dialect.hasCoreDataLayout else {
      throw ValidationError(
        "the core-data layout is Core Data's own SQLite file; --dialect \(dialect.name) needs "
          + "--layout plain")
    }
  }
}
