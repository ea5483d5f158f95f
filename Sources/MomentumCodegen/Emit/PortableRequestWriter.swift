import MomentumModel

/// Writes one function per stored fetch request for the portable target.
struct PortableRequestWriter {
  typealias Request = CompiledFetchRequest

  let plan: PortablePlan
  let access: AccessLevel

  /// One extension per request, in the order given.
  func declarations(of requests: [Request]) -> [Declaration] {
    var scope = NameScope(
      reserved: plan.expressionNames.union(["entityName", "objectID", "hash", "encode"]))
    let names = scope.claim(requests.map(\.request.name))
    return zip(requests, names).map { request, name in
      do throws(Reason) {
        let function = try function(request, name)
        return .type(
          TypeDeclaration(
            .extension, .named(plan[request.request.entity].name), members: [.function(function)]))
      } catch {
        return .remark(
          Comment("The stored fetch request '\(request.request.name)' is left out: \(error.text)."))
      }
    }
  }

  /// Why a request has no function.
  private struct Reason: Error {
    var text: String
  }

  /// `public static func venues(name: String) -> StoredFetchRequest<Venue> { … }`
  private func function(
    _ request: Request, _ name: Identifier
  ) throws(Reason) -> FunctionDeclaration {
    guard let statement = request.statement else { throw Reason(text: "it has no SQL") }
    let identifiers = RequestParameters.names(request.parameters, reserved: plan.expressionNames)
    var parameters: [Parameter] = []
    var byName: [String: Identifier] = [:]
    for (parameter, identifier) in zip(request.parameters, identifiers) {
      parameters.append(Parameter(identifier, try type(of: parameter)))
      byName[parameter.name] = identifier
    }
    let (result, decoder) = try decoder(statement.rows, request.request.entity)
    let type = TypeReference.generic("StoredFetchRequest", [result])
    let value = Expression.call(
      .type(type),
      [
        .init("sql", try sql(statement, byName)),
        .init("bindings", try bindings(statement, byName)),
        .init("decode", .closure(["row"], error: .named("SQLiteRowError"), decoder)),
      ])
    return FunctionDeclaration(
      .function(name), comment: RequestParameters.comment(request),
      modifiers: [.access(access), .static], parameters: parameters, result: type,
      body: [.returning(value)])
  }

  private func type(of parameter: Request.Parameter) throws(Reason) -> TypeReference {
    let type: TypeReference
    switch parameter.type {
    case .attribute(let attribute):
      guard case .attribute(let name)? = PortableProperty.kind(of: attribute) else {
        throw Reason(text: "no column holds a value of '\(parameter.name)'")
      }
      type = .named(name)
    case .object(let entity): type = plan.identifierType(of: entity)
    case .count: type = .named("Int64")
    }
    return parameter.isCollection ? .array(type) : type
  }

  /// A literal; pieces that are joined where a list sets the number of placeholders.
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
          .call(.member(.name("SQLiteValue"), "placeholders"), [.init(nil, count)]))
        text = ""
      }
    }
    if pieces.isEmpty { return .string(text) }
    return .call(.member(.array(pieces + [.string(text)]), "joined"), [])
  }

  private func bindings(
    _ statement: Request.Statement, _ names: [String: Identifier]
  ) throws(Reason) -> Expression {
    var groups: [Expression] = []
    var single: [Expression] = []
    for binding in statement.bindings {
      switch binding {
      case .value(let literal): single.append(expression(of: literal))
      case .parameter(let name):
        single.append(.member(.name(try known(name, names)), "sqliteValue"))
      case .list(let name):
        let list = Expression.name(try known(name, names))
        if !single.isEmpty { groups.append(.array(single)) }
        groups.append(.call(.member(.name("SQLiteValue"), "list"), [.init(nil, list)]))
        single = []
      }
    }
    if groups.isEmpty { return .array(single) }
    if !single.isEmpty { groups.append(.array(single)) }
    return .call("Array", [.call(.member(.array(groups), "joined"), [])])
  }

  private func known(
    _ name: String, _ names: [String: Identifier]
  ) throws(Reason) -> Identifier {
    guard let identifier = names[name] else {
      throw Reason(text: "it has no parameter '\(name)'")
    }
    return identifier
  }

  private func expression(of literal: Request.Statement.Literal) -> Expression {
    func value(_ name: Identifier, _ payload: Expression) -> Expression {
      .call(.member(.name("SQLiteValue"), name), [.init(nil, payload)])
    }
    return switch literal {
    case .null: .member(.name("SQLiteValue"), "null")
    case .integer(let number): value("integer", .integer(number))
    case .real(let number): value("real", .double(number))
    case .text(let text): value("text", .string(text))
    case .blob(let bytes): value("blob", .array(bytes.map { .integer(Int64($0)) }))
    }
  }

  private func decoder(
    _ rows: Request.Rows, _ entity: EntityID
  ) throws(Reason) -> (TypeReference, Expression) {
    switch rows {
    case .objectIDs(let column):
      return (plan.identifierType(of: entity), .attempt(RowDecoder.value(column, "value")))
    case .counts(let column):
      return (.named("Int64"), .attempt(RowDecoder.value(column, "value")))
    case .objects(let columns):
      let decoder = RowDecoder(plan: plan, columns: columns)
      switch decoder.object(plan[entity]) {
      case .success(let value): return (.named(plan[entity].name), .attempt(value))
      case .failure(let missing): throw Reason(text: "no column for '\(missing.name)'")
      }
    }
  }
}
