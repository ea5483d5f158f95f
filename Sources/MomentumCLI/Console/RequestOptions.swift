import ArgumentParser
import Momentum

/// The options that say what to fetch; `sql`, `fetch` and `dump` share them.
struct RequestOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The entity to fetch.", valueName: "name"))
  var entity: String?

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("An NSPredicate format, such as \"name == %@\".", valueName: "format"))
  var predicate: String?

  @Option(
    name: .customLong("arg"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A value for the next %@, %K or %d of the format.", valueName: "value"))
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp("A stored fetch request of the model.", valueName: "name"))
  var request: String?

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A value for a $VARIABLE of the predicate.", valueName: "name=value"))
  var variables: [String] = []

  @Option(
    name: .customLong("sort"),
    help: ArgumentHelp("A key path to sort by; repeat for more.", valueName: "key[:desc]"))
  var sortKeys: [String] = []

  @Option(help: ArgumentHelp("At most this many objects.", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("Leave out this many objects first.", valueName: "n"))
  var offset: Int?

  @Flag(help: "Ask for the number of objects only.")
  var count = false

  mutating func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit cannot be negative") }
    if let offset, offset < 0 { throw ValidationError("--offset cannot be negative") }
    if request != nil, entity != nil || predicate != nil {
      throw ValidationError(
        "--request brings its entity and predicate; leave out --entity and --where")
    }
    if predicate == nil, !arguments.isEmpty {
      throw ValidationError(
        "--arg gives a value to the format of --where; a stored request takes --var")
    }
    for variable in variables where !variable.dropFirst().contains("=") {
      throw ValidationError("--var takes NAME=VALUE, not '\(variable)'")
    }
  }

  /// A `$` in front of a variable's name is accepted.
  var text: RequestText {
    RequestText(
      entity: entity, predicate: predicate, arguments: arguments, sortKeys: sortKeys,
      limit: limit, offset: offset, result: count ? .count : .objects, storedRequest: request,
      variables: variables.map { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].hasPrefix("$") ? parts[0].dropFirst() : parts[0]
        return RequestText.Variable(
          name: String(name), value: parts.count > 1 ? String(parts[1]) : "")
      })
  }
}
