import MomentumSQL
import MomentumTestSupport
import Testing

/// A request that several servers and a single one have to answer in the same way.
struct Question {
  var sql: SQLText
  /// The statement for the single server.
  var single: SQLText
  /// Whether the rows have an order that decides between any two.
  var isOrdered = false
  /// The key of the root that the request names.
  var root: String?
  /// The predicate, for messages.
  var text: String

  /// Asks a server, and the one that has all rows.
  static func expectEqual(
    _ questions: [Question], _ server: PostgreSQLServer, _ single: PostgreSQLServer,
    _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try answers(questions, \.sql, server)
    let expected = try answers(questions, \.single, single)
    try #require(found.count == questions.count && expected.count == questions.count)
    for (index, question) in questions.enumerated() where found[index] != expected[index] {
      Issue.record(
        "\(comment) \(question.text)\n\(question.sql.text)\nexpected \(expected[index].prefix(8))\nfound    \(found[index].prefix(8))",
        sourceLocation: sourceLocation)
    }
  }

  /// The rows of each statement, sorted where the statement gives them no order.
  private static func answers(
    _ questions: [Question], _ sql: (Question) -> SQLText, _ server: PostgreSQLServer
  ) throws -> [[String]] {
    guard !questions.isEmpty else { return [] }
    var script = "SET timezone = 'UTC';\n"
    for (index, question) in questions.enumerated() {
      let values = sql(question).bindings.map { literal($0, question.root) }
      let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
      script += "PREPARE query\(index) AS \(sql(question).text);\n"
      script += "EXECUTE query\(index)\(list);\nSELECT '--';\n"
    }
    var answers: [[String]] = [[]]
    for row in try server.rows(script) {
      if row == ["--"] {
        answers.append([])
      } else {
        answers[answers.count - 1].append(row.map { $0 ?? "NULL" }.joined(separator: " | "))
      }
    }
    answers.removeLast()
    return zip(answers, questions).map { $1.isOrdered ? $0 : $0.sorted() }
  }

  private static func literal(_ binding: SQLBinding, _ root: String?) -> String {
    switch binding {
    case .parameter: PostgreSQLServer.literal(root ?? "")
    case .value(.null): "NULL"
    case .value(.integer(let number)): "'\(number)'"
    case .value(.real(let number)): "'\(number)'"
    case .value(.text(let text)): PostgreSQLServer.literal(text)
    case .value(.blob): "NULL"
    }
  }
}
