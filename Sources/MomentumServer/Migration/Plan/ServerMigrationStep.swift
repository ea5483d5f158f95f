internal import MomentumSQL

/// One step of a migration on a server: what runs in one transaction, or what cannot run in one.
package struct ServerMigrationStep: Sendable, Hashable {
  /// How much of a table the step reads or writes while it has its lock.
  package enum Work: String, Sendable, Hashable, Comparable {
    /// Only the catalogue changes.
    case none
    /// All rows are read.
    case scan
    /// Some or all rows are written, each by an UPDATE, INSERT or DELETE.
    case rows
    /// The server writes the whole table anew.
    case rewrite

    private var order: Int {
      switch self {
      case .none: 0
      case .scan: 1
      case .rows: 2
      case .rewrite: 3
      }
    }

    package static func < (left: Self, right: Self) -> Bool { left.order < right.order }
  }

  /// The step in one line: `add venue.rank`.
  package var title: String
  /// The statements, in the form in which they run.
  package var up: MigrationPart
  /// What undoes the step, in the order in which it runs; `nil` if there is no way back.
  package var down: [MigrationPart]?
  /// What is lost when the step has run, in one phrase; `nil` if nothing is.
  package var loss: String?
  /// The strongest lock on each table, by the table's name at that time.
  package var locks: [String: TableLock]
  package var work: Work
  /// Whether the step has DROP EXPRESSION, which PostgreSQL 12 lacks.
  package var dropsExpression = false

  /// The statements as text, without semicolons.
  package var statements: [String] { up.texts }
  package var form: MigrationPart.Form { up.form }
  /// The statements that undo the step; `nil` if there is no way back.
  package var downStatements: [String]? { down.map { $0.flatMap(\.texts) } }
}

/// Statements that run together.
package struct MigrationPart: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// One transaction, which holds its locks for a moment.
    case transaction
    /// A transaction of its own, since its statement reads the whole table.
    case scan
    /// CREATE INDEX CONCURRENTLY of this name: no transaction can contain it.
    case createIndex(String)
    /// DROP INDEX CONCURRENTLY of this name.
    case dropIndex(String)
    /// Rows in batches by their key, each batch in a transaction of its own: `$1` is the last key of
    /// the batch before, `$2` the last one of the batch.
    case batches(table: String, key: String)

    /// The word of a plan's JSON.
    package var word: String {
      switch self {
      case .transaction: "transaction"
      case .scan: "scan"
      case .createIndex, .dropIndex: "outside-transaction"
      case .batches: "batches"
      }
    }
  }

  package var form: Form
  var statements: [SQLFragment]

  init(_ form: Form, _ statements: [SQLFragment]) {
    self.form = form
    self.statements = statements
  }

  package var texts: [String] { statements.map { $0.text(in: .postgreSQL) } }
}

/// A change of the schema or of rows, with what undoes it: steps are made of them.
struct MigrationAction: Sendable, Hashable {
  var up: SQLFragment
  /// `nil` if there is no way back; then `loss` says what is lost.
  var down: [MigrationPart]?
  var loss: String?
  var locks: [String: TableLock] = [:]
  var work: ServerMigrationStep.Work = .none
  var dropsExpression = false
}

extension ServerMigrationStep {
  /// A step of one transaction.
  init(_ title: String, _ actions: [MigrationAction], form: MigrationPart.Form = .transaction) {
    self.title = title
    up = MigrationPart(form, actions.map(\.up))
    var down: [MigrationPart]? = []
    for action in actions.reversed() {
      guard let parts = action.down else {
        down = nil
        break
      }
      for part in parts {
        // What holds its locks for a moment only may share a transaction.
        if part.form == .transaction, down?.last?.form == .transaction, let last = down?.count {
          down?[last - 1].statements += part.statements
        } else {
          down?.append(part)
        }
      }
    }
    self.down = down
    let losses = actions.compactMap(\.loss)
    loss = losses.isEmpty ? nil : losses.joined(separator: "; ")
    locks = actions.reduce(into: [:]) { $0.merge($1.locks, uniquingKeysWith: max) }
    work = actions.map(\.work).max() ?? .none
    dropsExpression = actions.contains(where: \.dropsExpression)
  }
}
