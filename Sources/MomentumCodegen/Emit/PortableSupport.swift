/// The declarations that every portable model has: values, rows and requests for any SQLite library.
struct PortableSupport {
  let access: AccessLevel

  var declarations: [Declaration] {
    [.type(request), .type(value), .type(row), .type(rowError), .type(convertible)]
      + SQLiteConversions(access: access).declarations
  }

  private var modifiers: [Modifier] { [.access(access)] }
  private var valueProtocols: [TypeReference] { [.named("Sendable"), .named("Hashable")] }

  private func constant(_ name: Identifier, _ type: TypeReference, _ comment: String) -> Declaration
  {
    .variable(
      VariableDeclaration(
        name, type, comment: Comment(comment), modifiers: modifiers, isConstant: true))
  }

  /// `self.name = name` for each.
  private func initializer(_ parameters: [Parameter]) -> Declaration {
    .function(
      FunctionDeclaration(
        .initializer(isFailable: false), modifiers: modifiers, parameters: parameters,
        body: parameters.map { .assign(.member(.name("self"), $0.name), .name($0.name)) }))
  }

  /// `StoredFetchRequest<Result>`
  private var request: TypeDeclaration {
    let text = TypeReference.named("String")
    let values = TypeReference.array(.named("SQLiteValue"))
    let decode = TypeReference.function(
      [.named("SQLiteRow")], error: .named("SQLiteRowError"), result: .named("Result"))
    return TypeDeclaration(
      .struct, .named("StoredFetchRequest"),
      generic: GenericParameter(name: "Result", constraint: "Sendable"),
      comment: Comment(
        "A fetch request of the model as SQL, to be run with any SQLite library.", "",
        "    let request = Venue.venues(name: \"Tea\")",
        "    let statement = try database.prepare(request.sql)",
        "    try statement.bind(request.bindings)",
        "    while let values = try statement.step() {",
        "      venues.append(try request.decode(SQLiteRow(values)))", "    }"),
      modifiers: modifiers, inherited: [.named("Sendable")],
      members: [
        constant("sql", text, "One SELECT with a placeholder '?' per binding."),
        constant("bindings", values, "The values of the placeholders, in their order."),
        constant("decode", decode, "Reads a row that the statement gave."),
        initializer([
          Parameter("sql", text), Parameter("bindings", values),
          Parameter("decode", .escaping(decode)),
        ]),
      ])
  }

  private var value: TypeDeclaration {
    let convertible = GenericParameter(name: "Value", constraint: "SQLiteConvertible")
    let list = FunctionDeclaration(
      .function("list"),
      comment: Comment("The values of a list, each for a placeholder of its own."),
      modifiers: modifiers + [.static], generic: convertible,
      parameters: [Parameter(label: nil, "values", .array(.named("Value")))],
      result: .array(.named("SQLiteValue")),
      body: [
        .expression(
          .call(
            .member(.name("values"), "map"),
            [.init(nil, .closure(["value"], error: nil, .member(.name("value"), "sqliteValue")))]))
      ])
    let repeated = Expression.call(
      .name("Array"), [.init("repeating", .string("?")), .init("count", .name("count"))])
    let placeholders = FunctionDeclaration(
      .function("placeholders"), comment: Comment("The placeholders of a list: '?, ?, ?'."),
      modifiers: modifiers + [.static],
      parameters: [Parameter(label: nil, "count", .named("Int"))], result: .named("String"),
      body: [
        .expression(
          .call(.member(repeated, "joined"), [.init("separator", .string(", "))]))
      ])
    return TypeDeclaration(
      .enum, .named("SQLiteValue"), comment: Comment("A value in one of SQLite's storage classes."),
      modifiers: modifiers, inherited: valueProtocols,
      members: [
        .enumCase("null", payload: [], rawValue: nil),
        .enumCase("integer", payload: [.named("Int64")], rawValue: nil),
        .enumCase("real", payload: [.named("Double")], rawValue: nil),
        .enumCase("text", payload: [.named("String")], rawValue: nil),
        .enumCase("blob", payload: [.array(.named("UInt8"))], rawValue: nil),
        .function(list), .function(placeholders),
      ])
  }

  private var row: TypeDeclaration {
    let values = TypeReference.array(.named("SQLiteValue"))
    return TypeDeclaration(
      .struct, .named("SQLiteRow"), comment: Comment("One row, its values in SELECT order."),
      modifiers: modifiers, inherited: valueProtocols,
      members: [
        constant("values", values, "The values in SELECT order."),
        .function(
          FunctionDeclaration(
            .initializer(isFailable: false), modifiers: modifiers,
            parameters: [Parameter(label: nil, "values", values)],
            body: [.assign(.member(.name("self"), "values"), .name("values"))])),
        .function(cell), .function(reader), .function(optionalReader), .function(isNull),
      ])
  }

