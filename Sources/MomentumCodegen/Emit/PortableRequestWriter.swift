import MomentumModel

/// Writes a function for each stored fetch request, for the portable code, which needs no Core
/// Data.
struct PortableRequestWriter {
  typealias Request = CompiledFetchRequest

  let plan: PortablePlan
  let access: AccessLevel
  let store: PortableStore

  /// The declarations: one extension for each request, in the order of the requests.
  func declarations(of requests: [Request]) -> [Declaration] {
    var scope = NameScope(reserved: plan.expressionNames.union(PortableRequestWriter.members))
    let names = scope.claim(requests.map(\.request.name))
    return zip(requests, names).map { request, name in
      do throws(Reason) {
        return .type(
          TypeDeclaration(
            .extension, .named(plan[request.request.entity].name),
            members: try members(request, name)))
      } catch {
        return .remark(
          Comment("The stored fetch request '\(request.request.name)' is left out: \(error.text)."))
      }
    }
  }

  /// The static members that every generated struct has.
  private static let members: Set<String> = [
    "all", "encode", "entityName", "hash", "objectID", "storedProperties", "where",
  ]

  /// The reason why a request gets no function.
  private struct Reason: Error {
    var text: String
  }

  /// The function for one request and the functions that it calls to read rows: `public static func
  /// venues(name: String) -> MomentumRuntime.PreparedFetch<Venue> { … }`.
  private func members(
    _ request: Request, _ name: Identifier
  ) throws(Reason) -> [Declaration] {
    guard let statement = request.statement else {
      let isDictionary = request.request.resultType == .dictionary
      throw Reason(text: isDictionary ? "it gives dictionaries, not objects" : "it has no SQL")
    }
    let identifiers = RequestParameters.names(
      request.parameters, reserved: plan.expressionNames.union(["row", "value"]))
    var parameters: [Parameter] = []
    var byName: [String: Identifier] = [:]
    for (parameter, identifier) in zip(request.parameters, identifiers) {
      parameters.append(Parameter(identifier, try type(of: parameter)))
      byName[parameter.name] = identifier
    }
    let rows = try rows(statement.rows, request.request.entity, name)
    let type = TypeReference.runtime("PreparedFetch", of: rows.type)
    var body: [Statement] = []
    for variant in request.nullVariants {
      let value = try fetch(request, variant.statement, type, rows.decoder, byName)
      guard let condition = try areNull(variant.parameters, byName) else { continue }
      body.append(.branch(.holds(condition), [.returning(value)]))
    }
    body.append(.returning(try fetch(request, statement, type, rows.decoder, byName)))
    let function = FunctionDeclaration(
      .function(name), comment: RequestParameters.comment(request),
      modifiers: [.access(access), .static], parameters: parameters, result: type, body: body)
    return [.function(function)] + rows.helpers
  }

  private func areNull(
    _ names: [String], _ identifiers: [String: Identifier]
  ) throws(Reason) -> Expression? {
    var result: Expression?
    for name in names {
      let isNull = Expression.binary(.name(try known(name, identifiers)), .equal, .null)
      result = result.map { .binary($0, .and, isNull) } ?? isNull
    }
    return result
  }

  private func type(of parameter: Request.Parameter) throws(Reason) -> TypeReference {
    var type: TypeReference
    switch parameter.type {
    case .attribute(let attribute):
      guard let portableType = PortableType(attribute) else {
        throw Reason(text: "no column holds a value of '\(parameter.name)'")
      }
      type = .named(portableType.name)
    case .object(let entity): type = plan.identifierType(of: entity)
    case .count: type = .named("Int64")
    }
    if parameter.isCollection { type = .array(type) }
    return parameter.acceptsNil ? .optional(type) : type
  }

  // MARK: - Statements

  /// The value that the function returns: `MomentumRuntime.PreparedFetch<Venue>(sql: "SELECT …",
  /// request: "venues", bindings: { row in … })`.
  private func fetch(
    _ request: Request, _ statement: Request.Statement, _ type: TypeReference,
    _ decoder: Expression?,
    _ names: [String: Identifier]
  ) throws(Reason) -> Expression {
    let bindings = try bindings(statement, names)
    var arguments: [Expression.Argument] = [
      .init("sql", try sql(statement, names)),
      .init("request", .string(request.request.name)),
      .init("bindings", .closure(bindings.isEmpty ? [] : ["row"], error: nil, bindings)),
    ]
    if let decoder { arguments.append(.init("decode", decoder)) }
    return .call(.type(type), arguments)
  }

