import ArgumentParser
import Momentum
import MomentumCompiler
import MomentumPredicate
import MomentumQuery

/// The options of a request; `sql`, `fetch` and `dump` share them.
struct RequestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The entity to fetch; 'momentum dump model' lists them.", valueName: "name"))
  var entity: String?

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("An NSPredicate format, such as \"name == %@\".", valueName: "format"))
  var predicate: String?

  @Option(
    name: .customLong("arg"), parsing: .unconditionalSingleValue,
    help: .predicateArgument)
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp(
      "A stored fetch request of the model; other options change a copy of it.",
      valueName: "name"))
  var request: String?

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A value for a $VARIABLE of the predicate, written as for --arg.", valueName: "name=value"))
  var variables: [String] = []

  @Option(
    name: .customLong("select"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A property to fetch: a key path, objectID, or an expression such as 'count:(name) AS n' or, with a result type, 'sum:(days) AS n: Integer 64'; repeat for more.",
      valueName: "property"))
  var propertiesToFetch: [String] = []

  @Option(
    name: .customLong("group-by"),
    help: ArgumentHelp(
      "A key path, or the name or text of a selected expression, to group by; repeat for more.",
      valueName: "key"))
  var propertiesToGroupBy: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A condition for groups, by names of selected expressions: '$n > 3'.", valueName: "format"))
  var having: String?

  @Flag(help: "Return equal dictionaries only once.")
  var distinct = false

  @Option(
    name: .customLong("sort"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A key path or selected name to sort by; repeat for more. Directions: asc or ascending, desc or descending. Comparisons: caseInsensitive, localized, localizedCaseInsensitive, localizedStandard.",
      valueName: "key[:desc][:comparison]"))
  var sortKeys: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("At most this many rows; 0 for all.", valueName: "n"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Skip this many rows at the beginning.", valueName: "n"))
  var offset: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Fetch the keys first, then this many objects at a time.", valueName: "n"))
  var batchSize: Int?

  @Flag(name: .customLong("no-subentities"), help: "Leave out objects of sub-entities.")
  var excludesSubentities = false

  @Option(
    name: .customLong("prefetch"),
    help: ArgumentHelp(
      "A path of relationships whose objects are fetched too; repeat for more.", valueName: "path"))
  var prefetchedPaths: [String] = []

  @Option(help: "What to fetch (default: objects, or dictionaries with --select).")
  var result: RequestedResult?

  @Flag(help: "Print only the number of objects, like --result count.")
  var count = false

  mutating func validate() throws {
    for (name, number) in [("limit", limit), ("offset", offset), ("batch-size", batchSize)] {
      if let number, number < 0 {
        throw ValidationError("--\(name) is a number from 0, not \(number)")
      }
    }
    if request != nil, entity != nil || predicate != nil {
      throw ValidationError(
        "a stored request's entity and predicate cannot be changed; leave out --entity and --where (other options change a copy of it)"
      )
    }
    if predicate == nil, !arguments.isEmpty {
      throw ValidationError(
        "--arg gives a value to the format of --where; a stored request takes --var")
    }
    if count, let result, result != .count {
      throw ValidationError("--count is --result count, not --result \(result.rawValue)")
    }
    for variable in variables where !variable.dropFirst().contains("=") {
      throw ValidationError("--var takes NAME=VALUE, not '\(variable)'")
    }
  }

  /// Whether any of these options is given.
  var isGiven: Bool {
    entity != nil || predicate != nil || request != nil || having != nil || result != nil
      || limit != nil || offset != nil || batchSize != nil || distinct || count
      || excludesSubentities
      || ![variables, propertiesToFetch, propertiesToGroupBy, sortKeys, prefetchedPaths].allSatisfy(
        \.isEmpty)
  }

  /// The request as the compiler takes it. A `$` in front of a variable's name is removed.
  var text: RequestInput {
    RequestInput(
      entity: entity, predicate: predicate, arguments: arguments, sortKeys: sortKeys,
      limit: limit, offset: offset, result: count ? .count : result?.value, storedRequest: request,
      variables: variables.map { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].hasPrefix("$") ? parts[0].dropFirst() : parts[0]
        return RequestInput.Variable(
          name: String(name), value: parts.count > 1 ? String(parts[1]) : "")
      },
      propertiesToFetch: propertiesToFetch, propertiesToGroupBy: propertiesToGroupBy,
      having: having, isDistinct: distinct, batchSize: batchSize,
      includesSubentities: !excludesSubentities, prefetchedPaths: prefetchedPaths)
  }
}

/// The values of `--result`.
enum RequestedResult: String, ExpressibleByArgument, CaseIterable {
  case objects
  case ids
  case dictionaries
  case count

  var value: RequestInput.Result {
    switch self {
    case .objects: .objects
    case .ids: .ids
    case .dictionaries: .dictionaries
    case .count: .count
    }
  }
}

/// The options that choose the semantics of nil.
struct NilOptions: ParsableArguments {
  enum Semantics: String, ExpressibleByArgument, CaseIterable {
    case store
    case foundation
  }

  @Option(
    help: ArgumentHelp(
      "The result of a comparison with nil: unknown as in a store, or as NSPredicate evaluates it in memory.",
      valueName: "semantics"))
  var nullSemantics: Semantics = .store

  var queryOptions: QueryOptions {
    switch nullSemantics {
    case .store: QueryOptions(nullSemantics: .store)
    case .foundation: QueryOptions(nullSemantics: .foundation)
    }
  }
}