  private var at: Parameter { Parameter(label: "at", "column", .named("Int")) }
  private var rowErrorType: TypeReference { .named("SQLiteRowError") }
  private var valueParameter: GenericParameter {
    GenericParameter(name: "Value", constraint: "SQLiteConvertible")
  }

  /// `SQLiteRowError(column: column, found: …)`
  private func error(found: Expression) -> Statement {
    .failing(
      .call(
        .name("SQLiteRowError"),
        [.init("column", .name("column")), .init("found", found)]))
  }

  private var cell: FunctionDeclaration {
    let isInside = Expression.call(
      .member(.member(.name("values"), "indices"), "contains"), [.init(nil, .name("column"))])
    return FunctionDeclaration(
      .function("cell"), modifiers: [.access(.internal)], parameters: [at], error: rowErrorType,
      result: .named("SQLiteValue"),
      body: [
        .guarding(.holds(isInside), else: error(found: .null)),
        .returning(.element(.name("values"), .name("column"))),
      ])
  }

  /// Reads the cell and converts it.
  private func conversion(beforehand: [Statement]) -> [Statement] {
    let read = Expression.call(.member(.name("self"), "cell"), [.init("at", .name("column"))])
    let convert = Expression.call(.name("Value"), [.init("sqliteValue", .name("cell"))])
    return [.constant("cell", nil, .attempt(read))] + beforehand
      + [
        .guarding(.binds("value", convert), else: error(found: .name("cell"))),
        .returning(.name("value")),
      ]
  }

  private var reader: FunctionDeclaration {
    FunctionDeclaration(
      .function("value"), comment: Comment("The value of a column, from 0; NULL is an error."),
      modifiers: modifiers, generic: valueParameter, parameters: [at], error: rowErrorType,
      result: .named("Value"), body: conversion(beforehand: []))
  }

  private var optionalReader: FunctionDeclaration {
    let isNull = Statement.guarding(
      .holds(.binary(.name("cell"), .notEqual, .implicitMember("null"))), else: .returning(.null))
    return FunctionDeclaration(
      .function("valueIfPresent"), comment: Comment("The value of a column, from 0; nil for NULL."),
      modifiers: modifiers, generic: valueParameter, parameters: [at], error: rowErrorType,
      result: .optional(.named("Value")), body: conversion(beforehand: [isNull]))
  }

  private var isNull: FunctionDeclaration {
    let isInside = Expression.call(
      .member(.member(.name("values"), "indices"), "contains"), [.init(nil, .name("column"))])
    let holdsNull = Expression.binary(
      .element(.name("values"), .name("column")), .equal, .implicitMember("null"))
    let test = Expression.closure(["column"], error: nil, .binary(isInside, .and, holdsNull))
    return FunctionDeclaration(
      .function("isNull"), comment: Comment("Whether all of some columns hold NULL."),
      modifiers: modifiers,
      parameters: [Parameter(label: "at", "columns", .array(.named("Int")))],
      result: .named("Bool"),
      body: [
        .expression(.call(.member(.name("columns"), "allSatisfy"), [.init(nil, test)]))
      ])
  }

  private var rowError: TypeDeclaration {
    TypeDeclaration(
      .struct, .named("SQLiteRowError"),
      comment: Comment("A column that does not hold what the model says."), modifiers: modifiers,
      inherited: [.named("Error")] + valueProtocols,
      members: [
        constant("column", .named("Int"), "The column's index, from 0."),
        constant(
          "found", .optional(.named("SQLiteValue")), "What it holds; nil for a row without it."),
        initializer([
          Parameter("column", .named("Int")),
          Parameter("found", .optional(.named("SQLiteValue"))),
        ]),
      ])
  }

  private var convertible: TypeDeclaration {
    TypeDeclaration(
      .protocol, .named("SQLiteConvertible"),
      comment: Comment("A type that a column holds as Core Data writes it."), modifiers: modifiers,
      members: [
        .function(
          FunctionDeclaration(
            .initializer(isFailable: true),
            parameters: [Parameter("sqliteValue", .named("SQLiteValue"))])),
        .variable(
          VariableDeclaration(
            "sqliteValue", .named("SQLiteValue"), body: .requirement(isSettable: false))),
      ])
  }
}
