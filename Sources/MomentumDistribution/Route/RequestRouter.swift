package import MomentumModel
import MomentumPredicate
package import MomentumQuery
package import MomentumSQL
import MomentumStore

/// The servers that answer a request.
package enum RequestRoute: Sendable, Hashable {
  /// The server of the root whose key is `root`; `predicate` is the condition that says so.
  case oneShard(root: SQLBinding, predicate: String)
  /// Any server, because every one has a copy of the tables.
  case anyServer
  /// All servers, whose rows or aggregates the coordinator puts together.
  case allShards
  /// No server and no coordinator that follows the rules of all engines.
  case refused(reason: String)
}

/// A request with its route and, unless it is refused, its statement.
package struct RoutedRequest: Sendable, Hashable {
  package var route: RequestRoute
  package var sql: SQLText?
  package var columns: [FetchColumn]
}

/// Says which servers answer a request, and writes its statement for them.
///
///     let router = RequestRouter(model, schema)
///     router.route(request).route  // .oneShard(root: .parameter("ACCOUNT"), …)
package struct RequestRouter {
  private let model: ObjectModel
  private let schema: DistributedSchema
  private let layout: QueryLayout
  private let carrier: RootCarrier

  package init(_ model: ObjectModel, _ schema: DistributedSchema) {
    self.model = model
    self.schema = schema
    layout = .plain(model, schema.plain, .postgreSQL, keyType: .uuid)
    carrier = RootCarrier(schema)
  }

  package func route(
    _ request: FetchRequest, options: QueryOptions = QueryOptions()
  ) -> RoutedRequest {
    let lowered = FetchRequestLowering(layout: layout, options: options).lower(request)
    func refused(_ reason: String) -> RoutedRequest {
      RoutedRequest(route: .refused(reason: reason), sql: nil, columns: lowered.columns)
    }
    if let reason = KeyUse.refusal(of: lowered.select, keys: keyColumns) { return refused(reason) }
    let select = carrier.carry(lowered.select)
    let bindings = RootBindings(of: select, carrier)
    func routed(_ route: RequestRoute, _ select: SQLSelect) -> RoutedRequest {
      let sql = SQLPrinter.print(select, dialect: .postgreSQL)
      guard !sql.isTooLong else { return refused("its statement would be too long") }
      return RoutedRequest(route: route, sql: sql, columns: lowered.columns)
    }
    if bindings.readings.isEmpty { return routed(.anyServer, select) }
    if let (binding, column) = bindings.binding {
      let predicate =
        deciding(request.predicate, binding) ?? "\(column.table).\(column.name) = \(binding.shown)"
      return routed(.oneShard(root: binding, predicate: predicate), select)
    }
    if let reason = refusal(bindings) { return refused(reason) }
    do throws(FanOut.Refusal) {
      return routed(.allShards, try FanOut.rewritten(select, carrier))
    } catch {
      return refused(error.reason)
    }
  }

  /// The statement for one server that has all rows, in the same tables.
  package func statement(
    _ request: FetchRequest, options: QueryOptions = QueryOptions()
  ) -> SQLText {
    SQLPrinter.print(
      FetchRequestLowering(layout: layout, options: options).lower(request).select,
      dialect: .postgreSQL)
  }

  private var rootName: String { model[schema.plan.root].name }

  private func refusal(_ bindings: RootBindings) -> String? {
    if let table = bindings.leadingReference {
      return "the rows of '\(table)' are on every server, but they are chosen by rows of several "
        + "roots; bind the \(rootName), or fetch the other rows first"
    }
    guard let other = bindings.readings.first(where: { !$0.isOfMainRoot }) else { return nil }
    return
      "rows of '\(other.table)' are read that may be of another \(rootName), so a server would "
      + "need rows of another one; bind the \(rootName)"
  }

  /// The columns with keys of objects, by table.
  private var keyColumns: [String: Set<String>] {
    Dictionary(
      schema.plain.tables.map { table in
        let keys = table.columns.filter { $0.type == .identity || $0.type == .key }
        return (table.name, Set(keys.map(\.name)))
      }
    ) { first, _ in first }
  }

  // MARK: - The predicate that decides

  /// The condition on a root in the words of the model: `project.account == $ACCOUNT`.
  private func deciding(_ predicate: TypedPredicate?, _ binding: SQLBinding) -> String? {
    switch predicate {
    case .and(let operands): operands.lazy.compactMap { deciding($0, binding) }.first
    case .comparison(let comparison)
    where comparison.comparisonOperator == .equal && comparison.quantifier == nil:
      text(comparison.left, comparison.right, binding)
        ?? text(comparison.right, comparison.left, binding)
    case .comparison, .constant, .or, .not, nil: nil
    }
  }

  private func text(
    _ side: TypedExpression, _ value: TypedExpression, _ binding: SQLBinding
  ) -> String? {
    guard case .keyPath(let path) = side, path.target == .object, path.origin == .queriedObject,
      case .variable(let variable) = value, binding == .parameter(variable.name),
      model.root(of: path.steps.last.map { model[$0].destination } ?? path.root)
        == schema.plan.root
    else { return nil }
    let names = path.steps.map { model[$0].name }
    return (names.isEmpty ? "SELF" : names.joined(separator: ".")) + " == $\(variable.name)"
  }
}

extension SQLBinding {
  /// The value in a sentence; constants are not shown.
  fileprivate var shown: String {
    switch self {
    case .parameter(let name): "$\(name)"
    case .value: "a constant"
    }
  }
}
