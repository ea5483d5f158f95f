import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumRuntime
import MomentumSQL
import MomentumSwiftPredicate
import MomentumText

/// The output of `predicate --swift` and `sql --swift`.
struct SwiftRequestText {
  let input: SwiftRequestInput
  let target: QueryTarget
  let options: QueryOptions

  // MARK: - Predicates

  /// `ok`, the place, the class and the canonical text, separated by tabs; or `error` with what is
  /// wrong.
  var lines: [String] {
    input.requests.map { request in
      let place = text(request.location)
      let name = request.className ?? "?"
      let fields =
        request.isCompiled
        ? ["ok", place, name, request.canonicalText]
        : ["error", place, name, request.refusal]
      return fields.map { SingleLine.showingLineEnds($0) }.joined(separator: "\t")
    }
  }

  private func text(_ location: SourceLocation) -> String {
    "\(location.path):\(location.line):\(location.column)"
  }

  // MARK: - SQL

  /// Each request with the meaning of its placeholders:
  ///
  ///     -- Trips.swift:12: Trip where title == $text
  ///     --   ?1 = $text
  ///     SELECT … WHERE  t0.ZTITLE = ?;
  var script: String {
    input.requests.map { request in
      let location = "\(request.location.path):\(request.location.line)"
      let head =
        "-- \(SingleLine.forComment(location)): \(SingleLine.forComment(request.className ?? "?"))"
      guard let fetch = compile(request) else {
        return head + "\n--   not compiled: \(SingleLine.forComment(request.refusal))\n"
      }
      let condition = " \(request.kind == .expression ? "gives" : "where") \(request.canonicalText)"
      return head + SingleLine.forComment(condition) + "\n" + placeholders(of: fetch.sql)
        + fetch.sql.text + ";\n"
    }.joined(separator: "\n")
  }

  private func placeholders(of sql: SQLText) -> String {
    sql.bindings.enumerated().map { index, binding in
      "--   ?\(index + 1) = \(SingleLine.forComment(binding.debugText))\n"
    }.joined()
  }

  /// The compiled request; `nil` if it cannot be compiled.
  private func compile(_ request: SwiftRequest) -> CompiledFetch? {
    guard let fetch = request.fetchRequest else { return nil }
    let compiled = CompiledFetch(
      fetch, predicateFormat: request.predicateText, layout: input.compiled.queryLayout(target),
      options: options)
    return compiled.sql.isTooLong ? nil : compiled
  }

  // MARK: - JSON

  func json(withSQL: Bool) -> JSONText {
    .object([
      (
        "requests",
        .array(
          input.requests.map { request in
            var members: [(key: String, value: JSONText)] = [
              ("path", .string(request.location.path)), ("line", .integer(request.location.line)),
              ("column", .integer(request.location.column)),
              ("kind", .string(request.kind.rawValue)),
              ("class", request.className.map { .string($0) } ?? .null),
              ("text", request.isCompiled ? .string(request.canonicalText) : .null),
            ]
            if withSQL { members.append(("sql", compile(request)?.sql.json ?? .null)) }
            members.append(("diagnostics", JSONRenderer().value(of: request.diagnostics.all)))
            return .object(members)
          })
      )
    ])
  }
}

extension SwiftRequest {
  /// The predicate or the expression; a request without one has every object.
  var canonicalText: String { expressionText ?? predicateText ?? "TRUEPREDICATE" }

  /// Why the request is not compiled.
  var refusal: String {
    diagnostics.all.last { $0.severity > .info }?.text ?? diagnostics.all.last?.text
      ?? "what it is made of was reported before"
  }

  /// The request for the lowering; `nil` if it is not compiled. SwiftData sorts by the primary key
  /// where nothing else decides (observed: the SQL of three apps).
  var fetchRequest: FetchRequest? {
    guard isCompiled, let entity else { return nil }
    var result = FetchRequest(
      entity: entity, predicate: typedPredicate, limit: limit, offset: offset)
    if let typedExpression, let expressionType {
      result.resultType = .dictionaries
      result.propertiesToFetch = [
        PropertyToFetch(name: "value", value: .expression(typedExpression, expressionType))
      ]
      return result
    }
    result.sortKeys = sorts.map {
      SortKey($0.path, isAscending: $0.isAscending, comparison: $0.comparison)
    }
    result.sortKeys.append(SortKey(TypedKeyPath(root: entity, steps: [], target: .object)))
    result.prefetchedRelationships = prefetchedRelationships
    return result
  }
}