  /// The SQL as a string literal, or as joined pieces if the number of placeholders depends on a
  /// list.
  private func sql(
    _ statement: Request.Statement, _ names: [String: Identifier]
  ) throws(Reason) -> Expression {
    var pieces: [Expression] = []
    var text = ""
    for piece in statement.pieces {
      switch piece {
      case .text(let more): text += more
      case .placeholders(let list):
        let count = Expression.member(.name(try known(list, names)), "count")
        pieces.append(.string(text))
        pieces.append(
          .call(.member(.name("MomentumRuntime"), "placeholders"), [.init(nil, count)]))
        text = ""
      }
    }
    if pieces.isEmpty { return .string(text) }
    return .call(.member(.array(pieces + [.string(text)]), "joined"), [])
  }

  private func bindings(
    _ statement: Request.Statement, _ names: [String: Identifier]
  ) throws(Reason) -> [Statement] {
    var result: [Statement] = []
    var isVariable = false
    for binding in statement.bindings {
      switch binding {
      case .value(let literal):
        if isVariable { result.append(.variable("")) }
        isVariable = false
        result.append(expression(of: literal))
      case .parameter(let name):
        isVariable = true
        result += [.variable(name), .append(.name(try known(name, names)))]
      case .list(let name):
        isVariable = true
        result += [
          .variable(name),
          .loop("value", .name(try known(name, names)), [.append(.name("value"))]),
        ]
      }
    }
    return result
  }

  private func known(
    _ name: String, _ names: [String: Identifier]
  ) throws(Reason) -> Identifier {
    guard let identifier = names[name] else {
      throw Reason(text: "it has no parameter '\(name)'")
    }
    return identifier
  }

  /// The statement that binds a constant, with its type, because a literal alone could be of
  /// several types: `row.append(1 as Int64)`.
  private func expression(of literal: Request.Statement.Literal) -> Statement {
    switch literal {
    case .null: .expression(.call(.member(.name("row"), "appendNull"), []))
    case .integer(let number): .append(.typed(.integer(number), .named("Int64")))
    case .real(let number): .append(.typed(.double(number), .named("Double")))
    case .text(let text): .append(.typed(.string(text), .named("String")))
    case .blob(let bytes):
      .append(.array(bytes.map { .integer(Int64($0)) }), label: "bytes")
    }
  }

  // MARK: - Rows

  /// How rows are read: the type that a row becomes; the closure that makes it, `nil` if the type's
  /// `init(row:)` does; and the functions that the closure calls.
  private typealias Rows = (type: TypeReference, decoder: Expression?, helpers: [Declaration])

  private func rows(
    _ rows: Request.Rows, _ entity: EntityID, _ name: Identifier
  ) throws(Reason) -> Rows {
    func closure(_ value: Expression) -> Expression {
      .closure(["row"], error: .runtime("RowError"), [.expression(.attempt(value))])
    }
    switch rows {
    case .objectIDs(let column):
      return (plan.identifierType(of: entity), closure(RowDecoder.read("key", column)), [])
    case .counts(let column):
      return (.named("Int64"), closure(RowDecoder.read("int64", column)), [])
    case .objects(let columns):
      let type = TypeReference.named(plan[entity].name)
      if store.rows.indices.contains(entity.index), columns == store.rows[entity.index] {
        return (type, nil, [])
      }
      let label = name.raised(after: "rowOf")
      let helper = FunctionDeclaration(
        .initializer(isFailable: false), modifiers: [.private],
        parameters: [Parameter(label: label, "row", .runtime("Row"))],
        error: .runtime("RowError"), body: try decoding(columns, entity))
      let call = Expression.call(.type(.named("Self")), [.init(label, .name("row"))])
      return (type, closure(call), [.function(helper)])
    }
  }

  private func decoding(
    _ columns: [Request.Column], _ entity: EntityID
  ) throws(Reason) -> [Statement] {
    do throws(RowDecoder.Missing) {
      return try RowDecoder(plan: plan, columns: columns).statements(plan[entity])
    } catch {
      throw Reason(text: "no column for '\(error.name)'")
    }
  }
}
