import MomentumModel
import MomentumPredicate
import MomentumSQL

/// Makes sample values for a request's variables, which have no values yet: SQLite plans a statement
/// by the values of its parameters.
enum SampleValue {
  /// The values by the names of the statement's parameters.
  static func values(for sql: SQLText, _ predicate: TypedPredicate?) -> [String: SQLValue] {
    let variables = predicate?.variables ?? []
    var result: [String: SQLValue] = [:]
    for case .parameter(let name) in sql.bindings {
      // A variable after BETWEEN has two parameters: `RANGE[0]` and `RANGE[1]`.
      let variable = name.prefix { $0 != "[" }
      result[name] = variables.first { $0.name == variable }.map { of($0.type) } ?? .null
    }
    return result
  }

  private static func of(_ type: PredicateType) -> SQLValue {
    switch type {
    case .object, .count: .integer(1)
    case .attribute(let type):
      switch type {
      case .integer16, .integer32, .integer64, .boolean, .decimal: .integer(1)
      case .double, .float, .date: .real(1)
      case .string, .uri: .text("a")
      case .binary, .uuid, .transformable, .objectID: .blob([0])
      case .undefined, .composite: .null
      }
    }
  }
}
