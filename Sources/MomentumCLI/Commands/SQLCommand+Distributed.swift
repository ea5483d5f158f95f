import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDistribution
import MomentumPredicate
import MomentumQuery
import MomentumRuntime
import MomentumSQL

extension SQLCommand {
  /// Prints which servers answer the given request, or every stored request of the model.
  func runDistributed(_ console: Console) throws -> ExitStatus {
    let input = try DistributionInput.read(try version.place(model), plan: plan)
    let router = RequestRouter(input.compiled.model, try input.schema())
    var diagnostics = Diagnostics()
    var requests: [(name: String?, request: FetchRequest)] = []
    if request.isGiven {
      // Without values, a variable becomes a parameter, so that the root needs no known key.
      let made = input.compiled.request(
        request.text, bindsVariables: !request.variables.isEmpty, &diagnostics)
      diagnostics = strictness.apply(to: diagnostics)
      guard let made, !diagnostics.hasErrors else {
        throw request.rejected(diagnostics, input.compiled.model)
      }
      requests = [(nil, made)]
    } else {
      for stored in input.compiled.storedRequests {
        guard let made = input.compiled.compile(stored) else { continue }
        requests.append((stored.request.name, made.request))
      }
      if requests.isEmpty, !global.quiet {
        console.note("note: the model has no stored requests; give one with --entity and --where")
      }
    }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    let routed = requests.map {
      RoutedText(name: $0.name, routed: router.route($0.request, options: meaning.queryOptions))
    }
    switch format {
    case .text, .pretty:
      console.writeOutput(
        routed.map { $0.text(isPretty: format == .pretty) }.joined(separator: "\n"))
    case .json:
      console.writeOutput(JSONText.array(routed.map(\.json)).versioned("requests").pretty)
    }
    let isRefused = routed.contains { if case .refused = $0.routed.route { true } else { false } }
    return isRefused ? .findings : .success
  }
}

/// A routed request as `momentum sql --distributed` prints it.
struct RoutedText {
  /// The name of a stored request; `nil` for a request of the command line.
  var name: String?
  var routed: RoutedRequest

  func text(isPretty: Bool) -> String {
    let head = name.map { "\($0): " } ?? ""
    let comment = "-- \(TerminalText.oneLine(head + route))\n"
    guard let sql = routed.sql else { return comment }
    return comment
      + StatementText(
        statements: [FetchStatement(title: "", sql: sql)], isPretty: isPretty, dates: []
      ).text
  }

  private var route: String {
    switch routed.route {
    case .oneShard(_, let predicate): "one shard, because \(predicate)"
    case .anyServer: "any server, because every one has these tables"
    case .allShards: "all shards"
    case .refused(let reason): "refused: \(reason)"
    }
  }

  var json: JSONText {
    var members: [(key: String, value: JSONText)] = name.map { [("name", .string($0))] } ?? []
    switch routed.route {
    case .oneShard(let root, let predicate):
      members += [
        ("route", .string("oneShard")), ("predicate", .string(predicate)), ("root", root.json),
      ]
    case .anyServer: members.append(("route", .string("anyServer")))
    case .allShards: members.append(("route", .string("allShards")))
    case .refused(let reason):
      members += [("route", .string("refused")), ("reason", .string(reason))]
    }
    if case .object(let statement)? = routed.sql?.json { members += statement }
    return .object(members)
  }
}
